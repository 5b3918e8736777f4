import pytest

from bot.presenters.rules import symbols_in_use, worked_example
from core.game.codes import parse_code
from core.game.feedback import compute_feedback, parse_feedback
from core.game.rules import NAMED_RULES, Rules


@pytest.mark.parametrize("notation", [*NAMED_RULES, "4x4", "1x2", "10x2r", "2x2r", "5x16r-letters", "7x10-fruit"])
def test_the_example_is_right(notation: str) -> None:
    rules = Rules.parse(notation)
    secret, guess, feedback = worked_example(rules)
    assert compute_feedback(parse_code(secret, rules), parse_code(guess, rules)) == parse_feedback(feedback, rules)


@pytest.mark.parametrize("notation", NAMED_RULES)
def test_the_example_shows_both_a_hit_and_a_blow(notation: str) -> None:
    rules = Rules.parse(notation)
    assert min(parse_feedback(worked_example(rules)[2], rules)) > 0


def test_images_are_shown_with_the_keys_that_stand_for_them() -> None:
    assert symbols_in_use(Rules.parse("4x10")) == "0123456789"
    assert symbols_in_use(Rules.parse("4x4-colors")) == "🔴R 🟡Y 🟢G 🔵B"
