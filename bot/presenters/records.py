"""Statistics and leaderboards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.presenters.chart import Chart, charts_picture
from bot.presenters.leaderboard_picture import leaderboard_picture
from bot.presenters.marks import mark_blocks, mark_cells, mark_table_cells
from bot.presenters.pictures import Picture
from bot.presenters.places import is_terminal, local_name
from bot.presenters.timeline import marks_picture, ratings_picture
from bot.presenters.views import Block, Button, Heading, Paragraph, Preformatted, Table, Tone, View
from bot.services.model import RoomKey
from bot.services.records.leaderboards import MIN_GAMES, Order, Tally
from bot.services.records.marks import MIN_MARKED_GAMES, MOST_CODES, MOST_GUESSES
from bot.services.records.player_records import RulesRecord
from bot.services.records.ratings import RANKED_GAMES, Rating
from bot.services.records.records import Leaderboard, LeaderboardEntry, LeaderboardQuestion, Statistics
from bot.wording import Words
from bot.wording.columns import PHONE_CELLS, align, align_within, width
from bot.wording.safe import name, shorten
from core.game.rules import Rules
from core.game.sides import Level, SideOutcome

_SPARKS = "▁▂▃▄▅▆▇█"
_BAR = "▇"
_UNSOLVED = "-"
_MAX_BAR_WIDTH = 24
_MAX_NAME = 10
_MOST_MONTHS = 6
"""Months whose ratings are shown, the last ones."""

_MOST_RULES = 5
"""Rules whose statistics are shown in full, those played most."""

_DRAWN_RULES = 2
"""Rules whose statistics are drawn, those played most."""


def stats(statistics: Statistics, words: Words) -> View:
    """A player's statistics: for each rules the games by mode, then a menu of the last games to review."""
    rules = list(dict.fromkeys((*statistics.record.by_rules, *statistics.ratings, *statistics.dailies)))
    if not rules:
        return View((Paragraph(words.stats_empty(statistics.name)),))
    blocks: list[Block] = [Paragraph(words.stats_title(statistics.name))]
    if statistics.streak.best:
        blocks.append(Paragraph(words.stats_daily_streak(statistics.streak.days, statistics.streak.best)))
    blocks += [block for one in rules[:_MOST_RULES] for block in _rules_blocks(Rules.parse(one), statistics, words)]
    if others := rules[_MOST_RULES:]:
        blocks.append(Paragraph(words.stats_other_rules(others)))
    buttons = (
        Button(
            words.last_game(last.game, str(last.rules), last.guesses, last.ended_at.date()),
            "review",
            {"game": last.game},
            menu=words.choose_review(),
        )
        for last in statistics.reviewable
    )
    pictures = tuple(_pictures(statistics, rules[:_DRAWN_RULES], words))
    return View(tuple(blocks), tuple(buttons), pictures=pictures, tone=Tone.NEUTRAL)


def _pictures(statistics: Statistics, rules: Iterable[str], words: Words) -> Iterable[Picture]:
    """For each rules the distribution of the games alone, and skill, luck and ratings by month if there are several."""
    for place, one in enumerate(rules, 1):
        title = f"{words.game_name(Rules.parse(one))} {one}"
        tally = statistics.record.by_rules.get(one, RulesRecord()).alone
        if tally.games:
            summary = words.picture_average(words.number(tally.average), tally.games)
            chart = Chart.of(title, summary, tally.distribution, tally.games - tally.solved)
            yield charts_picture([chart], words, f"distribution-{place}")
        months = statistics.history.get(one, ())
        if len(months) > 1:
            yield marks_picture(title, months, words, f"marks-{place}")
        rated = statistics.rated.get(one, ())
        if len(rated) > 1:
            yield ratings_picture(title, rated, words, f"ratings-{place}")


def _rules_blocks(rules: Rules, statistics: Statistics, words: Words) -> Iterable[Block]:
    """The games under some rules, a line or more for each mode that was played."""
    record = statistics.record.by_rules.get(str(rules), RulesRecord())
    yield Heading(f"{words.game_name(rules)} {rules}")
    if record.alone.games:
        yield from map(Paragraph, _alone_lines(record.alone, statistics.optimal.get(str(rules)), words))
        if lines := bars(record.alone.distribution, record.alone.games - record.alone.solved):
            yield Preformatted(lines)
    yield from mark_blocks(rules, statistics, words)
    yield from map(Paragraph, _other_lines(rules, record, statistics, words))
    rated = statistics.rated.get(str(rules), ())[-_MOST_MONTHS:]
    if len(rated) > 1:
        rows = [
            (f"{month.first_day:%Y-%m}", str(month.rating.points), f"± {month.rating.uncertainty}") for month in rated
        ]
        yield Preformatted(align([words.rated_month_columns(), *rows], right=[1, 2]))


