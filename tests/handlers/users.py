"""People who type commands and press buttons, without any platform, perhaps in a channel while time passes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

from msgspec.structs import replace

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.lines import GuessTarget
from bot.handlers.request import Request, do_nothing, find_no_channel, never
from bot.locales import LANGUAGES, Words
from bot.model.games import ShownGame
from bot.model.ratings import Rating
from bot.model.records import Order, Tally
from bot.model.rooms import MessageKey, NewsKey
from bot.persistence.database import Database
from bot.presenters.views import Heading, Preformatted, Reply, StatusLine, View, is_question
from bot.services.background import GameExpiry
from bot.services.games.duels import NamedPerson as Opponent
from bot.services.records import LeaderboardEntry, LeaderboardRequest, Statistics
from bot.services.services import Services
from core.game.duels import Duel
from core.game.games import Game
from core.game.rules import Rules
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.support.people import Person
from tests.support.present import present
from tests.support.snapshots import as_text


@dataclass
class User:
    """Somebody in a room, whose language is `words`; the room's is English."""

    dispatcher: Dispatcher
    person: Person
    words: Words = field(default_factory=lambda: LANGUAGES["en"])
    find_person: Callable[[str], Awaitable[Opponent | None]] = do_nothing
    find_channel: Callable[[str], str | None] = find_no_channel
    announce: Callable[[str, View, Words], Awaitable[MessageKey | None]] = do_nothing
    show_card: Callable[[NewsKey, View], Awaitable[bool]] = never
    reveals_own_secret: bool = False

    async def types(self, line: str, shown: View | None = None, target: GuessTarget | None = None) -> Reply:
        """The reply to a line, typed below what is `shown`."""
        reply = present(await self.dispatcher.dispatch_line(self._request(), line, shown, target))
        assert not reply.failed
        return reply

    async def refusal_of(self, line: str) -> str:
        """The note of the reply to a line that is refused."""
        reply = await self.types(line)
        assert reply.refused
        return text(reply.note)

    async def presses(self, view: View | None, command: str, entered: str | None = None, **options: str) -> Reply:
        """The reply to the button of a view that has this command and these options; `entered` is put into its form."""
        assert view is not None
        button = next(
            each for each in view.buttons if each.command == command and options.items() <= each.options.items()
        )
        asked = {button.prompts_for: entered} if button.prompts_for and entered else {}
        return await self.invokes(Invocation(BY_NAME[command], {**button.options, **asked}, view.game, button.step))

    async def confirms(self, reply: Reply) -> Reply:
        """The reply to the button that confirms a question."""
        assert reply.board is None
        assert reply.private
        assert reply.note is not None
        assert is_question(reply.note)
        return await self.presses(reply.note, reply.note.buttons[0].command)

    async def tells(self, reply: Reply, secret: str) -> Reply:
        """The reply to a secret that was asked for."""
        prompt = present(reply.prompt)
        return await self.invokes(
            Invocation(BY_NAME[prompt.command], prompt.options, prompt.game, private_input=secret)
        )

    async def challenges(self, line: str, code: str = "012") -> Reply:
        """The reply to a line that challenges somebody, and to the secret that is then asked for."""
        reply = await self.types(line)
        return reply if reply.prompt is None else await self.tells(reply, code)

    async def invokes(self, invocation: Invocation) -> Reply:
        """The reply to an invocation, as platforms make it of a button or a form."""
        return await self.dispatcher.dispatch(replace(self._request(), invocation=invocation))

    def _request(self) -> Request:
        return Request(
            self.person(),
            self.words,
            LANGUAGES["en"],
            find_person=self.find_person,
            find_channel=self.find_channel,
            announce=self.announce,
            show_card=self.show_card,
            reveals_own_secret=self.reveals_own_secret,
        )


def among(**people: Opponent) -> Callable[[str], Awaitable[Opponent | None]]:
    """Finds these people by their names."""

    async def find_person(named: str) -> Opponent | None:
        return people.get(named)

    return find_person


def text(view: View | None) -> str:
    """All that stands in a view."""
    return "" if view is None else as_text(view)


def panel(view: View | None) -> list[str]:
    """The title of a view, the lines of its panels and the facts about a running game."""
    assert view is not None
    lines: list[str] = []
    for block in view.blocks:
        if isinstance(block, Heading) and not lines:
            lines.append(block.text)
        elif isinstance(block, Preformatted):
            lines += block.text.splitlines()
        elif isinstance(block, StatusLine):
            lines += filter(None, block.facts)
    return lines


