"""The pictures of the documentation: every kind of image that the bot posts, in every language.

`HITBLOW_REWRITE=1 pytest tests/presenters/test_images.py` draws them into `docs/images`. They are the approved images
of the tests too, so they show what the bot draws now.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from msgspec import structs

from bot.locales import Words
from bot.model.ratings import Rating
from bot.model.records import Order, PlayerRecord, RulesRecord, Tally
from bot.model.results import MarkSum, MonthlyMarkSum
from bot.model.rooms import RoomKey
from bot.presenters import phrases
from bot.presenters.cards import with_board_image
from bot.presenters.charts import Chart, charts_image
from bot.presenters.coach import review
from bot.presenters.daily_card import week_view
from bot.presenters.images import Image
from bot.presenters.leaderboard import leaderboard
from bot.presenters.statistics import stats
from bot.services.analysis import ReviewedBoard, ReviewResult
from bot.services.cards import RoomWeek
from bot.services.records import Leaderboard, LeaderboardEntry, LeaderboardRequest, Statistics
from core.game.codes import parse_code
from core.game.daily import Streak
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.coach import Suggestion
from core.solver.review import GuessCheck, Review, ReviewedTurn
from tests.docs.documents import ROOT
from tests.presenters.test_daily_card import MONDAY
from tests.support.games import Deal, publicly

FOLDER = ROOT / "docs" / "images"
ROOM = RoomKey("discord", "1", "2")
HITBLOW, MASTERMIND = Rules.parse("hitblow"), Rules.parse("mastermind")
SECRET, GUESSES = "3102", ("0456", "7103", "3108", "3102")
MARKS = ((96, 31), (88, 64), (71, 52), (99, 40))
COSTLY = 71


def check(guess: str, best: str, rules: Rules) -> GuessCheck:
    """A guess that a better one would have saved a third of a guess."""
    checked = Suggestion(parse_code(guess, rules), None, "", True, 1.8, True, {}, 0.0)  # noqa: FBT003
    return GuessCheck(6, checked, replace(checked, code=parse_code(best, rules), expected=1.5))


CHECKS = {HITBLOW: check("3108", "3120", HITBLOW), MASTERMIND: check("RBGY", "RGBO", MASTERMIND)}


def reviewed(name: str, rules: Rules, secret: str, guesses: Sequence[str], words: Words) -> Image:
    """The card of a review."""
    code = parse_code(secret, rules)
    turns = [(guess, compute_feedback(code, guess)) for guess in (parse_code(each, rules) for each in guesses)]
    marked = (
        ReviewedTurn(Turn(*turn, name), 5040, 100, skill, luck, CHECKS[rules] if skill == COSTLY else None)
        for turn, (skill, luck) in zip(turns, MARKS, strict=True)
    )
    result = ReviewResult("k3qz7", rules, (ReviewedBoard(name, Review(tuple(marked), 88, 47), is_bot=False),))
    return review(result, words, ROOM).images[0]


def ended(words: Words) -> Image:
    """The board of a game that has ended."""
    players = ("Ann", "Владислав", "田中 髙﨑", "Chie")
    deal = Deal().guesses(*(f"{player.split()[0]} {guess}" for player, guess in zip(players, GUESSES, strict=True)))
    view = structs.replace(deal.view(), names={player.split()[0]: player for player in players})
    return with_board_image(publicly(view, words), view, words).images[0]


MONTHS = [
    MonthlyMarkSum(date(2026, month, 1), MarkSum(5, 5 * skill, 5, 5, 5 * luck))
    for month, skill, luck in ((6, 68, 44), (7, 74, 61), (9, 81, 38), (10, 88, 52), (11, 92, 47))
]
TALLY = Tally(31, 29, 173, {3: 1, 4: 7, 5: 12, 6: 8, 8: 1}, 6, 11)


def statistics(words: Words) -> Image:
    """The statistics of a player who is rated, too."""
    record, ratings = PlayerRecord({"4x10": RulesRecord(TALLY)}), {"4x10": Rating(28.8, 1.53, 23)}
    shown = Statistics("Ann", record, ratings, history={"4x10": MONTHS}, streak=Streak(12, 20))
    return stats(shown, words, "4x10").images[0]


DISTRIBUTIONS = {
    "Chie": {3: 2, 4: 9, 5: 13, 6: 4},
    "Ann": {3: 1, 4: 7, 5: 12, 6: 8, 8: 1},
    "Владислав": {4: 4, 5: 9, 6: 5},
    "田中 髙﨑": {4: 3, 5: 8, 6: 7, 7: 2},
    "Christopher Featherstonehaugh": {4: 1, 5: 4, 6: 6, 7: 3},
    "สมชาย": {5: 3, 6: 5, 7: 4, 9: 1},
}


def ranked(place: int, player: str) -> LeaderboardEntry:
    """A row by average."""
    distribution = DISTRIBUTIONS[player]
    solved, cost = sum(distribution.values()), sum(guesses * games for guesses, games in distribution.items())
    tally = Tally(solved + place // 2, solved, cost + 13 * (place // 2), distribution)
    return LeaderboardEntry(place, player, you=player == "Ann", tally=tally)


def rated(place: int, player: str) -> LeaderboardEntry:
    """A row by rating."""
    rating = Rating(30 - 1.6 * place, 1.2 + place * 0.5, 60 - place)
    return LeaderboardEntry(place, player, you=player == "Ann", tally=Tally(), rating=rating)


def board(order: Order, words: Words) -> Image:
    """A leaderboard."""
    row = rated if order is Order.RATING else ranked
    rows = [row(place, player) for place, player in enumerate(DISTRIBUTIONS, 1)]
    return leaderboard(Leaderboard(LeaderboardRequest(HITBLOW, order=order), rows), words, ROOM).images[0]


def week(words: Words) -> Image:
    """The result of a room's week."""
    names = dict(zip("abcdef", DISTRIBUTIONS, strict=True))
    costs = {"a": "4565565", "b": "566556", "c": "7665876", "d": "55", "e": "6576", "f": "87667"}
    days = [MONDAY + timedelta(day) for day in range(7)]
    solved = {(player, day): int(cost) for player in names for day, cost in zip(days, costs[player], strict=False)}
    played = {player: len(each) for player, each in costs.items()}
    return week_view(RoomWeek(HITBLOW, MONDAY, days, solved, played, names, is_final=True), words).images[0]


def evaluation(words: Words) -> Image:
    """What `hitblow evaluate --plot` draws of two strategies."""
    played = {"first": ((1, 3, 12, 35, 58, 88), 19), "entropy": ((1, 6, 32, 134, 43), 0)}
    charts = [
        Chart(phrases.plot_title(words, name, "3x6r"), phrases.game_count_text(216, words), won, lost)
        for name, (won, lost) in played.items()
    ]
    return charts_image(charts, words)


PICTURES: Mapping[str, Callable[[Words], Image]] = {
    "board": ended,
    "review": partial(reviewed, "Chie", HITBLOW, SECRET, GUESSES),
    "review-colours": partial(reviewed, "Ann", MASTERMIND, "RGBY", ("RRYY", "GBOP", "RBGY", "RGBY")),
    "statistics": statistics,
    "leaderboard": partial(board, Order.AVERAGE),
    "leaderboard-rating": partial(board, Order.RATING),
    "week": week,
    "evaluation": evaluation,
}
