"""Two processes over one database keep one board per game, which shows the newest state, whatever Slack delays."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fakes.slack import Channel, Disconnect, LoopbackSlack, Message, User
from tests.processes.databases import SqliteRows
from tests.processes.game_rounds import guesses_on
from tests.processes.kills import BOARD_SECONDS, Bots
from tests.processes.processes import SECONDS
from tests.processes.sites import SlackSite


@dataclass
class Scene:
    """A workspace with a channel and two people; processes are started by the tests."""

    slack: LoopbackSlack
    games: Channel
    ann: User
    bob: User
    bots: Bots

    def boards(self) -> list[Message]:
        return [message for message in self.games.messages if message.bot_id]

    async def play(self) -> Message:
        await self.ann.command(self.games, "/hitblow", "play 4x10r tries:0")
        await self.slack.until(self.boards, within=SECONDS)
        self.bots.query("UPDATE games SET secret = '0000'")
        return self.boards()[0]

    async def show(self, *codes: str) -> None:
        """Wait until there is one board, which shows exactly these guesses."""

        def is_right() -> bool:
            return [sorted(guesses_on(board)) for board in self.boards()] == [sorted(codes)]

        await self.slack.until(is_right, within=BOARD_SECONDS)


@asynccontextmanager
async def scene_in(folder: Path) -> AsyncIterator[Scene]:
    async with LoopbackSlack(ack_within=SECONDS) as slack:
        team = slack.workspace("acme")
        bots = Bots(SlackSite(slack, team), SqliteRows(folder))
        try:
            yield Scene(slack, team.channel("games"), team.user("Carl"), team.user("Dora"), bots)
        finally:
            await bots.kill_all()


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with scene_in(tmp_path) as scene:
        yield scene


@pytest.mark.slow
async def test_slow_lost_and_deleted_posts_leave_one_board(scene: Scene) -> None:
    for _ in range(2):
        await scene.bots.start()
    scene.slack.network.delay(3, route="chat.postMessage", direction="response")
    board = await scene.play()
    await asyncio.gather(
        scene.ann.command(scene.games, "/hitblow", "guess 1111"),
        scene.bob.reply(board, "2222"),
        scene.bob.reply(board, "3333"),
    )
    await scene.show("1111", "2222", "3333")
    scene.slack.network.clear()
    scene.games.delete(board)  # as a moderator does
    scene.slack.network.fail("chat.postMessage", Disconnect(processed=True))
    await asyncio.gather(
        scene.ann.command(scene.games, "/hitblow", "guess 4444"),
        scene.bob.command(scene.games, "/hitblow", "guess 5555"),
    )
    await scene.show("1111", "2222", "3333", "4444", "5555")
    await asyncio.sleep(1)
    await scene.show("1111", "2222", "3333", "4444", "5555")


@pytest.mark.slow
async def test_an_edit_of_a_killed_process_that_arrives_late_is_corrected(scene: Scene) -> None:
    await scene.bots.start()
    board = await scene.play()
    with scene.slack.network.hold("chat.update", times=1) as hold:
        await scene.ann.command(scene.games, "/hitblow", "guess 1111")
        await hold.reached()
        await scene.bots.kill()
        await scene.bots.start()
        await scene.bob.reply(board, "2222")
        await scene.show("1111", "2222")
    await scene.slack.until(lambda: guesses_on(board) == ["1111"])
    await scene.show("1111", "2222")
