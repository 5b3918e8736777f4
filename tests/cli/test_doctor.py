"""`hitblow doctor`, with real faults, and platforms on this machine."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.main import main
from tests.fakes.discord import LoopbackDiscord
from tests.fakes.slack import LoopbackSlack
from tests.support.storage import migrated


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def database(home: Path) -> Path:
    file = migrated(home / "games.db")
    file.chmod(0o600)
    return file


@pytest.fixture
async def discord() -> AsyncIterator[dict[str, str]]:
    """The settings for a Discord that accepts the token."""
    async with LoopbackDiscord() as loopback:
        loopback.expect_error(0)
        yield {"HITBLOW_DISCORD_TOKEN": loopback.token, "HITBLOW_DISCORD_API_URL": loopback.api_url}


@pytest.fixture
async def slack() -> AsyncIterator[dict[str, str]]:
    """The settings for a Slack that accepts the tokens."""
    async with LoopbackSlack() as loopback:
        yield {
            "HITBLOW_SLACK_BOT_TOKEN": loopback.workspace("acme").bot_token,
            "HITBLOW_SLACK_APP_TOKEN": loopback.app_token,
            "HITBLOW_SLACK_API_URL": loopback.api_url,
        }


def examine(*arguments: str, lang: str = "en", **settings: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *arguments], env={"HITBLOW_LANG": lang, **settings})


async def served(**settings: str) -> Result:
    """The report while the platforms are served by the event loop of the test."""
    return await asyncio.to_thread(lambda: examine("--db", "games.db", **settings))


def problems(result: Result) -> list[str]:
    return [line.removeprefix("[!!] ") for line in result.stdout.splitlines() if line.startswith("[!!]")]


def test_nothing_must_be_done_before_the_first_start(home: Path) -> None:
    result = examine()
    assert (result.exit_code, problems(result)) == (0, [])
    assert f"'{home}/data/hitblow/hitblow.db' is new" in result.stdout
    assert result.stdout.endswith("0 problems found.\n")
    assert not list(home.iterdir())


@pytest.mark.usefixtures("database")
async def test_an_installation_without_faults_has_no_problems(discord: dict[str, str], slack: dict[str, str]) -> None:
    result = await served(**discord, **slack)
    assert (result.exit_code, problems(result)) == (0, [])
    for told in (
        "is up to date",
        "Discord accepts the token",
        "Slack accepts the token, as hitblow (acme)",
    ):
        assert told in result.stdout


@pytest.mark.usefixtures("database")
async def test_tokens_that_are_refused_are_named_and_not_shown(discord: dict[str, str], slack: dict[str, str]) -> None:
    wrong = {"HITBLOW_DISCORD_TOKEN": "hunter2", "HITBLOW_SLACK_BOT_TOKEN": "hunter3"}
    result = await served(**{**discord, **slack, **wrong})
    assert result.exit_code == 1
    assert [line.partition(" ")[0] for line in problems(result)] == ["Discord", "Slack"]
    assert all(f"'{setting}'" in result.stdout for setting in wrong)
    assert "hunter" not in result.stdout


@pytest.mark.usefixtures("database")
def test_a_platform_that_cannot_be_reached_is_named() -> None:
    settings = {"HITBLOW_DISCORD_TOKEN": "token", "HITBLOW_DISCORD_API_URL": "http://127.0.0.1:9/"}
    result = examine("--db", "games.db", **settings)
    assert (result.exit_code, len(problems(result))) == (1, 1)
    assert "Discord cannot be reached" in problems(result)[0]


@pytest.mark.usefixtures("database")
def test_settings_that_belong_together_are_named() -> None:
    [problem] = problems(examine("--db", "games.db", HITBLOW_SLACK_BOT_TOKEN="xoxb-1"))  # no real one
    assert "HITBLOW_SLACK_APP_TOKEN" in problem


@pytest.mark.usefixtures("database")
def test_mistyped_and_unreadable_settings_are_named(home: Path) -> None:
    (home / ".env").write_text("HITBLOW_DISCRD_TOKEN=hunter2\nHITBLOW_NONSENSE=1\n", "utf-8")
    (home / ".env").chmod(0o600)
    found = problems(examine("--db", "games.db", HITBLOW_SLACK_PORT="abc"))
    assert found == [
        "There is no 'HITBLOW_DISCRD_TOKEN'. Did you mean 'HITBLOW_DISCORD_TOKEN'?",
        "There is no setting 'HITBLOW_NONSENSE'.",
        "'HITBLOW_SLACK_PORT' must be 1 to 65535.",
    ]


@pytest.mark.usefixtures("database")
def test_settings_of_platforms_that_cannot_be_read_are_named_without_asking_the_platforms() -> None:
    settings = {"HITBLOW_DISCORD_TOKEN": "token", "HITBLOW_DISCORD_SHARDS": "four", "HITBLOW_SLACK_CLIENT_ID": "1"}
    secrets = {"HITBLOW_SLACK_CLIENT_SECRET": "s", "HITBLOW_SLACK_SIGNING_SECRET": "s"}
    shards, keys = problems(examine("--db", "games.db", **settings, **secrets, HITBLOW_SLACK_TOKEN_KEYS="hunter2"))
    assert "'four' is no range of shards" in shards
    assert "'HITBLOW_SLACK_TOKEN_KEYS'" in keys


def test_every_group_is_examined_although_others_have_faults() -> None:
    """A setting, the database, and both platforms."""
    tokens = {"HITBLOW_DISCORD_TOKEN": "hunter2", "HITBLOW_SLACK_BOT_TOKEN": "hunter3"}
    found = examine(HITBLOW_HEALTH_PORT="abc", HITBLOW_DATABASE_URL="gone.db", HITBLOW_DISCORD_SHARDS="four", **tokens)
    expected = ("'HITBLOW_HEALTH_PORT'", "There is no database 'gone.db'", "'four'", "'HITBLOW_SLACK_APP_TOKEN'")
    assert [told in problem for told, problem in zip(expected, problems(found), strict=True)] == [True] * 4


def test_files_that_others_can_read_are_named(home: Path, database: Path) -> None:
    (home / ".env").touch(0o644)
    database.chmod(0o640)
    found = problems(examine("--db", "games.db"))
    assert found == [
        "Other users can use '.env': run 'chmod 600'.",
        "Other users can use 'games.db': run 'chmod 600'.",
    ]


def test_a_damaged_database_is_reported_with_its_cause(database: Path) -> None:
    content = bytearray(database.read_bytes())
    content[3 * 4096 : 6 * 4096] = b"\xff" * (3 * 4096)
    database.write_bytes(content)
    result = examine("--db", "games.db")
    assert result.exit_code == 1
    assert "The database is damaged" in problems(result)[0]


def test_a_database_of_another_program_is_reported(home: Path) -> None:
    with sqlite3.connect(home / "games.db") as foreign:
        foreign.execute("CREATE TABLE customers (id INTEGER)")
    foreign.close()
    [problem, *_] = problems(examine("--db", "games.db"))
    assert "another program" in problem


@pytest.mark.usefixtures("database")
def test_doctor_changes_nothing(home: Path, database: Path) -> None:
    def tables() -> list[tuple[str]]:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()

    before = tables()
    examine("--db", "games.db")
    assert tables() == before
    assert (home / "games.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "address", ["postgres//ann:hunter2@localhost/hitblow", "postgresql://ann:hunter2@127.0.0.1:9/x"]
)
def test_a_wrong_address_is_reported_without_its_password(address: str, home: Path) -> None:
    result = examine("--db", address)
    assert (result.exit_code, len(problems(result))) == (1, 1)
    assert "hunter2" not in result.output
    assert not list(home.iterdir())


def test_the_report_is_in_japanese_too() -> None:
    result = examine(lang="ja")
    assert result.stdout.endswith("見つかった問題: 0件\n")
