"""How games ended."""

from collections.abc import Sequence

from bot.locales import Words
from bot.model.games import ShownGame
from bot.presenters.characters import DRAWN, LOST, WON
from bot.presenters.views import Block, Footnote, Heading, Tone
from core.game.boards import Outcome
from core.game.games import Game
from core.solver.strategies import best_average


def tone_of(outcome: Outcome | None) -> Tone:
    """The tone of a board on which the secret was found, was not found, or can still be."""
    if outcome is None:
        return Tone.NEUTRAL
    return Tone.WON if outcome is Outcome.SOLVED else Tone.LOST


_MARKS = {Tone.NEUTRAL: DRAWN, Tone.WON: WON, Tone.LOST: LOST}


def ending_heading(ending: str, tone: Tone) -> Heading:
    """How a game ended, with a mark that tells games that were won or drawn from others."""
    return Heading(f"{_MARKS[tone]} {ending}")


def comparison(view: ShownGame, game: Game, words: Words) -> tuple[Block, ...]:
    """For a game that was solved, the average of its winner and the best possible one, as far as they are known."""
    best = best_average(game.rules) if game.outcome is Outcome.SOLVED else None
    sentences = []
    if view.winner_average is not None:
        winner, own = view.name_of(game.winner), view.winner_average
        sentences.append(
            words.plural(
                "{player}'s average by these rules is {average} ({n:,} game).",
                "{player}'s average by these rules is {average} ({n:,} games).",
                own.games,
                player=words.person(winner, first=True),
                average=words.number(own.guesses),
            )
        )
    if best is not None:
        sentences.append(words("The best possible average is {average}.", average=words.number(best)))
    return (Footnote(words.joined(sentences), once=False),) if sentences else ()


def ending_of(view: ShownGame, game: Game, words: Words) -> str:
    """How the game ended. The number of guesses is that of the winner or, without one, of the longest board."""
    if game.outcome is None:
        return ""
    if game.outcome is Outcome.EXPIRED:
        return _expired(game, words)
    if game.outcome is Outcome.OUT_OF_TIME:
        return words("Time's up: nobody found the secret.")
    longest = max(len(board.turns) for board in game.boards)
    guesses = next((len(board.turns) for board in game.boards if board.outcome is game.outcome), longest)
    quitters = [view.name_of(player) for player in game.quitters]
    if game.outcome is not Outcome.GAVE_UP or not quitters:
        return _ended(game.outcome, view.name_of(game.winner), guesses, words)
    stopped = next(filter(game.was_stopped, game.boards), None)
    if stopped is None:
        return given_up(quitters, guesses, words)
    return ended_by_moderator(view.name_of(stopped.given_up_by), guesses, words)


def _expired(game: Game, words: Words) -> str:
    if game.is_waiting:
        return words("The race wasn't started within an hour, so it has ended.")
    return abandoned(words("Nobody moved for too long, so the game has ended."), game, words)


def abandoned(ending: str, game: Game, words: Words) -> str:
    """That a game ended because nobody went on, and that it counts if somebody had guessed."""
    has_turns = any(board.turns for board in game.boards)
    return words.joined((ending, words("It counts as given up."))) if has_turns else ending


def given_up(players: Sequence[str], guesses: int, words: Words) -> str:
    """That players gave up a game after a number of guesses."""
    names = words.people(players)
    if not guesses:
        return words("Given up by {players} before the first guess.", players=names)
    return words.plural(
        "Given up by {players} after {n:,} guess.", "Given up by {players} after {n:,} guesses.", guesses, players=names
    )


def ended_by_moderator(moderator: str, guesses: int, words: Words) -> str:
    """That a moderator ended a game after a number of guesses."""
    name = words.person(moderator)
    if not guesses:
        return words("Ended by {moderator}, a moderator, before the first guess.", moderator=name)
    return words.plural(
        "Ended by {moderator}, a moderator, after {n:,} guess.",
        "Ended by {moderator}, a moderator, after {n:,} guesses.",
        guesses,
        moderator=name,
    )


def _ended(outcome: Outcome, winner: str, guesses: int, words: Words) -> str:
    if outcome is Outcome.SOLVED:
        player = words.person(winner, first=True)
        return words("{player} solved it in {guesses}.", player=player, guesses=guesses)
    if outcome is not Outcome.GAVE_UP:
        return words.plural("Not solved in {n:,} guess.", "Not solved in {n:,} guesses.", guesses)
    if not guesses:
        return words.in_context("a game", "Given up before the first guess.")
    return words.plural("Given up after {n:,} guess.", "Given up after {n:,} guesses.", guesses)
