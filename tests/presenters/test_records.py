import re
from collections import Counter
from collections.abc import Mapping
from datetime import date
from functools import partial
from itertools import product

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from bot.locales import LANGUAGES, Words
from bot.locales.columns import PHONE_CELLS, width
from bot.model.ratings import RatedMonth, Rating
from bot.model.records import Order, Period, PlayerRecord, RaceCount, RulesRecord, Scope, Tally, UnrankedGameCount
from bot.model.results import MarkSum, MonthlyMarkSum
from bot.model.rooms import RoomKey
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.discord.interactions import BUTTON_PREFIX
from bot.presenters.charts import bar_chart_lines
from bot.presenters.leaderboard import how_ranked, leaderboard
from bot.presenters.statistics import no_games_played, review_menu, rules_played, statistics_text, stats
from bot.presenters.views import Button, Preformatted, Table
from bot.services.records import LastGame, Leaderboard, LeaderboardEntry, LeaderboardRequest, Statistics
from core.game.daily import Streak
from core.game.rules import Rules
from core.game.sides import Level, OutcomeForSide
from tests.fakes.clock import NOON
from tests.support.snapshots import Snapshots, as_text, panels_of

HITBLOW = Rules.parse("4x10")
TALLY = Tally(31, 29, 160, {3: 1, 4: 7, 5: 12, 6: 8, 8: 1}, 6, 11)
OTHER = Tally(12, 11, 62, {4: 2, 5: 6, 6: 3}, 0, 9)
ONE = Tally(1, 1, 7, {7: 1}, 1, 1)
FULL = Tally(999, 999, 9_999)
NONE_SOLVED = Tally(2, 0, 26, {}, 0, 0)

AGAINST = {
    Level.EASY: Counter({OutcomeForSide.WON: 3}),
    Level.HARD: Counter(
        {OutcomeForSide.WON: 1, OutcomeForSide.DRAWN: 2, OutcomeForSide.LOST: 4, OutcomeForSide.RESIGNED: 1}
    ),
}

