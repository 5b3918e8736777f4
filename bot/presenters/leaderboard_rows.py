"""The rows of a leaderboard, as lines and as a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.locales import Words, translatable, translatable_in_context
from bot.locales.columns import align_within
from bot.locales.safe import name, shorten_apart
from bot.model.records import Order
from bot.presenters.board import MAX_NAME
from bot.presenters.views import Preformatted, Table
from bot.services.records import Leaderboard, LeaderboardEntry


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of figures.

    Args:
        head: its head.
        narrow: its head where there is little room.
        figure: what it says of a player.
    """

    head: str
    narrow: str
    figure: Callable[[LeaderboardEntry, Words], str]


def _average(entry: LeaderboardEntry, words: Words) -> str:
    return words.number(entry.tally.average) if entry.tally.games else _NOTHING


def _rating(entry: LeaderboardEntry, _words: Words) -> str:
    rating = entry.rating
    return f"{rating.points} ± {rating.uncertainty}" if rating and rating.games else _NOTHING


_NOTHING = "-"
_AVERAGE = _Column(translatable("average"), translatable("avg"), _average)
_SOLVED = _Column(translatable("solved"), translatable("solved"), lambda entry, _: f"{entry.tally.solved:,}")
_GAMES = _Column(
    translatable("games"), translatable_in_context("narrow", "games"), lambda entry, _: f"{entry.tally.games:,}"
)
_RATING = _Column(translatable("rating"), translatable_in_context("narrow", "rating"), _rating)
_RATED_GAMES = _Column(
    translatable("rated games"),
    translatable("rated"),
    lambda entry, _: f"{entry.rating.games if entry.rating else 0:,}",
)
_COLUMNS: Mapping[Order, Sequence[_Column]] = {
    Order.AVERAGE: (_AVERAGE, _GAMES, _SOLVED),
    Order.SOLVED: (_SOLVED, _GAMES, _AVERAGE),
    Order.RATING: (_RATING, _RATED_GAMES),
    Order.ITEMS: (_RATING, _RATED_GAMES),
}
"""The figures of players in each order. The first one decides the order."""


def figure(entry: LeaderboardEntry, order: Order, words: Words) -> str:
    """What a leaderboard is sorted by, for one player."""
    return _COLUMNS[order][0].figure(entry, words)


def panel(board: Leaderboard, words: Words) -> Preformatted:
    """The entries as lines and as a table. Phones lack room for the last column if names are long."""
    columns = _COLUMNS[board.question.order]
    who = "#", words("player")
    rows = [
        (_rank(entry), shown, *(column.figure(entry, words) for column in columns))
        for entry, shown in zip(board.entries, shown_names(board.entries, MAX_NAME, words), strict=True)
    ]
    whole = [(*who, *(words(column.head) for column in columns)), *rows]
    narrow = [(*who, *(words(column.narrow) for column in columns)), *rows]
    right = frozenset(range(len(who) + len(columns))) - {1}
    return Preformatted(align_within([whole, narrow, [row[:-1] for row in narrow]], right), Table(tuple(whole), right))


def _rank(entry: LeaderboardEntry) -> str:
    """The rank of a player, with a mark for the caller."""
    return f"{'>' if entry.you else ''}{entry.rank or _NOTHING}"


def shown_names(entries: Sequence[LeaderboardEntry], cells: int, words: Words) -> list[str]:
    """The names of players cut to a width in cells; different ones stay different."""
    cut = shorten_apart([name(entry.name or "") for entry in entries], cells)
    return [shown if entry.name else elsewhere(words) for entry, shown in zip(entries, cut, strict=True)]


def elsewhere(words: Words) -> str:
    """In place of the name of somebody who is not known in the caller's server."""
    return words("(elsewhere)")
