"""Strategy trees, as text and JSON, and playing them for every secret.

Unlike a book, which leaves out what can be computed, a strategy tree has a guess for every state that it reaches. The
text format has the rules in the first line and the opening in the second. Every other line is a feedback with the next
guess, indented by two spaces for each guess before it:

    2x3
    01
      0H1B 12
        0H1B 20
      0H2B 10
      1H0B 02
        0H1B 21

The JSON format is an object with the fields `rules`, `guess` and `next`, where `next` maps feedback to objects with
`guess` and `next`. Feedback that no secret can give may be left out, and so may an empty `next`.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from core.errors import CoreError
from core.game.codes import Code, all_codes, format_code_ascii, parse_code
from core.game.feedback import Feedback, Turn, compute_feedback, format_feedback, parse_feedback
from core.game.history import format_turn
from core.game.rules import Rules
from core.solver.book_format import Book, Node
from core.solver.errors import BookUnusable, IncompleteTree, UnreadableTree
from core.solver.evaluate import Evaluation
from core.solver.state import State, cell_feedback

MAX_DEPTH = 100
"""The longest game in a tree that is read."""

_INDENT = "  "
_RULES, _JSON, _FIRST_LINES = "rules", "JSON", "1-2"


@dataclass(frozen=True, slots=True)
class StrategyTree:
    """A guess, and what follows each feedback to it.

    Args:
        guess: the guess.
        children: the trees after each feedback except the winning one.
    """

    guess: Code
    children: Mapping[Feedback, "StrategyTree"] = field(default_factory=dict)


def tree_of_book(book: Book) -> StrategyTree:
    """The tree of a book, with the guesses that the book leaves out.

    Raises:
        BookUnusable: a guess is missing.
    """
    return _tree_of_node(book, book.root, State(book.rules, (), tuple(all_codes(book.rules))))


def _tree_of_node(book: Book, node: Node | None, state: State) -> StrategyTree:
    guess = state.find_splitter() if node is None else node.guess
    if guess is None:
        raise BookUnusable(book.rules, "content")
    nodes = {} if node is None else node.children
    children = {}
    for number, successor in state.successors(guess).items():
        feedback = cell_feedback(number, state.rules)
        children[feedback] = _tree_of_node(book, nodes.get(feedback), successor)
    return StrategyTree(guess, dict(sorted(children.items())))


def play_tree(rules: Rules, tree: StrategyTree) -> Evaluation:
    """Play a tree for every secret.

    Raises:
        IncompleteTree: the tree has no guess after a history that is possible.
    """
    wins: Counter[int] = Counter()
    _play(rules, tree, list(all_codes(rules)), (), wins)
    return Evaluation.from_counts(wins)


def _play(
    rules: Rules, tree: StrategyTree, secrets: Sequence[Code], turns: tuple[Turn, ...], wins: Counter[int]
) -> None:
    """Play the rest of the game for the secrets that are left after a history."""
    cells: defaultdict[Feedback, list[Code]] = defaultdict(list)
    for secret in secrets:
        cells[compute_feedback(secret, tree.guess)].append(secret)
    wins[len(turns) + 1] += len(cells.pop(Feedback(rules.positions, 0), ()))
    for feedback, cell in cells.items():
        history = (*turns, Turn(tree.guess, feedback))
        if feedback not in tree.children:
            raise IncompleteTree(_format_history(history, rules), len(cell))
        _play(rules, tree.children[feedback], cell, history, wins)


def _format_history(turns: Sequence[Turn], rules: Rules) -> str:
    return ", ".join(format_turn(turn, format_code_ascii(turn.guess, rules), rules) for turn in turns)


def format_json(rules: Rules, tree: StrategyTree) -> str:
    """The tree in the JSON format."""
    return json.dumps({"rules": str(rules), **_json_fields(rules, tree)})


def _json_fields(rules: Rules, tree: StrategyTree) -> dict[str, object]:
    fields: dict[str, object] = {"guess": format_code_ascii(tree.guess, rules)}
    if tree.children:
        fields["next"] = {
            format_feedback(feedback, rules): _json_fields(rules, child) for feedback, child in tree.children.items()
        }
    return fields


def format_text(rules: Rules, tree: StrategyTree) -> str:
    """The tree in the text format."""
    return "\n".join((str(rules), *_text_lines(rules, tree, "", "")))


def _text_lines(rules: Rules, tree: StrategyTree, indent: str, feedback: str) -> Iterator[str]:
    yield f"{indent}{feedback}{format_code_ascii(tree.guess, rules)}"
    for answered, child in tree.children.items():
        yield from _text_lines(rules, child, indent + _INDENT, f"{format_feedback(answered, rules)} ")


def format_dot(rules: Rules, tree: StrategyTree) -> str:
    """The tree as a graph for Graphviz."""
    lines = [f'digraph "{rules}" {{', "  node [shape=box];"]
    waiting = [(0, tree)]
    count = 1
    while waiting:
        number, node = waiting.pop()
        lines.append(f'  n{number} [label="{format_code_ascii(node.guess, rules)}"];')
        for feedback, child in node.children.items():
            lines.append(f'  n{number} -> n{count} [label="{format_feedback(feedback, rules)}"];')
            waiting.append((count, child))
            count += 1
    return "\n".join((*lines, "}"))


def parse_tree(text: str) -> tuple[Rules, StrategyTree]:
    """Read a tree in the JSON or the text format, with the rules it is for.

    Raises:
        UnreadableTree: the text has neither format, or a code, a feedback or the rules in it cannot be read.
    """
    return _parse_json(text) if text.lstrip().startswith("{") else _parse_text(text)


def _parse_json(text: str) -> tuple[Rules, StrategyTree]:
    try:
        fields = json.loads(text)
        rules = Rules.parse(fields["rules"])
        return rules, _tree_of_fields(rules, fields, "", 0)
    except UnreadableTree:
        raise
    except CoreError as error:
        raise UnreadableTree(_RULES, error) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UnreadableTree(_JSON, None) from None


def _tree_of_fields(rules: Rules, fields: Mapping[str, object], place: str, depth: int) -> StrategyTree:
    """The tree of a JSON object; `place` is the feedback that leads to it."""
    following = fields.get("next", {})
    guess = fields.get("guess")
    if not isinstance(following, dict) or not isinstance(guess, str) or depth >= MAX_DEPTH:
        raise UnreadableTree(place or _JSON, None)
    children = {}
    for text, child in following.items():
        inner = f"{place} {text}".strip()
        if not isinstance(child, dict):
            raise UnreadableTree(inner, None)
        try:
            feedback = parse_feedback(text, rules)
        except CoreError as error:
            raise UnreadableTree(inner, error) from None
        children[feedback] = _tree_of_fields(rules, child, inner, depth + 1)
    try:
        return StrategyTree(parse_code(guess, rules), children)
    except CoreError as error:
        raise UnreadableTree(place or _JSON, error) from None


def _parse_text(text: str) -> tuple[Rules, StrategyTree]:
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2:  # noqa: PLR2004  # the rules and the opening
        raise UnreadableTree(_FIRST_LINES, None)
    try:
        rules = Rules.parse(lines[0][1])
        path: list[dict[Feedback, StrategyTree]] = [{}]
        root = StrategyTree(parse_code(lines[1][1], rules), path[0])
    except CoreError as error:
        raise UnreadableTree(_FIRST_LINES, error) from None
    for number, line in lines[2:]:
        try:
            _add_line(rules, line, path)
        except CoreError as error:
            raise UnreadableTree(str(number), error) from None
        except ValueError:
            raise UnreadableTree(str(number), None) from None
    return rules, root


def _add_line(rules: Rules, line: str, path: list[dict[Feedback, StrategyTree]]) -> None:
    """Add a line to the children of the last guess with less indentation; `path` has those of its predecessors.

    Raises:
        ValueError: the line is not a feedback and a guess, or its indentation fits no line before it.
    """
    feedback_text, guess_text = line.split()
    depth, remainder = divmod(len(line) - len(line.lstrip()), len(_INDENT))
    if remainder or not 1 <= depth <= min(len(path), MAX_DEPTH):
        raise ValueError(line)
    children: dict[Feedback, StrategyTree] = {}
    path[depth - 1][parse_feedback(feedback_text, rules)] = StrategyTree(parse_code(guess_text, rules), children)
    path[depth:] = [children]
