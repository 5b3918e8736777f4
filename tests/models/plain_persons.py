"""One person wherever they play, in its plainest form: dailies, games of their own, and what is known about them.

People are identified by `person_of`. Rooms, times and days are values of the services; rules are texts. What is not
allowed raises `Refused` with the name of the error that the services raise.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeAlias

from bot.model.rooms import Caller, RoomKey
from core.game.daily import Streak, compute_streak
from tests.models.plain import Refused

Person: TypeAlias = tuple[str, ...]

TRIES = 12
"""The tries in a daily."""


def person_of(room: RoomKey, user: str) -> Person:
    """Who a user in a room is: the same person in all servers, and in all workspaces of an organisation."""
    if room.platform == "discord":
        return ("discord", user)
    return (room.platform, room.workspace.split(":")[0], user)


def caller_as_person(caller: Caller) -> Person:
    return person_of(caller.room, caller.player.user)


def closes_at(day: date) -> datetime:
    """When the games of a day can no longer be finished."""
    return datetime.combine(day + timedelta(days=1), time(12), UTC)


def is_direct(room: RoomKey) -> bool:
    return room.workspace.startswith("direct:") or (room.platform == "slack" and room.channel.startswith("D"))


@dataclass
class DailyGame:
    """Somebody's game of one day under some rules."""

    day: date
    rules: str
    room: RoomKey
    started_at: datetime
    turns: list[str] = field(default_factory=list)
    outcome: str | None = None
    ended_at: datetime | None = None
    shared_in: set[RoomKey] = field(default_factory=set)

    @property
    def is_on_day(self) -> bool:
        return self.started_at.date() == self.day

    @property
    def is_counted(self) -> bool:
        """Whether it was started on its day and ended in time."""
        return self.is_on_day and self.ended_at is not None and self.ended_at < closes_at(self.day)

    @property
    def is_solved_in_time(self) -> bool:
        return self.is_counted and self.outcome == "solved"

    def is_open(self, now: datetime) -> bool:
        """Whether it would count if it ended now."""
        return self.is_on_day and self.ended_at is None and now < closes_at(self.day)


@dataclass(frozen=True)
class DailyMove:
    """A guess, or giving up without one.

    Args:
        guess: the guess.
        code: the code of the day.
    """

    guess: str | None
    code: str


def _streak(days: set[date], last: date, exempt: set[date]) -> Streak:
    return compute_streak({day.toordinal() for day in days}, last.toordinal(), {day.toordinal() for day in exempt})


def _shared(caller: Caller, game: DailyGame) -> tuple[object, ...]:
    """What is kept of a result that somebody has shared: they can share only one of each day in a room."""
    return "shared", caller_as_person(caller), game.day, caller.room


def _outcome(game: DailyGame, move: DailyMove) -> str | None:
    """How a game ends with a move, None if it goes on."""
    if move.guess in {None, move.code}:
        return "gave_up" if move.guess is None else "solved"
    return "out_of_tries" if len(game.turns) == TRIES else None


@dataclass(frozen=True)
class Played:
    """How a ranked game of somebody alone ended: in so many guesses."""

    person: Person
    room: RoomKey
    rules: str
    guesses: int
    is_solved: bool
    day: date


@dataclass(frozen=True)
class RunningDuel:
    """A duel of two people who have both guessed."""

    room: RoomKey
    players: frozenset[Person]


@dataclass
class About:
    """What is kept about one person.

    Args:
        names: what they call themselves, by workspace.
        days: the days on which they solved a daily in time.
        lost_to_bot: the games lost against the bot, each of which is rated.
        duels_won: the duels that others left.
        played_in: the rooms of their games.
    """

    names: dict[str, str] = field(default_factory=dict)
    is_hidden: bool = False
    language: str | None = None
    days: set[date] = field(default_factory=set)
    dailies: dict[tuple[date, str], DailyGame] = field(default_factory=dict)
    lost_to_bot: int = 0
    duels_won: int = 0
    played_in: set[RoomKey] = field(default_factory=set)

    @property
    def rooms(self) -> set[RoomKey]:
        """The rooms in which something of theirs is kept."""
        games = self.dailies.values()
        return self.played_in.union({game.room for game in games}, *(game.shared_in for game in games))


