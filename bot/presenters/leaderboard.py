"""A page of a leaderboard."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.locales import Words
from bot.locales.columns import PHONE_CELLS, align, align_within, width
from bot.locales.safe import name, shorten
from bot.locales.words import translatable
from bot.model.marks import MIN_MARKED_GAMES, MOST_CODES, MOST_GUESSES
from bot.model.ratings import RANKED_GAMES, Rating
from bot.model.records import MIN_GAMES, Order, Period, Tally
from bot.model.rooms import RoomKey
from bot.presenters.board import MAX_NAME
from bot.presenters.cards import game_count, mark_cells, mark_table_cells
from bot.presenters.leaderboard_picture import leaderboard_picture
from bot.presenters.places import is_terminal, local_name
from bot.presenters.rules import game_name
from bot.presenters.views import Block, Button, Paragraph, Preformatted, Table, Tone, View
from bot.services.records import Leaderboard, LeaderboardEntry, LeaderboardQuestion

_PERIODS = {
    Period.TODAY: translatable("today"),
    Period.WEEK: translatable("this week"),
    Period.MONTH: translatable("this month"),
    Period.SEASON: translatable("this season"),
    Period.ALL: translatable("all time"),
}
_SCOPES = {
    "channel": translatable("this channel"),
    "room": translatable("this room"),
    "server": translatable("this server"),
    "workspace": translatable("this workspace"),
    "here": translatable("here"),
    "everywhere": translatable("everywhere"),
}
"""Where games were played, by the name that it has on a platform."""

_SPARKS = "▁▂▃▄▅▆▇█"


def leaderboard(board: Leaderboard, words: Words, room: RoomKey) -> View:
    """A page of a leaderboard that was asked for in `room`, with buttons to the previous and the next page.

    Everybody there sees it, so it leaves out a caller who is hidden from leaderboards, except in a terminal.
    """
    if not is_terminal(room):
        board = replace(board, entries=[entry for entry in board.entries if not entry.is_hidden])
    asked = board.question
    game = f"{game_name(asked.rules, words)} {asked.rules}"
    scope = words(_SCOPES[local_name(asked.scope.value, room)])
    title = words("{game}, {period}, {scope}", game=game, period=words(_PERIODS[asked.period]), scope=scope)
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
    if board.question.order is Order.RATING:
        rows = [(*_who(entry, words), *_rating_table_cells(entry.rating or Rating(), words)) for entry in board.entries]
        return Table((tuple(words("#|player|rating|uncertainty|games|").split("|")), *rows), frozenset({0, 2, 3, 4}))
    if board.question.order is Order.SKILL:
        marked = [(*_who(entry, words), *mark_table_cells(entry.marks, words)) for entry in board.entries]
        return Table((tuple(words("#|player|skill|luck|games").split("|")), *marked), frozenset({0, 2, 3, 4}))
    rows = [
        (*_who(entry, words), words.number(entry.average) if entry.tally.games else "-", *_counts(entry.tally))
        for entry in board.entries
    ]
    heads = tuple(words("#|player|average|games|solved|streak|best").split("|"))
    return Table((heads, *rows), frozenset(range(2, len(heads))) | {0})


def _counts(tally: Tally) -> tuple[str, ...]:
    return tuple(map(str, (tally.games, tally.solved, tally.streak, tally.best_streak)))


def _notes(order: Order, words: Words) -> tuple[str, str]:
    """The text if nobody is ranked, and the one that says who is ranked."""
    match order:
        case Order.RATING:
            return words(
                "Nobody has {games} rated games here yet. Duels, races and games against the bot are rated.",
                games=RANKED_GAMES,
            ), words(
                "Players with at least {games} rated games are ranked: duels, races and games against the "
                "bot without hints. The bot's level normal has 1500 points, and 400 points more mean about "
                "ten wins for each loss. Next to a rating is its uncertainty, which grows with the time "
                "since the last game.",
                games=RANKED_GAMES,
            )
        case Order.SKILL:
            return words("Nobody has {games} reviewed solo games here yet.", games=MIN_MARKED_GAMES), words(
                "Players with at least {games} reviewed solo games are ranked by their mean skill, from 0 to "
                "99, as in `review`. Games are reviewed soon after their end, except those with hints, with "
                "more than {guesses} guesses, or under rules with more than {codes:,} codes.",
                games=MIN_MARKED_GAMES,
                guesses=MOST_GUESSES,
                codes=MOST_CODES,
            )
        case _:
            return words("Nobody has finished {games} solo games here yet.", games=MIN_GAMES), words(
                "Players with at least {games} solo games are ranked. An unsolved game counts as its limit "
                "plus one guess. Each average includes {games} extra games at the overall average, so that "
                "luck in a few games doesn't decide.",
                games=MIN_GAMES,
            )


def _page_buttons(board: Leaderboard, words: Words) -> Iterable[Button]:
    """The options say what differs from the defaults, because a button holds few characters."""
    asked = board.question
    chosen = {"period": asked.period, "scope": asked.scope, "order": asked.order}
    usual = LeaderboardQuestion(asked.rules)
    options = {name: value.value for name, value in chosen.items() if value is not getattr(usual, name)}
    options["rules"] = str(asked.rules)
    if asked.page > 1:
        yield Button(words("Previous"), "leaderboard", {**options, "page": str(asked.page - 1)})
    if board.has_more:
        yield Button(words("Next"), "leaderboard", {**options, "page": str(asked.page + 1)})


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
    note = words("provisional") if rating.is_provisional else ""
    return str(rating.points), f"± {rating.uncertainty}", game_count(rating.games, words), note


def _rating_table_cells(rating: Rating, words: Words) -> tuple[str, ...]:
    points, uncertainty, _, note = _rating_cells(rating, words)
    return points, uncertainty, str(rating.games), note


def _who(entry: LeaderboardEntry, words: Words) -> tuple[str, str]:
    who = shorten(name(entry.name), MAX_NAME) if entry.name else shorten(words("(elsewhere)"), MAX_NAME + 2)
    return str(entry.rank or "-"), who


def _entry_lines(entries: Sequence[LeaderboardEntry], order: Order, words: Words) -> tuple[str, ...]:
    numbers = [number for entry in entries for number in entry.tally.distribution]
    low, high = min(numbers, default=1), max(numbers, default=1)
    rows = [
        (
            *_who(entry, words),
            words.number(entry.average) if entry.tally.games else "-",
            sparkline(entry.tally.distribution, low, high),
            game_count(entry.tally.games, words),
            words("streak {streak}", streak=entry.tally.best_streak if order is Order.STREAK else entry.tally.streak),
        )
        for entry in entries
    ]
    without_spark = [(*row[:3], *row[4:]) for row in rows]
    short = [row[:4] if order is not Order.STREAK else (*row[:2], *row[3:]) for row in without_spark]
    wide = align(rows, [0, 2, 4])
    return wide if numbers and max(map(width, wide)) <= PHONE_CELLS else align_within([without_spark, short], [0, 2, 3])


def sparkline(distribution: Mapping[int, int], low: int, high: int) -> str:
    """The distribution from `low` to `high` guesses in one line; the most frequent number has the full height.

    Nothing if there are no games.
    """
    if not any(distribution.values()):
        return ""
    most = max(distribution.values())
    top = len(_SPARKS) - 1
    return "".join(_SPARKS[round(distribution.get(number, 0) / most * top)] for number in range(low, high + 1))
