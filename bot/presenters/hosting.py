"""Boards of hosted games, and what only the host sees."""

from collections.abc import Sequence
from datetime import timedelta

from bot.locales import Words
from bot.model.games import ShownGame
from bot.presenters import phrases
from bot.presenters.board import (
    board_title,
    command_button,
    commitment_shown,
    end_buttons,
    expiry_shown,
    giving_up,
    guess_buttons,
    headline_of,
    hints_given,
    quoted_code,
    revealed_secret,
    rules_button,
    turn_lines,
    turn_panel,
    verify_button,
    whole_board_buttons,
)
from bot.presenters.endings import abandoned, ended_by_moderator, ending_heading, ending_of, given_up, tone_of
from bot.presenters.rules import describe_rules, feedback_names, game_name
from bot.presenters.versus import FIRST_CORRECTIONS, correction_buttons, correction_lines, feedback_buttons
from bot.presenters.views import Block, Button, Footnote, Paragraph, Status, Tone, View
from core.game.boards import Outcome
from core.game.codes import example_code
from core.game.feedback import PendingGuess, format_feedback, possible_feedbacks
from core.game.hosting import HostedGame


def hosted_board(view: ShownGame, game: HostedGame, words: Words) -> View:
    """The guesses, those that wait for feedback, and what to do next or how the game ended."""
    title = board_title(view, game_name(game.rules, words), describe_rules(game.rules, words))
    table = turn_panel(game.shared_board.turns, game.rules, words, view.names, _pending(game, words))
    shared = (
        title,
        Paragraph(words("Host: {host}", host=words.person(view.name_of(game.starter)))),
        *table,
        *giving_up(view, game, words),
    )
    more = whole_board_buttons(game.shared_board.turns, words)
    if game.outcome is not None:
        tone = tone_of(game.outcome)
        ending = ending_heading(hosted_ending(view, game, words), tone)
        blocks = (*shared, ending, *_secret(view, game, words))
        buttons = (*end_buttons(words, is_sealed=not game.in_head), *more)
        return View(blocks, buttons, view.id, view.revision, ending.text, tone=tone)
    blocks_ = (*shared, *_next_step(view, game, words), *_status(view, game, words))
    headline = headline_of(view, game.shared_board, words) if game.shared_board.turns else ""
    buttons, next_turn = (*_buttons(game, words), *more), game.shared_board.next_turn
    return View(blocks_, buttons, view.id, view.revision, headline, tone=Tone.NEUTRAL, next_turn=next_turn)


def hosted_ending(view: ShownGame, game: HostedGame, words: Words) -> str:
    """How the game ended; empty while it goes on."""
    board = game.shared_board
    if game.outcome is Outcome.EXPIRED:
        if not board.pending:
            return abandoned(words("Nobody guessed for too long."), game, words)
        host = words.person(view.name_of(game.starter), first=True)
        return abandoned(words("{host} gave no feedback for too long.", host=host), game, words)
    if board.outcome is not Outcome.GAVE_UP:
        return ending_of(view, game, words)
    made = len(board.turns) + len(board.pending)
    if board.quitters == (game.starter,):
        return _ended_by_host(words.person(view.name_of(game.starter), first=True), made, words)
    quitters = [view.name_of(player) for player in board.quitters]
    if game.was_stopped(board):
        return ended_by_moderator(quitters[-1], made, words)
    return given_up(quitters, made, words)


def _ended_by_host(host: str, guesses: int, words: Words) -> str:
    if not guesses:
        return words("{host}, the host, ended the game before the first guess.", host=host)
    return words.plural(
        "{host}, the host, ended the game after {n:,} guess.",
        "{host}, the host, ended the game after {n:,} guesses.",
        guesses,
        host=host,
    )


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


def hosted_lines(view: ShownGame, game: HostedGame, words: Words) -> Sequence[str]:
    """One line per turn and per pending guess."""
    return turn_lines(game.shared_board.turns, game.rules, words, view.names, pending=_pending(game, words))


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
    if board.turns:
        return ()
    example = example_code(game.rules)
    return (
        Paragraph(
            words(
                "{host} has a secret ({rules}). Guess it with a code such as `{example}`.",
                host=words.person(host, first=True),
                rules=describe_rules(game.rules, words),
                example=example,
            )
        ),
    )


def _status(view: ShownGame, game: HostedGame, words: Words) -> tuple[Block, ...]:
    """The tries left, and whether the secret is sealed or in the host's head."""
    sealed = () if game.in_head else (phrases.sealed(words),)
    facts = (phrases.tries_left(words, game.shared_board.tries_left), *sealed, *hints_given(view, game, words))
    is_new = not game.shared_board.turns
    if game.in_head:
        who_scores = words(
            "{host} keeps the secret in their head and gives the feedback within {duration}.",
            host=words.person(view.name_of(game.starter), first=True),
            duration=words.duration(view.turn_time // timedelta(hours=1)),
        )
        expiry = expiry_shown(view, words) if is_new else ()
        return Status(facts, phrases.reply_to_guess(words)), Footnote(who_scores), *expiry
    return (Status(facts, phrases.reply_to_guess(words)), *commitment_shown(view, words, is_new=is_new))


def _secret(view: ShownGame, game: HostedGame, words: Words) -> tuple[Block, ...]:
    if not game.in_head:
        return revealed_secret(game.secret, game.rules, words)
    if game.outcome is Outcome.SOLVED:
        return ()
    return (
        Footnote(words("Only {host} knows the secret.", host=words.person(view.name_of(game.starter))), once=False),
    )


def _buttons(game: HostedGame, words: Words) -> tuple[Button, ...]:
    board = game.shared_board
    verify = () if game.in_head else (verify_button(words),)
    giveup, rules = command_button("giveup", words), rules_button(game.rules, words)
    playing = (*guess_buttons(game.rules, words), giveup, *verify, rules)
    if not board.pending:
        return playing
    return (*playing, *feedback_buttons(possible_feedbacks(game.rules), game.rules, len(board.turns)))