def codes(view: View | None) -> list[str]:
    """The codes of the turns in a view."""
    cells = [line.split() for line in panel(view)]
    return [cell[1] for cell in cells if len(cell) > 2 and cell[0].isdigit() and cell[1].isdigit()]


RULES = Rules.parse("4x10")
SECRET, WRONG = "3102", "4567"
"""The secret of every game, and a guess that is wrong everywhere."""


@dataclass
class Channel:
    """A channel whose games all have the secret `SECRET`; figures are those under some rules."""

    database: Database
    clock: FakeClock = field(default_factory=FakeClock)
    rules: Rules = RULES
    random_source: FakeRandomSource = field(default_factory=lambda: FakeRandomSource(SECRET))
    workspace: str = "club"

    def __post_init__(self) -> None:
        self.services = Services(self.database.unit, self.clock, self.random_source, InlineSolver())
        self._dispatcher = Dispatcher(self.services)
        self._expiry = GameExpiry(self.database.unit, self.clock)

    def user(self, name: str, room: str = "C1", *, user: str = "", is_moderator: bool = False) -> User:
        """Somebody in a channel; the bot may have never heard of them. Moderators manage the workspace, too.

        Their user id is `user` or, without it, their name.
        """
        may = {"is_moderator": is_moderator, "is_manager": is_moderator}
        person = Person(name, room, self.workspace, "slack", user=user, **may)
        return User(self._dispatcher, person, find_person=self._anybody)

    async def _anybody(self, named: str) -> Opponent:
        return Person(named, "C1", self.workspace, "slack").as_opponent()

    async def members(self, *names: str) -> list[User]:
        """People who have used the bot for weeks."""
        users = [self.user(name) for name in names]
        for user in users:
            await user.types("suggest 00 0H0B rules:2x3r")
        self.clock.advance(timedelta(weeks=3))
        return users

    async def wait(self, by: timedelta) -> None:
        """Let time pass; what is due is done."""
        self.clock.advance(by)
        while await self._expiry.run_step():
            pass

    # Games

    async def plays_alone(self, user: User, guesses: int = 1, *, gives_up: bool = False) -> None:
        """Let somebody play a ranked game in so many guesses, or give it up after them."""
        await user.types("play me")
        for _ in range(guesses if gives_up else guesses - 1):
            await user.types(f"guess {WRONG} yes")
        await user.types("giveup yes" if gives_up else f"guess {SECRET}")
        self.clock.advance()

    async def duel(self, one: User, other: User) -> tuple[User, User]:
        """A duel in which both have the secret `SECRET`; who starts comes first."""
        challenge = present((await one.challenges(f"duel {other.person().name} 4x10", SECRET)).board)
        await other.tells(await other.presses(challenge, "secret"), SECRET)
        view = await self.game(one, challenge.game)
        assert isinstance(view.game, Duel)
        starts = view.names[present(view.game.awaited_player)] == one.person().name
        return (one, other) if starts else (other, one)

    async def game(self, user: User, game: str | None = None) -> ShownGame:
        """The game with an id, else the one that somebody's commands are about."""
        return await self.services.referee.show_board(user.person(), game)

    async def hinted(self, user: User) -> int:
        """How many of the players in the game that somebody's commands are about got a hint."""
        game = (await self.game(user)).game
        assert isinstance(game, Game)
        return len(game.hinted)

    # What people can see

    async def stats(self, user: User) -> Statistics:
        """What `stats` shows."""
        return await self.services.records.player_stats(user.person())

    async def tally(self, user: User) -> Tally:
        """Somebody's ranked games."""
        return (await self.stats(user)).record.ranked_alone.get(str(self.rules), Tally())

    async def rating(self, user: User) -> Rating:
        """Somebody's rating."""
        return (await self.stats(user)).ratings.get(str(self.rules), Rating())

    async def entry(self, user: User, order: Order = Order.AVERAGE) -> LeaderboardEntry:
        """Somebody's own row of the leaderboard."""
        page = await self.services.records.leaderboard(user.person(), LeaderboardRequest(self.rules, order=order))
        return next(entry for entry in page.entries if entry.you)


def id_of(reply: Reply) -> str:
    """The id of the game of a board."""
    return present(present(reply.board).game)
