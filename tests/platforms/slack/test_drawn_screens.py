"""The drawing of Slack in the documentation shows what the bot sends."""

import pytest

from tests.pictures.approved import check_drawing
from tests.pictures.scenes import LABELS
from tests.pictures.slack import draw_slack
from tests.platforms.slack.harness import Harness

TITLES = {"en": "A game on Slack after two guesses", "ja": "Slackで2手推理したところ"}


@pytest.mark.slow
@pytest.mark.parametrize("language", TITLES)
async def test_a_drawing_shows_what_the_bot_sends(harness: Harness, language: str) -> None:
    async with harness.bot(language=language):
        board = await harness.start_game()
        await harness.guess(board, "0456")
        await harness.guess(board, "7103", harness.bob, shows="7103")
        check_drawing("slack", language, draw_slack([board], TITLES[language], LABELS[language][0]))
