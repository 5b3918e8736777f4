"""The rows of a leaderboard: as lines, as a table, and as an image with what the text has no room for.

Images show distributions and uncertainties, and no names: players are named by their ranks there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.locales import Words
from bot.locales.columns import align_within
from bot.locales.safe import name, shorten
from bot.locales.words import translatable, translatable_in_context
from bot.model.ratings import Rating
from bot.model.records import Order
from bot.presenters import phrases
from bot.presenters.board import MAX_NAME
from bot.presenters.images import (
    BLUE,
    FAINT_INK,
    HATCH,
    INK,
    LINE,
    MAX_ALTERNATIVE,
    Image,
    Text,
    document,
    fitting_size,
    heading,
)
from bot.presenters.views import Preformatted, Table
from bot.services.records import Leaderboard, LeaderboardEntry
from core.solver.strategies import best_average


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
    return words.number(entry.average) if entry.tally.games else _NOTHING


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
}
"""The figures of players in each order. The first one decides the order."""


def _figure(entry: LeaderboardEntry, order: Order, words: Words) -> str:
    """What a leaderboard is sorted by, for one player."""
    return _COLUMNS[order][0].figure(entry, words)


def panel(board: Leaderboard, words: Words) -> Preformatted:
    """The entries as lines and as a table. Phones lack room for the last column if names are long."""
    columns = _COLUMNS[board.question.order]
    who = "#", words("player")
    rows = [
        (_rank(entry), _name(entry, words), *(column.figure(entry, words) for column in columns))
        for entry in board.entries
    ]
    whole = [(*who, *(words(column.head) for column in columns)), *rows]
    narrow = [(*who, *(words(column.narrow) for column in columns)), *rows]
    right = frozenset(range(len(who) + len(columns))) - {1}
    return Preformatted(align_within([whole, narrow, [row[:-1] for row in narrow]], right), Table(tuple(whole), right))


def _rank(entry: LeaderboardEntry) -> str:
    """The rank of a player, with a mark for the caller."""
    return f"{'>' if entry.you else ''}{entry.rank or _NOTHING}"


def _name(entry: LeaderboardEntry, words: Words) -> str:
    return shorten(name(entry.name), MAX_NAME) if entry.name else shorten(words("(elsewhere)"), MAX_NAME + 2)


_MARGIN, _TOP, _ROW = 24, 112, 40
_WIDTH = 560
_LEFT = 176
"""Where the columns start, right of the rank and the figure."""

_RANK_END, _RANK_WIDTH = 60, 48
"""Where ranks end, and the space for them."""

_BAR_HEIGHT = 30
_MAX_COLUMNS = (12, 8, 5)
"""The most numbers of guesses, tried in this order until the text alternative fits; more are in the last column."""

_LEVEL = 1500
"""The rating of the bot's level `normal`, which the image marks."""

_LEAST_RANGE = 200
"""The least difference of ratings between both ends of the axis."""


def leaderboard_image(board: Leaderboard, title: str, words: Words) -> tuple[Image, ...]:
    """The image of a page; none if nobody on it has played."""
    if board.question.order is Order.RATING:
        rated = [entry for entry in board.entries if entry.rating is not None and entry.rating.games]
        return (_ratings(rated, title, words),) if rated else ()
    entries = [entry for entry in board.entries if entry.tally.games]
    if not entries:
        return ()
    drawn = [_distributions(board, entries, title, most, words) for most in _MAX_COLUMNS]
    return (next((each for each in drawn if len(each.alternative) <= MAX_ALTERNATIVE), drawn[-1]),)


@dataclass(frozen=True, slots=True)
class _Columns:
    """The numbers of guesses from `low` to `high`; higher ones are counted in the last column."""

    low: int
    high: int

    def games(self, entry: LeaderboardEntry) -> list[int]:
        """The games won in each column, then the games lost."""
        won = [0] * (self.high - self.low + 1)
        for guesses, games in entry.tally.distribution.items():
            won[min(guesses, self.high) - self.low] += games
        return [*won, entry.tally.games - entry.tally.solved]

    @property
    def width(self) -> float:
        """The width of a column, in pixels."""
        return (_WIDTH - _MARGIN - _LEFT) / (self.high - self.low + 2)

    def x(self, guesses: float) -> float:
        """The middle of the column of a number of guesses."""
        return _LEFT + (guesses - self.low + 0.5) * self.width


def _distributions(
    board: Leaderboard, entries: Sequence[LeaderboardEntry], title: str, most: int, words: Words
) -> Image:
    """A row for each player: how many of their games took how many guesses, in at most `most` columns."""
    order, rules = board.question.order, board.question.rules
    numbers = [number for entry in entries for number in entry.tally.distribution] or [1]
    low = min(numbers)
    columns = _Columns(low, min(max(numbers), low + most - 1))
    is_open = max(numbers) > columns.high
    summary = words("Games by number of guesses")
    best = best_average(rules)
    if best is not None and columns.low <= best <= columns.high:
        summary += " · " + words("best play {average}", average=words.number(best))
    drawn = [heading(title, summary, _MARGIN, _WIDTH - 2 * _MARGIN), *_heads(columns, words, is_open=is_open)]
    bottom = _TOP + len(entries) * _ROW
    if best is not None and columns.low <= best <= columns.high:
        drawn.append(f'<path d="M{columns.x(best):.1f} {_TOP - 8}V{bottom}" stroke="{INK}" stroke-dasharray="3 4"/>')
    said = [
        title,
        summary,
        _said_heads(columns, words, is_open=is_open),
    ]
    for place, entry in enumerate(entries):
        games, figure = columns.games(entry), _figure(entry, order, words)
        drawn += _row_of_games(entry, figure, games, columns, _TOP + place * _ROW)
        said.append(f"{_said_row(entry, figure, entry.tally.games, words)}: {' '.join(map(str, games))}")
    return _image(drawn, said, bottom)


