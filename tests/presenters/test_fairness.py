"""Which games are ranked, in a sentence."""

import pytest

from bot.commands.catalogue import CATALOGUE
from bot.locales import LANGUAGES, Words
from bot.presenters.game_replies import verification
from bot.presenters.rules import ranking_help, ranking_note
from core.game.any_game import Who
from core.game.policy import MIN_RANKED_TRIES
from tests.support.games import Deal


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_only_the_help_on_play_says_what_is_ranked(words: Words) -> None:
    told = {command.name: ranking_help(command.name, words) for command in CATALOGUE}
    assert [name for name, blocks in told.items() if blocks] == ["play"]
    assert str(MIN_RANKED_TRIES) in str(told["play"])


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_verify_says_why_an_ended_game_is_not_ranked(words: Words) -> None:
    shared, solo = (Deal(who=who).guesses("Ann 3102") for who in (Who.EVERYONE, Who.ME))
    (note,) = ranking_note(shared.game, words)
    assert note in verification(shared.view(), words).blocks
    assert note not in verification(solo.view(), words).blocks
