import pytest

from core.game.codes import all_codes
from core.game.rules import Rules
from core.solver.guess_lists import code_at, code_columns
from tests.core.solver.reference import RULES


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_code_is_found_by_its_index(rules: Rules) -> None:
    assert [code_at(index, rules) for index in range(rules.codes)] == list(all_codes(rules))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_columns_contain_the_symbols_of_all_codes(rules: Rules) -> None:
    assert list(zip(*code_columns(rules), strict=True)) == list(all_codes(rules))