def _said_heads(columns: _Columns, words: Words, *, is_open: bool) -> str:
    """The columns in the text alternative."""
    numbers = words.commas(map(str, range(columns.low, columns.high + 1)))
    if is_open:
        return words("Games won, by guesses ({numbers} or more), then games lost:", numbers=numbers)
    return words("Games won, by guesses ({numbers}), then games lost:", numbers=numbers)


def _said_row(entry: LeaderboardEntry, figure: str, games: int, words: Words) -> str:
    """The rank and the figure of a player in the text alternative."""
    rank = str(entry.rank or words("not ranked"))
    rank = words("{rank} (who asked)", rank=rank) if entry.you else rank
    return words.plural(
        "{rank}: {figure}, {n:,} game", "{rank}: {figure}, {n:,} games", games, rank=rank, figure=figure
    )


def _heads(columns: _Columns, words: Words, *, is_open: bool) -> Iterator[str]:
    head = partial(Text, y=_TOP - 14, size=13, colour=FAINT_INK, anchor="middle")
    for guesses in range(columns.low, columns.high + 1):
        yield head(f"{guesses}{'+' * (is_open and guesses == columns.high)}", columns.x(guesses)).svg()
    yield head(phrases.lost_games(words), columns.x(columns.high + 1)).svg()


def _row_of_games(
    entry: LeaderboardEntry, figure: str, games: Sequence[int], columns: _Columns, top: float
) -> Iterator[str]:
    """The bars of one player, the highest of which has the full height."""
    yield from _row_heads(entry, figure, top)
    most = max(1, *games)
    for place, number in enumerate(games):
        height = number / most * _BAR_HEIGHT
        x, y = columns.x(columns.low + place) - 0.4 * columns.width, top + _BAR_HEIGHT - height
        fill = "url(#lost)" if place == len(games) - 1 else BLUE
        if number:
            yield (
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{0.8 * columns.width:.1f}" height="{height:.1f}" fill="{fill}"/>'
            )


def _row_heads(entry: LeaderboardEntry, figure: str, top: float) -> Iterator[str]:
    """The rank and the figure of a player, and the line below them."""
    bottom = top + _BAR_HEIGHT
    rank = _rank(entry)
    yield Text(rank, _RANK_END, bottom - 8, fitting_size(rank, _RANK_WIDTH, 18), anchor="end").svg()
    yield Text(figure, _LEFT - 16, bottom - 8, 16, anchor="end").svg()
    yield f'<path d="M{_LEFT} {bottom}H{_WIDTH - _MARGIN}" stroke="{LINE}"/>'


def _ratings(entries: Sequence[LeaderboardEntry], title: str, words: Words) -> Image:
    """A row for each player: the rating, and a line as long as its uncertainty."""
    ratings = [entry.rating or Rating() for entry in entries]
    low = min(_LEVEL, *(rating.points - rating.uncertainty for rating in ratings))
    high = max(low + _LEAST_RANGE, _LEVEL, *(rating.points + rating.uncertainty for rating in ratings))
    scale = (_WIDTH - 2 * _MARGIN - _LEFT) / (high - low)
    summary, bottom = words("Rating and its uncertainty"), _TOP + len(entries) * _ROW
    middle = _LEFT + (_LEVEL - low) * scale
    drawn = [
        heading(title, summary, _MARGIN, _WIDTH - 2 * _MARGIN),
        Text(str(_LEVEL), middle, _TOP - 14, 13, FAINT_INK, "middle").svg(),
        f'<path d="M{middle:.1f} {_TOP - 8}V{bottom}" stroke="{INK}" stroke-dasharray="3 4"/>',
    ]
    said = [title, f"{summary} ({_LEVEL})"]
    for place, (entry, rating) in enumerate(zip(entries, ratings, strict=True)):
        figure, top = _figure(entry, Order.RATING, words), _TOP + place * _ROW
        x, reach = _LEFT + (rating.points - low) * scale, rating.uncertainty * scale
        y = top + _BAR_HEIGHT / 2
        drawn += _row_heads(entry, figure, top)
        drawn += [
            f'<path d="M{x - reach:.1f} {y}H{x + reach:.1f}" stroke="{BLUE}" stroke-width="4"/>',
            f'<circle cx="{x:.1f}" cy="{y}" r="7" fill="{BLUE}"/>',
        ]
        said.append(_said_row(entry, figure, rating.games, words))
    return _image(drawn, said, bottom)


def _image(drawn: Sequence[str], said: Sequence[str], bottom: float) -> Image:
    return Image(document(_WIDTH, bottom + _MARGIN, HATCH + "".join(drawn)), "\n".join(said), "leaderboard")
