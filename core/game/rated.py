"""Which duels and races are rated, and how many points two people can take from one another.

Two people can agree on who wins. So they are rated only now and then when they play each other, and only a few points
of a rating can come from the same person. The caller knows what time it is and who met whom before.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from core.game.boards import Outcome, Player
from core.game.duels import Duel
from core.game.sides import BOT, UnratedReason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.game.any_game import AnyGame

MEETING_DAYS = 7
"""The days within which meetings of two people are counted."""

MOST_MEETINGS = 3
"""The number of rated games of the same two people in that time."""

MOST_IN_A_ROW = 2
"""The number of those that may follow one another without one against somebody else."""

MIN_TURN_HOURS = 12
"""The time for a turn below which a duel is not rated: nobody loses points because they sleep or work."""

MOST_POINTS = 30.0
"""The points by which one person can raise or lower the rating of another within `POINTS_DAYS`."""

POINTS_DAYS = 365

FIRST, LAST = 1, 2
"""The places of a rated game: of who won or drew, and of the others."""


def why_unrated(game: AnyGame) -> UnratedReason | None:
    """Why an ended race or duel is not rated, None if it is, whoever met whom, and for other games."""
    if isinstance(game, Duel):
        return _why_duel_unrated(game)
    return _why_race_unrated(game) if game.has_own_boards else None


def rated_places(game: AnyGame) -> Mapping[Player, int]:
    """The place of each side of a rated race or duel, `BOT` included; empty if the game is not rated.

    A race compares only who solved it with the others. Those who got a hint have the last place: if that is who solved
    the race, the others have the first, except those who got a hint too, who are left out.
    """
    if not game.has_own_boards or why_unrated(game) is not None:
        return {}
    if isinstance(game, Duel):
        return _duel_places(game)
    if game.winner in game.hinted:
        return {player: LAST if player == game.winner else FIRST for player in _race_players(game)}
    return {player: FIRST if player == game.winner else LAST for player in _race_players(game)}


def compared_pairs(places: Sequence[int]) -> Sequence[tuple[int, int]]:
    """The pairs of sides that a rated game compares, by their indices: the first with the others, or two who drew."""
    pairs = list(combinations(range(len(places)), 2))
    is_draw = tuple(places) == (FIRST, FIRST)
    return [(i, j) for i, j in pairs if is_draw or {places[i], places[j]} == {FIRST, LAST}]


def meets_too_often(meetings: int, were_last_with_other: Sequence[bool]) -> bool:
    """Whether the next game of two people is not rated because of those of the last `MEETING_DAYS`.

    Args:
        meetings: the number of rated games of the two people.
        were_last_with_other: whether the last rated games of one of them with people, newest first, were with the
            other.
    """
    last = were_last_with_other[:MOST_IN_A_ROW]
    return meetings >= MOST_MEETINGS or (len(last) == MOST_IN_A_ROW and all(last))


def allowed_share_of_change(taken: float, change: float) -> float:
    """The share of a change of points, from 0 to 1, that keeps what comes from one person within `MOST_POINTS`.

    Args:
        taken: the sum of the changes of a rating by that person within `POINTS_DAYS`.
        change: the next change.
    """
    left = MOST_POINTS - taken if change > 0 else MOST_POINTS + taken
    return 1.0 if abs(change) <= left else max(left, 0.0) / abs(change)


def _why_race_unrated(race: AnyGame) -> UnratedReason | None:
    if race.outcome is not Outcome.SOLVED:
        return UnratedReason.STOPPED if race.outcome is Outcome.EXPIRED else UnratedReason.UNSOLVED
    return None if len(_race_players(race)) > 1 else UnratedReason.ALONE


def _race_players(race: AnyGame) -> Sequence[Player]:
    """Who is compared in a race: all who have guessed, but nobody with a hint with a winner who got one."""
    if race.winner not in race.hinted:
        return race.players
    return [player for player in race.players if player == race.winner or player not in race.hinted]


def _why_duel_unrated(duel: Duel) -> UnratedReason | None:
    if all(duel.outcome_for(player) is None for player in duel.players):
        return UnratedReason.STOPPED
    if duel.unrated is not None:
        return duel.unrated
    if any(side.secret is None for side in duel.sides):
        return UnratedReason.SECRET_IN_HEAD
    not_losers = [side for side in duel.sides if duel.winner in {None, side.player}]
    return None if all(duel.has_ever_guessed(side.player) for side in not_losers) else UnratedReason.NOT_GUESSED


def _duel_places(duel: Duel) -> Mapping[Player, int]:
    if duel.hinted:  # only against the bot
        return {side.player: FIRST if side.player == BOT else LAST for side in duel.sides}
    return {side.player: FIRST if duel.winner in {None, side.player} else LAST for side in duel.sides}
