"""Workspaces of an organisation, in which the app is installed one by one or everywhere at once."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.persistence.database import Database
from bot.persistence.tables import games as tables
from bot.platforms.slack.bot import SlackBot
from tests.fakes.loopback import Json
from tests.fakes.slack import LoopbackSlack, install, payloads
from tests.fakes.slack.blocks import elements
from tests.fakes.slack.views import selected
from tests.platforms.slack.harness import ConnectionType, Harness, set_up


@pytest.fixture
def connection_type() -> ConnectionType:
    return "http"


@pytest.fixture
def harness(slack: LoopbackSlack, connection_type: ConnectionType, tmp_path: Path) -> Harness:
    """A harness in one of two workspaces of an organisation."""
    harness = set_up(slack, connection_type, tmp_path / "games.db", installed=False)
    harness.team = slack.workspace("one", enterprise=slack.enterprise("Grid"), installed=False)
    harness.games, harness.ann, harness.bob = (
        harness.team.channel("games"),
        harness.team.user("Ann"),
        harness.team.user("Bob"),
    )
    slack.organisation_in_views = True
    return harness


@pytest.fixture(params=[False, True], ids=["one workspace", "organisation"])
async def bot(harness: Harness, request: pytest.FixtureRequest) -> AsyncIterator[SlackBot]:
    async with harness.bot(client_id=harness.slack.client_id, client_secret=harness.slack.client_secret) as bot:
        await install(harness.ann, f"http://127.0.0.1:{bot.port}/slack/install", org_wide=request.param)
        yield bot


async def workspaces(harness: Harness) -> set[str]:
    """The workspaces of all rooms and memberships."""
    database = Database(f"sqlite:///{harness.file}")
    async with database.engine.begin() as connection:
        found = [(await connection.execute(table.select())).all() for table in (tables.rooms, tables.memberships)]
    await database.close()
    return {row.workspace for rows in found for row in rows}


def key_of(harness: Harness) -> str:
    assert harness.team.enterprise
    return f"{harness.team.enterprise.id}:{harness.team.id}"


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_whatever_a_person_uses_is_in_the_same_workspace(harness: Harness) -> None:
    board = await harness.start_game("play who:me tries:0")
    await harness.guess(board, "0123", shows="1 0123 ")
    await harness.shown_after(harness.ann.reply(board, "4567"), board, "2 4567 ")
    await harness.shown_after(harness.ann.command(harness.games, "/hitblow", "guess 0456"), board, "3 0456 ")
    await harness.opened_by(harness.ann.click(await harness.home(), "Guess"))
    await harness.shown_after(harness.ann.submit(harness.ann.view, code="0789"), board, "4 0789 ")
    harness.ann.views.clear()
    await harness.ann.click(await harness.home(), "Give up")
    await harness.shown_after(harness.click_in_modal("Give up"), board, "Given up")
    assert await workspaces(harness) == {key_of(harness)}


@pytest.mark.usefixtures("bot")
async def test_the_language_chosen_on_the_home_tab_is_spoken_in_the_channel(harness: Harness) -> None:
    await harness.until_after(
        harness.ann.choose(await harness.home(), "language", "ja"), lambda: "成績" in str(harness.ann.home)
    )
    assert "推理" in await harness.private_reply("help")
    assert await workspaces(harness) == {key_of(harness)}


def without_team(harness: Harness, payload: Json) -> Json:
    """An interaction of somebody whose own workspace is another one; Slack leaves the place's out."""
    assert harness.team.enterprise
    payload |= {"team": None, "enterprise": {"id": harness.team.enterprise.id, "name": "Grid"}}
    payload["user"]["team_id"] = "T0ELSEWHERE"
    return payload


@pytest.mark.parametrize("bot", [True], indirect=True, ids=["organisation"])
@pytest.mark.usefixtures("bot")
async def test_interactions_that_do_not_name_their_workspace_are_in_the_right_one(harness: Harness) -> None:
    board, deliver = await harness.start_game("play who:me"), harness.slack.deliveries.interaction
    view = await harness.opened_by(
        deliver(without_team(harness, payloads.action(harness.ann, board, board.element("Guess"), {})))
    )
    view.values = {"entered": {"code": {"type": "plain_text_input", "value": "0123"}}}
    await harness.shown_after(deliver(without_team(harness, payloads.submission(harness.ann, view))), board, "0123 ")
    home = await harness.home()
    harness.ann.views.clear()
    menu = next(each for each in elements(home.blocks) if each.body["type"] == "overflow")
    chosen = selected(menu, "Give up")
    question = await harness.opened_by(deliver(without_team(harness, payloads.action(harness.ann, home, menu, chosen))))
    await harness.shown_after(
        deliver(without_team(harness, payloads.action(harness.ann, question, question.element("Give up"), {}))),
        board,
        "Given up",
    )
    assert await workspaces(harness) == {key_of(harness)}


@pytest.mark.usefixtures("bot")
async def test_a_form_opened_before_an_update_still_works(harness: Harness) -> None:
    board = await harness.start_game("play")
    view = await harness.opened_by(harness.ann.click(board, "Guess"))
    view.body["private_metadata"] = view.body["private_metadata"].rpartition("/")[2]
    await harness.shown_after(harness.ann.submit(view, code="0123"), board, "0123 ")
