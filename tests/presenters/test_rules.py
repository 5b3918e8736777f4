import pytest

from bot.commands.catalogue import CATALOGUE
from bot.locales import LANGUAGES, Words
from bot.presenters.game_replies import verification
from bot.presenters.rules import ranked_games_help, unranked_note, worked_example
from core.game.any_game import Who
from core.game.codes import parse_code
from core.game.feedback import compute_feedback, parse_feedback
from core.game.policy import MIN_RANKED_TRIES
from core.game.rules import NAMED_RULES, Rules
from tests.support.games import Deal


@pytest.mark.parametrize("notation", [*NAMED_RULES, "4x4", "1x2", "10x2r", "2x2r", "5x16r-letters", "7x10-fruit"])
def test_the_example_is_right(notation: str) -> None:
    rules = Rules.parse(notation)
    secret, guess, feedback = worked_example(rules)
    assert compute_feedback(parse_code(secret, rules), parse_code(guess, rules)) == parse_feedback(feedback, rules)


@pytest.mark.parametrize("notation", NAMED_RULES)
def test_the_example_shows_both_a_hit_and_a_blow(notation: str) -> None:
    rules = Rules.parse(notation)
    assert min(parse_feedback(worked_example(rules)[2], rules)) > 0


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_only_the_help_on_play_says_what_is_ranked(words: Words) -> None:
    told = {command.name: ranked_games_help(command.name, words) for command in CATALOGUE}
    assert [name for name, blocks in told.items() if blocks] == ["play"]
    assert str(MIN_RANKED_TRIES) in str(told["play"])


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_verify_says_why_an_ended_game_is_not_ranked(words: Words) -> None:
    shared, solo = (Deal(who=who).guesses("Ann 3102") for who in (Who.EVERYONE, Who.ME))
    (note,) = unranked_note(shared.game, words)
    assert note in verification(shared.view(), words).blocks
    assert note not in verification(solo.view(), words).blocks
