"""The data of the explorer are the books of hitblow."""

from pathlib import Path

from click.testing import CliRunner

from bot.cli.main import main
from tests.docs.documents import ROOT
from tests.support.snapshots import REWRITING

DATA = ROOT / "docs" / "explorer" / "books"


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in folder.iterdir()}


def test_they_are_what_the_command_writes(tmp_path: Path) -> None:
    folder = DATA if REWRITING else tmp_path
    assert CliRunner().invoke(main, ["book", "explorer", str(folder)]).exit_code == 0
    assert contents(folder) == contents(DATA)