def _other_lines(rules: Rules, record: RulesRecord, statistics: Statistics, words: Words) -> Iterable[str]:
    if (daily := statistics.dailies.get(str(rules))) is not None:
        average = words.number(daily.guesses / max(1, daily.solved))
        yield words.stats_daily(daily.games, daily.solved, average)
    if record.assisted.games:
        yield words.stats_assisted(record.assisted.games, record.assisted.solved)
    if record.together.games:
        yield words.stats_shared(record.together.games, record.together.solved)
    if record.hosted.games:
        average = words.number(record.hosted.guesses / max(1, record.hosted.solved))
        yield words.stats_hosted(record.hosted.games, record.hosted.solved, average)
    if record.duels:
        yield words.stats_duels(*_score(record.duels))
    for level in filter(record.against.__contains__, Level):
        yield words.record_against(level, *_score(record.against[level]))
    if (rating := statistics.ratings.get(str(rules))) is not None:
        shown = f"{rating.points} ± {rating.uncertainty}"
        yield words.stats_rating(shown, rating.games, provisional=rating.is_provisional)


def _alone_lines(tally: Tally, optimal: float | None, words: Words) -> Iterable[str]:
    yield words.stats_summary(tally.games, tally.solved)
    yield words.stats_average(words.number(tally.average), None if optimal is None else words.number(optimal))
    if tally.solved < tally.games:
        yield words.stats_unsolved(tally.games - tally.solved)
    yield words.stats_streaks(tally.streak, tally.best_streak)


def _score(outcomes: Mapping[SideOutcome, int]) -> tuple[int, int, int]:
    """Games won, drawn and lost."""
    lost = outcomes.get(SideOutcome.LOST, 0) + outcomes.get(SideOutcome.RESIGNED, 0)
    return outcomes.get(SideOutcome.WON, 0), outcomes.get(SideOutcome.DRAWN, 0), lost


def bars(distribution: Mapping[int, int], unsolved: int = 0, unsolved_label: str = _UNSOLVED) -> tuple[str, ...]:
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


def sparkline(distribution: Mapping[int, int], low: int, high: int) -> str:
    """The distribution from `low` to `high` guesses in one line; the most frequent number has the full height.

    Nothing if there are no games.
    """
    if not any(distribution.values()):
        return ""
    most = max(distribution.values())
    top = len(_SPARKS) - 1
    return "".join(_SPARKS[round(distribution.get(number, 0) / most * top)] for number in range(low, high + 1))


def leaderboard(board: Leaderboard, words: Words, room: RoomKey) -> View:
    """A page of a leaderboard that was asked for in `room`, with buttons to the pages beside it.

    Everybody there sees it, so it does not show a caller who does not want to be shown; a terminal does.
    """
    if not is_terminal(room):
        board = replace(board, entries=[entry for entry in board.entries if not entry.is_hidden])
    asked = board.question
    game = f"{words.game_name(asked.rules)} {asked.rules}"
    title = words.leaderboard_title(game, asked.period.value, local_name(asked.scope.value, room))
    blocks: list[Block] = [Paragraph(title)]
    if board.entries:
        blocks.append(Preformatted(_lines(board, words), _table(board, words)))
    empty, note = _notes(asked.order, words)
    if asked.page == 1 and all(entry.rank is None for entry in board.entries):
        blocks.append(Paragraph(empty))
    elif board.entries:
        blocks.append(Paragraph(note))
    buttons, pictures = tuple(_page_buttons(board, words)), leaderboard_picture(board, title, words)
    return View(tuple(blocks), buttons, pictures=pictures, tone=Tone.NEUTRAL)


def _table(board: Leaderboard, words: Words) -> Table:
    """All that is known of each entry."""
    heads = words.leaderboard_columns()
    if board.question.order is Order.RATING:
        rows = [(*_who(entry, words), *_rating_table_cells(entry.rating or Rating(), words)) for entry in board.entries]
        return Table((words.rating_leaderboard_columns(), *rows), frozenset({0, 2, 3, 4}))
    if board.question.order is Order.SKILL:
        marked = [(*_who(entry, words), *mark_table_cells(entry.marks, words)) for entry in board.entries]
        return Table((words.skill_leaderboard_columns(), *marked), frozenset({0, 2, 3, 4}))
    rows = [
        (*_who(entry, words), words.number(entry.average) if entry.tally.games else "-", *_counts(entry.tally))
        for entry in board.entries
    ]
    return Table((heads, *rows), frozenset(range(2, len(heads))) | {0})


