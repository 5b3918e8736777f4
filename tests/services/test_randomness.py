import re

import pytest

from bot.services.solver import RandomSource
from core.game.codes import all_codes, is_code
from core.game.rules import Rules


@pytest.mark.parametrize("notation", ["4x10", "4x6r", "10x10", "1x2", "6x14r"])
def test_a_secret_is_a_code_of_the_rules(notation: str) -> None:
    rules, random_source = Rules.parse(notation), RandomSource()
    assert all(is_code(random_source.code(rules), rules) for _ in range(100))


@pytest.mark.parametrize("notation", ["2x3", "2x3r"])
def test_every_code_can_be_the_secret(notation: str) -> None:
    rules, random_source = Rules.parse(notation), RandomSource()
    assert {random_source.code(rules) for _ in range(1000)} == set(all_codes(rules))


def test_all_codes_are_equally_likely() -> None:
    # The chi-squared statistic over six codes exceeds 40 once in five million runs.
    rules, random_source, draws = Rules.parse("2x3"), RandomSource(), 3000
    drawn, expected = [random_source.code(rules) for _ in range(draws)], draws / rules.code_count
    assert sum((drawn.count(code) - expected) ** 2 / expected for code in all_codes(rules)) < 40


def test_a_nonce_is_256_bits_in_hexadecimal() -> None:
    assert re.fullmatch("[0-9a-f]{64}", RandomSource().nonce())


def test_no_two_nonces_are_equal() -> None:
    random_source = RandomSource()
    assert len({random_source.nonce() for _ in range(100)}) == 100


def test_a_game_id_is_five_characters_that_are_not_easily_confused() -> None:
    random_source = RandomSource()
    letters = "".join(random_source.game_id(5) for _ in range(1000))
    assert len(letters) == 5000
    assert set(letters) <= set("23456789abcdefghjkmnpqrstuvwxyz")


def test_a_coin_shows_both_sides_equally_often() -> None:
    # Fewer than 400 or more than 600 of a thousand have a probability of one in four billion.
    random_source = RandomSource()
    assert 400 <= sum(random_source.coin() for _ in range(1000)) <= 600


def test_seeds_differ() -> None:
    random_source = RandomSource()
    assert len({random_source.seed() for _ in range(100)}) == 100


def test_what_is_drawn_is_hidden_by_its_type() -> None:
    source = RandomSource()
    drawn = (source.nonce(), source.code(Rules.parse("4x10")), source.code(Rules.parse("4x6r")))
    assert [f"{one}" for one in drawn] == ["<hidden>"] * 3
