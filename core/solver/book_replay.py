"""What a book needs for every secret, found by walking its tree; and whether what it says is so."""

from core.game.codes import all_codes
from core.solver.book_format import Book, Node
from core.solver.choosing import splits_all
from core.solver.errors import BookDamaged
from core.solver.evaluate import Evaluation, won_at
from core.solver.partition import cell_feedback
from core.solver.state import State


def replay(book: Book) -> Evaluation:
    """Play a book for every secret.

    Raises:
        BookDamaged: what it says of a set of candidates is not so, or it does not know what to guess.
    """
    return _replay(book, book.root, State(book.rules, (), tuple(all_codes(book.rules))))


def _replay(book: Book, node: Node | None, state: State) -> Evaluation:
    """Play for every candidate of a state; None stands for a set that needs no node."""
    guess = splits_all(state) if node is None else node.guess
    if guess is None:
        raise BookDamaged(book.rules, "content")
    below = {} if node is None else node.below
    guesses = len(state.guesses) + 1
    played = Evaluation()
    if state.winning_cell in state.cells(guess):
        played += won_at(guesses)
    for number, after in state.after(guess).items():
        played += _replay(book, below.get(cell_feedback(number, book.rules)), after)
    if node is not None:
        _check(book, node, played, guesses)
    return played


def _check(book: Book, node: Node, played: Evaluation, guesses: int) -> None:
    """Hold what a node says, reached with the guess of this number, against what was played."""
    total = played.total - (guesses - 1) * played.games
    if (node.candidates, node.total) != (played.games, total):
        raise BookDamaged(book.rules, "content")
