"""`hitblow discord`, `hitblow slack` and `hitblow all`: what is refused before a platform is served."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.main import main
from bot.locales import LANGUAGES
from bot.settings import Settings

MANY_WORKSPACES = {
    "HITBLOW_SLACK_CLIENT_ID": "1",
    "HITBLOW_SLACK_CLIENT_SECRET": "secret",
    "HITBLOW_SLACK_SIGNING_SECRET": "secret",
}
"""Settings with which Slack is served in many workspaces, apart from the key of their tokens."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def database(tmp_path: Path) -> Path:
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
    settings = {"HITBLOW_DISCORD_TOKEN": "token", setting: value}
    refused = run("discord", "--db", "x.db", **settings)
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
def test_an_unknown_option_of_an_address_is_named(address: str, cause: str, database: Path) -> None:
    refused = run("discord", HITBLOW_DATABASE_URL=address, HITBLOW_DISCORD_TOKEN="token")  # no real one
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert cause in refused.stderr
    assert "hunter2" not in refused.stderr
    assert list(database.parent.iterdir()) == [database]


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


@pytest.mark.usefixtures("database")
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


@pytest.mark.usefixtures("database")
def test_invalid_keys_are_refused_in_one_line_without_being_shown() -> None:
    refused = run("slack", "--db", "x.db", **MANY_WORKSPACES, HITBLOW_SLACK_TOKEN_KEYS="hunter2")
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert "'HITBLOW_SLACK_TOKEN_KEYS'" in refused.stderr
    assert "hunter2" not in refused.stderr


def test_the_setting_of_the_language_has_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang in LANGUAGES:
        monkeypatch.setenv("HITBLOW_LANG", f" {lang}\n")  # blanks around a value are no part of it
        assert Settings.read().lang == lang


@pytest.mark.usefixtures("database")
def test_a_platform_that_cannot_be_reached_is_named() -> None:
    settings = {"HITBLOW_DISCORD_TOKEN": "token", "HITBLOW_DISCORD_API_URL": "http://127.0.0.1:9/"}
    refused = run("discord", "--db", "x.db", **settings)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "Discord" in refused.stderr
