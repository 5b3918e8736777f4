"""Lines, private prompts and buttons, given to the handlers over a database file."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.persistence.database import Database
from bot.platforms.common.rendering import ButtonAction
from bot.presenters.views import Reply, View
from bot.services.games.duels import DuelTerms
from bot.services.games.duels import Person as Opponent
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from core.errors import CoreError
from core.game.rules import Rules
from tests.fuzz.findings import Findings
from tests.fuzz.texts import AnyCode, Texts, now
from tests.support.canaries import ANNS, BOBS
from tests.support.people import Person
from tests.support.snapshots import as_text
from tests.support.storage import migrated

_ROOMS = ("home", "garden")


class Fuzzer:
    """Ann and Bob, who send anything to two rooms; in one, Carol and Dave play, whose secrets nobody may learn."""

    def __init__(self, services: Services, findings: Findings, chance: random.Random) -> None:
        self._dispatcher = Dispatcher(services)
        self._findings = findings
        self._chance = chance
        self._services = services
        self._people = [
            (Person(name, room), language) for name, language in (("Ann", "en"), ("Bob", "ja")) for room in _ROOMS
        ]
        self.texts = Texts(chance, (ANNS, BOBS), ())
        self._shown: dict[Person, View] = {}

    async def prepare(self) -> None:
        """Start the duel whose secrets nobody may learn."""
        carol, dave = Person("Carol"), Person("Dave")
        game = await self._services.duels.challenge(carol(), dave.as_opponent(), DuelTerms(Rules.parse("4x10"), 0))
        for person, secret in ((carol, ANNS), (dave, BOBS)):
            await self._services.duels.hide_secret(person(), secret, game.id)
        self.texts.games += [game.id, "k0", "zzzzz"]

    async def line(self) -> None:
        """Type a line."""
        line = self.texts.line()
        person, request = self._request()
        self._findings.sending("lines", line)
        self._look(person, await self._dispatcher.dispatch_line(request, line, self._shown.get(person)))

    async def prompt(self) -> None:
        """Enter something into a form that asks for a secret."""
        command = self._chance.choice(("secret", "versus", "host"))
        await self._invoke("prompts", command, self.texts.value())

    async def button(self) -> None:
        """Press a button that nobody has shown."""
        text, entered = self.texts.button(), self._chance.choice((None, self.texts.value()))
        self._findings.sending("buttons", (text, entered))
        person, request = self._request()
        try:
            invocation = ButtonAction.decode(text).invocation(entered)
        except CoreError:
            return
        self._look(person, await self._dispatcher.dispatch(replace(request, invocation=invocation)))

    async def _invoke(self, entry: str, command: str, entered: str) -> None:
        person, request = self._request()
        options = self.texts.options_of(BY_NAME[command])
        self._findings.sending(entry, (command, options, entered))
        invocation = Invocation(
            BY_NAME[command], options, self._chance.choice((None, *self.texts.games)), None, entered
        )
        self._look(person, await self._dispatcher.dispatch(replace(request, invocation=invocation)))

    def _request(self) -> tuple[Person, Request]:
        person, language = self._chance.choice(self._people)
        return person, Request(person(), LANGUAGES[language], LANGUAGES["en"], find_person=_find_person)

    def _look(self, person: Person, reply: Reply | None) -> None:
        """Check a reply, and remember the question it may contain."""
        if reply is None:
            return
        if reply.failed:
            self._findings.add("failed", str(reply.note))
        views = [view for view in (reply.board, reply.note) if view is not None]
        self._findings.check([*map(as_text, views), reply.prompt, reply.form])
        self._shown = {**self._shown, person: views[-1]} if views else self._shown


def _find_person(name: str) -> Opponent | None:
    return Person(name).as_opponent() if name.isalnum() else None


async def fuzz_handlers(folder: Path, count: int, chance: random.Random, findings: Findings) -> None:
    """Give so many lines, prompts and buttons to the handlers, several at once."""
    database = Database(f"sqlite:///{migrated(folder / 'fuzz.db')}")
    with ThreadPoolExecutor(1) as thread:
        services = Services(database.unit, now, AnyCode(chance), ExecutorSolver(thread))
        fuzzer = Fuzzer(services, findings, chance)
        await fuzzer.prepare()
        entries = (fuzzer.line, fuzzer.prompt, fuzzer.button)
        for _ in range(count):
            await chance.choices(entries, (5, 1, 2))[0]()
    await database.close()
