"""What `hitblow discord`, `slack` and `all` refuse before a platform is served, and what `hitblow doctor` finds."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.main import main
from bot.locales import LANGUAGES
from bot.settings import Settings
from tests.fakes.discord import LoopbackDiscord
from tests.fakes.slack import LoopbackSlack
from tests.support.storage import migrated

MANY_WORKSPACES = {
    "HITBLOW_SLACK_CLIENT_ID": "1",
    "HITBLOW_SLACK_CLIENT_SECRET": "secret",
    "HITBLOW_SLACK_SIGNING_SECRET": "secret",
}
"""Settings with which Slack is served in many workspaces, apart from the key of their tokens."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def server_file(tmp_path: Path) -> Path:
    """The file `x.db`, which a server does not create."""
    file = tmp_path / "x.db"
    file.touch()
    return file


def run(*arguments: str, **settings: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"HITBLOW_LANG": "en", **settings})


@pytest.mark.parametrize(
    ("command", "settings"),
    [
        ("discord", ["HITBLOW_DISCORD_TOKEN"]),
        ("discord invite", ["HITBLOW_DISCORD_TOKEN"]),
        ("slack", ["HITBLOW_SLACK_BOT_TOKEN", "HITBLOW_SLACK_CLIENT_ID"]),
        ("all", ["HITBLOW_DISCORD_TOKEN", "HITBLOW_SLACK_BOT_TOKEN"]),
    ],
)
def test_missing_settings_are_named(command: str, settings: list[str], tmp_path: Path) -> None:
    refused = run(*command.split())
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert all(setting in refused.stderr for setting in settings)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["slack", "all"])
@pytest.mark.parametrize("port", ["abc", "70000", "-1"])
def test_an_invalid_port_setting_is_named_in_one_line(command: str, port: str, tmp_path: Path) -> None:
    refused = run(command, HITBLOW_SLACK_PORT=port)
    sentence = "'HITBLOW_SLACK_PORT' must be 1 to 65535."
    assert (refused.exit_code, refused.stdout, refused.stderr) == (2, "", f"{sentence}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("HITBLOW_HEALTH_PORT", "abc", "'HITBLOW_HEALTH_PORT' must be 1 to 65535."),
        ("HITBLOW_LOG_FORMAT", "xml", "'HITBLOW_LOG_FORMAT' must be 'text' or 'json'."),
        ("HITBLOW_LANG", "jp", "'HITBLOW_LANG' must be 'en' or 'ja'."),
        (
            "HITBLOW_DISCORD_API_URL",
            "discord.example/api",
            "'HITBLOW_DISCORD_API_URL' must be 'https://...' or 'http://...'.",
        ),
        (
            "HITBLOW_DISCORD_GATEWAY_URL",
            "https://gateway.example",
            "'HITBLOW_DISCORD_GATEWAY_URL' must be 'wss://...' or 'ws://...'.",
        ),
    ],
)
def test_an_invalid_setting_of_the_server_is_named(setting: str, value: str, sentence: str) -> None:
    refused = run("discord", "--db", "x.db", **{"HITBLOW_DISCORD_TOKEN": "token", setting: value})
    assert (refused.exit_code, refused.stderr) == (2, f"{sentence}\n")


