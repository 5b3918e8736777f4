"""Workspaces of an organisation, in which the app is installed one by one or everywhere at once."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.persistence.database import Database
from bot.persistence.tables import games as tables
from bot.platforms.slack.bot import SlackBot
from tests.fakes.loopback import Json
from tests.fakes.slack import LoopbackSlack, install, payloads
from tests.platforms.slack.stage import Stage, Way, set_up


@pytest.fixture
def way() -> Way:
    return "http"


@pytest.fixture
def stage(slack: LoopbackSlack, way: Way, tmp_path: Path) -> Stage:
    """A stage in one of two workspaces of an organisation."""
    stage = set_up(slack, way, tmp_path / "games.db", installed=False)
    grid = slack.enterprise("Grid")
    stage.team = slack.workspace("one", enterprise=grid, installed=False)
    stage.games, stage.ann, stage.bob = stage.team.channel("games"), stage.team.user("Ann"), stage.team.user("Bob")
    slack.organisation_in_views = True
    return stage


@pytest.fixture(params=[False, True], ids=["one workspace", "organisation"])
async def bot(stage: Stage, request: pytest.FixtureRequest) -> AsyncIterator[SlackBot]:
    async with stage.bot(client_id=stage.slack.client_id, client_secret=stage.slack.client_secret) as bot:
        await install(stage.ann, f"http://127.0.0.1:{bot.port}/slack/install", org_wide=request.param)
        yield bot


async def workspaces(stage: Stage) -> set[str]:
    """The workspaces of all rooms and players."""
    database = Database(f"sqlite:///{stage.file}")
    async with database.engine.begin() as connection:
        found = [(await connection.execute(table.select())).all() for table in (tables.rooms, tables.players)]
    await database.close()
    return {row.workspace for rows in found for row in rows}


def key_of(stage: Stage) -> str:
    assert stage.team.enterprise
    return f"{stage.team.enterprise.id}:{stage.team.id}"


@pytest.mark.usefixtures("bot")
async def test_whatever_a_person_uses_is_in_the_same_workspace(stage: Stage) -> None:
    board = await stage.begin("play who:me tries:0")
    await stage.guess(board, "0123")
    await stage.shows(board, "1  0123  ")
    await stage.ann.reply(board, "4567")
    await stage.shows(board, "2  4567  ")
    await stage.ann.command(stage.games, "/hitblow", "guess 0456")
    await stage.shows(board, "3  0456  ")
    await stage.ann.click(await stage.home(), "Guess")
    await stage.slack.until(lambda: stage.ann.views)
    await stage.ann.submit(stage.ann.view, code="0789")
    await stage.shows(board, "4  0789  ")
    await stage.ann.click(await stage.home(), "Give up")
    await stage.ann.click(await stage.asked(direct=True), "Give up")
    await stage.shows(board, "Given up")
    assert await workspaces(stage) == {key_of(stage)}


@pytest.mark.usefixtures("bot")
async def test_the_language_chosen_on_the_home_tab_is_spoken_in_the_channel(stage: Stage) -> None:
    await stage.ann.choose(await stage.home(), "language", "ja")
    await stage.slack.until(lambda: "成績" in str(stage.ann.home))
    assert "推理" in await stage.told("help")
    assert await workspaces(stage) == {key_of(stage)}


def without_team(stage: Stage, payload: Json) -> Json:
    """An interaction of somebody whose own workspace is another one; Slack leaves the place's out."""
    assert stage.team.enterprise
    payload |= {"team": None, "enterprise": {"id": stage.team.enterprise.id, "name": "Grid"}}
    payload["user"]["team_id"] = "T0ELSEWHERE"
    return payload


@pytest.mark.parametrize("bot", [True], indirect=True, ids=["organisation"])
@pytest.mark.usefixtures("bot")
async def test_interactions_that_do_not_name_their_workspace_are_in_the_right_one(stage: Stage) -> None:
    board, deliver = await stage.begin("play who:me"), stage.slack.deliveries.interaction
    await deliver(without_team(stage, payloads.action(stage.ann, board, board.element("Guess"), {})))
    await stage.slack.until(lambda: stage.ann.views)
    view = stage.ann.view
    view.values = {"entered": {"code": {"type": "plain_text_input", "value": "0123"}}}
    await deliver(without_team(stage, payloads.submission(stage.ann, view)))
    await stage.shows(board, "0123  ")
    home = await stage.home()
    await deliver(without_team(stage, payloads.action(stage.ann, home, home.element("Give up"), {})))
    question = await stage.asked(direct=True)
    await deliver(without_team(stage, payloads.action(stage.ann, question, question.element("Give up"), {})))
    await stage.shows(board, "Given up")
    assert await workspaces(stage) == {key_of(stage)}


@pytest.mark.usefixtures("bot")
async def test_a_form_opened_before_an_update_still_works(stage: Stage) -> None:
    board = await stage.begin("play")
    await stage.ann.click(board, "Guess")
    await stage.slack.until(lambda: stage.ann.views)
    view = stage.ann.view
    view.body["private_metadata"] = view.body["private_metadata"].rpartition("/")[2]
    await stage.ann.submit(view, code="0123")
    await stage.shows(board, "0123  ")
