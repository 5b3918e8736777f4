from collections.abc import Iterable

import pytest

from bot.handlers.dispatcher import Desk
from bot.platforms.console.screen import Screen
from bot.platforms.console.session import Session
from bot.presenters.views import Reply, View, note
from bot.services.model import Caller
from bot.services.services import Services
from bot.wording import LANGUAGES, Words

ENGLISH = LANGUAGES["en"]


class Script:
    """Lines that were written before, typed by a person or read from a pipe."""

    def __init__(self, lines: Iterable[str], *, interactive: bool) -> None:
        self.interactive = interactive
        self._lines = iter(lines)

    async def secret(self, question: str) -> str | None:
        assert "`" not in question
        return await self.next()

    async def next(self) -> str | None:
        return next(self._lines, None)


class Echo(Desk):
    """A desk that says every line again, and fails at those that tell it to."""

    def __init__(self) -> None:
        self.callers: list[Caller] = []

    async def answer_line(
        self, caller: Caller, line: str, words: Words, public: Words, asked: View | None = None
    ) -> Reply | None:
        assert asked is None
        assert words is public
        self.callers.append(caller)
        reply = note(line.strip())
        return None if not line.strip() else Reply(note=reply.note, failed=line.startswith("fail"))


@pytest.fixture
def desk() -> Echo:
    return Echo()


async def run(desk: Desk, *lines: str, interactive: bool = False, name: str = "ann", words: Words = ENGLISH) -> int:
    return await Session(desk, Screen(), Script(lines, interactive=interactive), words).run(name, "home")


async def test_every_line_is_answered_until_there_are_no_more(desk: Echo, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(desk, "one", "", "two\n") == 0
    assert capsys.readouterr().out == "one\ntwo\n"


@pytest.mark.parametrize("leaving", ["quit", "exit", "q", "/quit", "/exit", " QUIT \n"])
async def test_somebody_can_leave(desk: Echo, capsys: pytest.CaptureFixture[str], leaving: str) -> None:
    assert await run(desk, "one", leaving, "two") == 0
    assert capsys.readouterr().out == "one\n"


async def test_every_line_is_an_event_of_the_same_person_in_the_same_room(desk: Echo) -> None:
    await run(desk, "one", "two", "three")
    await run(desk, "one")
    assert len({caller.event for caller in desk.callers}) == 4
    assert {(caller.name, caller.player.user, caller.room.channel) for caller in desk.callers} == {
        ("ann", "ann", "home")
    }


async def test_a_person_is_greeted_and_sent_off(desk: Echo, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(desk, interactive=True) == 0
    assert capsys.readouterr().out == f"{ENGLISH.welcome('ann', 'home')}\n{ENGLISH.goodbye()}\n"


async def test_a_pipe_stops_when_something_breaks(desk: Echo, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(desk, "one", "fail", "two") == 1
    assert capsys.readouterr().out == "one\nfail\n"


async def test_a_person_may_try_again_when_something_breaks(desk: Echo, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(desk, "fail", "two", interactive=True) == 1
    assert capsys.readouterr().out.splitlines()[1:3] == ["fail", "two"]


async def test_two_people_play_the_same_game(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(services)
    await run(desk, "play hitblow", "0456", name="ann")
    await run(desk, "/hitblow guess 7103", name="bob")
    capsys.readouterr()
    await run(desk, "board", name="ann")
    turns = capsys.readouterr().out.splitlines()[1:3]
    assert [turn.split() for turn in turns] == [["1", "0456", "○", "0H1B", "ann"], ["2", "7103", "●●○", "2H1B", "bob"]]


async def test_a_refusal_breaks_nothing(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(Desk(services), "0123", "paly", "play", "0012", "\ud800\x00\u202e", "9" * 10_000, "board") == 0
    assert capsys.readouterr().out.count("12 tries left") == 2


async def test_a_japanese_terminal_is_answered_in_japanese(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    await run(Desk(services), "play", "０４５６", words=LANGUAGES["ja"])
    assert "あと11回" in capsys.readouterr().out
