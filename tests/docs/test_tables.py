"""The tables of the documents and the manual page say what their records and the help say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.documents import ROOT, replace
from tests.docs.tables import TABLES
from tests.support.snapshots import REWRITING


@pytest.mark.parametrize(("document", "name"), TABLES, ids=[name for _, name in TABLES])
def test_a_table_shows_what_its_records_say(document: Path, name: str) -> None:
    pattern = re.compile(rf"<!-- {name} -->\n(?P<text>.*?)\n<!-- /{name} -->", re.DOTALL)
    wanted = TABLES[document, name]()
    if REWRITING:
        replace(document, pattern, 0, wanted)
    assert pattern.findall(document.read_text("utf-8")) == [wanted]


FILE = ROOT / "contrib" / "man" / "hitblow.1"


def test_the_manual_page_says_what_the_help_of_the_commands_says() -> None:
    command, english = [sys.executable, "-m", "tests.docs.man_page"], {**os.environ, "HITBLOW_LANG": "en"}
    made = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=english).stdout
    if REWRITING:
        FILE.write_text(made, "utf-8")
    assert FILE.read_text("utf-8") == made
