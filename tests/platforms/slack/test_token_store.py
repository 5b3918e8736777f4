"""Tokens of installations: encrypted, renewed with newer keys, and gone from the files after an uninstallation."""

import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.oauth.installation_store import Installation
from sqlalchemy import select

from bot.locales import LANGUAGES
from bot.persistence.database import Database
from bot.persistence.tables.slack import slack_bots, slack_installations
from bot.platforms.common.errors import TokenKeyInvalid, TokenKeyLost
from bot.platforms.slack.oauth import EncryptedInstallationStore, TokenCipher, new_token_key
from bot.platforms.slack.settings import SlackSettings
from bot.settings import Secret
from tests.fakes.slack import install
from tests.platforms.slack.harness import ConnectionType, Harness
from tests.support.storage import migrated

VARIABLE = "HITBLOW_SLACK_TOKEN_KEYS"
OLD, NEW = (urlsafe_b64encode(name.ljust(32)).decode() for name in (b"old", b"new"))
TOKENS = ("xoxb-bot", "xoxe-refresh-bot", "xoxp-user", "xoxe-refresh-user", "https://hooks.example.org/secret")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return migrated(tmp_path / "hitblow.db")


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = Database(f"sqlite:///{path}")
    yield opened
    await opened.close()


def cipher(*keys: str) -> TokenCipher:
    return TokenCipher(Secret(",".join(keys)), VARIABLE)


def store(database: Database, *keys: str) -> EncryptedInstallationStore:
    return EncryptedInstallationStore("app", database.engine, cipher(*keys))


def installation(user: str = "U1") -> Installation:
    bot_token, bot_refresh, user_token, user_refresh, webhook = TOKENS
    return Installation(
        app_id="A1",
        team_id="T1",
        user_id=user,
        bot_token=bot_token,
        bot_refresh_token=bot_refresh,
        user_token=user_token,
        user_refresh_token=user_refresh,
        incoming_webhook_url=webhook,
    )


async def found(tokens: EncryptedInstallationStore) -> tuple[str | None, ...]:
    bot = await tokens.async_find_bot(enterprise_id=None, team_id="T1")
    assert bot
    one = await tokens.async_find_installation(enterprise_id=None, team_id="T1", user_id="U1")
    assert one
    assert (bot.bot_token, bot.bot_refresh_token) == (one.bot_token, one.bot_refresh_token)
    return (one.bot_token, one.bot_refresh_token, one.user_token, one.user_refresh_token, one.incoming_webhook_url)


async def stored_texts(database: Database) -> str:
    async with database.engine.begin() as connection:
        rows = [(await connection.execute(select(table))).all() for table in (slack_bots, slack_installations)]
    return str(rows)


def occurrences(path: Path, text: str) -> int:
    """How often a text is in the files of a database."""
    return sum(file.read_bytes().count(text.encode()) for file in path.parent.glob(f"{path.name}*"))


async def test_tokens_are_encrypted_in_the_database_and_read_as_they_were(database: Database) -> None:
    tokens = store(database, OLD)
    await tokens.async_save(installation())
    assert await found(tokens) == TOKENS
    text = await stored_texts(database)
    assert text.count("fernet:") == 2 + 5
    assert not any(token in text for token in TOKENS)


async def test_saving_does_not_change_the_installation_of_the_caller(database: Database) -> None:
    given = installation()
    await store(database, OLD).async_save(given)
    assert given.bot_token == TOKENS[0]


async def test_tokens_in_plain_text_are_read_and_then_encrypted(database: Database) -> None:
    plain: dict[str, Any] = {
        "client_id": "app",
        "app_id": "A1",
        "team_id": "T1",
        "bot_token": TOKENS[0],
        "bot_id": "B1",
    }
    plain |= {"bot_user_id": "U0", "bot_scopes": "", "is_enterprise_install": False}
    async with database.engine.begin() as connection:
        await connection.execute(slack_bots.insert().values(**plain, installed_at=INSTALLED_AT))
    tokens = store(database, OLD)
    bot = await tokens.async_find_bot(enterprise_id=None, team_id="T1")
    assert bot
    assert bot.bot_token == TOKENS[0]
    assert await tokens.reencrypt_tokens() == 1
    assert TOKENS[0] not in await stored_texts(database)
    again = await tokens.async_find_bot(enterprise_id=None, team_id="T1")
    assert again
    assert again.bot_token == TOKENS[0]


