"""Profiles that change while processes remember them."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.model.rooms import PlayerKey, RoomKey
from bot.persistence.database import Database
from bot.platforms.common.controller import ReplyLanguages
from bot.platforms.slack.incoming import IncomingRequest
from bot.platforms.slack.profiles import Profiles
from bot.services.services import Services
from tests.fakes.clock import FakeClock
from tests.fakes.services import services_over
from tests.platforms.slack.harness import Harness

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

ANN = PlayerKey("slack", "T1", "U1234567")


@dataclass
class Client:
    """Slack, where Ann can change her name and language."""

    user: dict[str, Any] = field(default_factory=lambda: {"profile": {"display_name": "Ann"}, "locale": "en-US"})
    asked: int = 0

    async def users_info(self, **_: object) -> dict[str, Any]:
        self.asked += 1
        return {"user": self.user}


@dataclass
class Process:
    """A process that remembers profiles."""

    services: Services
    clock: FakeClock
    client: Client

    def __post_init__(self) -> None:
        callers = ReplyLanguages(self.services.languages, clock=self.seconds)
        self.profiles = Profiles(callers, self.services.profile_versions, self.seconds)

    def seconds(self) -> float:
        return self.clock().timestamp()

    async def name(self, workspace: str = "T1") -> str:
        """What Ann is called in a workspace, and her language."""
        client = cast("AsyncWebClient", self.client)
        request = await self.profiles.create_request(IncomingRequest(client, workspace, "C1", ANN.user, "ann", "event"))
        return f"{request.caller.name} {request.words.code}"


@pytest.fixture
def two(database: Database) -> list[Process]:
    clock, client = FakeClock(), Client()
    return [Process(services_over(database.unit), clock, client) for _ in range(2)]


async def play(process: Process) -> None:
    """Let Ann be a player, for whom changes are noted."""
    async with process.services.leases._units() as unit:
        await unit.players.get_or_add(ANN, "T1", "Ann")
        await unit.commit()


async def test_a_change_that_one_process_is_told_of_is_used_by_all_within_seconds(two: list[Process]) -> None:
    one, another = two
    await play(one)
    assert [await process.name() for process in two] == ["Ann en"] * 2
    one.client.user = {"profile": {"display_name": "Anna"}, "locale": "ja-JP"}
    await one.profiles.record_change(ANN, one.client.user)
    assert await one.name() == "Anna ja"
    assert await another.name() == "Ann en"
    one.clock.advance(timedelta(seconds=3))
    assert [await process.name() for process in two] == ["Anna ja"] * 2
    assert one.client.asked == 4


async def test_a_change_that_one_workspace_reports_is_used_in_all_of_its_organisation(two: list[Process]) -> None:
    one, another = two
    ann = RoomKey("slack", "E1:T1", "C1").player_key(ANN.user)
    async with one.services.leases._units() as unit:
        await unit.players.get_or_add(ann, "E1:T1", "Ann")
        await unit.commit()
    assert [await process.name("E1:T2") for process in two] == ["Ann en"] * 2
    one.client.user = {"profile": {"display_name": "Anna"}, "locale": "ja-JP"}
    await one.profiles.record_change(ann, one.client.user)
    assert await one.name("E1:T2") == "Anna ja"
    another.clock.advance(timedelta(seconds=3))
    assert await another.name("E1:T2") == "Anna ja"


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ({"profile": {"real_name": "Ann Lee"}, "name": "annlee"}, "Ann Lee"),
        ({"profile": {"display_name": "", "real_name": ""}, "name": "annlee"}, "annlee"),
        ({"profile": None}, "ann"),
        ({}, "ann"),
    ],
)
async def test_somebody_without_a_display_name_is_called_by_another_name(
    two: list[Process], user: dict[str, Any], name: str
) -> None:
    two[0].client.user = user
    assert await two[0].name() == f"{name} en"


async def test_a_profile_that_has_not_changed_is_asked_for_once(two: list[Process]) -> None:
    one, _ = two
    await play(one)
    await one.profiles.record_change(ANN, one.client.user)
    for _ in range(10):
        assert await one.name() == "Ann en"
        await one.profiles.record_change(ANN, {**one.client.user, "status_text": "away"})
        one.clock.advance(timedelta(minutes=5))
    assert one.client.asked == 1


@pytest.mark.usefixtures("bot")
async def test_the_bot_is_told_of_a_change(harness: Harness) -> None:
    await harness.start_game()
    await harness.ann.change_profile(name="Anastasia")
    await harness.private_reply("board")
    assert len(harness.slack.calls("users.info")) == 2
    await harness.private_reply("board")
    assert len(harness.slack.calls("users.info")) == 2
