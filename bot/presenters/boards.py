"""The board of a solo or shared game, the parts and buttons that all boards have, and how games ended."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.commands.command import ON
from bot.locales import translatable
from bot.locales.columns import width
from bot.locales.safe import safe_name, shorten
from bot.model.games import IDLE
from bot.model.rooms import MIN_ACCOUNT_DAYS
from bot.presenters import phrases
from bot.presenters.rules import describe_rules, game_name, who_guesses_text
from bot.presenters.views import (
    Block,
    Button,
    Footnote,
    Heading,
    MessageLink,
    Paragraph,
    Preformatted,
    StatusLine,
    Tone,
    View,
)
from core.game.boards import Outcome
from core.game.codes import Code, format_code, format_code_ascii
from core.game.commitment import seal
from core.game.feedback import Feedback, PendingGuess, Turn, format_feedback
from core.game.rated import MEETING_DAYS, MIN_TURN_HOURS, MOST_IN_A_ROW, MOST_MEETINGS
from core.game.sides import UnratedReason

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.locales import Words
    from bot.model.games import ShownGame
    from bot.model.rooms import MessageKey, RoomKey
    from core.game.any_game import Who
    from core.game.duels import Duel
    from core.game.games import Game
    from core.game.rules import Rules

MAX_NAME = 10
"""Cells for a name in a table."""

SHOWN_TURNS = 15
"""The most turns that a board shows; all of them are shown privately on request."""

ROW_CELLS = 26
"""The most cells of a turn before its player's name, which may wrap."""

_REMEMBERED_RULES, _REMEMBERED_TURNS = 200, 500
"""The number of cached parts of boards. Each board shows the turns of the one before and one more."""


def public_board(view: ShownGame, game: Game, words: Words) -> View:
    """The game as everyone may see it, with buttons."""
    board, rules = game.board(game.starter), game.rules
    rows = turn_panel(board.turns, rules, words, view.names if board.guesser is None else None)
    if game.outcome is not None:
        ending = ending_text(view, game, words)
        title = board_ending(view, game, ending, game.secret, words)
        buttons = (*end_buttons(rules, words), *omitted_turns_buttons(board.turns, words))
        best = (StatusLine((words("Your best yet: {n}.", n=len(board.turns)),)),) if view.is_best else ()
        return View((title, *rows, *best), buttons, view.id, view.revision, ending, tone=tone_of(game.outcome))
    hints = hint_receivers_text(view, game, words) if board.hinted else ()
    votes = giveup_vote_blocks(view, game, words) if board.giveup_votes else ()
    tries = tries_left_text(words, board.tries_left, is_new=not board.turns)
    status = StatusLine((tries, *hints), words(phrases.REPLY_TO_GUESS))
    sealed = () if board.turns else expiry_and_seal_footnotes(view, words)
    title = replace(game_title(rules, game.who, words), game=view.id)
    shown = (title, *rows, status, *votes, *sealed)
    buttons = _playing_buttons(rules, words, has_more=len(board.turns) > SHOWN_TURNS)
    headline = last_turn_text(view.names, board.turns, rules, words)
    return View(shown, buttons, view.id, view.revision, headline, tone=Tone.NEUTRAL)


@lru_cache(_REMEMBERED_RULES)
def _playing_buttons(rules: Rules, words: Words, *, has_more: bool) -> tuple[Button, ...]:
    """The buttons of a running game. They are the same objects each time, for which platforms remember what is sent."""
    more = (all_turns_button(words),) if has_more else ()
    return (*guess_and_hint_buttons(rules, words), *more, *rare_buttons(rules, words))


@lru_cache(_REMEMBERED_RULES)
def rare_buttons(rules: Rules, words: Words, *, is_sealed: bool = True) -> tuple[Button, ...]:
    """The rare buttons of a running game; without a sealed secret there is nothing to verify."""
    verify = (verify_button(words),) if is_sealed else ()
    return (*verify, rules_button(rules, words), replace(command_button("giveup", words), is_rare=True))


def tries_left_text(words: Words, tries: int | None, *, is_new: bool = False) -> str:
    """How many guesses are left or, on a new board, allowed; empty if there is no limit."""
    if tries is None:
        return ""
    if is_new:
        return words.plural("{n} try", "{n} tries", tries)
    return words.plural("{n} try left", "{n} tries left", tries)


@lru_cache(_REMEMBERED_RULES)
def code_text(code: Code, rules: Rules) -> str:
    """A code as text. Emoji are followed by their keys, for screen readers and readers who do not see colours."""
    keys = f" {format_code_ascii(code, rules)}" if rules.alphabet.pictorial else ""
    return format_code(code, rules) + keys


