"""Many workspaces: installing, leaving, coming back, and seeing nothing of one another."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from slack_sdk.oauth.installation_store.sqlalchemy import AsyncSQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.sqlalchemy import AsyncSQLAlchemyOAuthStateStore
from sqlalchemy import MetaData, Table, select

from bot.persistence.database import Database
from bot.persistence.tables import slack as slack_tables
from bot.persistence.tables.every import metadata
from bot.persistence.tables.games import bot_workspaces
from bot.platforms.common.errors import SettingsMissing, TokenKeyInvalid
from bot.platforms.slack import oauth
from bot.platforms.slack.bot import SlackBot
from bot.platforms.slack.settings import OPTIONAL_SCOPES, SCOPES
from tests.fakes.slack import Channel, NotAcknowledged, User, install, payloads
from tests.platforms.slack.harness import ConnectionType, Harness
from tests.support.sentences import solved


@pytest.fixture
def connection_type() -> ConnectionType:
    return "http"


@pytest.fixture
def installed() -> bool:
    return False


def url_of(bot: SlackBot) -> str:
    return f"http://127.0.0.1:{bot.port}/slack/install"


@pytest.mark.parametrize("missing", ["client_id", "client_secret", "signing_secret", "token_keys"])
async def test_it_does_not_start_without_one_of_the_settings_for_many_workspaces(
    harness: Harness, missing: str
) -> None:
    given: dict[str, Any] = {"client_id": harness.slack.client_id, "client_secret": harness.slack.client_secret}
    given[missing] = None
    with pytest.raises(TokenKeyInvalid if missing == "token_keys" else SettingsMissing):
        await harness.bot(**given).__aenter__()
    assert not harness.slack.network.exchanges


async def test_a_workspace_installs_plays_leaves_and_comes_back_to_its_game(harness: Harness, bot: SlackBot) -> None:
    assert (await install(harness.ann, url_of(bot))).status == 200
    board = await harness.start_game("play")
    await harness.team.uninstall()
    assert (await install(harness.ann, url_of(bot))).status == 200
    await harness.until_after(harness.ann.reply(board, "3102"), lambda: solved("Ann") in str(harness.games))


async def test_it_asks_for_the_scopes_it_explains(harness: Harness, bot: SlackBot) -> None:
    await install(harness.ann, url_of(bot))
    assert harness.team.installation
    assert harness.team.installation.scopes == {*SCOPES, *OPTIONAL_SCOPES}


async def test_word_of_a_removal_that_comes_late_leaves_the_new_installation(harness: Harness, bot: SlackBot) -> None:
    await install(harness.ann, url_of(bot))
    late = harness.team.remove_app()
    for event in late:
        event["event_time"] -= 60
    await install(harness.ann, url_of(bot))
    for event in late:
        await harness.slack.deliveries.event(event)
    await harness.slack.idle()
    await harness.start_game("play")


async def test_after_a_removal_nothing_is_kept_of_its_token(harness: Harness) -> None:
    async with harness.bot(client_id=harness.slack.client_id, client_secret=harness.slack.client_secret) as bot:
        await install(harness.ann, url_of(bot))
        assert await _rows(harness, slack_tables.slack_bots) == 1
        await harness.team.uninstall()
    assert await _rows(harness, slack_tables.slack_bots) == 0
    assert await _rows(harness, slack_tables.slack_installations) == 0


@pytest.mark.parametrize("is_organisation", [False, True], ids=["workspace", "organisation"])
async def test_a_removal_is_recorded_at_once(harness: Harness, *, is_organisation: bool) -> None:
    team = harness.slack.workspace("one", enterprise=harness.slack.enterprise("Grid"), installed=False)
    async with harness.bot(client_id=harness.slack.client_id, client_secret=harness.slack.client_secret) as bot:
        await install(team.user("Ann"), url_of(bot), org_wide=is_organisation)
        assert team.enterprise
        await team.uninstall()
    assert await _left(harness) == [f"{team.enterprise.id}:{'' if is_organisation else team.id}"]


async def test_revoked_tokens_of_people_leave_the_installation(harness: Harness, bot: SlackBot) -> None:
    await install(harness.ann, url_of(bot))
    assert harness.team.installation
    await harness.slack.deliveries.event(payloads.tokens_revoked(harness.team, harness.team.installation, harness.ann))
    await harness.slack.idle()
    await harness.start_game("play")


async def test_the_state_of_an_unfinished_installation_is_deleted_while_the_bot_runs(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oauth, "CLEANING_SECONDS", 0.05)
    states, now = slack_tables.slack_oauth_states, datetime.now(UTC).replace(tzinfo=None)  # as slack_sdk keeps them
    database = Database(f"sqlite:///{harness.file}")
    async with harness.bot(client_id=harness.slack.client_id, client_secret=harness.slack.client_secret):
        async with database.engine.begin() as connection:
            for state, age in (("old", timedelta(days=1)), ("new", timedelta(days=-1))):
                await connection.execute(states.insert().values(state=state, expire_at=now - age))
        async with asyncio.timeout(30):
            while await _rows(harness, states) > 1:  # noqa: ASYNC110  # nothing tells when it is gone
                await asyncio.sleep(0.05)
        async with database.engine.begin() as connection:
            assert [row.state for row in await connection.execute(states.select())] == ["new"]
    await database.close()


async def test_a_second_workspace_sees_nothing_of_the_first(harness: Harness, bot: SlackBot) -> None:
    beta = harness.slack.workspace("beta", installed=False)
    carl, lobby = beta.user("Carl"), beta.channel("lobby")
    await install(harness.ann, url_of(bot))
    await install(carl, url_of(bot))
    await harness.start_game("play")
    assert "No game" in await _asked(harness, carl, "guess 0123", lobby)
    assert "There is no" in await _asked(harness, carl, f"stats {harness.ann.id}", lobby)
    assert not lobby.messages
    assert (await harness.start_game("play", carl, lobby)).user_id == beta.bot_user_id != harness.team.bot_user_id


async def test_somebody_in_two_workspaces_of_an_organisation_is_one_person(harness: Harness, bot: SlackBot) -> None:
    grid = harness.slack.enterprise("Grid")
    one, two = (harness.slack.workspace(name, enterprise=grid, installed=False) for name in ("one", "two"))
    ann = one.user("Ann")
    await install(ann, url_of(bot), org_wide=True)
    here, there = one.channel("here"), two.channel("there")
    again = two.user("Ann", id=ann.id)
    board = await harness.start_game("play", ann, here)
    await harness.shown_after(ann.reply(board, "3102"), board, solved("Ann"))
    assert "games 1" in await _asked(harness, again, "stats", there)
    assert "games 1" in await _asked(harness, ann, "stats", here)
    await _asked(harness, ann, "settings language:ja", here)
    assert "成績" in await _asked(harness, again, "stats", there)


@pytest.mark.logs_errors
async def test_a_workspace_that_has_left_is_told_to_install_again(harness: Harness, bot: SlackBot) -> None:
    await install(harness.ann, url_of(bot))
    grant = harness.team.installation
    await harness.team.uninstall()
    harness.team.own_installation = grant  # somebody's client does not know yet
    assert bot._installations
    while await bot._installations.bot_token(harness.team.id):  # noqa: ASYNC110  # nothing tells when it is gone
        await asyncio.sleep(0.01)
    await harness.told_after(harness.ann.command(harness.games, "/hitblow", "play"), harness.ann, "no longer installed")


@pytest.mark.parametrize("wrong", [{"secret": "guessed"}, {"age": 301.0}], ids=["forged", "stale"])
async def test_requests_without_a_current_signature_of_slack_are_refused_and_do_nothing(
    harness: Harness, bot: SlackBot, wrong: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    await install(harness.ann, url_of(bot))
    http = harness.slack.use_http(f"http://127.0.0.1:{bot.port}/slack/events")
    with http.signing(**wrong), pytest.raises(NotAcknowledged) as refused:  # type: ignore[arg-type] # its two arguments
        await harness.ann.command(harness.games, "/hitblow", "versus secret:7391")
    assert refused.value.status == 401
    await harness.slack.idle()
    assert not harness.games.messages
    assert not harness.ann.ephemeral
    assert "7391" not in caplog.text


def test_the_tables_are_those_that_slack_sdk_would_make() -> None:
    theirs = MetaData()
    store, states = AsyncSQLAlchemyInstallationStore, AsyncSQLAlchemyOAuthStateStore
    made = (
        store.build_installations_table(theirs, "slack_installations"),
        store.build_bots_table(theirs, "slack_bots"),
        states.build_oauth_states_table(theirs, "slack_oauth_states"),
    )
    for table in made:
        ours = _columns(metadata.tables[table.name])
        for column, (kind, nullable) in _columns(table).items():
            is_encrypted = column.endswith("_token") or column == "incoming_webhook_url"
            assert ours.pop(column) == (f"VARCHAR({slack_tables.ENCRYPTED_LENGTH})" if is_encrypted else kind, nullable)
        assert not ours


async def _rows(harness: Harness, table: Table) -> int:
    database = Database(f"sqlite:///{harness.file}")
    async with database.engine.begin() as connection:
        rows = (await connection.execute(table.select())).all()
    await database.close()
    return len(rows)


def _columns(table: Table) -> dict[str, tuple[str, bool]]:
    return {column.name: (str(column.type), bool(column.nullable)) for column in table.columns}


async def _asked(harness: Harness, person: User, text: str, channel: Channel) -> str:
    before = len(person.ephemeral)
    await person.command(channel, "/hitblow", text)
    return str((await harness.slack.until(lambda: person.ephemeral[before:]))[0])


async def _left(harness: Harness) -> list[str]:
    """The workspaces that are recorded to have removed the bot."""
    database = Database(f"sqlite:///{harness.file}")
    left = select(bot_workspaces.c.workspace).where(bot_workspaces.c.left_at.is_not(None))
    found: list[str] = await database.run(lambda connection: list(connection.scalars(left)))
    await database.close()
    return found
