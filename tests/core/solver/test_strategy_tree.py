"""Strategy trees in files."""

import json

import pytest

from core.game.rules import Rules
from core.solver.book import shipped_book
from core.solver.errors import IncompleteTree, UnreadableTree
from core.solver.evaluate import evaluate_book
from core.solver.strategy_tree import format_dot, format_json, format_text, parse_tree, play_tree, tree_of_book

FIRST_CODES = """2x3
01
  0H1B 12
    0H1B 20
  0H2B 10
  1H0B 02
    0H1B 21
"""
"""A complete tree, written by hand."""


@pytest.mark.parametrize(
    "notation",
    ["2x10", "3x6r", pytest.param("3x7", marks=pytest.mark.slow), pytest.param("4x6r", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("to_text", [format_text, format_json], ids=["text", "JSON"])
def test_a_book_written_as_a_tree_and_read_back_plays_the_same(notation: str, to_text: object) -> None:
    rules = Rules.parse(notation)
    book = shipped_book(rules)
    assert book is not None
    assert callable(to_text)
    tree = tree_of_book(book)
    assert parse_tree(to_text(rules, tree)) == (rules, tree)
    assert play_tree(rules, tree) == evaluate_book(book)


def test_a_tree_written_by_hand_is_played() -> None:
    assert play_tree(*parse_tree(FIRST_CODES)).distribution == (1, 3, 2)


def test_a_graph_has_a_node_for_each_guess_and_an_edge_for_each_feedback() -> None:
    graph = format_dot(*parse_tree(FIRST_CODES))
    assert graph.startswith('digraph "2x3" {')
    assert graph.count("->") == 5
    assert graph.count('[label="20"]') == 1


def test_the_history_without_a_guess_is_named() -> None:
    incomplete = FIRST_CODES.replace("    0H1B 20\n", "")
    with pytest.raises(IncompleteTree) as refusal:
        play_tree(*parse_tree(incomplete))
    assert (refusal.value.history, refusal.value.candidate_count) == ("01 0H1B, 12 0H1B", 1)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "1-2"),
        ("2x3", "1-2"),
        ("2x99\n01", "1-2"),
        ("2x3\n00", "1-2"),
        ("2x3\n01\n  0H1B 00", "3"),
        ("2x3\n01\n  0H9B 12", "3"),
        ("2x3\n01\n 0H1B 12", "3"),
        ("2x3\n01\n    0H1B 12", "3"),
        ("2x3\n01\n  0H1B 12 20", "3"),
        ("2x3\n01\n0H1B 12", "3"),
        ("{", "JSON"),
        ('{"rules": 7}', "JSON"),
        ('{"guess": "01"}', "JSON"),
        ('{"rules": "chess"}', "rules"),
        ('{"rules": "2x3"}', "JSON"),
        ('{"rules": "2x3", "guess": "00"}', "JSON"),
        ('{"rules": "2x3", "guess": "01", "next": []}', "JSON"),
        ('{"rules": "2x3", "guess": "01", "next": {"0H1B": "12"}}', "0H1B"),
        (
            '{"rules": "2x3", "guess": "01", "next": {"0H1B": {"guess": "12", "next": {"x": {"guess": "01"}}}}}',
            "0H1B x",
        ),
    ],
)
def test_what_is_not_a_tree_is_refused_with_the_place(text: str, where: str) -> None:
    with pytest.raises(UnreadableTree) as refusal:
        parse_tree(text)
    assert refusal.value.where == where


def test_a_tree_of_endless_depth_is_refused() -> None:
    nested = '{"guess": "01", "next": {"0H1B": ' * 200 + '{"guess": "01"}' + "}}" * 200
    with pytest.raises(UnreadableTree):
        parse_tree('{"rules": "2x3", ' + nested[1:])
    with pytest.raises(UnreadableTree):
        parse_tree("2x3\n01\n" + "\n".join("  " * depth + "0H1B 01" for depth in range(1, 200)))
    with pytest.raises(UnreadableTree):
        parse_tree('{"a":' * 100_000)


def test_a_branch_that_no_secret_reaches_is_ignored() -> None:
    fields = json.loads(format_json(*parse_tree(FIRST_CODES)))
    fields["next"]["0H1B"]["next"]["0H2B"] = {"guess": "01"}
    assert play_tree(*parse_tree(json.dumps(fields))).total == 13
