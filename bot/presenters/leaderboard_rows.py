"""The rows of a leaderboard: as lines and a table of figures, and as an image with distributions or ratings."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.locales import Words, translatable, translatable_in_context
from bot.locales.columns import align_within
from bot.locales.safe import MAX_NAME, safe_name, shorten_distinctly
from bot.model.ratings import Rating
from bot.model.records import Order
from bot.presenters import images, phrases
from bot.presenters.boards import MAX_NAME as TABLE_NAME
from bot.presenters.charts import bar_svg
from bot.presenters.views import Heading, Preformatted, Table
from bot.services.records import Leaderboard, LeaderboardEntry


class _Column(Struct, frozen=True):
    """A column of figures."""

    head: str
    narrow: str
    figure: Callable[[LeaderboardEntry, Words], str]


def _average(entry: LeaderboardEntry, words: Words) -> str:
    return words.number(entry.tally.average_cost) if entry.tally.games else _NOTHING


def _shown_rating(entry: LeaderboardEntry, _words: Words) -> str:
    rating = entry.rating
    return f"{rating.points} ± {rating.uncertainty}" if rating and rating.games else _NOTHING


_NOTHING = "-"
_AVERAGE = _Column(translatable("average"), translatable("avg"), _average)
_SOLVED = _Column(translatable("solved"), translatable("solved"), lambda entry, _: f"{entry.tally.solved:,}")
_GAMES = _Column(
    translatable("games"), translatable_in_context("narrow", "games"), lambda entry, _: f"{entry.tally.games:,}"
)
_RATING = _Column(translatable("rating"), translatable_in_context("narrow", "rating"), _shown_rating)
_RATED_GAMES = _Column(
    translatable("rated games"),
    translatable("rated"),
    lambda entry, _: f"{entry.rating.games if entry.rating else 0:,}",
)
_FIGURES: Mapping[Order, Sequence[_Column]] = {
    Order.AVERAGE: (_AVERAGE, _GAMES, _SOLVED),
    Order.SOLVED: (_SOLVED, _GAMES, _AVERAGE),
    Order.RATING: (_RATING, _RATED_GAMES),
    Order.ITEMS: (_RATING, _RATED_GAMES),
}
"""The figures of players in each order. The first one decides the order."""


def _figure(entry: LeaderboardEntry, order: Order, words: Words) -> str:
    """What a leaderboard is sorted by, for one player."""
    return _FIGURES[order][0].figure(entry, words)


def panel(board: Leaderboard, words: Words) -> Preformatted:
    """The entries as lines and as a table. Phones lack room for the last column if names are long."""
    columns = _FIGURES[board.question.order]
    who = "#", words("player")
    rows = [
        (
            f"{'>' if entry.you else ''}{entry.rank or _NOTHING}",
            shown,
            *(column.figure(entry, words) for column in columns),
        )
        for entry, shown in zip(board.entries, _shown_names(board.entries, TABLE_NAME, words), strict=True)
    ]
    whole = [(*who, *(words(column.head) for column in columns)), *rows]
    narrow = [(*who, *(words(column.narrow) for column in columns)), *rows]
    right = frozenset(range(len(who) + len(columns))) - {1}
    return Preformatted(align_within([whole, narrow, [row[:-1] for row in narrow]], right), Table(tuple(whole), right))


def _shown_names(entries: Sequence[LeaderboardEntry], cells: int, words: Words) -> list[str]:
    """The names of players cut to a width in cells; different ones stay different."""
    cut = shorten_distinctly([safe_name(entry.name or "") for entry in entries], cells)
    return [shown if entry.name else _elsewhere(words) for entry, shown in zip(entries, cut, strict=True)]


def _elsewhere(words: Words) -> str:
    """In place of the name of somebody who is not known in the caller's server."""
    return words("(elsewhere)")


_TOP, _ROW, _BAR = images.HEAD_HEIGHT + 40, 64, 40
"""The height of the title and the heads, of a row, and of the highest bar, in pixels."""

_FIGURE_END, _GAMES_END, _LEFT = 310, 376, 388
"""Where figures and numbers of games end, and bars or lines start, in pixels from the left."""

_FIGURE = 30
"""The size of figures, in pixels."""

_FEW_GAMES = 20
"""Figures of fewer games are faint."""

_BEFORE_LOST = 12
"""The space before the column of games lost, in pixels."""

_RIGHT = images.WIDTH - images.MARGIN
_COLUMNS = 5
"""The most numbers of guesses; lower and higher ones are in the first and the last column."""

_LEVEL = 1500
"""The rating of the bot's level `normal`, which the image marks."""

