"""OAuth of the loopback Slack with the unmodified bolt's pages and SQLAlchemy stores."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.oauth.installation_store.sqlalchemy import AsyncSQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.sqlalchemy import AsyncSQLAlchemyOAuthStateStore
from sqlalchemy.ext.asyncio import create_async_engine

from tests.fakes.example_slack_app import client_for, example_app, over_http
from tests.fakes.slack import LoopbackSlack, UnavailableAction, User, Workspace, install

SCOPES = ["chat:write", "commands", "users:read"]


@pytest.fixture
def team(slack: LoopbackSlack) -> Workspace:
    return slack.workspace("acme", installed=False)


@pytest.fixture
async def app(slack: LoopbackSlack, tmp_path: Path) -> AsyncIterator[AsyncApp]:
    engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path}/installations.db")
    installations = AsyncSQLAlchemyInstallationStore(slack.client_id, engine)
    states = AsyncSQLAlchemyOAuthStateStore(600, engine)
    async with engine.begin() as connection:
        await connection.run_sync(installations.metadata.create_all)
        await connection.run_sync(states.metadata.create_all)
    settings = AsyncOAuthSettings(
        client_id=slack.client_id,
        client_secret=slack.client_secret,
        scopes=SCOPES,
        installation_store=installations,
        state_store=states,
    )
    app = example_app(client_for(slack), oauth_settings=settings)
    app.enable_token_revocation_listeners()
    yield app
    await engine.dispose()


@pytest.fixture
async def install_url(slack: LoopbackSlack, app: AsyncApp) -> AsyncIterator[str]:
    async with over_http(slack, app) as http:
        yield http.url.replace("/slack/events", "/slack/install")


async def test_an_app_is_installed_used_removed_and_installed_again(
    slack: LoopbackSlack, ann: User, app: AsyncApp, install_url: str
) -> None:
    games = ann.team.channel("games")
    with pytest.raises(UnavailableAction, match="not installed in acme"):
        await ann.command(games, "/board")
    assert (await install(ann, install_url)).status == 200
    await ann.command(games, "/board")
    await slack.until(lambda: games.messages)
    first = ann.team.bot_token
    await ann.team.uninstall()
    await _forgotten(app, ann.team)
    assert (await install(ann, install_url)).status == 200
    assert ann.team.bot_token != first
    await ann.command(games, "/board")
    await slack.until(lambda: len(games.messages) == 2)


async def test_an_installation_grants_the_scopes_the_app_asks_for(ann: User, install_url: str) -> None:
    await install(ann, install_url)
    assert ann.team.installation
    assert ann.team.installation.scopes == set(SCOPES)


async def test_a_removal_sends_two_events_and_deletes_the_installation(
    ann: User, app: AsyncApp, install_url: str
) -> None:
    await install(ann, install_url)
    assert await _installation(app, ann.team)
    await ann.team.uninstall()
    await _forgotten(app, ann.team)


async def test_the_events_of_a_removal_can_arrive_after_the_next_installation(
    slack: LoopbackSlack, ann: User, app: AsyncApp, install_url: str
) -> None:
    await install(ann, install_url)
    late = ann.team.remove_app()
    await install(ann, install_url)
    for event in late:
        await slack.deliveries.event(event)
    await _forgotten(app, ann.team)


async def test_an_installation_can_be_denied(slack: LoopbackSlack, ann: User, install_url: str) -> None:
    page = await install(ann, install_url, deny=True)
    assert "access_denied" in page.text
    assert ann.team.installation is None
    assert slack.network.exchanges == []


async def test_each_workspace_has_its_own_token(slack: LoopbackSlack, ann: User, install_url: str) -> None:
    bob = slack.workspace("beta", installed=False).user("Bob")
    await install(ann, install_url)
    await install(bob, install_url)
    places = [person.team.channel("games") for person in (ann, bob)]
    await ann.command(places[0], "/board")
    await slack.until(lambda: places[0].messages)
    assert places[0].messages[0].user_id == ann.team.bot_user_id != bob.team.bot_user_id
    assert places[1].messages == []


async def test_an_org_wide_installation_covers_every_workspace_of_the_enterprise(
    slack: LoopbackSlack, install_url: str
) -> None:
    grid = slack.enterprise("Grid")
    one, two = (slack.workspace(name, enterprise=grid, installed=False) for name in ("one", "two"))
    ann = one.user("Ann")
    await install(ann, install_url, org_wide=True)
    assert one.bot_token == two.bot_token
    games = two.channel("games")
    await two.user("Ann", id=ann.id).command(games, "/board")
    await slack.until(lambda: games.messages)
    await two.uninstall()
    assert grid.installation is None


async def _installation(app: AsyncApp, team: Workspace) -> Installation | None:
    assert app.installation_store
    return await app.installation_store.async_find_installation(enterprise_id=None, team_id=team.id)


async def _forgotten(app: AsyncApp, team: Workspace) -> None:
    """Bolt acknowledges the two events before it acts on them."""
    async with asyncio.timeout(30):
        while await _installation(app, team):  # noqa: ASYNC110 - the store announces nothing
            await asyncio.sleep(0.01)
