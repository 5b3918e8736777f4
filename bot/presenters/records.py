"""Statistics and leaderboards."""

from collections.abc import Mapping

from bot.presenters.views import Block, Paragraph, Preformatted, View
from bot.services.records import MIN_GAMES, Leaderboard, LeaderboardEntry, Order, PlayerRecord, Tally
from bot.wording import Words
from bot.wording.columns import align
from bot.wording.safe import name
from core.game.rules import Rules
from core.game.versus import Level, VersusOutcome

_LEVELS = "▁▂▃▄▅▆▇█"
_BAR = "▇"
_LONGEST_BAR = 30
_SHOWN = 10
"""Lines of a leaderboard, besides the reader's own."""


def stats(record: PlayerRecord, words: Words) -> View:
    """What one player has done."""
    if not (record.alone or record.assisted or record.together or record.against):
        return View((Paragraph(words.stats_empty(record.name)),))
    blocks: list[Block] = [Paragraph(words.stats_title(record.name))]
    blocks += [_tally_panel(rules, tally, words) for rules, tally in record.alone.items()]
    if record.assisted:
        blocks.append(Paragraph(words.stats_assisted(record.assisted)))
    if record.together:
        blocks.append(Paragraph(words.stats_shared(record.together, record.together_solved)))
    for level in Level:
        if ends := record.against.get(level):
            lost = ends[VersusOutcome.LOST] + ends[VersusOutcome.RESIGNED]
            blocks.append(
                Paragraph(words.record_against(level, ends[VersusOutcome.WON], ends[VersusOutcome.DRAWN], lost))
            )
    return View(tuple(blocks))


def _tally_panel(notation: str, tally: Tally, words: Words) -> Preformatted:
    rules = Rules.parse(notation)
    return Preformatted(
        (
            f"{words.game_name(rules)} {rules}",
            words.stats_summary(tally.games, tally.solved, words.number(tally.cost)),
            words.stats_streaks(tally.streak, tally.best_streak),
            *bars(tally.distribution),
        )
    )


def bars(distribution: Mapping[int, int]) -> tuple[str, ...]:
    """A distribution as bars, one for every number of guesses from the fewest to the most."""
    if not distribution:
        return ()
    most = max(distribution.values())
    scale = min(1.0, _LONGEST_BAR / most)
    numbers = range(min(distribution), max(distribution) + 1)
    return align(
        [
            (str(number), str(distribution.get(number, 0)), _BAR * round(distribution.get(number, 0) * scale))
            for number in numbers
        ],
        right=[0, 1],
    )


def sparkline(distribution: Mapping[int, int], low: int, high: int) -> str:
    """A distribution in one line: the height of each sign is its share of the commonest number of guesses."""
    most = max(distribution.values(), default=0) or 1
    top = len(_LEVELS) - 1
    return "".join(_LEVELS[round(distribution.get(number, 0) / most * top)] for number in range(low, high + 1))


def leaderboard(board: Leaderboard, words: Words) -> View:
    """How everybody stands; the reader is shown wherever they are."""
    game = f"{words.game_name(board.rules)} {board.rules}"
    title = Paragraph(words.leaderboard_title(game, board.period.value, board.scope.value))
    ranked = [line for line in board.entries if line.rank is not None]
    shown = [line for place, line in enumerate(board.entries) if place < _SHOWN or line.you]
    blocks: list[Block] = [title]
    if shown:
        blocks.append(Preformatted(_standing_lines(shown, board.order, words)))
    if not ranked:
        blocks.append(Paragraph(words.leaderboard_empty(MIN_GAMES)))
    if shown:
        blocks.append(Paragraph(words.leaderboard_note(MIN_GAMES)))
    return View(tuple(blocks))


def _standing_lines(lines: list[LeaderboardEntry], order: Order, words: Words) -> tuple[str, ...]:
    numbers = [number for line in lines for number in line.tally.distribution]
    low, high = min(numbers, default=1), max(numbers, default=1)
    rows = [
        (
            str(line.rank or "-"),
            words.you() if line.you else name(line.name) if line.name else words.player_elsewhere(),
            words.number(line.average),
            sparkline(line.tally.distribution, low, high),
            words.game_count(line.tally.games),
            words.streak(line.tally.best_streak if order is Order.STREAK else line.tally.streak),
        )
        for line in lines
    ]
    return align(rows, right=[0, 2, 4])
