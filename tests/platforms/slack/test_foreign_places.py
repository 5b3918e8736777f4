"""What Slack delivers for one workspace does nothing in another, whatever place it names."""

from typing import Any

import pytest

from bot.persistence.database import Database
from bot.persistence.tables import games as tables
from bot.platforms.common.buttons import ButtonAction
from bot.platforms.slack.bot import SlackBot
from bot.platforms.slack.home import LANGUAGE_MENU
from tests.fakes.loopback import Json
from tests.fakes.slack import Message, User, install, payloads
from tests.fakes.slack.blocks import elements
from tests.platforms.slack.stage import Stage, Way

GUESS = ButtonAction("guess", {"code": "0456"})


@pytest.fixture
def way() -> Way:
    return "http"


@pytest.fixture
def installed() -> bool:
    return False


@pytest.fixture
async def board(stage: Stage, bot: SlackBot) -> Message:
    """The board of a game in Ann's workspace."""
    await install(stage.ann, f"http://127.0.0.1:{bot.port}/slack/install")
    return await stage.begin("play")


@pytest.fixture
async def eve(stage: Stage, bot: SlackBot) -> User:
    """Somebody in another workspace that has the bot."""
    eve = stage.slack.workspace("beta", installed=False).user("Eve")
    await install(eve, f"http://127.0.0.1:{bot.port}/slack/install")
    return eve


async def pressed(stage: Stage, person: User, **changes: Any) -> None:
    """A button is pressed on somebody's Home; the action is changed first."""
    home = await stage.home(person)
    payload = payloads.action(person, home, next(elements(home.blocks)), {})
    payload["actions"][0] |= changes
    await stage.slack.deliveries.interaction(payload)
    await stage.slack.quiet()


async def submitted(stage: Stage, person: User, metadata: str, values: Json) -> None:
    """A modal with this metadata is submitted."""
    await person.command(person.team.channel("lobby"), "/hitblow", "host")
    await stage.slack.until(lambda: person.views)
    person.view.body["private_metadata"] = metadata
    person.view.values = values
    await stage.slack.deliveries.interaction(payloads.submission(person, person.view))
    await stage.slack.quiet()


async def members(stage: Stage) -> set[str]:
    """The people who have used the bot in Ann's workspace."""
    database = Database(f"sqlite:///{stage.file}")
    async with database.engine.begin() as connection:
        rows = (await connection.execute(tables.players.select())).all()
    await database.close()
    return {row.user for row in rows if row.workspace == stage.team.id}


async def test_a_button_acts_in_its_own_workspace_only(stage: Stage, board: Message, eve: User) -> None:
    before = str(board)
    await pressed(stage, eve, value=GUESS.encode(), block_id=f"q@{stage.team.id}/{stage.games.id}")
    assert str(board) == before
    assert await members(stage) == {stage.ann.id}


async def test_a_form_acts_in_its_own_workspace_only(stage: Stage, board: Message, eve: User) -> None:
    before = str(board)
    metadata = f"{stage.team.id}/{stage.games.id} {ButtonAction('guess', prompts_for='code').encode()}"
    await submitted(stage, eve, metadata, {"entered": {"code": {"type": "plain_text_input", "value": "0456"}}})
    assert str(board) == before
    assert await members(stage) == {stage.ann.id}


@pytest.mark.usefixtures("board")
async def test_a_language_is_chosen_in_ones_own_workspace_only(stage: Stage, eve: User) -> None:
    chosen = {"selected_option": {"value": "ja"}, "action_id": LANGUAGE_MENU, "type": "static_select"}
    await pressed(stage, eve, block_id=f"language@{stage.team.id}/{stage.games.id}", **chosen)
    assert await members(stage) == {stage.ann.id}


async def test_the_same_button_acts_in_the_workspace_that_it_names(stage: Stage, board: Message) -> None:
    await pressed(stage, stage.ann, value=GUESS.encode(), block_id=f"q@{stage.team.id}/{stage.games.id}")
    await stage.shows(board, "0456  ")