def quoted_code(code: Code, rules: Rules) -> str:
    """A code within a sentence."""
    return f"`{code_text(code, rules)}`"


@lru_cache(_REMEMBERED_RULES)
def feedback_symbols(feedback: Feedback, rules: Rules) -> str:
    """Feedback as one mark per hit and blow, padded to the number of positions."""
    return (phrases.HIT * feedback.hits + phrases.BLOW * feedback.blows).ljust(rules.positions, phrases.NEITHER)


def board_title(view: ShownGame, game: str, *details: str) -> Heading:
    """The first line of a board: the name of the game and details that are not empty."""
    return Heading(game, tuple(filter(None, details)), view.id)


def panel(lines: Sequence[str]) -> tuple[Preformatted, ...]:
    """Lines in a monospaced font; nothing if there are none."""
    return (Preformatted(tuple(lines)),) if lines else ()


def turn_panel(  # noqa: PLR0913, PLR0917  # what a board shows of its turns
    turns: Sequence[Turn],
    rules: Rules,
    words: Words,
    names: Mapping[str, str] | None = None,
    pending: Sequence[tuple[PendingGuess, str]] = (),
    numbers: range | None = None,
) -> tuple[Preformatted, ...]:
    """Turns in rows that fit on a phone; nothing without turns.

    Args:
        turns: the turns of a board.
        rules: its rules.
        words: the language.
        names: of the players if each turn says who made it.
        pending: guesses without feedback, which follow the turns, each with what is shown instead of feedback.
        numbers: of the turns to show, from 1; None for the last ones, below a row that counts the others.
    """
    if not turns and not pending:
        return ()
    hidden = max(0, len(turns) - SHOWN_TURNS) if numbers is None else 0
    shown = numbers or range(hidden + 1, len(turns) + 1)
    made = [(number, turns[number - 1]) for number in shown if number <= len(turns)]
    last = len(turns) + len(pending) if pending else min(len(turns), shown.stop - 1)
    line = _turn_line(rules, len(str(last)))
    lines = [line(number, turn.guess, turn.feedback) for number, turn in made]
    lines += [line(number, each.guess, None) for number, (each, _) in enumerate(pending, len(turns) + 1)]
    players = {turn.by for _, turn in made}.union(each.by for each, _ in pending)
    named = {} if names is None else {player: full_name(names.get(player, ""), words) for player in players}
    beside = [named.get(turn.by, "") for _, turn in made]
    beside += [" · ".join(filter(None, (told, named.get(each.by, "")))) for each, told in pending]
    earlier = (phrases.earlier_turns_omitted(words, hidden),) if hidden else ()
    whole = partial(_all_lines, turns, rules, words, names, pending) if hidden else None
    return (Preformatted((*("" for _ in earlier), *lines), whole=whole, names=(*earlier, *beside)),)


def _all_lines(
    turns: Sequence[Turn],
    rules: Rules,
    words: Words,
    names: Mapping[str, str] | None,
    pending: Sequence[tuple[PendingGuess, str]],
) -> tuple[str, ...]:
    (shown,) = turn_panel(turns, rules, words, names, pending, range(1, len(turns) + 1))
    return tuple(shown.text.splitlines())


@lru_cache(_REMEMBERED_TURNS)
def short_name(player: str, words: Words) -> str:
    """A name in a table, or a noun if the player has deleted their data."""
    return shorten(safe_name(player) if player else words(phrases.FORMER_PLAYER), MAX_NAME)


@lru_cache(_REMEMBERED_TURNS)
def full_name(player: str, words: Words) -> str:
    """A name, or a noun if the player has deleted their data."""
    return safe_name(player) if player else words(phrases.FORMER_PLAYER)


def omitted_turns_buttons(turns: Sequence[object], words: Words) -> tuple[Button, ...]:
    """The button that shows all turns privately, if a board does not show them."""
    return (all_turns_button(words),) if len(turns) > SHOWN_TURNS else ()


def all_turns_button(words: Words) -> Button:
    """The button that shows all turns privately."""
    return Button(words("All turns"), "board", {"turn": "1"}, is_rare=True)


