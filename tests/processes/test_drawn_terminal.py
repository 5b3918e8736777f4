"""The drawings of the terminal in the documentation show what the program writes."""

from pathlib import Path

import pytest

from tests.pictures.approved import check_drawing
from tests.pictures.terminal import draw_terminal
from tests.processes.terminal import Terminal

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")  # the child only runs another program

TITLES = {"en": "A game of Hit & Blow in the terminal", "ja": "端末でのヒット&ブロー"}


@pytest.mark.slow
@pytest.mark.parametrize("language", TITLES)
def test_a_drawing_shows_what_the_program_writes(tmp_path: Path, language: str) -> None:
    arguments = ("--as", "ann", "--lang", language)
    with Terminal(tmp_path, *arguments, columns=40, rows=40, variables={"NO_COLOR": ""}, is_new=True) as terminal:
        terminal.wait_for(">")
        terminal.enter("0456", "0H1B")
        terminal.enter("7103", "2H1B")
        check_drawing("terminal", language, draw_terminal(terminal.screen, TITLES[language]))
