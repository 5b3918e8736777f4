from hypothesis import given, strategies as st
from wcwidth import wcswidth

from bot.locales.columns import align, width
from bot.presenters import phrases

cells = st.text(st.sampled_from("ab 1·●○▇あ漢Ａ🔴🎯é"), max_size=6)
tables = st.integers(1, 4).flatmap(lambda columns: st.lists(st.lists(cells, min_size=columns, max_size=columns)))


def test_a_wide_character_takes_two_cells() -> None:
    assert width("ab") == 2
    assert width("あい") == 4
    assert width("🔴🟡") == 4
    assert width("") == 0


@given(st.text(st.sampled_from(f"a~ {phrases.HIT}{phrases.BLOW}{phrases.NEITHER}")))
def test_marks_of_feedback_take_one_cell(text: str) -> None:
    assert width(text) == wcswidth(text)


def test_columns_are_aligned() -> None:
    assert align([("1", "0123", "Ann"), ("12", "あ", "Bob")], right=[0]) == (
        " 1  0123  Ann",
        "12  あ    Bob",
    )


def test_no_rows_make_no_lines() -> None:
    assert align([]) == ()


@given(tables)
def test_every_column_starts_at_the_same_cell_in_every_line(table: list[list[str]]) -> None:
    widths = [max(map(width, column)) for column in zip(*table, strict=True)]
    for row, line in zip(table, align(table), strict=True):
        for place, cell in enumerate(row):
            assert from_cell(line, (sum(widths[:place]) + 2 * place)).startswith(cell.rstrip())


@given(tables)
def test_no_line_ends_in_spaces(table: list[list[str]]) -> None:
    assert all(line == line.rstrip() for line in align(table))


def from_cell(line: str, cell: int) -> str:
    """What stands in a line from a cell of the terminal on."""
    position = 0
    while position < len(line) and width(line[:position]) < cell:
        position += 1
    return line[position:]
