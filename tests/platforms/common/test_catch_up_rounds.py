"""When and in which order boards and news are caught up, look by look, with a clock that only the tests move."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.rooms import MessageKey, NewsKey, NewsKind, OutdatedBoard, PendingNews, RoomKey
from bot.platforms.common import catch_up
from bot.platforms.common.catch_up import CatchUp
from bot.platforms.common.delivery import Board, DeliveryOutcome
from bot.presenters.views import View
from tests.support.simulated_time import SimulatedTime

ROOM = RoomKey("chat", "local", "home")
STEP = 3.0


class Rounds:
    """A process that catches up what is in `boards` and `news`; it notes what it tries to send, and when.

    A game called `gone` has no board. Boards and news called `broken` cannot be made, and `slow` ones before `may_go`.
    """

    def __init__(self) -> None:
        self.boards: list[OutdatedBoard] = []
        self.news: list[PendingNews] = []
        self.outcome = DeliveryOutcome.FAILED
        self.now = 0.0
        self.looks = 0
        self.tried: list[tuple[str, float]] = []
        self.told: list[NewsKey] = []
        self.settled: list[str] = []
        self.claimed_elsewhere: set[str] = set()
        self.released: list[str] = []
        self.redirected: list[PendingNews] = []
        self.counted: list[int] = []
        self.may_go = asyncio.Event()
        self.most_at_once = self._sending = 0
        services: Any = SimpleNamespace(
            messages=SimpleNamespace(outdated=self._outdated, abandon_long_ended_board=self._nothing),
            news=SimpleNamespace(pending=self._pending, record_told=self._tell),
            leases=SimpleNamespace(claim_or_find_conflicts=self._claim, release=self._release),
            languages=SimpleNamespace(of_room=self._nothing),
            referee=SimpleNamespace(resume_opponent_move=self._nothing),
            summaries=SimpleNamespace(redirect_week_to_own_room=self._redirect),
            observer=SimpleNamespace(outdated_boards_counted=lambda _platform, boards: self.counted.append(boards)),
        )
        queue: Any = SimpleNamespace(
            is_active=lambda _game: False,
            read_board=self._read,
            show=self._show,
            record_no_older_sends=self.settled.append,
        )
        self._catch_up = CatchUp(services, "chat", queue, self._transport_to, "en")

    async def _nothing(self, *_args: object) -> None:
        pass

    async def _outdated(self, _platform: str, most: int) -> Sequence[OutdatedBoard]:
        self.looks += 1
        return self.boards[:most]

    async def _pending(self, _platform: str) -> Sequence[PendingNews]:
        return self.news

    async def _tell(self, key: NewsKey) -> None:
        self.told.append(key)

    async def _claim(self, leases: list[str], _seconds: float) -> list[str]:
        return [lease for lease in leases if lease in self.claimed_elsewhere]

    async def _release(self, leases: list[str]) -> None:
        self.released += leases

    async def _redirect(self, news: PendingNews) -> None:
        self.redirected.append(news)

    async def _transport_to(self, _room: RoomKey, message: object) -> Any:
        return message  # boards have one, and news has none, which reaches nobody then

    async def _read(self, game: str, _words: object) -> View | None:
        if game == "slow":
            await self.may_go.wait()
        if game == "broken":
            raise ZeroDivisionError
        return None if game == "gone" else View((), game=game)

    async def news_view(self, _services: object, news: PendingNews, words: object) -> View | None:
        """What is told, if that can be made."""
        return await self._read(news.key.subject, words)

    async def _show(self, board: Board, _transport: object, *, force: bool) -> DeliveryOutcome:
        assert force
        self.tried.append((board.game, self.now))
        self._sending += 1
        self.most_at_once = max(self.most_at_once, self._sending)
        await asyncio.sleep(0)
        self._sending -= 1
        return self.outcome

    async def look(self, looks: int = 1) -> None:
        """Look and wait until everything is sent, once each `STEP` seconds."""
        for _ in range(looks):
            async with asyncio.TaskGroup() as sends:
                await self._catch_up._look(sends)
            self.now += STEP

    def pauses(self, game: str) -> list[float]:
        """The seconds between the attempts to show the board of a game."""
        at = [now for tried, now in self.tried if tried == game]
        return [after - before for before, after in pairwise(at)]


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Rounds:
    rounds = Rounds()
    monkeypatch.setattr(catch_up, "time", SimpleNamespace(monotonic=lambda: rounds.now))
    monkeypatch.setattr(catch_up, "news_view", rounds.news_view)
    return rounds


def outdated(*games: str, revision: int = 1) -> list[OutdatedBoard]:
    return [OutdatedBoard(game, ROOM, MessageKey("home", game), revision, None) for game in games]


def pending(*subjects: str) -> list[PendingNews]:
    return [PendingNews(NewsKey(subject, NewsKind.TURN), ROOM, None, None) for subject in subjects]


async def test_a_board_that_fails_is_tried_after_pauses_that_double_up_to_ten_minutes(rounds: Rounds) -> None:
    rounds.boards = outdated("a")
    await rounds.look(700)
    assert rounds.pauses("a") == [3, 6, 12, 24, 48, 96, 192, 384, 600, 600]
    assert rounds.released == ["board/a/1"] * 11  # for other processes
    assert set(rounds.counted) == {1}


async def test_a_board_is_tried_within_a_minute_after_a_permission_came_back_and_at_once_when_it_changes(
    rounds: Rounds,
) -> None:
    rounds.boards, rounds.outcome = outdated("a"), DeliveryOutcome.FORBIDDEN
    await rounds.look(40)
    assert rounds.pauses("a") == [45, 45]
    rounds.boards, rounds.tried = outdated("a", revision=2), []
    await rounds.look(2)
    assert rounds.tried == [("a", 123.0)]


async def test_a_hundred_boards_that_are_refused_are_tried_once_a_minute(rounds: Rounds) -> None:
    names = [str(number) for number in range(100)]
    rounds.boards, rounds.outcome = outdated(*names), DeliveryOutcome.OUT_OF_REACH
    await rounds.look(61)
    assert [rounds.pauses(name)[-2:] for name in names] == [[60, 60]] * 100


async def test_the_boards_that_moved_last_are_sent_first_and_those_that_fail_leave_room_for_others(
    rounds: Rounds,
) -> None:
    names = [str(number) for number in range(1_200)]
    rounds.boards = outdated(*names)
    rounds.outcome = DeliveryOutcome.FORBIDDEN
    await rounds.look(3)
    assert [name for name, now in rounds.tried if now == 0.0] == names[999::-1]
    assert [name for name, now in rounds.tried if now > 0.0] == names[:999:-1]
    assert rounds.most_at_once == 10


async def test_what_is_new_since_the_last_look_is_left_to_the_process_that_made_it(rounds: Rounds) -> None:
    first, new = pending("a", "b")
    rounds.boards, rounds.news, rounds.outcome = outdated("a"), [first], DeliveryOutcome.DELIVERED
    await rounds.look()
    assert (rounds.tried, rounds.told, rounds.settled) == ([("a", 0.0)], [first.key], [])
    rounds.boards, rounds.news = outdated("b") + outdated("a", revision=2), [new]
    await rounds.look()
    assert (len(rounds.tried), len(rounds.told)) == (1, 1)
    rounds.boards = [rounds.boards[0], replace(rounds.boards[1], revision=3)]
    await rounds.look()
    assert (rounds.tried[1:], rounds.told[1:], rounds.settled) == ([("b", 6.0)], [new.key], ["b"])
    assert (rounds.redirected, rounds.released) == ([first, new], [])


async def test_a_board_that_another_process_catches_up_is_left_to_it_unless_it_has_changed(rounds: Rounds) -> None:
    rounds.boards, rounds.claimed_elsewhere = outdated("a", "b"), {"board/a/1", "board/b/0"}
    rounds.outcome = DeliveryOutcome.DELIVERED
    await rounds.look()
    rounds.claimed_elsewhere.clear()
    await rounds.look()
    assert [game for game, _ in rounds.tried] == ["b", "b", "a"]


@pytest.mark.logs_errors
async def test_what_is_slow_or_cannot_be_made_holds_up_nothing_else_and_is_sent_once_at_a_time(
    rounds: Rounds, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    SimulatedTime(monkeypatch)  # in which a second passes when nothing else is left to do
    names = ("slow", "broken", "gone", "a")
    rounds.boards, rounds.news, rounds.outcome = outdated(*names), pending(*names), DeliveryOutcome.DELIVERED
    async with asyncio.TaskGroup() as sends:
        for _ in range(2):
            await rounds._catch_up._look(sends)
            await asyncio.sleep(1)
        assert [game for game, _ in rounds.tried] == ["a", "a"]
        assert [key.subject for key in rounds.told] == ["gone", "a"] * 2
        rounds.may_go.set()
    assert ([game for game, _ in rounds.tried[2:]], [key.subject for key in rounds.told[4:]]) == (["slow"], ["slow"])
    assert "the board of game broken could not be caught up" in caplog.text
    assert "news about broken could not be told" in caplog.text