@dataclass
class Persons:
    """Everybody, and the rooms in which they play.

    Args:
        known: what is kept about everybody who has used the bot and has not deleted themselves since.
        played: how games ended, in their order.
        room_days: the days on which somebody solved a daily in time who started or shared it in a room.
        duels: the running duels.
        cards: the rooms in which somebody shared a result, and when; those are the days of their cards.
        kept: what somebody has played and shared on a day, which deleting themselves does not undo.
    """

    known: dict[Person, About] = field(default_factory=dict)
    played: list[Played] = field(default_factory=list)
    room_days: dict[RoomKey, set[date]] = field(default_factory=lambda: defaultdict(set))
    duels: list[RunningDuel] = field(default_factory=list)
    cards: dict[RoomKey, date] = field(default_factory=dict)
    kept: set[tuple[object, ...]] = field(default_factory=set)

    def enter(self, room: RoomKey, person: Person, name: str) -> About:
        """Somebody does something in a room."""
        about = self.known.setdefault(person, About())
        about.names[room.workspace] = name
        return about

    def require_known(self, person: Person) -> About:
        if person not in self.known:
            raise Refused("NothingStored")
        return self.known[person]

    # The daily

    def open_daily(self, caller: Caller, day: date, rules: str, now: datetime) -> DailyGame:
        """Somebody's game of a day, started here if they have none anywhere."""
        person = caller_as_person(caller)
        about = self.known.get(person, About())
        if (game := about.dailies.get((day, rules))) is not None:
            return game
        if now < closes_at(day) and ("played", person, day, rules) in self.kept:
            raise Refused("DailyGameEnded")
        return DailyGame(day, rules, caller.room, now)

    def keep(self, caller: Caller, game: DailyGame) -> About:
        """Somebody has opened or changed this game of theirs."""
        about = self.enter(caller.room, caller_as_person(caller), caller.name)
        about.dailies[game.day, game.rules] = game
        return about

    def play_daily(self, caller: Caller, game: DailyGame, move: DailyMove, now: datetime) -> None:
        """Guess the code of a day, or give up."""
        if game.outcome is not None:
            raise Refused("DailyGameEnded")
        if move.guess:
            if not game.turns and game.is_open(now) and self._has_card(caller.room, game):
                self._put_on_card(caller, game)
            game.turns.append(move.guess)
        game.outcome = _outcome(game, move)
        game.ended_at = now if game.outcome else None
        about = self.keep(caller, game)
        if now < closes_at(game.day):
            self.kept.add(("played", caller_as_person(caller), game.day, game.rules))
        if game.is_solved_in_time:
            about.days.add(game.day)
            for room in {game.room, *game.shared_in}:
                self.room_days[room].add(game.day)

    def _has_card(self, room: RoomKey, game: DailyGame) -> bool:
        """Whether everybody who plays a daily in a room is on its card. In a terminal that is below the board."""
        has_card = room.platform == "console" or self.cards.get(room) == game.day
        return has_card and game.rules == "4x10" and not is_direct(room)

    def _put_on_card(self, caller: Caller, game: DailyGame) -> bool:
        """Put a game on the card of a room; whether it is on it: one game of a day is."""
        if caller.room not in game.shared_in and _shared(caller, game) in self.kept:
            return False
        self.kept.add(_shared(caller, game))
        game.shared_in.add(caller.room)
        return True

    def share(self, caller: Caller, game: DailyGame, now: datetime) -> None:
        """Share a result in a room before the day closes."""
        if game.outcome is None:
            raise Refused("DailyUnfinished")
        if not game.is_counted or now >= closes_at(game.day):
            raise Refused("NotShareable")
        if not self._put_on_card(caller, game):
            raise Refused("NotShareable")
        self.cards[caller.room] = now.date()
        self.keep(caller, game)
        if game.is_solved_in_time:
            self.room_days[caller.room].add(game.day)

    def shown_daily(self, caller: Caller, game: DailyGame, now: datetime) -> dict[str, Any]:
        """A game as its player sees it in a room."""
        shown: dict[str, Any] = {
            "game": (game.day, game.rules, game.turns.copy(), game.outcome, game.started_at, game.ended_at),
            "streak": None,
        }
        if game.is_counted or game.is_open(now):
            shown["streak"] = self.streak(caller_as_person(caller), game.day, now)
        return shown

    def streak(self, person: Person, day: date, now: datetime) -> Streak:
        """Somebody's streak up to a day; the day before is not missed while it can still be solved."""
        about, before = self.known.get(person, About()), day - timedelta(days=1)
        is_open = any(game.is_open(now) for game in about.dailies.values() if game.day == before)
        return _streak(about.days, day, {before} if is_open else set())

    def counted_dailies(self, person: Person) -> dict[str, tuple[int, int, int]]:
        """The dailies of somebody that count, how many of them were solved, and in how many guesses, by rules."""
        found: dict[str, tuple[int, int, int]] = {}
        for game in self.known[person].dailies.values():
            if game.is_counted:
                games, solved, guesses = found.get(game.rules, (0, 0, 0))
                is_solved = game.outcome == "solved"
                found[game.rules] = games + 1, solved + is_solved, guesses + is_solved * len(game.turns)
        return found

    def card(self, room: RoomKey, day: date, now: datetime) -> tuple[Streak, set[tuple[str | None, date, str, int]]]:
        """The streak of a room, and the name, day, rules and guesses of each game on its card, also of the day before.

        The day before is not missed while it can still be solved.
        """
        before = day - timedelta(days=1)
        is_open = any(game.is_open(now) for game in self._dailies() if game.day == before and game.room == room)
        return _streak(self.room_days[room], day, {before} if is_open else set()), {
            (about.names.get(room.workspace), game.day, game.rules, len(game.turns))
            for about in self.known.values()
            for game in about.dailies.values()
            if before <= game.day <= day and game.is_on_day and game.turns and not about.is_hidden
            if room in game.shared_in
        }

    def _dailies(self) -> list[DailyGame]:
        return [game for about in self.known.values() for game in about.dailies.values()]

    # Games, and what ends them

    def play_in(self, room: RoomKey, *people: Person) -> None:
        """These people have started a game in a room."""
        for person in people:
            self.known[person].played_in.add(room)

    def lose_to_bot(self, person: Person) -> None:
        self.known[person].lost_to_bot += 1

    def delete(self, person: Person) -> None:
        """Delete somebody everywhere; whoever they play against wins."""
        about = self.require_known(person)
        for duel in [duel for duel in self.duels if person in duel.players]:
            self.duels.remove(duel)
            (other,) = duel.players - {person}
            self.known[other].duels_won += 1
        self.played = [game for game in self.played if game.person != person]
        del self.known[person]
        for room in filter(is_direct, about.rooms):
            if not any(room in other.rooms for other in self.known.values()):
                self.room_days.pop(room, None)