@pytest.mark.parametrize("command", ["discord", "db upgrade"])
@pytest.mark.parametrize(
    "address", ["postgres//ann:hunter2@localhost/hitblow", "postgrs://ann:hunter2@localhost/hitblow"]
)
def test_a_mistyped_address_is_refused_in_one_line_and_makes_no_file(
    command: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    refused = run(*command.split(), HITBLOW_DATABASE_URL=address, HITBLOW_DISCORD_TOKEN="token")  # no real one
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert "postgresql://USER:PASSWORD@HOST/NAME" in refused.stderr
    assert "hunter2" not in refused.stderr
    assert not [file for file in tmp_path.rglob("*") if "hunter2" in str(file)]
    assert refused.stderr == run(*command.split(), "--db", address, HITBLOW_DISCORD_TOKEN="token").stderr  # as above


@pytest.mark.parametrize(
    ("address", "cause"),
    [
        ("postgresql://ann:hunter2@localhost/hitblow?channel_binding=require", "unknown option channel_binding"),
        ("postgresql://ann:hunter2@localhost/hitblow?sslmode=on", "sslmode must be one of disable, allow"),
        ("sqlite:///x.db?nonsense=1", "unknown option nonsense"),
    ],
)
def test_an_unknown_option_of_an_address_is_named(address: str, cause: str, server_file: Path) -> None:
    refused = run("discord", HITBLOW_DATABASE_URL=address, HITBLOW_DISCORD_TOKEN="token")  # no real one
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert cause in refused.stderr
    assert "hunter2" not in refused.stderr
    assert list(server_file.parent.iterdir()) == [server_file]


@pytest.mark.parametrize(("lang", "text"), [("en", "Cannot read .env"), ("ja", ".env を読み込めません")])
def test_a_settings_file_that_is_no_text_is_named_in_one_line(lang: str, text: str) -> None:
    Path(".env").write_bytes(b"HITBLOW_DISCORD_TOKEN=hunter2\xff\xfe")
    refused = run("discord", HITBLOW_LANG=lang)
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert text in refused.stderr
    assert "hunter2" not in refused.stderr
    assert text in run("doctor", HITBLOW_LANG=lang).stdout


@pytest.mark.parametrize(
    ("setting", "value"),
    [("HITBLOW_DISCORD_TOKEN", "hun\nter2"), ("HITBLOW_DATABASE_URL", "postgresql://ann:hunter2@local\thost/x")],
)
@pytest.mark.parametrize("command", ["discord", "doctor"])
def test_a_value_with_a_line_break_is_named_without_being_shown(command: str, setting: str, value: str) -> None:
    refused = run(command, **{"HITBLOW_DISCORD_TOKEN": "token", setting: value})
    assert refused.exit_code == (2 if command == "discord" else 1)
    assert f"'{setting}' has a control character" in refused.output
    assert "ter2" not in refused.output


@pytest.mark.usefixtures("server_file")
def test_an_address_that_is_not_of_this_machine_is_told_with_its_cause() -> None:
    settings = {"HITBLOW_DISCORD_TOKEN": "token", "HITBLOW_HEALTH_PORT": "18080", "HITBLOW_HEALTH_HOST": "192.0.2.1"}
    refused = run("discord", "--db", "x.db", **settings)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "port 18080" in refused.stderr
    assert "The cause: " in refused.stderr


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_file_of_another_program_is_refused_with_its_cause(lang: str, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 200, "utf-8")
    refused = run("db", "upgrade", "--db", "letter.txt", HITBLOW_LANG=lang)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "DatabaseError: file is not a database" in refused.stderr
    assert "letter.txt" in refused.stderr


def test_the_option_overrides_an_invalid_port_setting() -> None:
    assert "HITBLOW_SLACK_BOT_TOKEN" in run("slack", "--port", "4000", HITBLOW_SLACK_PORT="http").stderr


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_an_invalid_port_option_is_refused(port: str) -> None:
    assert run("slack", "--port", port).exit_code == 2


@pytest.mark.parametrize("text", ["3-0/16", "16/16", "four"])
def test_shards_that_do_not_exist_are_refused_in_one_line(text: str, tmp_path: Path) -> None:
    settings = {"HITBLOW_DISCORD_TOKEN": "token"}
    by_option = run("discord", "--shards", text, **settings)
    by_setting = run("discord", **settings, HITBLOW_DISCORD_SHARDS=text)
    for refused in (by_option, by_setting):
        assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
        assert f"'{text}'" in refused.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("server_file")
def test_invalid_keys_are_refused_in_one_line_without_being_shown() -> None:
    refused = run("slack", "--db", "x.db", **MANY_WORKSPACES, HITBLOW_SLACK_TOKEN_KEYS="hunter2")
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert "'HITBLOW_SLACK_TOKEN_KEYS'" in refused.stderr
    assert "hunter2" not in refused.stderr


def test_the_setting_of_the_language_has_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang in LANGUAGES:
        monkeypatch.setenv("HITBLOW_LANG", f" {lang}\n")  # blanks around a value are no part of it
        assert Settings.read().lang == lang


@pytest.mark.usefixtures("server_file")
def test_a_platform_that_cannot_be_reached_is_named() -> None:
    settings = {"HITBLOW_DISCORD_TOKEN": "token", "HITBLOW_DISCORD_API_URL": "http://127.0.0.1:9/"}
    refused = run("discord", "--db", "x.db", **settings)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "Discord" in refused.stderr


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
def test_doctor_names_a_platform_that_cannot_be_reached() -> None:
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
    assert examine(lang="ja").stdout.endswith("見つかった問題: 0件\n")
