"""Charts: histograms of guesses, and the statistics of a player in one image."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from msgspec import Struct, field

from bot.locales import Words
from bot.locales.columns import align
from bot.presenters import images, phrases
from core.solver.marks import MAX_MARK

_BAR = "▇"
_UNSOLVED = "-"
_MAX_BAR_WIDTH = 24

_LABEL_END, _BAR_LEFT = 98, 114
"""Where the numbers of guesses end and the bars start, in pixels from the left."""

_TOP, _LAST = images.HEAD_HEIGHT + 36, 20
"""The space above the bars, for the title and the heads, and below them, in pixels."""

_ROW = 42
_LEAST_BAR = 3
"""The height of a row and the length of the shortest bar, in pixels."""

_MAX_COLUMNS = 16
"""The most numbers of guesses in a chart of people's games; more are counted in the last one."""


class Chart(Struct, frozen=True):
    """What a histogram shows.

    Args:
        title: its title.
        summary: a line below the title.
        won: the number of games won with `first` guesses, one more, two more ...
        lost: the number of games that were not won.
        is_open: whether the last number of `won` also counts all games with more guesses.
        first: the number of guesses of the first bar.
    """

    title: str
    summary: str
    won: Sequence[int]
    lost: int = 0
    is_open: bool = False
    first: int = 1

    @classmethod
    def from_distribution(  # noqa: PLR0913, PLR0917  # what the chart shows, and how much of it
        cls,
        title: str,
        summary: str,
        distribution: Mapping[int, int],
        lost: int,
        first: int = 1,
        most: int = _MAX_COLUMNS,
    ) -> Self:
        """The chart of a distribution of games by their guesses, with at most `most` bars from `first` guesses on."""
        last = first + most - 1
        numbers = range(first, max(first, min(max(distribution, default=1), last)) + 1)
        won = [distribution.get(number, 0) for number in numbers]
        beyond = sum(games for guesses, games in distribution.items() if guesses > last)
        won[-1] += beyond
        return cls(title, summary, won, lost, bool(beyond), first)

    @property
    def highest_bar(self) -> int:
        """The number of games of the highest bar."""
        return max((*self.won, self.lost))

    def rows(self, words: Words) -> Sequence[tuple[str, int]]:
        """The label and the games of each bar."""
        last = self.first + len(self.won) - 1
        heads = (f"{number}{'+' * (self.is_open and number == last)}" for number in range(self.first, last + 1))
        won = zip(heads, self.won, strict=True)
        return [*won, *([(words(phrases.LOST_GAMES), self.lost)] if self.lost else [])]


def bar_chart_lines(
    distribution: Mapping[int, int], unsolved: int = 0, unsolved_label: str = _UNSOLVED
) -> tuple[str, ...]:
    """A distribution of games as a bar chart: a line for each number of guesses, then one for unsolved games."""
    games = {}
    if distribution:
        numbers = range(min(distribution), max(distribution) + 1)
        games = {str(number): distribution.get(number, 0) for number in numbers}
    if unsolved:
        games[unsolved_label] = unsolved
    scale = min(1.0, _MAX_BAR_WIDTH / max(games.values(), default=1))
    rows = [(number, str(count), _BAR * round(count * scale)) for number, count in games.items()]
    return align(rows, right=[0, 1]) if rows else ()


def charts_image(charts: Sequence[Chart], words: Words, name: str = "chart") -> images.Image:
    """Histograms one below the other, with bars of the same scale, as an image with this name."""
    wide = max(images.width_of(text, images.SMALL) for chart in charts for text in (chart.title, chart.summary))
    width = max(images.WIDTH, wide + 2 * images.MARGIN)
    most = max(1, *(chart.highest_bar for chart in charts))
    drawn, top = [images.HATCH], 0.0
    for chart in charts:
        drawn += [
            images.move_svg(images.heading_svg(chart.title, chart.summary, width=width), 0, top),
            images.TextLine(words("guesses"), images.MARGIN, top + _TOP - 8, colour=images.FAINT_INK).svg(),
            images.TextLine(
                words("games"), width - images.MARGIN, top + _TOP - 8, colour=images.FAINT_INK, anchor="end"
            ).svg(),
            *_histogram(chart, most, top + _TOP, words, width),
        ]
        top += _TOP + len(chart.rows(words)) * _ROW + _LAST
    alternative = "\n\n".join("\n".join((f"{each.title}: {each.summary}", *_said(each, words))) for each in charts)
    return images.Image(images.svg_document(top, drawn, width), alternative, name)


def _histogram(chart: Chart, most: int, top: float, words: Words, width: float = images.WIDTH) -> Iterator[str]:
    """The rows of a histogram from `top` on; a bar of `most` games ends at the margin."""
    scale = (width - images.MARGIN - _BAR_LEFT - images.width_of(f"{most:,}", images.SMALL) - 10) / most
    rows = chart.rows(words)
    for place, (label, games) in enumerate(rows):
        is_lost = bool(chart.lost) and place == len(rows) - 1
        y = top + place * _ROW
        line = y + _ROW / 2 + images.SMALL * 0.36
        yield images.TextLine(label, _LABEL_END, line, anchor="end").svg()
        length = max(games * scale, _LEAST_BAR if games else 0)
        if games:
            yield bar_svg(_BAR_LEFT, y + 4, length, _ROW - 8, "url(#lost)" if is_lost else images.BLUE)
        yield images.TextLine(
            f"{games:,}", _BAR_LEFT + length + 10, line, colour=images.INK if games else images.FAINT_INK
        ).svg()


