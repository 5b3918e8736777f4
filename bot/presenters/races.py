"""Boards of races: one line per player for everybody, and each player's own guesses for them alone."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.commands.command import RaceStart
from bot.locales import Words, translatable
from bot.locales.columns import align_within
from bot.locales.safe import shorten_distinctly
from bot.model.games import ShownGame
from bot.presenters import boards
from bot.presenters.phrases import BLOW, HIT
from bot.presenters.views import AT, Block, Button, Paragraph, StatusLine, TimeParagraph, Tone, View
from core.game.boards import Board, Outcome
from core.game.feedback import format_feedback
from core.game.races import Race, best_feedback

MAX_PLAYERS = 30
"""The most players that a board lists."""


def race_board(view: ShownGame, game: Race, words: Words) -> View:
    """The race as everyone may see it: the leading players in order, with their best feedback."""
    standing = boards.panel(_standing(view, game, words))
    if game.outcome is not None:
        ending = boards.ending_text(view, game, words)
        title = boards.ending_with_secret(ending, game.secret, view, game.rules)
        tone = boards.tone_of(Outcome.SOLVED if game.winner is not None else game.outcome)
        shown: tuple[Block, ...] = (title, *standing, *boards.unrated_footnote(view.unrated, words))
        return View(shown, boards.end_buttons(game.rules, words), view.id, view.revision, ending, tone=tone)
    blocks: list[Block] = [
        replace(boards.game_title(game.rules, game.who, words), game=view.id),
        *standing,
        *_what_to_do(view, game, words),
    ]
    blocks += [
        *map(Paragraph, boards.hint_receivers_text(view, game, words)),
        *boards.giveup_vote_blocks(view, game, words),
    ]
    blocks += () if game.players else boards.expiry_and_seal_footnotes(view, words)
    buttons, headline = _buttons(game, words), _headline(view, game, words)
    return View(tuple(blocks), buttons, view.id, view.revision, headline, tone=Tone.NEUTRAL)


def own_board(view: ShownGame, game: Race, words: Words) -> View | None:
    """The viewer's part of a race; None before the start, and after the end if they have none."""
    own = game.board(view.viewer)
    if game.is_waiting or (game.outcome is not None and not own.turns):
        return None
    blocks: list[Block] = [
        replace(boards.game_title(game.rules, game.who, words), game=view.id),
        *boards.turn_panel(own.turns, game.rules, words),
    ]
    if game.outcome is None:
        blocks.append(
            Paragraph(words("You're done; the race is still on."))
            if own.outcome
            else StatusLine((boards.tries_left_text(words, own.tries_left, is_new=not own.turns),))
        )
    is_playing = game.outcome is None and own.outcome is None
    playing = [
        replace(button, step=len(own.turns))
        for button in boards.guess_and_hint_buttons(game.rules, words)
        if is_playing
    ]
    buttons = (*playing, *boards.omitted_turns_buttons(own.turns, words))
    return View(tuple(blocks), buttons, view.id if buttons else None, tone=boards.tone_of(own.outcome or game.outcome))


def _standing(view: ShownGame, game: Race, words: Words) -> tuple[str, ...]:
    """One line per player, the leading one first, narrow enough for a phone.

    A starter who has not guessed is listed as long as the race runs.
    """
    active = [board for board in game.standings if board.players_who_guessed or board.outcome or game.outcome is None]
    listed = active[:MAX_PLAYERS]
    more = len(active) - len(listed)
    names = shorten_distinctly(
        [boards.full_name(view.name_of(board.guesser), words) for board in listed], boards.MAX_NAME
    )
    rows = [_cells(number, board, who, words) for number, (board, who) in enumerate(zip(listed, names, strict=True), 1)]
    without_symbols = [row[:4] + row[5:] for row in rows]
    lines = align_within([rows, without_symbols], right=(0, 2))
    return (*lines, words.plural("and {n:,} more player", "and {n:,} more players", more)) if more else lines


def _cells(number: int, board: Board, who: str, words: Words) -> tuple[str, ...]:
    """Place, name, number of guesses, best feedback in words and as marks, and how the player's part ended."""
    best = best_feedback(board)
    marks = HIT * best.hits + BLOW * best.blows if best else ""
    feedback = format_feedback(best, board.rules) if best else ""
    result = words(_RESULTS.get(board.outcome, _OUT)) if board.outcome else ""
    return str(number), who, str(len(board.turns)), feedback, marks, result


def _what_to_do(view: ShownGame, game: Race, words: Words) -> Iterator[Block]:
    """What a running race waits for, with and without buttons, and until when it lasts."""
    if game.is_waiting:
        starter = words.person(view.name_of(game.starter), first=True)
        yield Paragraph(
            words("{player} starts it within an hour. Then anybody can join.", player=starter),
            words("{player} starts it with `play start:now` within an hour. Then anybody can join.", player=starter),
        )
    if view.time_ends_at is not None:
        yield TimeParagraph(words("Ends {at}", at=AT), view.time_ends_at)
    elif game.minutes:
        yield Paragraph(words.plural("{n:,} minute from the start", "{n:,} minutes from the start", game.minutes))


_RESULTS = {Outcome.SOLVED: translatable("solved"), Outcome.GAVE_UP: translatable("gave up")}
_OUT = translatable("out")
"""How the part of a player ended."""


def _buttons(game: Race, words: Words) -> tuple[Button, ...]:
    first = (
        (Button(words("Start"), "play", {"start": RaceStart.NOW.value}),)
        if game.is_waiting
        else boards.guess_and_hint_buttons(game.rules, words)
    )
    return (*first, *boards.rare_buttons(game.rules, words))


def _headline(view: ShownGame, game: Race, words: Words) -> str:
    """Who leads a running race."""
    leader = next(iter(game.standings), None)
    best = best_feedback(leader) if leader else None
    if leader is None or best is None:
        return ""
    who = view.name_of(leader.guesser)
    return words.plural(
        "{player} leads with {feedback}; {n:,} player so far.",
        "{player} leads with {feedback}; {n:,} players so far.",
        len(game.players),
        player=words.person(who, first=True),
        feedback=format_feedback(best, game.rules),
    )
