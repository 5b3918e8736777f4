"""Stopping while people wait for replies: what was taken is finished, and nothing more is taken."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest

from bot.platforms.discord.client import HitblowClient
from bot.services.services import Services
from bot.solving import tasks
from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.solver.review import Check
from tests.fakes.discord import Channel, LoopbackDiscord, NoResponse, User, running
from tests.support.storage import locked_when_free


@dataclass
class Scene:
    """A bot in a server with two people and two channels."""

    client: HitblowClient
    discord: LoopbackDiscord
    games: Channel
    garden: Channel
    ann: User
    bob: User

    @asynccontextmanager
    async def stopping(self, *acts: Awaitable[object]) -> AsyncIterator[None]:
        """People act, and then the bot is stopped; at the end everybody has a reply and it has stopped."""
        taken = [asyncio.ensure_future(act) for act in acts]
        await asyncio.sleep(0)
        await self.discord.gateway.flush()
        closed = asyncio.create_task(self.client.close())
        await asyncio.sleep(0.1)
        yield
        async with asyncio.timeout(20):
            await asyncio.gather(*taken)
            await closed


@pytest.fixture
async def scene(services: Services) -> AsyncIterator[Scene]:
    async with LoopbackDiscord() as discord:
        guild, client = discord.guild("Ann's"), HitblowClient(services, seconds_between=0.0)
        games, garden, ann, bob = (
            guild.channel("games"),
            guild.channel("garden"),
            guild.member("Ann"),
            guild.member("Bob"),
        )
        async with running(client, discord):
            yield Scene(client, discord, games, garden, ann, bob)


async def test_moves_that_wait_for_the_storage_are_finished(scene: Scene, tmp_path: Path) -> None:
    board = (await scene.ann.slash(scene.games, "hitblow play")).message
    acts = (
        scene.ann.slash(scene.games, "hitblow guess", code="0456"),
        scene.bob.slash(scene.games, "hitblow guess", code="7089"),
        scene.bob.slash(scene.garden, "hitblow play"),
    )
    async with AsyncExitStack() as lock:
        await lock.enter_async_context(locked_when_free(tmp_path / "test.db"))
        async with scene.stopping(*acts):
            assert not scene.garden.messages
            await lock.aclose()
    assert [str(board).count(code) for code in ("0456", "7089")] == [1, 1]
    assert scene.games.messages == [board]
    assert len(scene.garden.messages) == 1
    assert [len(person.ephemeral) for person in (scene.ann, scene.bob)] == [1, 1]


async def test_advice_that_is_acknowledged_and_still_thought_of_is_given(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, check = Event(), tasks.check

    def check_later(rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        thinking.wait(20)
        return check(rules, history, guess)

    monkeypatch.setattr(tasks, "check", check_later)
    acts = (
        scene.ann.slash(scene.games, "hitblow suggest", rules="6x10r"),
        scene.bob.slash(scene.garden, "hitblow check", guess="0123"),
    )
    async with scene.stopping(*acts):
        assert "5,040" not in "".join(map(str, scene.bob.ephemeral))
        thinking.set()
    assert "6x10r" in str(scene.ann.ephemeral[0])
    assert "5,040" in str(scene.bob.ephemeral[0])
    assert [len(person.ephemeral) for person in (scene.ann, scene.bob)] == [1, 1]


async def test_a_board_that_is_being_edited_is_finished(scene: Scene) -> None:
    board = (await scene.ann.slash(scene.games, "hitblow play")).message
    hold = scene.discord.network.hold("edit_message")
    acts = (
        scene.bob.slash(scene.games, "hitblow guess", code="0456"),
        scene.ann.slash(scene.games, "hitblow guess", code="7089"),
    )
    async with scene.stopping(*acts):
        assert "0456" not in str(board)
        hold.release()
    assert [str(board).count(code) for code in ("0456", "7089")] == [1, 1]


async def test_while_it_finishes_nothing_more_is_taken(scene: Scene) -> None:
    await scene.ann.slash(scene.games, "hitblow play")
    hold = scene.discord.network.hold("callback")
    async with scene.stopping(scene.ann.slash(scene.games, "hitblow guess", code="0456")):
        scene.discord.response_timeout = 0.2
        with pytest.raises(NoResponse):
            await scene.bob.slash(scene.garden, "hitblow play")
        hold.release()
    assert not scene.garden.messages
    assert not scene.bob.ephemeral
