from collections.abc import Iterable

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession
from bot.presenters.views import Reply, View, note
from bot.services.services import Services
from bot.wording import LANGUAGES, Words

ENGLISH = LANGUAGES["en"]


class Script:
    """Prepared lines, as if typed by a person or read from a pipe."""

    def __init__(self, lines: Iterable[str], *, interactive: bool) -> None:
        self.interactive = interactive
        self._lines = iter(lines)

    async def read_secret(self, question: str) -> str | None:
        assert "`" not in question
        return await self.read_line()

    async def read_line(self) -> str | None:
        return next(self._lines, None)


class Echo(Dispatcher):
    """A dispatcher that repeats every line, and fails on lines that begin with `fail`."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    async def dispatch_line(self, request: Request, line: str, question: View | None = None) -> Reply | None:
        assert question is None
        assert request.words is request.public_words
        self.requests.append(request)
        reply = note(line.strip())
        return None if not line.strip() else Reply(note=reply.note, failed=line.startswith("fail"))


@pytest.fixture
def dispatcher() -> Echo:
    return Echo()


async def run(
    dispatcher: Dispatcher, *lines: str, interactive: bool = False, name: str = "ann", words: Words = ENGLISH
) -> int:
    return await ConsoleSession(dispatcher, Script(lines, interactive=interactive), ConsoleOutput(), words).run(
        name, "home"
    )


async def test_every_line_is_answered_until_there_are_no_more(
    dispatcher: Echo, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run(dispatcher, "one", "", "two\n") == 0
    assert capsys.readouterr().out == "one\ntwo\n"


@pytest.mark.parametrize("leaving", ["quit", "exit", "q", "/quit", "/exit", " QUIT \n"])
async def test_somebody_can_leave(dispatcher: Echo, capsys: pytest.CaptureFixture[str], leaving: str) -> None:
    assert await run(dispatcher, "one", leaving, "two") == 0
    assert capsys.readouterr().out == "one\n"


async def test_every_line_is_an_event_of_the_same_person_in_the_same_room(dispatcher: Echo) -> None:
    await run(dispatcher, "one", "two", "three")
    await run(dispatcher, "one")
    callers = [request.caller for request in dispatcher.requests]
    assert len({caller.event for caller in callers}) == 4
    assert {(caller.name, caller.player.user, caller.room.channel) for caller in callers} == {("ann", "ann", "home")}


async def test_a_person_is_greeted_and_sent_off(dispatcher: Echo, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(dispatcher, interactive=True) == 0
    assert capsys.readouterr().out == f"{ENGLISH.welcome('ann', 'home')}\n{ENGLISH.goodbye()}\n"


async def test_a_pipe_stops_when_something_breaks(dispatcher: Echo, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(dispatcher, "one", "fail", "two") == 1
    assert capsys.readouterr().out == "one\nfail\n"


async def test_a_person_may_try_again_when_something_breaks(
    dispatcher: Echo, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run(dispatcher, "fail", "two", interactive=True) == 1
    assert capsys.readouterr().out.splitlines()[1:3] == ["fail", "two"]


async def test_two_people_play_the_same_game(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    dispatcher = Dispatcher(services)
    await run(dispatcher, "play hitblow", "0456", name="ann")
    await run(dispatcher, "/hitblow guess 7103", name="bob")
    capsys.readouterr()
    await run(dispatcher, "board", name="ann")
    turns = capsys.readouterr().out.splitlines()[1:3]
    assert [turn.split() for turn in turns] == [["1", "0456", "○", "0H1B", "ann"], ["2", "7103", "●●○", "2H1B", "bob"]]


async def test_a_refusal_breaks_nothing(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        await run(Dispatcher(services), "0123", "paly", "play", "0012", "\ud800\x00\u202e", "9" * 10_000, "board") == 0
    )
    assert capsys.readouterr().out.count("12 tries left") == 2


async def test_a_japanese_terminal_is_answered_in_japanese(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    await run(Dispatcher(services), "play", "０４５６", words=LANGUAGES["ja"])
    assert "あと11回" in capsys.readouterr().out