def unrated_footnote(reason: UnratedReason | None, words: Words) -> tuple[Footnote, ...]:
    """Why a race or duel is not rated, where people may expect that it is."""
    if reason is UnratedReason.MET_OFTEN:
        text = words(
            "Not rated: the same two people have at most {most} rated games in {days} days, and {row} in a row.",
            most=MOST_MEETINGS,
            days=MEETING_DAYS,
            row=MOST_IN_A_ROW,
        )
    elif reason is UnratedReason.SHORT_TURNS:
        text = words("Not rated: a turn takes less than {hours} hours.", hours=MIN_TURN_HOURS)
    elif reason is UnratedReason.NEW_ACCOUNT:
        text = words("Not rated: the winner's account is less than {days} days old.", days=MIN_ACCOUNT_DAYS)
    elif reason in {UnratedReason.NOT_GUESSED, UnratedReason.UNSOLVED}:
        text = words("Not rated.")
    else:
        return ()
    return (Footnote(text, once=False),)


def board_ending(view: ShownGame, game: Game, ending: str, secret: Code, words: Words) -> Heading:
    """The first line of the board of an ended game: who found the secret, or how it ended and the secret."""
    if game.outcome is Outcome.SOLVED:
        winner = words.person(view.name_of(game.winner), first=True)
        return Heading(words("{player} solved it.", player=winner), (), view.id)
    if game.outcome is Outcome.OUT_OF_TRIES and secret:
        return Heading(words("Nobody found it: {secret}.", secret=code_text(secret, game.rules)), (), view.id)
    return ending_with_secret(ending, secret, view, game.rules)


def ending_with_secret(ending: str, secret: Code, view: ShownGame, rules: Rules) -> Heading:
    """How a game ended, with the secret unless the viewer may not know it."""
    return Heading(ending, (quoted_code(secret, rules),) if secret else (), view.id)


def moved_board_link(room: RoomKey, message: MessageKey, words: Words, *, is_over: bool) -> View:
    """What a former message of a game shows: a link to the one that shows the board now, or its end."""
    text = words("The game has ended below:") if is_over else words("The board has moved here:")
    return View((MessageLink(text, room, message),), tone=Tone.NEUTRAL)


def expiry_and_seal_footnotes(view: ShownGame, words: Words) -> tuple[Block, ...]:
    """The seal, which a board shows until the first guess, and a chosen time to expire."""
    return *unusual_expiry_footnotes(view, words), seal_footnote(view.commitment, words)


def seal_footnote(commitment: str, words: Words) -> Footnote:
    """The seal of a commitment; Verify shows the whole hash."""
    return Footnote(words("Sealed `{seal}`", seal=seal(commitment)))


