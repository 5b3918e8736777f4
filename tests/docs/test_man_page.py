import os
import subprocess
import sys

from tests.docs.documents import ROOT
from tests.support.snapshots import REWRITING

FILE = ROOT / "contrib" / "man" / "hitblow.1"


def test_the_manual_page_says_what_the_help_of_the_commands_says() -> None:
    command, english = [sys.executable, "-m", "tests.docs.man_page"], {**os.environ, "HITBLOW_LANG": "en"}
    made = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=english).stdout
    if REWRITING:
        FILE.write_text(made, "utf-8")
    assert FILE.read_text("utf-8") == made
