"""From solved sets of candidates to the nodes of a book."""

from bot.books.search import Search
from bot.books.stage import Past
from bot.books.table import Members
from core.game.feedback import possible_feedbacks
from core.solver.book_format import Node


def node_of(search: Search, members: Members, turn: int) -> Node | None:
    """The tree that a search found for a set of candidates; None if a member splits it, so that a book needs no node.

    What the search has forgotten since is searched again.
    """
    cost = search.least(members, Past(turn))
    if search.splits(members, turn, cost):
        return None
    return node_after(search, members, turn, search.stage(turn).solved[members].guess)


def node_after(search: Search, members: Members, turn: int, guess: int) -> Node:
    """The tree of a guess, the one of this number, for a set of candidates."""
    table = search.table
    feedbacks = possible_feedbacks(table.rules)
    below = {}
    total = len(members)
    for answer, cell in sorted(table.cells(guess, members).items()):
        node = node_of(search, tuple(cell), turn + 1)
        total += 2 * len(cell) - 1 if node is None else node.total
        if node is not None:
            below[feedbacks[answer]] = node
    return Node(table.codes[guess], len(members), total, below)