LOST = Counter({OutcomeForSide.LOST: 4, OutcomeForSide.RESIGNED: 3})
RECORDS = {
    "usual": Statistics(
        "Ann",
        PlayerRecord({"4x10": RulesRecord(TALLY, guessed_with_others=UnrankedGameCount(12, 10))}),
        optimal={"4x10": 5.2131},
        reviewable=[LastGame("k3qz7", Rules.parse("4x10"), 5, NOON), LastGame("abcde", Rules.parse("3x10"), 1, NOON)],
    ),
    "many rules": Statistics(
        "あん",
        PlayerRecord(
            {
                "4x10": RulesRecord(TALLY),
                "4x6r-colors": RulesRecord(ONE),
                "3x10-eatbite": RulesRecord(NONE_SOLVED),
                **{notation: RulesRecord(ONE) for notation in ("2x4", "2x5", "2x6", "2x7")},
            }
        ),
    ),
    "together only": Statistics(
        "Ann", PlayerRecord({"4x10": RulesRecord(guessed_with_others=UnrankedGameCount(1, 1))})
    ),
    "not ranked only": Statistics("Ann", PlayerRecord({"4x10": RulesRecord(unranked=UnrankedGameCount(1, 1))})),
    "lost once": Statistics("Ann", PlayerRecord({"4x10": RulesRecord(Tally(1, 0, 13))})),
    "every mode": Statistics(
        "Ann",
        PlayerRecord(
            {
                "4x10": RulesRecord(
                    TALLY,
                    UnrankedGameCount(2, 1),
                    UnrankedGameCount(12, 10),
                    RaceCount(5, 2, 11),
                    UnrankedGameCount(3, 2, 13),
                    Counter({OutcomeForSide.WON: 3, OutcomeForSide.LOST: 1, OutcomeForSide.RESIGNED: 1}),
                    AGAINST,
                )
            }
        ),
        {"4x10": Rating(28.8, 1.53, 23)},
        {"4x10": 5.2131},
    ),
    "hosted": Statistics(
        "Ann",
        PlayerRecord(
            {"4x10": RulesRecord(guessed_with_others=UnrankedGameCount(1), hosted=UnrankedGameCount(4, 3, 19))}
        ),
    ),
    "hosted unsolved": Statistics("Ann", PlayerRecord({"4x10": RulesRecord(hosted=UnrankedGameCount(1))})),
    "skill of one month": Statistics(
        "Ann",
        PlayerRecord({"4x10": RulesRecord(ONE)}),
        history={"4x10": [MonthlyMarkSum(date(2026, 11, 1), MarkSum(1, 88, 1, 1, 51))]},
    ),
    "skill over time": Statistics(
        "Ann",
        PlayerRecord({"4x10": RulesRecord(TALLY), "10x10": RulesRecord(ONE)}),
        history={
            "4x10": [
                MonthlyMarkSum(date(2026, month, 1), MarkSum(month, 10 * month * month, 1, month + 1, 40 * month))
                for month in range(1, 9)
            ]
        },
    ),
    "luck without skill": Statistics(
        "Ann",
        PlayerRecord({"4x10": RulesRecord(ONE)}),
        history={"4x10": [MonthlyMarkSum(date(2026, 11, 1), MarkSum(0, 0, 0, 1, 51))]},
    ),
    "dailies": Statistics(
        "Ann",
        PlayerRecord({"4x10": RulesRecord(ONE)}),
        dailies={"4x10": UnrankedGameCount(9, 7, 34), "3x10-eatbite": UnrankedGameCount(1)},
        streak=Streak(1, 6),
        reviewable=[LastGame("2026-11-21 4x10", HITBLOW, 4, NOON, date(2026, 11, 21))],
    ),
    "dailies only": Statistics(
        "Ann", PlayerRecord(), dailies={"4x10": UnrankedGameCount(9, 7, 34)}, streak=Streak(1, 6)
    ),
    "dailies not solved": Statistics("Ann", PlayerRecord(), dailies={"4x10": UnrankedGameCount(2)}),
    "with items": Statistics("Ann", PlayerRecord({"3x10-eatbite+items": RulesRecord(against=AGAINST)})),
    "lost or resigned": Statistics("Ann", PlayerRecord({"4x10": RulesRecord(duels=LOST, against={Level.HARD: LOST})})),
    "nothing yet": Statistics("@everyone `x`", PlayerRecord()),
    "ratings by month": Statistics(
        "Ann",
        PlayerRecord({"4x10": RulesRecord(against=AGAINST)}),
        {"4x10": Rating(28.8, 1.53, 23)},
        rated={"4x10": [RatedMonth(date(2026, month, 1), Rating(24 + month / 2, 9 / month)) for month in range(1, 9)]},
    ),
    "ratings": Statistics(
        "Ann",
        PlayerRecord({"4x10": RulesRecord(against=AGAINST)}),
        {"4x10": Rating(28.8, 1.53, 23), "3x10-eatbite": Rating(21.2, 6.1, 3), "4x6r-colors": Rating(games=20)},
    ),
}


def rated(rank: int | None, name: str | None, rating: Rating, *, you: bool = False) -> LeaderboardEntry:
    return LeaderboardEntry(rank, name, you, Tally(), rating)


ROOM = RoomKey("discord", "1", "2")


def standing(rank: int | None, name: str | None, tally: Tally = TALLY, *, you: bool = False) -> LeaderboardEntry:
    return LeaderboardEntry(rank, name, you, tally)


def table(*standings: LeaderboardEntry, order: Order = Order.AVERAGE) -> Leaderboard:
    return Leaderboard(LeaderboardRequest(Rules.parse("hitblow"), Period.WEEK, Scope.SERVER, order), standings)