_LEAST_RANGE = 200
"""The least difference of ratings between both ends of the axis."""


def leaderboard_image(board: Leaderboard, title: Heading, words: Words) -> tuple[images.Image, ...]:
    """The image of a page; none if nobody on it has played."""
    is_rating = board.question.order.is_rating
    entries = [entry for entry in board.entries if (_rating(entry).games if is_rating else entry.tally.games)]
    if not entries:
        return ()
    draw = _ratings if is_rating else _distributions
    played = replace(board, entries=entries)
    image = draw(played, title, words, MAX_NAME)
    fits = len(image.alternative) <= images.MAX_ALTERNATIVE
    return (image if fits else draw(played, title, words, images.SHORTER_NAME),)


def _rating(entry: LeaderboardEntry) -> Rating:
    return entry.rating or Rating()


class _Columns(Struct, frozen=True):
    """The numbers of guesses from `low` to `high`, of all from `first` to `last`."""

    low: int
    high: int
    first: int
    last: int

    @property
    def heads(self) -> Sequence[str]:
        """The numbers; the first and the last one may stand for others too."""
        heads = [str(number) for number in range(self.low, self.high + 1)]
        heads[0] = f"{'≤' * (self.first < self.low)}{heads[0]}"
        heads[-1] += "+" * (self.last > self.high)
        return heads

    def shares(self, entry: LeaderboardEntry) -> list[float]:
        """The part of a player's games in each column, then of those lost."""
        games = [0] * (self.high - self.low + 1)
        for guesses, number in entry.tally.distribution.items():
            games[min(max(guesses, self.low), self.high) - self.low] += number
        return [number / entry.tally.games for number in (*games, entry.tally.games - entry.tally.solved)]

    @property
    def width(self) -> float:
        """The width of a column, in pixels."""
        return (_RIGHT - _LEFT - _BEFORE_LOST) / (self.high - self.low + 2)

    def middle(self, place: int) -> float:
        """The middle of a column, numbered from 0."""
        is_lost = place > self.high - self.low
        return _LEFT + (place + 0.5) * self.width + _BEFORE_LOST * is_lost


def _columns(entries: Sequence[LeaderboardEntry]) -> _Columns:
    """The columns that most games of all players are in."""
    games: Counter[int] = Counter()
    for entry in entries:
        games.update(entry.tally.distribution)
    first, last = min(games, default=1), max(games, default=1)
    starts = range(first, max(first, last - _COLUMNS + 1) + 1)
    low = max(starts, key=lambda start: sum(games[number] for number in range(start, start + _COLUMNS)))
    return _Columns(low, min(last, low + _COLUMNS - 1), first, last)


def _distributions(board: Leaderboard, title: Heading, words: Words, cells: int) -> images.Image:
    """A row for each player: the shares of their games that took some number of guesses, in bars of one scale.

    Beside ranked players, others have no bars, because a few games would make the highest ones.
    """
    entries, order = board.entries, board.question.order
    ranked = [entry for entry in entries if entry.rank is not None] or entries
    columns = _columns(ranked)
    name, scale = _name_start(entries), _BAR / (max(share for entry in ranked for share in columns.shares(entry)) or 1)
    drawn = [images.HATCH, *_heads(columns)]
    said = [words("Percent of games by guesses ({numbers}), then lost:", numbers=words.comma_separated(columns.heads))]
    for place, (entry, who) in enumerate(zip(entries, _shown_names(entries, cells, words), strict=True)):
        top, shown = _TOP + place * _ROW, _figure(entry, order, words)
        shares = columns.shares(entry) if entry in ranked else []
        drawn += _row(entry, shown, entry.tally.games, top, words, name)
        drawn += _bars(shares, columns, top + _ROW - 8, scale)
        counted, percents = (
            phrases.game_count_text(entry.tally.games, words),
            (f"{100 * share:.0f}" for share in shares),
        )
        row = f"{_said(entry, who, shown, words)}, {counted}"
        said.append(f"{row}: {' '.join(percents)}" if shares else row)
    return _image(title, words, drawn, said, len(entries))


def _heads(columns: _Columns) -> Iterator[str]:
    """The numbers of guesses, and a cross above the games lost."""
    for place, head in enumerate(columns.heads):
        yield images.TextLine(head, columns.middle(place), _TOP - 12, colour=images.FAINT_INK, anchor="middle").svg()
    yield images.cross_svg(columns.middle(len(columns.heads)), _TOP - 20, 7, images.FAINT_INK)


