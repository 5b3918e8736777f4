"""The week of dailies in a room: what each day has cost each person."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.model.daily import closing_of
from bot.model.rooms import RoomKey
from bot.persistence.unit_of_work import UnitOfWork
from core.game.policy import UNSOLVED_COST
from core.game.rules import Rules

_DAY = timedelta(days=1)
_DAYS = 7

_LEAST_DAYS, _LEAST_PLAYERS = 3, 2
"""A winner is named if so many people have played on so many days each."""


def monday_of(day: date) -> date:
    """The first day of the week of a day."""
    return day - day.weekday() * _DAY


@dataclass(frozen=True, slots=True)
class RoomWeek:
    """The dailies of a room in the days of a week that are over. Void days cost nobody anything.

    Args:
        rules: the rules that were played most.
        first: the Monday.
        days: the days, without void days.
        solved: the guesses of each game that was solved in time, by the player's id and the day.
        played: the number of days on which each player has guessed, by id; without hidden players.
        names: the names of these players, by id.
        is_final: whether the last day has closed.
        room: the room, None if the week is told there.
        unreachable: the channel for announcements, if the bot cannot write there and the week is told in its room
            instead; else None.
    """

    rules: Rules
    first: date
    days: Sequence[date]
    solved: Mapping[tuple[str, date], int]
    played: Mapping[str, int]
    names: Mapping[str, str]
    is_final: bool
    room: RoomKey | None = None
    unreachable: RoomKey | None = None

    def costs(self, player: str) -> list[int]:
        """What each day has cost a player: the guesses, or `UNSOLVED_COST` if they have not solved it in time."""
        return [self.solved.get((player, day), UNSOLVED_COST) for day in self.days]

    @property
    def ranked(self) -> Sequence[tuple[int, str, int]]:
        """The place, the player and the total of each, best first. Equal totals share a place."""
        totals = sorted((sum(self.costs(player)), self.names[player], player) for player in self.played)
        return [(1 + sum(less < total for less, *_ in totals), player, total) for total, _, player in totals]

    @property
    def winners(self) -> Sequence[str]:
        """The players with the lowest total; none if too few have played on enough days."""
        regulars = sum(days >= _LEAST_DAYS for days in self.played.values())
        return [player for place, player, _ in self.ranked if place == 1] if regulars >= _LEAST_PLAYERS else []


async def read_week(unit: UnitOfWork, room: str, key: RoomKey, first: date, now: datetime) -> RoomWeek | None:
    """The week of a room from this Monday to its last day that is over; None if nobody has played."""
    last = min(first + (_DAYS - 1) * _DAY, now.date() - _DAY)
    found = await unit.daily_games.of_room(room, first, last)
    games = [game for game in found if game.is_on_day and game.board.turns]
    players = await unit.players.by_id({game.player for game in games}, key.workspace)
    names = {player.id: player.name for player in players.values() if not player.hidden}
    shown = [game for game in games if game.player in names]
    void = await unit.streak_days.void()
    days = [day for number in range((last - first).days + 1) if (day := first + number * _DAY) not in void]
    if not shown or not days:
        return None
    rules = Counter(game.rules for game in shown).most_common(1)[0][0]
    counted = [game for game in shown if game.rules == rules and game.day in days]
    return RoomWeek(
        rules,
        first,
        days,
        {(game.player, game.day): len(game.board.turns) for game in counted if game.is_solved_in_time},
        Counter(game.player for game in counted),
        names,
        now >= closing_of(last),
    )
