"""Sets as integers."""

from collections.abc import Collection

from hypothesis import given, settings, strategies as st

from core.solver.bit_sets import (
    bit_planes_of_counts,
    elements,
    elements_at_ranks,
    elements_with_value,
    masks_by_value,
    repeat_mask,
    split_by_bit_planes,
    split_by_value,
)

element_sets = st.sets(st.integers(0, 2_000), max_size=60)


def mask_of(members: Collection[int]) -> int:
    return sum(1 << member for member in members)


@given(element_sets)
def test_the_elements_are_listed_in_ascending_order(members: set[int]) -> None:
    assert list(elements(mask_of(members))) == sorted(members)


@given(element_sets.filter(bool), st.data())
def test_elements_are_found_by_their_ranks(members: set[int], data: st.DataObject) -> None:
    ranks = data.draw(st.lists(st.integers(0, len(members) - 1), max_size=10))
    assert list(elements_at_ranks(mask_of(members), ranks)) == [sorted(members)[rank] for rank in ranks]


@given(st.integers(0, 0b1111111), st.integers(0, 20))
def test_a_mask_is_repeated(mask: int, times: int) -> None:
    assert repeat_mask(mask, 7, times) == int(f"{mask:07b}" * times or "0", 2)


@settings(max_examples=10)
@given(st.lists(element_sets, max_size=9))
def test_elements_are_grouped_by_the_number_of_masks_they_are_in(sets: list[set[int]]) -> None:
    full, digits = (1 << 2_001) - 1, bit_planes_of_counts(map(mask_of, sets))
    groups = dict(split_by_value(digits, full))
    assert dict(split_by_bit_planes([(7, full)], digits, 10)) == {
        7 + 10 * number: same for number, same in groups.items()
    }
    for number in range(len(sets) + 2):
        expected = {element for element in range(2_001) if sum(element in each for each in sets) == number}
        assert groups.get(number, 0) == mask_of(expected)
        assert elements_with_value(digits, number, full) == mask_of(expected)


@given(st.binary(min_size=1, max_size=300))
def test_bytes_are_divided_into_masks_by_their_values(values: bytes) -> None:
    expected = {value: mask_of([i for i, each in enumerate(values) if each == value]) for value in values}
    assert masks_by_value(values, 255) == expected
