"""How games ended."""

from collections.abc import Sequence

from bot.locales import Words
from bot.model.games import ShownGame
from bot.presenters.views import Tone
from core.game.boards import Outcome
from core.game.games import Game


def tone_of(outcome: Outcome | None) -> Tone:
    """The tone of a board on which the secret was found, was not found, or can still be."""
    if outcome is None:
        return Tone.NEUTRAL
    return Tone.WON if outcome is Outcome.SOLVED else Tone.LOST


def ending_of(view: ShownGame, game: Game, words: Words) -> str:
    """How the game ended; empty while it goes on."""
    if game.outcome is None:
        return ""
    if game.outcome is Outcome.EXPIRED:
        return moved_too_late(words)
    if game.outcome is Outcome.GAVE_UP:
        return _given_up(view, game, words)
    if game.outcome is Outcome.SOLVED:
        guesses = next(len(board.turns) for board in game.boards if board.outcome is Outcome.SOLVED)
        player = words.person(view.name_of(game.winner), first=True)
        return words("{player} solved it in {guesses}.", player=player, guesses=guesses)
    return words("Nobody found it.")


def _given_up(view: ShownGame, game: Game, words: Words) -> str:
    stopped = next(filter(game.was_stopped, game.boards), None)
    if stopped is not None:
        return ended_by_moderator(view.name_of(stopped.given_up_by), words)
    return given_up([view.name_of(player) for player in game.quitters], words)


def moved_too_late(words: Words) -> str:
    """That a game ended because nobody moved."""
    return words("Nobody moved for too long.")


def drawn(words: Words) -> str:
    """That a duel ended without a winner."""
    return words("It's a draw.")


def wins(winner: str, guesses: int, words: Words) -> str:
    """Who won a duel, and in how many guesses."""
    name = words.person(winner, first=True)
    return words.plural("{winner} wins in {n:,} guess.", "{winner} wins in {n:,} guesses.", guesses, winner=name)


def given_up(players: Sequence[str], words: Words) -> str:
    """That players, if they are known, gave up a game."""
    return words("Given up by {players}.", players=words.people(players)) if players else words("Given up.")


def ended_by_moderator(moderator: str, words: Words) -> str:
    """That a moderator ended a game."""
    return words("Ended by {moderator}, a moderator.", moderator=words.person(moderator))
