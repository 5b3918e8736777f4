"""How many points somebody gains in a year by beating accounts of their own.

Run it with `python -m benchmarks.rating_farming`. Somebody plays duels against accounts of their own every day
and wins all of them that are rated. Each line tells the points gained after a year of the best of all ways to do that
which are tried:

- The accounts just lose; or they win back what they lost from the bot before each duel; or each deletes itself before
  each duel and comes back as somebody new.
- The player has a settled rating, or is new.

It compares no limits, the limits of meetings, and those with the limit of points.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import product

import click

from bot.model.ratings import BASE, MEETING_TIME, MU, POINTS_TIME, SCALE, RatedGame, RatedPlayer, Rating
from bot.services.ratings import rate
from core.game.rated import FIRST, LAST, meets_too_often

START = datetime(2026, 11, 1, tzinfo=UTC)
_SETTLED = 2.5


class Rules(Enum):
    """Which limits hold."""

    NONE = "no limits"
    MEETINGS = "limits of meetings"
    ALL = "limits of meetings and points"


class Loser(Enum):
    """What the accounts do before each duel."""

    NOTHING = "lose only"
    RESTORED = "win back what they lost"
    DELETED = "delete themselves"


@dataclass(frozen=True)
class Meeting:
    """A rated duel of the player with an account.

    Args:
        other: the account, None once it has been deleted.
        at: when it took place.
        change: the points that the player gained.
    """

    other: str | None
    at: datetime
    change: float


@dataclass
class Account:
    """An account of the cheater's own: its id, its rating and when it was first seen."""

    name: str
    rating: Rating
    seen_at: datetime = START - timedelta(days=365)


@dataclass
class Farm:
    """A player and the accounts that lose to them."""

    limits: Rules
    loser: Loser
    player: Rating
    accounts: Sequence[Account]
    meetings: list[Meeting] = field(default_factory=list)

    def year(self, duels_a_day: int, days: int) -> float:
        """The points gained."""
        before = self.player.mu
        for number in range(days * duels_a_day):
            now = START + number * timedelta(days=1) / duels_a_day
            self._duel(self.accounts[number % len(self.accounts)], now)
        return SCALE * (self.player.mu - before)

    def _duel(self, account: Account, now: datetime) -> None:
        self._prepare(account, now)
        if self.limits is not Rules.NONE and self._is_unrated(account, now):
            return
        players = (RatedPlayer("player", FIRST, self.player), RatedPlayer(account.name, LAST, account.rating))
        game = RatedGame("game", "room", "4x10", now, players)
        taken = {(0, 1): self._taken(account, now), (1, 0): 0.0} if self.limits is Rules.ALL else {}
        rates = rate(game, taken)
        self.player, account.rating = rates.ratings["player"], rates.ratings[account.name]
        self.meetings.append(Meeting(account.name, now, rates.changes[0, 1]))

    def _prepare(self, account: Account, now: datetime) -> None:
        if self.loser is Loser.RESTORED:
            account.rating = Rating(sigma=_SETTLED, games=100, rated_at=now)
        if self.loser is Loser.DELETED:
            self.meetings = [
                Meeting(None if meeting.other == account.name else meeting.other, meeting.at, meeting.change)
                for meeting in self.meetings
            ]
            account.rating, account.seen_at = Rating(), now

    def _is_unrated(self, account: Account, now: datetime) -> bool:
        recent = [meeting for meeting in self.meetings if meeting.at > now - MEETING_TIME]
        newest = [_is_with(meeting, account) for meeting in reversed(recent)]
        return meets_too_often(sum(newest), newest)

    def _taken(self, account: Account, now: datetime) -> float:
        return sum(
            meeting.change for meeting in self.meetings if meeting.at > now - POINTS_TIME and _is_with(meeting, account)
        )


def gains(accounts: int, limits: Rules, duels_a_day: int = 4, days: int = 365) -> Iterator[tuple[str, float]]:
    """The points gained in each way of losing, by a settled player and a new one."""
    players: Mapping[str, Rating] = {
        "settled": Rating(sigma=_SETTLED, games=100, rated_at=START),
        "new": Rating(),
    }
    for loser, (name, player) in product(Loser, players.items()):
        own = [Account(str(number), Rating(sigma=_SETTLED, games=100, rated_at=START)) for number in range(accounts)]
        yield f"{name} player, accounts {loser.value}", Farm(limits, loser, player, own).year(duels_a_day, days)


def _is_with(meeting: Meeting, account: Account) -> bool:
    """Whether a meeting was, or may have been, with an account: whoever was deleted may have come back as it."""
    return meeting.other == account.name or (meeting.other is None and meeting.at < account.seen_at)


@click.command()
@click.option("--duels", default=4, show_default=True, help="Duels a day.")
def main(duels: int) -> None:
    """Print a line for each number of accounts, limits and way."""
    click.echo(f"Points gained in a year; a new player has {BASE + SCALE * (Rating().mu - MU):.0f}")
    for accounts, limits in product((1, 3), Rules):
        for name, points in gains(accounts, limits, duels):
            click.echo(f"{accounts} accounts, {limits.value}: {points:5.0f} ({name})")


if __name__ == "__main__":
    main()
