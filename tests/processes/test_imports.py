import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes.processes import environment

WATCH = """
import json, sys
try:
    {what}
except SystemExit:
    pass
print(json.dumps(sorted({{name.partition(".")[0] for name in sys.modules}})))
"""
RUN = "sys.argv = {arguments!r}; from bot.cli.main import main; main()"


def loaded(folder: Path, what: str) -> set[str]:
    """The top-level modules that are loaded after some Python."""
    ran = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", WATCH.format(what=what)],
        input="play\n0123\nboard\n",
        capture_output=True,
        cwd=folder,
        env=environment(folder),
        text=True,
        check=True,
    )
    return set(json.loads(ran.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "what",
    ["import bot.cli.main", *(RUN.format(arguments=["hitblow", *line.split()]) for line in ("--help", "--version"))],
    ids=["import", "help", "version"],
)
def test_what_needs_no_game_loads_neither_a_platform_nor_a_database(tmp_path: Path, what: str) -> None:
    modules = loaded(tmp_path, what)
    assert "bot" in modules
    assert modules.isdisjoint({"discord", "slack_bolt", "slack_sdk", "aiohttp", "sqlalchemy", "alembic", "rich"})


def test_the_console_loads_no_other_platform(tmp_path: Path) -> None:
    modules = loaded(tmp_path, RUN.format(arguments=["hitblow", "--db", "sqlite:///x.db"]))
    assert "sqlalchemy" in modules
    assert modules.isdisjoint({"discord", "slack_bolt", "slack_sdk", "aiohttp"})