def _counts(tally: Tally) -> tuple[str, ...]:
    return tuple(map(str, (tally.games, tally.solved, tally.streak, tally.best_streak)))


def _notes(order: Order, words: Words) -> tuple[str, str]:
    """What is said if nobody is ranked, and who is ranked."""
    match order:
        case Order.RATING:
            return words.rating_leaderboard_empty(RANKED_GAMES), words.rating_leaderboard_note(RANKED_GAMES)
        case Order.SKILL:
            return words.skill_leaderboard_empty(MIN_MARKED_GAMES), words.skill_leaderboard_note(
                MIN_MARKED_GAMES, MOST_GUESSES, MOST_CODES
            )
        case _:
            return words.leaderboard_empty(MIN_GAMES), words.leaderboard_note(MIN_GAMES)


def _page_buttons(board: Leaderboard, words: Words) -> Iterable[Button]:
    """The options say what differs from the defaults, because a button holds few characters."""
    asked = board.question
    chosen = {"period": asked.period, "scope": asked.scope, "order": asked.order}
    usual = LeaderboardQuestion(asked.rules)
    options = {name: value.value for name, value in chosen.items() if value is not getattr(usual, name)}
    options["rules"] = str(asked.rules)
    if asked.page > 1:
        yield Button(words.previous_page(), "leaderboard", {**options, "page": str(asked.page - 1)})
    if board.has_more:
        yield Button(words.next_page(), "leaderboard", {**options, "page": str(asked.page + 1)})


def _lines(board: Leaderboard, words: Words) -> tuple[str, ...]:
    match board.question.order:
        case Order.RATING:
            return _rating_lines(board, words)
        case Order.SKILL:
            rows = [(*_who(entry, words), *mark_cells(entry.marks, words)) for entry in board.entries]
            return align_within([rows, [row[:4] for row in rows]], right=[0, 2, 3, 4])
        case order:
            return _entry_lines(board.entries, order, words)


def _rating_lines(board: Leaderboard, words: Words) -> tuple[str, ...]:
    rows = [(*_who(entry, words), *_rating_cells(entry.rating or Rating(), words)) for entry in board.entries]
    full = align(rows, right=[0, 2, 3, 4])
    without_games = [(*row[:4], *row[5:]) for row in rows]
    narrower = [without_games, [row[:4] for row in rows]]
    return full if max(map(width, full)) <= PHONE_CELLS else align_within(narrower, right=[0, 2, 3])


def _rating_cells(rating: Rating, words: Words) -> tuple[str, ...]:
    note = words.provisional() if rating.is_provisional else ""
    return str(rating.points), f"± {rating.uncertainty}", words.game_count(rating.games), note


def _rating_table_cells(rating: Rating, words: Words) -> tuple[str, ...]:
    points, uncertainty, _, note = _rating_cells(rating, words)
    return points, uncertainty, str(rating.games), note


def _who(entry: LeaderboardEntry, words: Words) -> tuple[str, str]:
    who = shorten(name(entry.name), _MAX_NAME) if entry.name else shorten(words.player_elsewhere(), _MAX_NAME + 2)
    return str(entry.rank or "-"), who


def _entry_lines(entries: Sequence[LeaderboardEntry], order: Order, words: Words) -> tuple[str, ...]:
    numbers = [number for entry in entries for number in entry.tally.distribution]
    low, high = min(numbers, default=1), max(numbers, default=1)
    rows = [
        (
            *_who(entry, words),
            words.number(entry.average) if entry.tally.games else "-",
            sparkline(entry.tally.distribution, low, high),
            words.game_count(entry.tally.games),
            words.streak(entry.tally.best_streak if order is Order.STREAK else entry.tally.streak),
        )
        for entry in entries
    ]
    without_spark = [(*row[:3], *row[4:]) for row in rows]
    short = [row[:4] if order is not Order.STREAK else (*row[:2], *row[3:]) for row in without_spark]
    wide = align(rows, [0, 2, 4])
    return wide if numbers and max(map(width, wide)) <= PHONE_CELLS else align_within([without_spark, short], [0, 2, 3])