INSTALLED_AT = datetime(2026, 1, 1)  # noqa: DTZ001  # slack_sdk keeps naive times


async def test_a_newer_key_replaces_an_older_one(database: Database) -> None:
    await store(database, OLD).async_save(installation())
    both = store(database, NEW, OLD)
    assert await found(both) == TOKENS
    assert await both.reencrypt_tokens() == 2
    assert await both.reencrypt_tokens() == 0
    assert await found(store(database, NEW)) == TOKENS


async def test_a_key_that_is_missing_is_named_and_nothing_is_changed(database: Database) -> None:
    await store(database, OLD).async_save(installation())
    before = await stored_texts(database)
    with pytest.raises(TokenKeyLost):
        await store(database, NEW).reencrypt_tokens()
    assert await stored_texts(database) == before


@pytest.mark.parametrize("keys", ["", "hunter2", f"{OLD},", f"{OLD},hunter2", OLD[:-4]])
def test_an_invalid_key_is_refused_without_being_repeated(keys: str) -> None:
    with pytest.raises(TokenKeyInvalid) as refused:
        cipher(keys)
    for words in LANGUAGES.values():
        sentence = refused.value.explain(words)
        assert VARIABLE in sentence
        assert "hunter2" not in sentence
    assert refused.value.__suppress_context__


def test_a_new_key_encrypts_and_decrypts() -> None:
    one, another = (cipher(new_token_key()) for _ in range(2))
    assert one.decrypt(one.encrypt("text")) == "text"
    with pytest.raises(TokenKeyLost):
        another.decrypt(one.encrypt("text"))


def test_many_workspaces_need_a_key_and_one_does_not() -> None:
    oauth: dict[str, Any] = {"client_id": "1", "client_secret": "2", "signing_secret": "3"}
    with pytest.raises(TokenKeyInvalid) as missing:
        SlackSettings(**oauth).check()
    assert all(VARIABLE in missing.value.explain(words) for words in LANGUAGES.values())
    SlackSettings(**oauth, token_keys=Secret(OLD)).check()
    SlackSettings(bot_token=Secret("xoxb"), app_token=Secret("xapp")).check()


@pytest.fixture
def connection_type() -> ConnectionType:
    return "http"


@pytest.fixture
def installed() -> bool:
    return False


async def test_after_an_uninstallation_no_file_has_the_token_in_any_form(harness: Harness) -> None:
    settings: dict[str, Any] = {"client_id": harness.slack.client_id, "client_secret": harness.slack.client_secret}
    another = sqlite3.connect(
        harness.file
    )  # so that SQLite does not empty its log because the last one closes the file
    another.execute("SELECT count(*) FROM slack_bots").fetchone()
    async with harness.bot(**settings) as bot:
        await install(harness.ann, f"http://127.0.0.1:{bot.port}/slack/install")
        assert harness.team.installation
        assert occurrences(harness.file, "fernet:") > 0
        assert occurrences(harness.file, harness.team.bot_token) == 0
        await harness.team.uninstall()
    assert occurrences(harness.file, "fernet:") == 0
    another.close()


async def test_tokens_in_plain_text_are_deleted_from_the_files_when_the_bot_starts(harness: Harness) -> None:
    settings: dict[str, Any] = {"client_id": harness.slack.client_id, "client_secret": harness.slack.client_secret}
    database = Database(f"sqlite:///{harness.file}")
    row: dict[str, Any] = {
        "client_id": harness.slack.client_id,
        "app_id": "A1",
        "team_id": "T9",
        "bot_token": "xoxb-canary",
    }
    row |= {
        "bot_token": "xoxb-canary",
        "bot_id": "B1",
        "bot_user_id": "U0",
        "bot_scopes": "",
        "is_enterprise_install": False,
    }
    async with database.engine.begin() as connection:
        await connection.execute(slack_bots.insert().values(**row, installed_at=INSTALLED_AT))
    await database.close()
    assert occurrences(harness.file, "xoxb-canary") > 0
    async with harness.bot(**settings):
        assert occurrences(harness.file, "xoxb-canary") == 0
        assert occurrences(harness.file, "fernet:") == 1
