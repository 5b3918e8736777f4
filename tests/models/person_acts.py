"""What people do in several places: each act as a call of the services and as a change of the plain model."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import date, timedelta
from itertools import count
from typing import NamedTuple, TypeAlias

from bot.model.errors import NothingStored
from bot.model.games import ShownGame
from bot.model.rooms import Caller, RoomKey
from bot.services.games.duels import DuelTerms, NamedPerson as Opponent
from bot.services.services import Services
from core.game.any_game import Who
from core.game.rules import Rules
from core.game.sides import Level
from tests.fakes.clock import FakeClock
from tests.models.person_observations import shown_daily
from tests.models.plain_leaderboards import MIN_GAMES
from tests.models.plain_persons import DailyMove, Person, Persons, Played, RunningDuel, person_of
from tests.support.daily import code_of, wrong_for

FIRST_DAY = date(2026, 11, 1)
"""The day of the first daily in the database."""

DAILY_RULES = ("4x10", "5x10")
ALONE, AGAINST, BETWEEN = "2x4", "2x5", "2x3r"
"""The rules of games alone, against the bot and between people."""

ACTS = (
    *("guess", "solve", "share") * 5,
    *("open", "give_up", "play", "wait") * 2,
    *("versus", "duel", "hide", "delete", "language", "rename"),
)
"""What people do, as often as it stands here."""

AT_ONCE = frozenset({"open", "guess", "solve", "give_up", "share", "hide", "delete", "language"})
"""What can be done at the same instant as something else."""

numbers = count()
"""For people, places, games and events, which no two sequences share."""

Move: TypeAlias = Callable[[Services, Caller], Awaitable[object]]
"""A use case with which somebody makes a move."""


class Step(NamedTuple):
    """What somebody does.

    Args:
        act: one of `ACTS`.
        user: the number of the person.
        room: the number of the room.
        number: decides everything else.
    """

    act: str
    user: int
    room: int
    number: int


class Act(NamedTuple):
    """One use case, and what it means.

    Args:
        real: returns what can be seen at once, and raises errors if it is refused.
        plain: the same in the model.
        is_deletion: whether a process that is killed leaves something to be finished.
    """

    real: Callable[[Services], Awaitable[object]]
    plain: Callable[[Persons], object]
    is_deletion: bool = False


class StartedGame:
    """Starts a game, and makes moves in it.

    Args:
        start: starts it.
    """

    def __init__(self, start: Callable[[Services, Caller], Awaitable[ShownGame]]) -> None:
        self._start = start
        self._id = ""

    async def __call__(self, services: Services, caller: Caller) -> None:
        self._id = (await self._start(services, caller)).id

    def guess(self, code: str) -> Move:
        return lambda services, caller: services.referee.guess(caller, code, self._id)

    def hide(self, code: str) -> Move:
        return lambda services, caller: services.duels.hide_secret(caller, code, self._id)

    def give_up(self, services: Services, caller: Caller) -> Awaitable[object]:
        return services.referee.give_up(caller, self._id)


class Acts:
    """The acts of a few people in a few rooms.

    Args:
        clock: tells the time.
        users: the user ids of the people.
        rooms: the rooms.
    """

    def __init__(self, clock: FakeClock, users: Sequence[str], rooms: Sequence[RoomKey]) -> None:
        self._clock, self._users, self._rooms = clock, users, rooms
        self._names: dict[tuple[str, str], str] = {}

    def of_step(self, step: Step, duels: Collection[frozenset[Person]]) -> Sequence[Act]:
        """The acts of a step, one after the other.

        Args:
            step: any step but waiting.
            duels: who is playing duels.
        """
        user, room = self._users[step.user % len(self._users)], self._rooms[step.room % len(self._rooms)]
        if step.act == "duel":
            return self._duel(user, room, step.number, duels)
        acts: Sequence[Act] = getattr(self, f"_{step.act}")(user, room, step.number)
        return acts

    def caller(self, user: str, room: RoomKey) -> Caller:
        """Somebody in a room, in a new event."""
        return Caller(room, room.player_key(user), self._name(user, room), f"persons {next(numbers)}")

    def _name(self, user: str, room: RoomKey) -> str:
        """What somebody calls themselves in a workspace at present."""
        return self._names.setdefault((user, room.workspace), f"{user} in {room.workspace}")

    def _rename(self, user: str, room: RoomKey, number: int) -> list[Act]:
        self._names[user, room.workspace] = f"{user} {number} in {room.workspace}"
        return []

    # The daily

    def _open(self, user: str, room: RoomKey, number: int) -> list[Act]:
        caller, (day, rules) = self.caller(user, room), self._daily(number)

        async def real(services: Services) -> object:
            return shown_daily(await services.daily.open_game(caller, Rules.parse(rules), str(day)))

        def plain(persons: Persons) -> object:
            game = persons.open_daily(caller, day, rules, self._clock())
            persons.keep(caller, game)
            return persons.shown_daily(caller, game, self._clock())

        return [Act(real, plain)]

    def _guess(self, user: str, room: RoomKey, number: int) -> list[Act]:
        return self._guess_daily(user, room, number, is_right=False)

    def _solve(self, user: str, room: RoomKey, number: int) -> list[Act]:
        return self._guess_daily(user, room, number, is_right=True)

    def _guess_daily(self, user: str, room: RoomKey, number: int, *, is_right: bool) -> list[Act]:
        caller, (day, rules) = self.caller(user, room), self._daily(number)
        code = code_of(day, rules, (day - FIRST_DAY).days + 1)
        guess = code if is_right else (wrong_for(code) + code[0])[: len(code)]

        async def real(services: Services) -> object:
            guessed = await services.daily.guess(caller, guess, Rules.parse(rules), str(day), is_confirmed=True)
            return shown_daily(guessed.view)

        return [Act(real, lambda persons: self._move(persons, caller, day, rules, DailyMove(guess, code)))]

    def _give_up(self, user: str, room: RoomKey, number: int) -> list[Act]:
        caller, (day, rules) = self.caller(user, room), self._daily(number)

        async def real(services: Services) -> object:
            return shown_daily(await services.daily.give_up(caller, Rules.parse(rules), str(day), is_confirmed=True))

        return [Act(real, lambda persons: self._move(persons, caller, day, rules, DailyMove(None, "")))]

    def _move(self, persons: Persons, caller: Caller, day: date, rules: str, move: DailyMove) -> object:
        now = self._clock()
        game = persons.open_daily(caller, day, rules, now)
        persons.play_daily(caller, game, move, now)
        return persons.shown_daily(caller, game, now)

    def _share(self, user: str, room: RoomKey, number: int) -> list[Act]:
        caller, (day, rules) = self.caller(user, room), self._daily(number)

        async def real(services: Services) -> object:
            return shown_daily((await services.daily.share_result(caller, Rules.parse(rules), str(day))).view)

        def plain(persons: Persons) -> object:
            game = persons.open_daily(caller, day, rules, self._clock())
            persons.share(caller, game, self._clock())
            return persons.shown_daily(caller, game, self._clock())

        return [Act(real, plain)]

    def _daily(self, number: int) -> tuple[date, str]:
        """A day, mostly today, and rules."""
        return self._clock().date() - timedelta(days=number % 4 == 0), DAILY_RULES[number % 5 == 0]

    # Games

    def _play(self, user: str, room: RoomKey, number: int) -> list[Act]:
        """Play one ranked game, or as many as are needed for a rank."""
        return [
            act for game in range((1, 1, MIN_GAMES)[number % 3]) for act in self._play_one(user, room, number + game)
        ]

    def _play_one(self, user: str, room: RoomKey, number: int) -> list[Act]:
        is_solved, person = number % 4 > 0, person_of(room, user)
        wrong = ("10", "20", "30")[: number % 3 if is_solved else max(number % 3, 1)]
        end = Played(person, room, ALONE, len(wrong) + is_solved, is_solved, self._clock().date())
        game = StartedGame(lambda services, caller: services.referee.start_game(caller, Rules.parse(ALONE), who=Who.ME))
        last = game.guess("01") if is_solved else game.give_up
        return [
            self._call(user, room, game, lambda persons: persons.play_in(room, person)),
            *(self._call(user, room, game.guess(guess)) for guess in wrong),
            self._call(user, room, last, lambda persons: persons.played.append(end)),
        ]

    def _versus(self, user: str, room: RoomKey, _number: int) -> list[Act]:
        """Lose a game against the bot, which guesses first."""

        def start(services: Services, caller: Caller) -> Awaitable[ShownGame]:
            return services.opponent.start(caller, Rules.parse(AGAINST), Level.EASY, "43")

        game, person = StartedGame(start), person_of(room, user)
        return [
            self._call(user, room, game, lambda persons: persons.play_in(room, person)),
            self._call(user, room, game.give_up, lambda persons: persons.lose_to_bot(person)),
        ]

    def _duel(self, user: str, room: RoomKey, number: int, duels: Collection[frozenset[Person]]) -> list[Act]:
        """Start a duel in which both guess, unless the two have one."""
        other = [one for one in self._users if one != user][number % 2]
        name, players = self._name(other, room), frozenset({person_of(room, user), person_of(room, other)})
        if players in duels:
            return []

        def challenge(services: Services, caller: Caller) -> Awaitable[ShownGame]:
            opponent = Opponent(room.player_key(other), name)
            return services.duels.challenge(
                caller, opponent, DuelTerms(Rules.parse(BETWEEN), opponent_moves_first=False)
            )

        def enter(persons: Persons) -> None:
            persons.enter(room, person_of(room, other), name)
            persons.play_in(room, *players)

        game = StartedGame(challenge)
        return [
            self._call(user, room, game, enter),
            *(self._call(one, room, game.hide("00")) for one in (user, other)),
            self._call(user, room, game.guess("11")),
            self._call(other, room, game.guess("11"), lambda persons: persons.duels.append(RunningDuel(room, players))),
        ]

    # Settings and deletion

    def _hide(self, user: str, room: RoomKey, number: int) -> list[Act]:
        caller = self.caller(user, room)

        def plain(persons: Persons) -> None:
            persons.require_known(person_of(room, user)).is_hidden = number % 2 == 0

        return [Act(lambda services: services.privacy.set_hidden(caller, hidden=number % 2 == 0), plain)]

    def _language(self, user: str, room: RoomKey, number: int) -> list[Act]:
        language = ("ja", "en", None)[number % 3]

        def plain(persons: Persons) -> None:
            persons.known[person_of(room, user)].language = language

        return [self._call(user, room, lambda services, caller: services.languages.choose(caller, language), plain)]

    def _delete(self, user: str, room: RoomKey, _number: int) -> list[Act]:
        caller, person, calls = self.caller(user, room), person_of(room, user), list[Services]()

        async def real(services: Services) -> None:
            calls.append(services)
            try:
                await services.privacy.delete(caller)
            except NothingStored:
                if len(calls) == 1:  # otherwise the process that was killed may have deleted everything
                    raise

        def plain(persons: Persons) -> None:
            if len(calls) == 1 or person in persons.known:
                persons.delete(person)

        return [Act(real, plain, is_deletion=True)]

    def _call(self, user: str, room: RoomKey, real: Move, plain: Callable[[Persons], object] = lambda _: None) -> Act:
        """An act of which nothing is seen at once, in an event of its own."""
        caller = self.caller(user, room)

        async def call(services: Services) -> None:
            await real(services, caller)

        def enter(persons: Persons) -> None:
            persons.enter(room, person_of(room, user), caller.name)
            plain(persons)

        return Act(call, enter)
