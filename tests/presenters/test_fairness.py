"""Sentences about what does not count."""

import pytest

from bot.locales import LANGUAGES, Words
from bot.presenters.fairness import ranking_help, ranking_note, why_not_ranked
from bot.presenters.game_replies import verification
from bot.presenters.views import Paragraph
from core.game.any_game import Who
from core.game.policy import Reason
from tests.support.games import Deal


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_every_reason_has_a_sentence_of_its_own_in_help(words: Words) -> None:
    sentences = [why_not_ranked(reason, words) for reason in Reason]
    assert len(set(sentences)) == len(Reason)
    shown = [block for command in ("play", "duel", "versus", "host") for block in ranking_help(command, words)]
    text = "".join(block.text for block in shown if isinstance(block, Paragraph))
    assert all(sentence in text for sentence in sentences)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_verify_says_why_an_ended_game_is_not_ranked(words: Words) -> None:
    shared, solo = (Deal(who=who).guesses("Ann 3102") for who in (Who.EVERYONE, Who.ME))
    (note,) = ranking_note(shared.game, words)
    assert note in verification(shared.view(), words).blocks
    assert note not in verification(solo.view(), words).blocks