def _bars(shares: Sequence[float], columns: _Columns, bottom: float, scale: float) -> Iterator[str]:
    for place, share in enumerate(shares):
        if share:
            height, fill = max(3.0, share * scale), "url(#lost)" if place == len(shares) - 1 else images.BLUE
            yield bar_svg(
                columns.middle(place) - 0.4 * columns.width, bottom - height, 0.8 * columns.width, height, fill
            )


def _name_start(entries: Sequence[LeaderboardEntry]) -> float:
    """Where names start, right of the longest rank."""
    return images.MARGIN + max(images.width_of(str(entry.rank or "-"), images.SMALL) for entry in entries) + 14


def _row(  # noqa: PLR0913, PLR0917  # what a row has
    entry: LeaderboardEntry, shown: str, games: int, top: float, words: Words, name: float
) -> Iterator[str]:
    """The rank, the name, the figure and the games of a player, on a bright ground if it is the one who asked."""
    line = top + _ROW / 2 + 9
    if entry.you:
        yield images.highlighted_row_svg(top, _ROW)
    colour = images.INK if games >= _FEW_GAMES else images.FAINT_INK
    width = _FIGURE_END - name - 16 - images.width_of(shown, _FIGURE)
    yield images.TextLine(str(entry.rank or "-"), name - 14, line, colour=images.FAINT_INK, anchor="end").svg()
    yield images.name_svg(entry.name or _elsewhere(words), name, line, width, is_bold=entry.you)
    yield images.TextLine(shown, _FIGURE_END, line + 2, _FIGURE, colour, "end", is_bold=True).svg()
    yield images.TextLine(f"{games:,}", _GAMES_END, line, colour=images.FAINT_INK, anchor="end").svg()


def _said(entry: LeaderboardEntry, who: str, shown: str, words: Words) -> str:
    """The rank, the name and the figure of a player in the text alternative."""
    who = words("{player} (who asked)", player=who) if entry.you else who
    return f"{who}, {words('not ranked')}: {shown}" if entry.rank is None else f"{entry.rank} {who}: {shown}"


def _ratings(board: Leaderboard, title: Heading, words: Words, cells: int) -> images.Image:
    """A row for each player: the rating, and a line as long as its uncertainty."""
    entries = board.entries
    ratings = [_rating(entry) for entry in entries]
    low = min(_LEVEL, *(rating.points - rating.uncertainty for rating in ratings))
    high = max(low + _LEAST_RANGE, _LEVEL, *(rating.points + rating.uncertainty for rating in ratings))
    scale = (_RIGHT - _LEFT - 12) / (high - low)
    middle = _LEFT + 6 + (_LEVEL - low) * scale
    head = min(max(middle, _LEFT + 24), _RIGHT - 28)
    drawn = [images.TextLine(str(_LEVEL), head, _TOP - 12, colour=images.FAINT_INK, anchor="middle").svg()]
    said = list[str]()
    name, names = _name_start(entries), _shown_names(entries, cells, words)
    for place, (entry, rating, who) in enumerate(zip(entries, ratings, names, strict=True)):
        top = _TOP + place * _ROW
        x, reach, y = _LEFT + 6 + (rating.points - low) * scale, rating.uncertainty * scale, top + _ROW / 2
        drawn += _row(entry, str(rating.points), rating.games, top, words, name)
        line = f"M{x - reach:.1f} {y}H{x + reach:.1f}"
        drawn += [
            f'<path d="{line}" stroke="{images.BLUE}" stroke-width="6" stroke-linecap="round"/>',
            f'<circle cx="{x:.1f}" cy="{y}" r="10" fill="{images.BLUE}"/>',
        ]
        counted = phrases.game_count_text(rating.games, words)
        said.append(f"{_said(entry, who, _figure(entry, Order.RATING, words), words)}, {counted}")
    bottom = _TOP + len(entries) * _ROW
    dots = 'stroke-width="2" stroke-dasharray="3 6"'
    drawn.append(f'<path d="M{middle:.1f} {_TOP - 4}V{bottom}" stroke="{images.INK}" {dots}/>')
    return _image(title, words, drawn, said, len(entries))


def _image(title: Heading, words: Words, drawn: Sequence[str], said: Sequence[str], rows: int) -> images.Image:
    """The image with its title and the head of the games."""
    details = " · ".join(title.details)
    above = (
        images.heading_svg(title.title, details),
        images.TextLine(words("games"), _GAMES_END, _TOP - 12, colour=images.FAINT_INK, anchor="end").svg(),
    )
    alternative = "\n".join((title.title, details, *said))
    return images.Image(images.svg_document(_TOP + rows * _ROW + 16, (*above, *drawn)), alternative, "leaderboard")
