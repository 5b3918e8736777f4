"""The drawings of Discord in the documentation show what the bot sends."""

from pathlib import Path

import pytest

from bot.locales import LANGUAGES
from tests.pictures.approved import check_drawing
from tests.pictures.scenes import SCENES, draw_scene


@pytest.mark.slow
@pytest.mark.parametrize(
    "language", [pytest.param(code, marks=() if code == "en" else pytest.mark.slow) for code in LANGUAGES]
)
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name == "leaderboard" else ()) for name in SCENES],
)
async def test_a_drawing_shows_what_the_bot_sends(tmp_path: Path, name: str, language: str) -> None:
    check_drawing(name, language, await draw_scene(name, language, tmp_path))