def bar_svg(x: float, y: float, width: float, height: float, fill: str) -> str:
    """A bar from its upper left corner, in pixels."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3" fill="{fill}"/>'


def bar_text(guesses: int, games: int, words: Words) -> str:
    """The number of games with a number of guesses."""
    counted = phrases.guess_count_text(words, guesses)
    return words.plural("{guesses}: {n:,} game", "{guesses}: {n:,} games", games, guesses=counted)


def _said(chart: Chart, words: Words) -> Iterator[str]:
    """The bars of a histogram in words."""
    closed = chart.won[:-1] if chart.is_open else chart.won
    yield from (bar_text(guesses, games, words) for guesses, games in enumerate(closed, chart.first))
    if chart.is_open:
        yield words.plural(
            "{guesses} or more guesses: {n:,} game",
            "{guesses} or more guesses: {n:,} games",
            chart.won[-1],
            guesses=chart.first + len(chart.won) - 1,
        )
    if chart.lost:
        yield words.plural("lost: {n:,} game", "lost: {n:,} games", chart.lost)


_FIGURES_HEIGHT, _MARKS_HEIGHT = 104, 76
"""The heights of the row of large figures, and of skill and luck, in pixels."""

_FIGURE, _THIN = 46, 8
"""The size of a large figure, and the thickness of the bars of skill and luck, in pixels."""

_MAX_BARS = 10
"""The most numbers of guesses in the statistics of a player."""


class PlayerFigures(Struct, frozen=True):
    """What the statistics of a player show for some rules.

    Args:
        name: of the player.
        game: the rules.
        figures: a label and a value each, at most four.
        won: the number of games by guesses; empty for no bars.
        lost: the number of games that were not won.
        marks: mean skill and luck, None each if there is none; empty if there is neither.
    """

    name: str
    game: str
    figures: Sequence[tuple[str, str]]
    won: Mapping[int, int] = field(default_factory=dict)
    lost: int = 0
    marks: Sequence[tuple[str, float | None]] = ()

    @property
    def facts_text(self) -> str:
        """The figures in a line."""
        return " · ".join(f"{label} {value}" for label, value in self.figures)

    @property
    def marks_text(self) -> str:
        """The marks in a line."""
        return " · ".join(f"{label} {phrases.mark_text(mark)}" for label, mark in self.marks)


def statistics_image(shown: PlayerFigures, words: Words) -> images.Image:
    """A player's statistics: large figures, a bar for each number of guesses, skill and luck."""
    drawn = [images.HATCH, images.heading_svg(shown.name, shown.game), *_large(shown.figures, images.HEAD_HEIGHT)]
    said, top = [shown.name, shown.game, shown.facts_text], images.HEAD_HEIGHT + _FIGURES_HEIGHT
    if shown.won or shown.lost:
        least = min(shown.won, default=1)
        chart = Chart.from_distribution("", "", shown.won, shown.lost, least, _MAX_BARS)
        drawn += _histogram(chart, chart.highest_bar, top, words)
        top += len(chart.rows(words)) * _ROW
        said += _said(chart, words)
    if shown.marks:
        drawn += _thin_bars(shown.marks, top + 16)
        top += _MARKS_HEIGHT
        said.append(shown.marks_text)
    return images.Image(images.svg_document(top + _LAST, drawn), "\n".join(said), "statistics")


def _large(figures: Sequence[tuple[str, str]], top: float) -> Iterator[str]:
    """Figures side by side, each above its label."""
    step = (images.WIDTH - 2 * images.MARGIN) / max(1, len(figures))
    for place, (label, value) in enumerate(figures):
        middle = images.MARGIN + (place + 0.5) * step
        for text, y, size, colour, is_bold in (
            (value, top + 44, _FIGURE, images.INK, True),
            (label, top + 78, images.SMALL, images.FAINT_INK, False),
        ):
            shown, fitting = images.fit_font_size(text, step - 12, size)
            yield images.TextLine(shown, middle, y, fitting, colour, "middle", is_bold=is_bold).svg()


def _thin_bars(marks: Sequence[tuple[str, float | None]], top: float) -> Iterator[str]:
    """Marks from 0 to `MAX_MARK` side by side, each above a thin bar."""
    step, gap = (images.WIDTH - 2 * images.MARGIN) / len(marks), 32
    for place, (label, mark) in enumerate(marks):
        left, length = images.MARGIN + place * step, step - gap * (place < len(marks) - 1)
        yield images.TextLine(label, left, top + 22, colour=images.FAINT_INK).svg()
        yield images.TextLine(phrases.mark_text(mark), left + length, top + 22, anchor="end", is_bold=True).svg()
        yield bar_svg(left, top + 34, length, _THIN, images.RAISED)
        yield bar_svg(left, top + 34, length * (mark or 0) / MAX_MARK, _THIN, images.BLUE)
