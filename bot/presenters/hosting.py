"""Boards of hosted games, and what only the host sees."""

from collections.abc import Sequence
from datetime import timedelta

from bot.locales import Words
from bot.model.games import ShownGame
from bot.presenters import phrases
from bot.presenters.board import (
    board_ending,
    board_title,
    commitment_shown,
    end_buttons,
    expiry_shown,
    giving_up,
    guess_buttons,
    headline_of,
    hints_given,
    last_buttons,
    quoted_code,
    tries_of,
    turn_panel,
    whole_board_buttons,
)
from bot.presenters.endings import ended_by_moderator, ending_of, given_up, tone_of
from bot.presenters.rules import describe_rules, feedback_names, game_name
from bot.presenters.versus import FIRST_CORRECTIONS, correction_buttons, correction_lines, feedback_buttons
from bot.presenters.views import Block, Button, Footnote, Paragraph, Status, Tone, View
from core.game.boards import Outcome
from core.game.feedback import PendingGuess, format_feedback, possible_feedbacks
from core.game.hosting import HostedGame


def hosted_board(view: ShownGame, game: HostedGame, words: Words) -> View:
    """The guesses, those that wait for feedback, and what to do next or how the game ended."""
    host = words("hosted by {host}", host=words.person(view.name_of(game.starter)))
    title = board_title(view, game_name(game.rules, words), describe_rules(game.rules, words), host)
    table = turn_panel(game.shared_board.turns, game.rules, words, view.names, _pending(game, words))
    more = whole_board_buttons(game.shared_board.turns, words)
    if game.outcome is not None:
        ending = hosted_ending(view, game, words)
        first = board_ending(view, game, ending, () if game.in_head else game.secret, words)
        buttons = (*end_buttons(game.rules, words, is_sealed=not game.in_head), *more)
        return View((first, *table), buttons, view.id, view.revision, ending, tone=tone_of(game.outcome))
    state = (*_next_step(view, game, words), *_status(view, game, words), *giving_up(view, game, words))
    blocks_ = (title, *table, *state)
    headline = headline_of(view, game.shared_board, words) if game.shared_board.turns else ""
    buttons = (*_buttons(game, words), *more)
    return View(blocks_, buttons, view.id, view.revision, headline, tone=Tone.NEUTRAL)


def hosted_ending(view: ShownGame, game: HostedGame, words: Words) -> str:
    """How the game ended; empty while it goes on."""
    board = game.shared_board
    if board.outcome is not Outcome.GAVE_UP:
        return ending_of(view, game, words)
    quitters = [view.name_of(player) for player in board.quitters]
    if board.quitters != (game.starter,) and game.was_stopped(board):
        return ended_by_moderator(quitters[-1], words)
    return given_up(quitters, words)


def contradiction(view: ShownGame, game: HostedGame, words: Words, most: int = FIRST_CORRECTIONS) -> View | None:
    """The note to the host about withheld feedback, with at most `most` corrections; None if nothing is withheld."""
    turns = game.contradictory_turns
    if not turns or view.corrections is None:
        return None
    guess, feedback = quoted_code(turns[-1].guess, game.rules), f"`{format_feedback(turns[-1].feedback, game.rules)}`"
    told = Paragraph(
        words(
            "{feedback} for {guess} doesn't fit your earlier feedback: no code fits all {turns} turns. "
            "The board doesn't show it yet. Choose what was wrong, or other feedback for this guess:",
            feedback=feedback,
            guess=guess,
            turns=len(turns),
        )
    )
    blocks = (told, *correction_lines(game.rules, turns, view.corrections, words, most))
    return View(blocks, correction_buttons(len(view.corrections), words, len(turns) - 1, most), view.id)


def waiting_guess(view: ShownGame, game: HostedGame, words: Words) -> View | None:
    """That the last guess of the viewer waits for feedback; None if it does not."""
    own = [waiting for waiting in game.shared_board.pending if waiting.by == view.viewer]
    if not own or game.outcome is not None:
        return None
    return View(
        (
            Paragraph(
                words(
                    "{guess} waits for {host}'s feedback.",
                    guess=quoted_code(own[-1].guess, game.rules),
                    host=words.person(view.name_of(game.starter)),
                )
            ),
        )
    )


def hosted_lines(game: HostedGame, words: Words) -> Sequence[str]:
    """One line per turn and per pending guess."""
    shown = turn_panel(game.shared_board.turns, game.rules, words, pending=_pending(game, words))
    return shown[0].lines if shown else ()


def _pending(game: HostedGame, words: Words) -> list[tuple[PendingGuess, str]]:
    """The pending guesses, each with what is shown instead of feedback."""
    without = phrases.feedback_awaited(words) if game.outcome is None else words("no feedback")
    return [(guess, without) for guess in game.shared_board.pending]


def _next_step(view: ShownGame, game: HostedGame, words: Words) -> tuple[Block, ...]:
    board, host = game.shared_board, view.name_of(game.starter)
    if board.pending:
        guess, by = board.pending[0]
        hits, blows = feedback_names(game.rules, words)
        asker = view.name_of(by)
        return (
            Paragraph(
                words(
                    "{host}, how many {hits} and {blows} does {player}'s {guess} get?",
                    host=words.person(host, first=True),
                    hits=hits,
                    blows=blows,
                    player=words.person(asker),
                    guess=quoted_code(guess, game.rules),
                )
            ),
        )
    return ()


def _status(view: ShownGame, game: HostedGame, words: Words) -> tuple[Block, ...]:
    """The tries left, and whether the secret is sealed or in the host's head."""
    facts = (tries_of(game.shared_board, words), *hints_given(view, game, words))
    status = Status(facts, phrases.reply_to_guess(words))
    if game.shared_board.turns:
        return (status,)
    if not game.in_head:
        return (status, *commitment_shown(view, words))
    who_scores = words(
        "{host} scores from memory, within {duration}.",
        host=words.person(view.name_of(game.starter), first=True),
        duration=words.duration(view.turn_time // timedelta(hours=1)),
    )
    return status, Footnote(who_scores), *expiry_shown(view, words)


def _buttons(game: HostedGame, words: Words) -> tuple[Button, ...]:
    board = game.shared_board
    playing = (*guess_buttons(game.rules, words), *last_buttons(game.rules, words, is_sealed=not game.in_head))
    if not board.pending:
        return playing
    return (*playing, *feedback_buttons(possible_feedbacks(game.rules), game.rules, len(board.turns)))