BOARDS = {
    "usual": table(
        standing(1, "Ann"),
        standing(2, "Bob", OTHER),
        standing(2, "千恵", Tally(18, 18, 94, {4: 3, 5: 9, 6: 3, 7: 3}, 18, 18), you=True),
        standing(4, None, Tally(120, 100, 672, {6: 100}, 1, 7)),
    ),
    "far down": table(
        *(standing(place, f"Player {place}") for place in range(1, 11)),
        standing(13, "Ann", you=True),
    ),
    "too few games": table(standing(1, "Bob"), standing(None, "Ann", ONE, you=True)),
    "nobody ranked": table(standing(None, "Ann", ONE, you=True)),
    "nobody at all": table(),
    "nothing solved": table(standing(1, "Ann", NONE_SOLVED, you=True)),
    "by rating": table(
        rated(1, "Ann", Rating(31.4, 1.53, 120)),
        rated(2, "千恵", Rating(25.1, 2.6, 20)),
        rated(2, None, Rating(25.1, 5.6, 6)),
        rated(None, "Bob", Rating(19.9, 7.7, 1), you=True),
        order=Order.RATING,
    ),
    "second page": Leaderboard(
        LeaderboardRequest(Rules.parse("hitblow"), Period.WEEK, order=Order.SOLVED, page=2),
        [standing(11, "Ann"), standing(None, "Bob", Tally(), you=True)],
        has_more=True,
    ),
    "by rating nobody": table(order=Order.RATING),
    "by rating with items": table(rated(1, "Ann", Rating(31.4, 1.53, 120)), order=Order.ITEMS),
    **{f"no games, {order}": table(standing(None, "Bob", Tally(), you=True), order=order) for order in Order},
    "rare numbers of guesses": table(standing(1, "Ann", Tally(50, 49, 300, {1: 1, 4: 10, 5: 20, 6: 12, 9: 5, 12: 1}))),
    "hidden": table(standing(1, "Ann"), replace(standing(2, "Bob", you=True), is_hidden=True)),
    "by solved games": table(standing(1, "Ann"), standing(2, "千恵", OTHER, you=True), order=Order.SOLVED),
}


def test_the_ratings_of_months_are_aligned_at_their_end() -> None:
    months = [RatedMonth(date(2026, month, 1), Rating(20 * month, 9 / month**2)) for month in range(1, 4)]
    found = replace(RECORDS["ratings by month"], rated={"4x10": months})
    lines = panels_of(statistics_text(found, LANGUAGES["en"], "", is_explained=False))[-3:]
    assert len({width(line) for line in lines}) == 1
    assert len({len(line.split()[-1]) for line in lines}) > 1


def test_statistics_look_as_approved(snapshots: Snapshots) -> None:
    played = {name: record for name, record in RECORDS.items() if rules_played(record)}
    views = {
        name: partial(statistics_text, record, rules="", is_explained=name == "every mode")
        for name, record in played.items()
    }
    snapshots.check_views("statistics", views)


def test_the_text_in_place_of_a_card_of_statistics_looks_as_approved(snapshots: Snapshots) -> None:
    played = {name: (record, rules_played(record)) for name, record in RECORDS.items()}
    views = {name: partial(stats, record, rules=rules[0]) for name, (record, rules) in played.items() if rules}
    record, rules = next((record, rules) for record, rules in played.values() if rules)
    views |= {
        "in a direct message": partial(stats, record, rules=rules[0], may_share=False),
        "in public": partial(stats, record, rules=rules[0], is_shared=True),
        "somebody else's": partial(stats, replace(record, user="U1"), rules=rules[0]),
        "other rules": partial(stats, RECORDS["skill over time"], rules="10x10"),
        "dailies by other rules": partial(stats, RECORDS["dailies"], rules="3x10-eatbite"),
        "last games": partial(review_menu, RECORDS["usual"]),
    }
    snapshots.check_views(
        "statistics_cards", {**views, "nothing yet": partial(no_games_played, RECORDS["nothing yet"])}
    )


def test_leaderboards_look_as_approved(snapshots: Snapshots) -> None:
    views = {name: partial(leaderboard, board, room=ROOM) for name, board in BOARDS.items()}
    rooms = {"a terminal": RoomKey("console", "local", "home"), "privately": RoomKey("discord", "direct:1", "2")}
    views |= {
        f"{board}, {name}": partial(leaderboard, BOARDS[board], room=room, is_private=True)
        for (name, room), board in product(rooms.items(), ("second page", "hidden"))
    }
    views |= {f"how it is ranked, {order}": partial(how_ranked, HITBLOW, order) for order in Order}
    snapshots.check_views("leaderboards", views)


def table_of(order: Order, *entries: LeaderboardEntry) -> Table:
    """The rows of a leaderboard for platforms that have tables."""
    shown = leaderboard(table(*entries, order=order), LANGUAGES["en"], ROOM)
    (found,) = [block.table for block in shown.blocks if isinstance(block, Preformatted)]
    assert found is not None
    return found


