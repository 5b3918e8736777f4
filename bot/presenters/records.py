"""Statistics and leaderboards."""

from collections.abc import Mapping, Sequence

from bot.presenters.places import local_name
from bot.presenters.views import Block, Paragraph, Preformatted, View
from bot.services.leaderboards import MIN_GAMES, Order, Tally
from bot.services.model import RoomKey
from bot.services.ratings import RANKED_GAMES, Rating
from bot.services.records import Leaderboard, LeaderboardEntry, Statistics
from bot.wording import Words
from bot.wording.columns import align
from bot.wording.safe import name
from core.game.rules import Rules
from core.game.sides import DuelOutcome, Level

_SPARKS = "▁▂▃▄▅▆▇█"
_BAR = "▇"
_MAX_BAR_WIDTH = 30


def stats(statistics: Statistics, words: Words) -> View:
    """A player's statistics."""
    record = statistics.record
    counts = (record.alone, record.assisted, record.together, record.against, record.hosted, statistics.ratings)
    if not any(counts):
        return View((Paragraph(words.stats_empty(statistics.name)),))
    blocks: list[Block] = [Paragraph(words.stats_title(statistics.name))]
    blocks += [_tally_block(rules, tally, words) for rules, tally in record.alone.items()]
    if record.assisted:
        blocks.append(Paragraph(words.stats_assisted(record.assisted)))
    if record.together:
        blocks.append(Paragraph(words.stats_shared(record.together, record.together_solved)))
    if record.hosted:
        average = words.number(record.hosted_guesses / max(1, record.hosted_solved))
        blocks.append(Paragraph(words.stats_hosted(record.hosted, record.hosted_solved, average)))
    blocks += [_versus_block(level, record.against[level], words) for level in Level if record.against.get(level)]
    if statistics.ratings:
        blocks += [Paragraph(words.ratings_title()), Preformatted(_rating_lines(statistics.ratings, words))]
    return View(tuple(blocks))


def _tally_block(notation: str, tally: Tally, words: Words) -> Preformatted:
    rules = Rules.parse(notation)
    return Preformatted(
        (
            f"{words.game_name(rules)} {rules}",
            words.stats_summary(tally.games, tally.solved, words.number(tally.average)),
            words.stats_streaks(tally.streak, tally.best_streak),
            *bars(tally.distribution),
        )
    )


def _versus_block(level: Level, outcomes: Mapping[DuelOutcome, int], words: Words) -> Paragraph:
    won, drawn, lost, resigned = (
        outcomes.get(outcome, 0)
        for outcome in (DuelOutcome.WON, DuelOutcome.DRAWN, DuelOutcome.LOST, DuelOutcome.RESIGNED)
    )
    return Paragraph(words.record_against(level, won, drawn, lost + resigned))


def _rating_lines(ratings: Mapping[str, Rating], words: Words) -> tuple[str, ...]:
    rows = [
        (f"{words.game_name(rules)} {rules}", *_rating_cells(rating, words))
        for rules, rating in ((Rules.parse(notation), rating) for notation, rating in ratings.items())
    ]
    return align(rows, right=[1, 2, 3])


def _rating_cells(rating: Rating, words: Words) -> tuple[str, ...]:
    note = words.provisional() if rating.is_provisional else ""
    return str(rating.points), f"± {rating.uncertainty}", words.game_count(rating.games), note


def bars(distribution: Mapping[int, int]) -> tuple[str, ...]:
    """A distribution of games by their number of guesses as a bar chart, one line per number of guesses."""
    if not distribution:
        return ()
    scale = min(1.0, _MAX_BAR_WIDTH / max(distribution.values()))
    games = {number: distribution.get(number, 0) for number in range(min(distribution), max(distribution) + 1)}
    return align(
        [(str(number), str(count), _BAR * round(count * scale)) for number, count in games.items()], right=[0, 1]
    )


def sparkline(distribution: Mapping[int, int], low: int, high: int) -> str:
    """The distribution from `low` to `high` guesses in one line; the most frequent number has the full height."""
    most = max(distribution.values(), default=0) or 1
    top = len(_SPARKS) - 1
    return "".join(_SPARKS[round(distribution.get(number, 0) / most * top)] for number in range(low, high + 1))


def leaderboard(board: Leaderboard, words: Words, room: RoomKey) -> View:
    """A leaderboard that was asked for in `room`."""
    game = f"{words.game_name(board.rules)} {board.rules}"
    title = words.leaderboard_title(game, board.period.value, local_name(board.scope.value, room))
    blocks: list[Block] = [Paragraph(title)]
    if board.entries:
        blocks.append(Preformatted(_lines(board, words)))
    is_rating = board.order is Order.RATING
    if all(entry.rank is None for entry in board.entries):
        empty = words.rating_leaderboard_empty(RANKED_GAMES) if is_rating else words.leaderboard_empty(MIN_GAMES)
        blocks.append(Paragraph(empty))
    if board.entries:
        note = words.rating_leaderboard_note(RANKED_GAMES) if is_rating else words.leaderboard_note(MIN_GAMES)
        blocks.append(Paragraph(note))
    return View(tuple(blocks))


def _lines(board: Leaderboard, words: Words) -> tuple[str, ...]:
    if board.order is not Order.RATING:
        return _entry_lines(board.entries, board.order, words)
    rows = [(*_who(entry, words), *_rating_cells(entry.rating or Rating(), words)) for entry in board.entries]
    return align(rows, right=[0, 2, 3, 4])


def _who(entry: LeaderboardEntry, words: Words) -> tuple[str, str]:
    return str(entry.rank or "-"), name(entry.name) if entry.name else words.player_elsewhere()


def _entry_lines(entries: Sequence[LeaderboardEntry], order: Order, words: Words) -> tuple[str, ...]:
    numbers = [number for entry in entries for number in entry.tally.distribution]
    low, high = min(numbers, default=1), max(numbers, default=1)
    rows = [
        (
            *_who(entry, words),
            words.number(entry.average),
            sparkline(entry.tally.distribution, low, high),
            words.game_count(entry.tally.games),
            words.streak(entry.tally.best_streak if order is Order.STREAK else entry.tally.streak),
        )
        for entry in entries
    ]
    return align(rows, right=[0, 2, 4])
