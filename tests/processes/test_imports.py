"""Which libraries each command loads."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes.processes import environment

pytestmark = pytest.mark.slow

SCRIPT = """
import gc, json, sys
try:
    {statement}
except SystemExit:
    pass
print(json.dumps({expression}))
"""
RUN = "sys.argv = {arguments!r}; from bot.cli.main import main; main()"

HEAVY = {"discord", "slack_bolt", "slack_sdk", "aiohttp", "sqlalchemy", "alembic", "prompt_toolkit", "rich"}


def loaded(folder: Path, statement: str, **settings: str) -> set[str]:
    """Return the modules that are loaded after a statement."""
    return set(evaluated("list(sys.modules)", folder, statement, **settings))


def evaluated(expression: str, folder: Path, statement: str, **settings: str) -> Any:
    """Return the value of an expression after a statement."""
    (folder / "x.db").touch()  # a server does not create it
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(statement=statement, expression=expression)],
        input="play\n0123\nboard\n",
        capture_output=True,
        cwd=folder,
        env={**environment(folder), **settings},
        text=True,
        check=True,
    )
    return json.loads(ran.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    "statement",
    ["import bot.cli.main", *(RUN.format(arguments=["hitblow", *line.split()]) for line in ("--help", "--version"))],
    ids=["import", "help", "version"],
)
def test_help_and_version_load_neither_a_platform_nor_a_database(tmp_path: Path, statement: str) -> None:
    modules = loaded(tmp_path, statement)
    assert "bot" in modules
    assert modules.isdisjoint(HEAVY)


@pytest.mark.parametrize(
    "command", [("suggest", "3x6", "012 0H1B"), pytest.param(("evaluate", "2x4"), marks=pytest.mark.slow)]
)
def test_the_solver_loads_neither_a_platform_nor_a_database(tmp_path: Path, command: tuple[str, ...]) -> None:
    modules = loaded(tmp_path, RUN.format(arguments=["hitblow", *command]))
    assert "core" in modules
    assert modules.isdisjoint(HEAVY - {"rich"})


def test_a_prompt_opens_before_the_games_are_loaded(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "import bot.cli.main, bot.cli.terminal, bot.cli.database, bot.platforms.console.prompt")
    assert modules.isdisjoint(HEAVY - {"prompt_toolkit", "rich"})
    assert modules.isdisjoint({"bot.app", "bot.commands.catalogue", "bot.presenters.help"})


def test_the_console_loads_no_other_platform(tmp_path: Path) -> None:
    modules = loaded(tmp_path, RUN.format(arguments=["hitblow", "--db", "sqlite:///x.db"]))
    assert "sqlalchemy" in modules
    assert modules.isdisjoint({"discord", "slack_bolt", "slack_sdk", "aiohttp", "prompt_toolkit", "wcwidth"})


EXTRA = ("aiohttp", "cryptography", "discord", "prometheus_client", "resvg_py", "slack_bolt", "slack_sdk", "structlog")
"""What a plain installation leaves out."""


def without_extras(*arguments: str) -> str:
    """A statement that runs the program where only a plain installation is."""
    return f"sys.modules.update(dict.fromkeys({EXTRA!r})); {RUN.format(arguments=['hitblow', *arguments])}"


def test_a_plain_installation_plays(tmp_path: Path) -> None:
    assert "bot.services.games.referee" in loaded(tmp_path, without_extras("--db", "sqlite:///x.db"))


@pytest.mark.parametrize("command", ["discord", "slack", "slack key", "all"])
def test_a_plain_installation_names_the_extra_that_a_platform_needs(tmp_path: Path, command: str) -> None:
    (tmp_path / "x.db").touch()
    extra = "slack" if "slack" in command else "discord"
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys; {without_extras(*command.split())}"],
        capture_output=True,
        cwd=tmp_path,
        env={**environment(tmp_path), **DISCORD, **SLACK},
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert f"pip install 'hitblow[{extra}]'" in ran.stderr
    assert f"pip install -e '.[{extra}]'" in " ".join(ran.stderr.split())
    assert "Traceback" not in ran.stderr


UNREACHABLE = "http://127.0.0.1:9/"
DISCORD = {"HITBLOW_DISCORD_TOKEN": "token", "HITBLOW_DISCORD_API_URL": UNREACHABLE}
SLACK = {"HITBLOW_SLACK_BOT_TOKEN": "xoxb", "HITBLOW_SLACK_APP_TOKEN": "xapp", "HITBLOW_SLACK_API_URL": UNREACHABLE}


@pytest.mark.parametrize(
    ("command", "settings", "served", "other"),
    [
        ("discord", DISCORD, "discord", "slack_bolt"),
        ("slack", SLACK, "slack_bolt", "discord"),
        pytest.param("all", DISCORD, "discord", "slack_bolt", marks=pytest.mark.slow),
        pytest.param("all", SLACK, "slack_bolt", "discord", marks=pytest.mark.slow),
    ],
)
def test_a_platform_without_settings_is_not_loaded(
    tmp_path: Path, command: str, settings: dict[str, str], served: str, other: str
) -> None:
    modules = loaded(tmp_path, RUN.format(arguments=["hitblow", command, "--db", "sqlite:///x.db"]), **settings)
    assert served in modules
    assert other not in modules
    assert modules.isdisjoint({"prompt_toolkit", "rich"})


def test_the_storage_of_slack_installations_is_loaded_only_for_oauth(tmp_path: Path) -> None:
    statement = RUN.format(arguments=["hitblow", "slack", "--db", "sqlite:///x.db"])
    assert "sqlalchemy.ext.asyncio" not in loaded(tmp_path, statement, **SLACK)


def test_a_database_is_created_and_opened_without_what_migrates_it(tmp_path: Path) -> None:
    statement = RUN.format(arguments=["hitblow", "discord", "--db", "sqlite:///x.db"])
    for _ in range(2):
        assert loaded(tmp_path, statement, **DISCORD).isdisjoint(
            {"alembic", "sqlalchemy.ext.asyncio", "sqlalchemy.dialects.postgresql"}
        )


def test_what_no_game_has_needed_yet_is_not_loaded(tmp_path: Path) -> None:
    modules = loaded(tmp_path, RUN.format(arguments=["hitblow", "discord", "--db", "sqlite:///x.db"]), **DISCORD)
    folder = "bot.persistence.repositories."
    unneeded = {"daily", "deletions", "finding_games", "games", "messages", "personal_data", "ratings", "results"}
    assert modules.isdisjoint(folder + name for name in unneeded)
    assert modules.isdisjoint(f"bot.handlers.{name}" for name in ("coach", "games", "lookups", "settings"))


def test_what_a_start_imports_is_hidden_from_the_garbage_collector(tmp_path: Path) -> None:
    statement = RUN.format(arguments=["hitblow", "discord", "--db", "sqlite:///x.db"])
    expression = "[gc.isenabled(), gc.get_freeze_count(), len(gc.get_objects())]"
    is_enabled, hidden, seen = evaluated(expression, tmp_path, statement, **DISCORD)
    assert is_enabled
    assert hidden > seen
