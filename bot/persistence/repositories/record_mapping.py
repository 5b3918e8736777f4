"""Rows to results, leaderboards and tallies, and back."""

from bot.model.leaderboards import LeaderboardKey, Tally
from bot.model.marks import is_marked
from bot.model.results import Result
from bot.persistence.connection import Row
from bot.persistence.repositories.codes import Values
from core.game.boards import Outcome
from core.game.sides import Level, SideOutcome


def result_values(result: Result) -> Values:
    """The row of a result."""
    return {
        "game_id": result.game,
        "player_id": result.player,
        "room_id": result.room,
        "rules": result.rules,
        "outcome": result.outcome.value,
        "guesses": result.guesses,
        "tries": result.tries,
        "solo": result.solo,
        "assisted": result.assisted,
        "level": result.level.value if result.level else None,
        "hosted": result.hosted,
        "ended_at": result.ended_at,
        "mark_at": result.ended_at if is_marked(result) else None,
    }


def result_from(row: Row) -> Result:
    """A result from its row."""
    return Result(
        game=row.game_id,
        room=row.room_id,
        player=row.player_id,
        rules=row.rules,
        outcome=_outcome(row.outcome),
        guesses=row.guesses,
        tries=row.tries,
        solo=row.solo,
        ended_at=row.ended_at,
        assisted=row.assisted,
        level=Level(row.level) if row.level else None,
        hosted=row.hosted,
    )


def _outcome(text: str) -> Outcome | SideOutcome:
    return SideOutcome(text) if text in set(SideOutcome) else Outcome(text)


def leaderboard_values(key: LeaderboardKey) -> Values:
    """The columns of `leaderboards` that identify a leaderboard."""
    return {
        "scope": key.scope.value,
        "place": key.place,
        "rules": key.rules,
        "period": key.period.value,
        "first_day": key.first_day,
    }


def tally_values(tally: Tally) -> Values:
    """The columns of a tally in `standings`."""
    return {
        "games": tally.games,
        "solved": tally.solved,
        "cost": tally.cost,
        "streak": tally.streak,
        "best_streak": tally.best_streak,
        "distribution": ",".join(f"{guesses}:{games}" for guesses, games in tally.distribution.items()),
    }


def tally_from(row: Row) -> Tally:
    """A tally from the columns of a row of `standings`."""
    pairs = (pair.split(":") for pair in row.distribution.split(",") if pair)
    distribution = {int(guesses): int(games) for guesses, games in pairs}
    return Tally(row.games, row.solved, row.cost, distribution, row.streak, row.best_streak)
