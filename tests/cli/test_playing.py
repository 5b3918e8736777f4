"""The commands of the game as shell commands, and the database that they use."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.main import main
from bot.commands.catalogue import BY_NAME
from tests.support.sentences import allowed, left

TOKENS = {
    "HITBLOW_DISCORD_TOKEN": "token",
    "HITBLOW_SLACK_BOT_TOKEN": "xoxb-1",
    "HITBLOW_SLACK_APP_TOKEN": "xapp-1",
}
"""With them, both platforms are set up."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.cli.terminal._log_to_file", lambda: None)  # its handler would stay open
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


def run(*arguments: str, typed: str = "", **settings: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"HITBLOW_LANG": "en", **settings}, input=typed)


def test_a_game_is_played_from_the_shell() -> None:
    assert allowed(3) in run("play", "10x10", "me", "tries:3").output
    assert "10 digits" in run("board").output
    guessed = run("guess", "0123456789")
    assert guessed.exit_code == 0
    assert left(2) in guessed.output
    assert run("giveup", "yes").exit_code == 0


def test_the_operator_sees_running_games_with_their_rules_and_places() -> None:
    run("play", "4x6r", "--room", "kitchen")
    [line] = run("admin", "games", "--platform", "console").output.splitlines()
    assert line.startswith("#")
    assert line.split()[1:3] == ["4x6r", "console"]
    assert "kitchen" in line


def test_a_refusal_makes_the_exit_status_1() -> None:
    refused = run("guess", "0123")
    assert refused.exit_code == 1
    assert "No game is running here" in refused.output


@pytest.mark.parametrize(("options", "status", "boards"), [((), 0, 2), (("--strict",), 1, 1)])
def test_a_pipe_ends_at_a_refusal_if_it_is_strict(options: tuple[str, ...], status: int, boards: int) -> None:
    shown = run(*options, typed="play\n0012\nboard\n")
    assert (shown.exit_code, shown.output.count(allowed(12))) == (status, boards)


@pytest.mark.parametrize(
    ("typed", "meant"), [("plya", "'play'"), ("0123", "'guess 0123'"), ("leaderbord", "'leaderboard'")]
)
def test_an_unknown_command_is_answered_with_the_one_that_was_probably_meant(typed: str, meant: str) -> None:
    refused = run(typed)
    assert refused.exit_code == 2
    assert f"Did you mean {meant}?" in refused.output


def test_a_command_unlike_any_other_is_answered_with_where_they_are_listed() -> None:
    assert "'help' lists all" in run("xyzzy").output


def test_every_command_of_the_game_is_in_the_help() -> None:
    listed = run("--help").output
    assert all(f"\n  {name} " in listed for name in BY_NAME)
    assert BY_NAME["versus"].description in " ".join(run("versus", "--help").output.split())


@pytest.mark.parametrize("url", ["typo.db", "sqlite:///typo.db", "sqlite:///typo.db?timeout=1"])
@pytest.mark.parametrize("command", ["board", "discord", "slack", "all"])
def test_a_named_database_that_does_not_exist_is_not_created_by_a_pipe_or_a_server(
    command: str, url: str, tmp_path: Path
) -> None:
    for refused in (run(command, "--db", url, **TOKENS), run(command, HITBLOW_DATABASE_URL=url, **TOKENS)):
        assert refused.exit_code == 1
        assert "hitblow db upgrade --db typo.db" in refused.output
    assert not list(tmp_path.rglob("typo.db"))


@pytest.mark.parametrize("command", ["play", "discord", "slack", "db upgrade"])
@pytest.mark.parametrize("is_option", [True, False])
def test_no_command_creates_a_folder_that_is_mistyped(command: str, *, is_option: bool, tmp_path: Path) -> None:
    file = "sqlite:///typo/hitblow.db"
    option, setting = (["--db", file], {}) if is_option else ([], {"HITBLOW_DATABASE_URL": file})
    refused = run(*command.split(), *option, **setting, **TOKENS)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "folder of the database does not exist" in refused.stderr
    assert str(tmp_path / "typo/hitblow.db") in refused.stderr
    assert not (tmp_path / "typo").exists()


@pytest.mark.parametrize(
    "command", [("db", "rate"), ("db", "check"), ("db", "void-day", "2026-11-01"), ("admin", "games")]
)
def test_no_command_creates_a_database_that_is_mistyped(command: tuple[str, ...], tmp_path: Path) -> None:
    for refused in (run(*command, "--db", "typo.db"), run(*command, HITBLOW_DATABASE_URL="typo.db")):
        assert refused.exit_code == 1
        assert "There is no database typo.db" in refused.output
    assert not list(tmp_path.rglob("typo.db"))


def test_a_database_that_was_created_on_purpose_is_used() -> None:
    assert run("db", "upgrade", "--db", "mine.db").exit_code == 0
    assert run("--db", "mine.db", "play").exit_code == 0


def test_the_ascii_form_is_chosen_by_an_option() -> None:
    run("play", "mastermind")
    shown = run("--ascii", "guess", "RGBY").output
    assert shown.isascii()
    assert "RGBY" in shown
