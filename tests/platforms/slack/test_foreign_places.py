"""What Slack delivers for one workspace does nothing in another, whatever place it names."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.persistence.database import Database
from bot.persistence.tables.games import memberships, players
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.slack.bot import SlackBot
from bot.platforms.slack.home import LANGUAGE_MENU
from tests.fakes.loopback import Json
from tests.fakes.slack import Message, User, install, payloads
from tests.fakes.slack.blocks import elements
from tests.platforms.slack.harness import ConnectionType, Harness

GUESS = ButtonAction("guess", {"code": "0456"})


@pytest.fixture
def connection_type() -> ConnectionType:
    return "http"


@pytest.fixture
def installed() -> bool:
    return False


@pytest.fixture
async def board(harness: Harness, bot: SlackBot) -> Message:
    """The board of a game in Ann's workspace."""
    await install(harness.ann, f"http://127.0.0.1:{bot.port}/slack/install")
    return await harness.start_game("play")


@pytest.fixture
async def eve(harness: Harness, bot: SlackBot) -> User:
    """Somebody in another workspace that has the bot."""
    eve = harness.slack.workspace("beta", installed=False).user("Eve")
    await install(eve, f"http://127.0.0.1:{bot.port}/slack/install")
    return eve


async def pressed(harness: Harness, person: User, **changes: Any) -> None:
    """A button is pressed on somebody's Home; the action is changed first."""
    home = await harness.home(person)
    payload = payloads.action(person, home, next(elements(home.blocks)), {})
    payload["actions"][0] |= changes
    await harness.slack.deliveries.interaction(payload)
    await harness.slack.idle()


async def submitted(harness: Harness, person: User, metadata: str, values: Json) -> None:
    """A modal with this metadata is submitted."""
    await harness.opened_by(person.command(person.team.channel("lobby"), "/hitblow", "host"), person)
    person.view.body["private_metadata"] = metadata
    person.view.values = values
    await harness.slack.deliveries.interaction(payloads.submission(person, person.view))
    await harness.slack.idle()


async def members(harness: Harness) -> set[str]:
    """The people who have used the bot in Ann's workspace."""
    database = Database(f"sqlite:///{harness.file}")
    async with database.engine.begin() as connection:
        rows = (await connection.execute(select(players.c.user, memberships.c.workspace).join(memberships))).all()
    await database.close()
    return {row.user for row in rows if row.workspace == harness.team.id}


async def test_a_button_acts_in_its_own_workspace_only(harness: Harness, board: Message, eve: User) -> None:
    before = str(board)
    await pressed(harness, eve, value=GUESS.encode(), block_id=f"q@{harness.team.id}/{harness.games.id}")
    assert str(board) == before
    assert await members(harness) == {harness.ann.id}


async def test_a_form_acts_in_its_own_workspace_only(harness: Harness, board: Message, eve: User) -> None:
    before = str(board)
    metadata = f"{harness.team.id}/{harness.games.id} {ButtonAction('guess', prompts_for='code').encode()}"
    await submitted(harness, eve, metadata, {"entered": {"code": {"type": "plain_text_input", "value": "0456"}}})
    assert str(board) == before
    assert await members(harness) == {harness.ann.id}


@pytest.mark.usefixtures("board")
async def test_a_language_is_chosen_in_ones_own_workspace_only(harness: Harness, eve: User) -> None:
    chosen = {"selected_option": {"value": "ja"}, "action_id": LANGUAGE_MENU, "type": "static_select"}
    await pressed(harness, eve, block_id=f"language@{harness.team.id}/{harness.games.id}", **chosen)
    assert await members(harness) == {harness.ann.id}


async def test_the_same_button_acts_in_the_workspace_that_it_names(harness: Harness, board: Message) -> None:
    await harness.shown_after(
        pressed(harness, harness.ann, value=GUESS.encode(), block_id=f"q@{harness.team.id}/{harness.games.id}"),
        board,
        "0456 ",
    )