def cells_of(order: Order, *entries: LeaderboardEntry) -> list[dict[str, str]]:
    """The cells of each row by their heads."""
    heads, *rows = table_of(order, *entries).rows
    return [dict(zip(heads, row, strict=True)) for row in rows]


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_somebody_has_the_same_average_on_a_leaderboard_as_in_their_statistics(words: Words) -> None:
    few = Tally(5, 5, 19, {3: 1, 4: 4}, 5, 5)
    board = as_text(leaderboard(table(standing(1, "Ann", few)), words, ROOM))
    own = as_text(stats(Statistics("Ann", PlayerRecord({"4x10": RulesRecord(few)})), words, "4x10"))
    assert re.findall(r"\d\.\d+", board) == re.findall(r"\d\.\d+", own) == ["3.80"]


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("order", Order)
def test_lines_fit_on_a_phone_with_every_figure_for_ranks_of_two_digits(order: Order, words: Words) -> None:
    widest = replace(standing(99, "W" * 30, FULL, you=True), rating=Rating(40, 7.7, 9_999))
    heads, *_ = lines = panels_of(leaderboard(table(widest, replace(widest, name=None), order=order), words, ROOM))
    assert max(map(width, lines)) <= PHONE_CELLS
    assert len(heads.split()) == len(table_of(order, widest).rows[0])


QUESTIONS = [
    LeaderboardRequest(Rules.parse("3x10-eatbite" if asked[2] is Order.ITEMS else "10x10-letters-eatbite"), *asked, 999)
    for asked in product(Period, Scope, Order)
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda asked: f"{asked.period} {asked.scope} {asked.order}")
def test_every_leaderboard_leads_to_those_that_differ_in_one_choice(question: LeaderboardRequest) -> None:
    shown = leaderboard(Leaderboard(question, (), has_more=True), LANGUAGES["en"], ROOM, is_private=True)
    actions = [ButtonAction.of_button(button).encode() for button in shown.buttons]
    assert max(map(len, actions)) + len(BUTTON_PREFIX) <= 100
    choices = [(button, question_of(button)) for button in shown.buttons if button.menu]
    first = replace(question, page=1)
    orders = [order for order in Order if order is not Order.ITEMS or question.order is Order.ITEMS]
    assert [asked for _, asked in choices] == [
        *(replace(first, order=order) for order in orders),
        *(replace(first, period=period) for period in Period),
        *(replace(first, scope=scope) for scope in Scope),
    ]
    assert [asked for button, asked in choices if button.is_chosen] == [first] * 3
    assert len({button.menu for button, _ in choices}) == 3


def question_of(button: Button) -> LeaderboardRequest:
    """The question that a button asks."""
    asked = ButtonAction.decode(ButtonAction.of_button(button).encode()).invocation_with()
    return LeaderboardRequest(
        asked.rules(),
        asked.choice("period", Period),
        asked.choice("scope", Scope),
        asked.choice("order", Order),
        asked.integer("page"),
    )


def test_every_order_period_and_scope_has_a_name_of_its_own() -> None:
    titles = {
        leaderboard(Leaderboard(replace(question, rules=Rules.parse("bulls")), ()), words, ROOM).blocks[0]
        for words, question in product(LANGUAGES.values(), QUESTIONS)
    }
    assert len(titles) == len(LANGUAGES) * len(QUESTIONS)


distributions = st.dictionaries(st.integers(1, 20), st.integers(1, 5000), min_size=1, max_size=8)


@given(distributions)
def test_bars_show_every_count_and_none_is_too_long(distribution: Mapping[int, int]) -> None:
    lines = bar_chart_lines(distribution)
    shown = {int(line.split()[0]): int(line.split()[1]) for line in lines}
    assert {number: count for number, count in shown.items() if count} == distribution
    assert max(line.count("▇") for line in lines) <= 30
    assert list(shown) == list(range(min(distribution), max(distribution) + 1))


def test_no_games_have_no_bars() -> None:
    assert bar_chart_lines({}) == ()


def test_names_that_begin_the_same_stay_different() -> None:
    board = table(standing(1, "Alexander Hamilton"), standing(2, "Alexander Johnson"))
    shown = leaderboard(board, LANGUAGES["en"], ROOM)
    (panel,) = [block for block in shown.blocks if isinstance(block, Preformatted)]
    text = "\n".join(panel.lines)
    assert len({line.split()[1] for line in text.splitlines()[1:]}) == 2