def unusual_expiry_footnotes(view: ShownGame, words: Words) -> tuple[Footnote, ...]:
    """After how long the game expires, if the settings chose another time than the usual one."""
    if view.idle == IDLE:
        return ()
    duration = words.duration(view.idle // timedelta(hours=1))
    return (Footnote(words("Ends after {duration} without a move.", duration=duration)),)


@lru_cache(_REMEMBERED_RULES)
def verify_button(words: Words) -> Button:
    """The button that explains the commitment and, after the end, checks it."""
    return Button(words(phrases.VERIFY), "board", {"verify": ON}, is_rare=True)


def command_button(command: str, words: Words, *, step: int | None = None) -> Button:
    """A button that runs a command without options."""
    return Button(phrases.button_label(words, command), command, step=step)


@lru_cache(_REMEMBERED_RULES)
def guess_and_hint_buttons(rules: Rules, words: Words) -> tuple[Button, Button]:
    """The buttons of a player whose turn it is."""
    return guess_button(rules, words), replace(command_button("hint", words), is_rare=True)


def guess_button(rules: Rules, words: Words) -> Button:
    """The button that asks for a guess."""
    return Button(phrases.button_label(words, "guess"), "guess", prompts_for="code", rules=rules)


@lru_cache(_REMEMBERED_RULES)
def end_buttons(rules: Rules, words: Words, *, is_sealed: bool = True) -> tuple[Button, ...]:
    """The buttons of an ended game; without a sealed secret there is nothing to verify."""
    verify = (verify_button(words),) if is_sealed else ()
    return command_button("rematch", words), command_button("review", words), *verify, rules_button(rules, words)


@lru_cache(_REMEMBERED_RULES)
def rules_button(rules: Rules, words: Words) -> Button:
    """The button that explains the rules."""
    return Button(phrases.button_label(words, "rules"), "rules", {"rules": str(rules)}, is_rare=True)


@lru_cache(_REMEMBERED_RULES)
def game_title(rules: Rules, who: Who, words: Words) -> Heading:
    """The first line of the board of a running game, without its id."""
    details = (describe_rules(rules, words), who_guesses_text(who, words))
    return Heading(game_name(rules, words), tuple(filter(None, details)))


def hint_receivers_text(view: ShownGame, game: Game | Duel, words: Words) -> tuple[str, ...]:
    """Who got hints, if anybody did."""
    players = words.people([view.name_of(player) for player in game.hinted]) if game.hinted else ""
    return (words("{players} had a hint", players=players),) if players else ()


@lru_cache(_REMEMBERED_RULES)
def _turn_line(rules: Rules, digits: int) -> Callable[[int, Code, Feedback | None], str]:
    """A function that makes the line of a turn: its number in so many digits, guess, feedback and marks.

    The marks are apart, because their order means nothing. Where a line would be too long it has no marks or, if that
    is not enough, no emoji. A guess that waits for feedback has neither feedback nor marks.
    """
    left = ROW_CELLS - width(f"{'':>{digits}} {format_feedback(Feedback(0, 0), rules)} ")
    needed = width(code_text((0,) * rules.positions, rules))
    code = code_text if needed <= left else format_code_ascii
    has_marks = needed + 1 + rules.positions <= left

    @lru_cache(_REMEMBERED_TURNS)
    def line(number: int, guess: Code, feedback: Feedback | None) -> str:
        cells = [f"{number:>{digits}}", code(guess, rules)]
        if feedback is not None:
            cells.append(format_feedback(feedback, rules))
            cells += [feedback_symbols(feedback, rules)] * has_marks
        return " ".join(cells)

    return line


def giveup_vote_blocks(view: ShownGame, game: Game, words: Words) -> tuple[Block, ...]:
    """Votes to give up a running game."""
    names = [name_ for player in game.board_with_giveup_votes.giveup_votes if (name_ := view.name_of(player))]
    if not names:
        return ()
    votes = words(
        "Votes to give up: {players} ({votes} of {needed}).",
        players=words.comma_separated(map(words.person, names)),
        votes=len(names),
        needed=game.giveup_votes_needed(view.deleted_players),
    )
    return (Paragraph(votes),)


def last_turn_text(names: Mapping[str, str], turns: Sequence[Turn], rules: Rules, words: Words) -> str:
    """The last turn of a running game, at the start of a notification; empty before the first one."""
    if not turns:
        return ""
    return words(
        "{player}, turn {number}: {guess}, {feedback}.",
        player=words.person(names.get(turns[-1].by, ""), first=True),
        number=len(turns),
        guess=code_text(turns[-1].guess, rules),
        feedback=format_feedback(turns[-1].feedback, rules),
    )


def tone_of(outcome: Outcome | None) -> Tone:
    """The tone of a board on which the secret was found, was not found, or can still be."""
    if outcome is None:
        return Tone.NEUTRAL
    return Tone.WON if outcome is Outcome.SOLVED else Tone.LOST


MOVED_TOO_LATE, DRAWN = translatable("Nobody moved for too long."), translatable("It's a draw.")
"""How games and duels ended without a result or a winner."""


def ending_text(view: ShownGame, game: Game, words: Words) -> str:
    """How an ended game ended."""
    if game.outcome is Outcome.EXPIRED:
        return words(MOVED_TOO_LATE)
    if game.outcome is Outcome.GAVE_UP:
        return _given_up(view, game, words)
    if game.outcome is Outcome.SOLVED:
        guesses = next(len(board.turns) for board in game.boards if board.outcome is Outcome.SOLVED)
        player = words.person(view.name_of(game.winner), first=True)
        return words("{player} solved it in {guesses}.", player=player, guesses=guesses)
    return words("Nobody found it.")


def _given_up(view: ShownGame, game: Game, words: Words) -> str:
    stopped = next(filter(game.was_ended_by_moderator, game.boards), None)
    if stopped is not None:
        return ended_by_moderator_text(view.name_of(stopped.given_up_by), words)
    return given_up_text([view.name_of(player) for player in game.quitters], words)


def win_text(winner: str, guesses: int, words: Words) -> str:
    """Who won a duel, and in how many guesses."""
    name = words.person(winner, first=True)
    return words.plural("{winner} wins in {n:,} guess.", "{winner} wins in {n:,} guesses.", guesses, winner=name)


def given_up_text(players: Sequence[str], words: Words) -> str:
    """That players, if they are known, gave up a game."""
    return words("Given up by {players}.", players=words.people(players)) if players else words("Given up.")


def ended_by_moderator_text(moderator: str, words: Words) -> str:
    """That a moderator ended a game."""
    return words("Ended by {moderator}, a moderator.", moderator=words.person(moderator))
