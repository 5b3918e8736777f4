"""The chart in the documentation shows what the command draws."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli.main import main
from bot.presenters import fonts
from tests.pictures.approved import check_drawing
from tests.pictures.shapes import SANS


def test_the_chart_shows_what_the_command_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def render(svg: str, _: str) -> bytes:
        drawn.append(svg)
        return b""

    monkeypatch.setattr("bot.cli.evaluation.render", render)
    command = ["compare", "3x6r", "entropy", "optimal", "--plot", str(tmp_path / "chart.png")]
    assert CliRunner().invoke(main, command).exit_code == 0
    check_drawing("chart", "en", drawn[0].replace(f'font-family="{fonts.MAIN}"', f'font-family="{SANS}"'))
