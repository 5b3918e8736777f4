"""Boards of games, their parts and buttons."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from bot.commands.command import ON
from bot.locales.columns import align_within
from bot.locales.safe import name, shorten, shorten_apart
from bot.model.games import IDLE
from bot.presenters import phrases
from bot.presenters.characters import BLOW, HIT
from bot.presenters.endings import comparison, ending_heading, ending_of
from bot.presenters.fairness import ranking_note
from bot.presenters.rules import describe_rules, game_name, how_to_start, who_guesses
from bot.presenters.views import (
    Block,
    Button,
    Footnote,
    Heading,
    MessageLink,
    Paragraph,
    Preformatted,
    Status,
    Tone,
    View,
)
from core.game.codes import Code, format_code, format_code_ascii
from core.game.feedback import Feedback, PendingGuess, Turn, format_feedback

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bot.locales import Words
    from bot.model.games import ShownGame
    from bot.model.messages import MessageKey
    from bot.model.rooms import RoomKey
    from core.game.any_game import Who
    from core.game.boards import Board
    from core.game.games import Game
    from core.game.rules import Rules
    from core.game.sides import Unrated

MAX_NAME = 10
"""Cells for a name on a board."""

SHOWN_TURNS = 15
"""The most turns that a board shows; all of them are shown privately on request."""

_SHORTEST_NAME = 3

_REMEMBERED_BUTTONS = 200
_REMEMBERED_TITLES = 2_000
_REMEMBERED_RULES, _REMEMBERED_TURNS = 50, 2_000
_REMEMBERED_GUESSES = 10_000
"""The number of cached guesses. Each board shows those of the one before and one more."""


def public_board(view: ShownGame, game: Game, words: Words) -> View:
    """The game as everyone may see it, with buttons."""
    board, rules = game.board(game.starter), game.rules
    names = view.names if board.guesser is None else None
    blocks: list[Block] = [_title(view.id, rules, game.who, words), *turn_panel(board.turns, rules, words, names)]
    if game.outcome is not None:
        more = whole_board_buttons(board.turns, words)
        tone = Tone.LOST if game.winner is None else Tone.WON
        ending = ending_heading(ending_of(view, game, words), tone)
        blocks += [ending, *revealed_secret(game.secret, rules, words), *comparison(view, game, words)]
        blocks += ranking_note(game, words)
        return View(tuple(blocks), (*end_buttons(words), *more), view.id, view.revision, ending.text, tone=tone)
    if not board.turns:
        blocks.append(Paragraph(how_to_start(rules, words)))
    hints = hints_given(view, game, words) if board.hinted else ()
    blocks.append(
        Status(
            (phrases.tries_left(words, board.tries_left), phrases.sealed(words), *hints), phrases.reply_to_guess(words)
        )
    )
    if board.giveup_votes:
        blocks += giving_up(view, game, words)
    if not board.turns:
        blocks += commitment_shown(view, words, is_new=True)
    buttons = _playing_buttons(rules, words, has_more=len(board.turns) > SHOWN_TURNS)
    headline = headline_of(view, board, words) if board.turns else ""
    return View(tuple(blocks), buttons, view.id, view.revision, headline, tone=Tone.NEUTRAL, next_turn=board.next_turn)


@lru_cache(_REMEMBERED_BUTTONS)
def _playing_buttons(rules: Rules, words: Words, *, has_more: bool) -> tuple[Button, ...]:
    more = (all_turns_button(words),) if has_more else ()
    last = (*more, verify_button(words), rules_button(rules, words))
    return (*guess_buttons(rules, words), command_button("giveup", words), *last)


@lru_cache(_REMEMBERED_GUESSES)
def code_text(code: Code, rules: Rules) -> str:
    """A code as text. Emoji are followed by their keys, for screen readers and readers who do not see colours."""
    keys = f" {format_code_ascii(code, rules)}" if rules.alphabet.pictorial else ""
    return format_code(code, rules) + keys


def quoted_code(code: Code, rules: Rules) -> str:
    """A code within a sentence."""
    return f"`{code_text(code, rules)}`"


@lru_cache(_REMEMBERED_GUESSES)
def feedback_symbols(feedback: Feedback, rules: Rules) -> str:
    """Feedback as one mark per hit and blow, padded to the number of positions."""
    return (HIT * feedback.hits + BLOW * feedback.blows).ljust(rules.positions)


def board_title(view: ShownGame, game: str, *details: str) -> Heading:
    """The first line of a board: the name of the game, details that are not empty, and its id."""
    return Heading(game, tuple(filter(None, (*details, f"#{view.id}"))))


def panel(lines: Sequence[str]) -> tuple[Preformatted, ...]:
    """Lines in a monospaced font; nothing if there are none."""
    return (Preformatted(tuple(lines)),) if lines else ()


def turn_panel(
    turns: Sequence[Turn],
    rules: Rules,
    words: Words,
    names: Mapping[str, str] | None = None,
    pending: Sequence[tuple[PendingGuess, str]] = (),
) -> tuple[Preformatted, ...]:
    """The last turns of a board, with the others for places where length does not matter; nothing without turns."""
    if not (lines := turn_lines(turns, rules, words, names, pending=pending)):
        return ()
    numbers = range(1, len(turns) + 1)
    is_cut = len(turns) > SHOWN_TURNS
    whole = partial(turn_lines, turns, rules, words, names, numbers, pending) if is_cut else None
    return (Preformatted(lines, whole=whole),)


def turn_lines(  # noqa: PLR0913, PLR0917  # what a board shows of its turns
    turns: Sequence[Turn],
    rules: Rules,
    words: Words,
    names: Mapping[str, str] | None = None,
    numbers: range | None = None,
    pending: Sequence[tuple[PendingGuess, str]] = (),
) -> tuple[str, ...]:
    """Turns in lines that fit on a phone.

    Args:
        turns: the turns of a board.
        rules: its rules.
        words: the language.
        names: of the players if each turn says who made it.
        numbers: of the turns to show, from 1; None for the last ones, below a line that counts the others.
        pending: guesses without feedback, which follow the turns, each with what is shown instead of feedback.
    """
    hidden = max(0, len(turns) - SHOWN_TURNS) if numbers is None else 0
    numbers = numbers or range(hidden + 1, len(turns) + 1)
    shown = [(number, turns[number - 1]) for number in numbers if number <= len(turns)]
    cells = _turn_cells(rules)
    full = [cells(number, turn.guess, turn.feedback) for number, turn in shown]
    full += [
        (str(number), code_text(each.guess, rules), instead, "")
        for number, (each, instead) in enumerate(pending, len(turns) + 1)
    ]
    guesses = [*(turn.guess for _, turn in shown), *(each.guess for each, _ in pending)]
    players = [*(turn.by for _, turn in shown), *(each.by for each, _ in pending)]
    short = {} if names is None else {each: short_name(names.get(each, ""), words) for each in set(players)}
    who = None if names is None else [short[player] for player in players]
    if names is not None and len(set(short.values())) < len(short):
        who = shorten_apart([full_name(names.get(player, ""), words) for player in players], MAX_NAME)
    widest = full if shown else _plain(full, guesses, rules)
    lines = align_within(_versions(widest, guesses, rules, who), right=[0])
    return (phrases.earlier_turns(words, hidden), *lines) if hidden else lines


def unrated_note(reason: Unrated | None, words: Words) -> tuple[Footnote, ...]:
    """Why a race or duel is not rated, where people may expect that it is."""
    text = phrases.unrated(words, reason)
    return (Footnote(text, once=False),) if text else ()


@lru_cache(_REMEMBERED_GUESSES)
def short_name(player: str, words: Words) -> str:
    """A name in a table, or a noun if the player has deleted their data."""
    return shorten(name(player) if player else phrases.former_player(words), MAX_NAME)


def full_name(player: str, words: Words) -> str:
    """A name, or a noun if the player has deleted their data."""
    return name(player) if player else phrases.former_player(words)


def whole_board_buttons(turns: Sequence[object], words: Words) -> tuple[Button, ...]:
    """The button that shows all turns privately, if a board does not show them."""
    return (all_turns_button(words),) if len(turns) > SHOWN_TURNS else ()


def all_turns_button(words: Words) -> Button:
    """The button that shows all turns privately."""
    return Button(words("All turns"), "board", {"turn": "1"})


def revealed_secret(code: Code, rules: Rules, words: Words) -> tuple[Block, ...]:
    """The secret of an ended game; nothing if the viewer may not know it."""
    return (Paragraph(words("The secret was {secret}.", secret=quoted_code(code, rules))),) if code else ()


def moved_board(room: RoomKey, message: MessageKey, words: Words) -> View:
    """What a former message of a game shows: a link to the one that shows the board now."""
    return View((MessageLink(words("The board has moved here:"), room, message),), tone=Tone.NEUTRAL)


def commitment_shown(view: ShownGame, words: Words, *, is_new: bool) -> tuple[Block, ...]:
    """On a board without guesses, the commitment, which is shown on request later, and a chosen time to expire."""
    if not is_new:
        return ()
    of_both = view.game.is_between_two
    return *expiry_shown(view, words), Footnote(phrases.commitment(words, view.commitment, of_both=of_both))


def expiry_shown(view: ShownGame, words: Words) -> tuple[Footnote, ...]:
    """After how long the game expires, if the settings chose another time than the usual one."""
    duration = words.duration(view.idle // timedelta(hours=1))
    text = words("The game ends after {duration} without a move.", duration=duration)
    return (Footnote(text),) if view.idle != IDLE else ()


@lru_cache(_REMEMBERED_BUTTONS)
def verify_button(words: Words) -> Button:
    """The button that explains the commitment and, after the end, checks it."""
    return Button(phrases.verify_button(words), "board", {"verify": ON})


def command_button(command: str, words: Words, *, step: int | None = None) -> Button:
    """A button that runs a command without options."""
    return Button(phrases.button_label(words, command), command, step=step)


@lru_cache(_REMEMBERED_BUTTONS)
def guess_buttons(rules: Rules, words: Words) -> tuple[Button, Button]:
    """The buttons of a player whose turn it is."""
    return guess_button(rules, words), command_button("hint", words)


def guess_button(rules: Rules, words: Words) -> Button:
    """The button that asks for a guess."""
    return Button(phrases.button_label(words, "guess"), "guess", prompts_for="code", rules=rules)


def end_buttons(words: Words, *, is_sealed: bool = True) -> tuple[Button, ...]:
    """The buttons of an ended game; without a sealed secret there is nothing to verify."""
    verify = (verify_button(words),) if is_sealed else ()
    return command_button("rematch", words), command_button("review", words), *verify


@lru_cache(_REMEMBERED_BUTTONS)
def rules_button(rules: Rules, words: Words) -> Button:
    """The button that explains the rules."""
    return Button(phrases.button_label(words, "rules"), "rules", {"rules": str(rules)})


def game_title(view: ShownGame, game: Game, words: Words) -> Heading:
    """The first line of a board."""
    return _title(view.id, game.rules, game.who, words)


@lru_cache(_REMEMBERED_TITLES)
def _title(game: str, rules: Rules, who: Who, words: Words) -> Heading:
    details = (describe_rules(rules, words), who_guesses(who, words), f"#{game}")
    return Heading(game_name(rules, words), tuple(filter(None, details)))


def hints_given(view: ShownGame, game: Game, words: Words) -> tuple[str, ...]:
    """Who got hints, if anybody did."""
    names = [view.name_of(player) for player in game.hinted]
    return (phrases.hints_given(words, names),) if names else ()


def _versions(
    full: Sequence[tuple[str, ...]], guesses: Sequence[Code], rules: Rules, who: Sequence[str] | None
) -> Iterator[Sequence[tuple[str, ...]]]:
    """Rows of guesses, from the widest to the narrowest: without feedback symbols, emoji and the end of names.

    Args:
        full: number, guess, feedback and marks.
        guesses: the guesses.
        rules: their rules.
        who: made each guess; None if that is not shown.
    """
    names = [() for _ in full] if who is None else [(each,) for each in who]
    yield [cells + name_ for cells, name_ in zip(full, names, strict=True)]
    yield _beside([row[:-1] for row in full], names)
    plain = _plain(full, guesses, rules)
    yield _beside(plain, names)
    for cells in range(MAX_NAME - 1, _SHORTEST_NAME, -1) if who else ():
        yield _beside(plain, [(each,) for each in shorten_apart(who or (), cells)])


def _plain(full: Sequence[tuple[str, ...]], guesses: Sequence[Code], rules: Rules) -> Sequence[tuple[str, ...]]:
    """The number, the guess in ASCII and the feedback of each row."""
    return [(cells[0], format_code_ascii(guess, rules), cells[2]) for cells, guess in zip(full, guesses, strict=True)]


def _beside(left: Sequence[tuple[str, ...]], right: Sequence[tuple[str, ...]]) -> Sequence[tuple[str, ...]]:
    return [cells + more for cells, more in zip(left, right, strict=True)]


@lru_cache(_REMEMBERED_RULES)
def _turn_cells(rules: Rules) -> Callable[[int, Code, Feedback], tuple[str, ...]]:
    """A function that makes the cells of a turn under these rules: its number, guess, feedback and marks.

    The marks are apart, because their order means nothing.
    """

    @lru_cache(_REMEMBERED_TURNS)
    def cells(number: int, guess: Code, feedback: Feedback) -> tuple[str, ...]:
        return str(number), code_text(guess, rules), format_feedback(feedback, rules), feedback_symbols(feedback, rules)

    return cells


def giving_up(view: ShownGame, game: Game, words: Words) -> tuple[Block, ...]:
    """Votes to give up."""
    names = [name_ for player in game.ballot.giveup_votes if (name_ := view.name_of(player))]
    if game.outcome is not None or not names:
        return ()
    votes = words(
        "Votes to give up: {players} ({votes} of {needed}).",
        players=words.commas(map(words.person, names)),
        votes=len(names),
        needed=game.votes_needed(view.former),
    )
    return (Paragraph(votes),)


def headline_of(view: ShownGame, board: Board, words: Words) -> str:
    """What has happened last on a board with turns."""
    turn, rules = board.turns[-1], board.rules
    feedback = format_feedback(turn.feedback, rules)
    return phrases.last_turn(words, view.name_of(turn.by), len(board.turns), code_text(turn.guess, rules), feedback)
