"""`hitblow discord`, `hitblow slack` and `hitblow all`: what is refused before a platform is served."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.main import main


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


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
@pytest.mark.parametrize("port", ["http", "70000", "-1"])
def test_an_invalid_port_setting_is_named(command: str, port: str) -> None:
    refused = run(command, HITBLOW_SLACK_PORT=port)
    assert refused.exit_code == 1
    assert "HITBLOW_SLACK_PORT" in refused.stderr


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
        assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
        assert f"'{text}'" in refused.stderr
    assert not list(tmp_path.iterdir())


def test_a_platform_that_cannot_be_reached_is_named() -> None:
    settings = {"HITBLOW_DISCORD_TOKEN": "token", "HITBLOW_DISCORD_API_URL": "http://127.0.0.1:9/"}
    refused = run("discord", "--db", "x.db", **settings)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "Discord" in refused.stderr
