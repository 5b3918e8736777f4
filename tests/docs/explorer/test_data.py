"""The data of the explorer are the books of hitblow."""

from click.testing import CliRunner

from bot.cli.main import main
from tests.docs.documents import ROOT
from tests.support.snapshots import REWRITING

DATA = ROOT / "docs" / "explorer" / "books.json"


def test_they_are_what_the_command_prints() -> None:
    printed = CliRunner().invoke(main, ["book", "explorer"]).stdout
    if REWRITING:
        DATA.write_text(printed, "utf-8")
    assert DATA.read_text("utf-8") == printed
