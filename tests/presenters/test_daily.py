"""What the player of a daily sees, and what they share."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache, partial
from itertools import islice

import pytest
from msgspec import structs

from bot.locales import LANGUAGES, Words
from bot.model.daily import DailyGame, DailyHashChain
from bot.platforms.discord.rendering import content_text
from bot.platforms.slack import rendering as slack
from bot.presenters.daily import (
    archive,
    copyable_result,
    daily_board,
    daily_verification,
    give_up_question,
    shared_result,
    unposted_result,
    with_repeated_guess_question,
)
from bot.presenters.views import View, split_rare_buttons
from bot.services.daily import ShownDaily
from core.game.boards import Board, RepeatedGuess
from core.game.codes import Code, all_codes, parse_code
from core.game.daily import Streak
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.book import lookup_move
from tests.support.snapshots import Snapshots, as_text

DAY = date(2026, 11, 21)
MORNING = datetime(2026, 11, 21, 8, tzinfo=UTC)
CHAIN = DailyHashChain(date(2026, 11, 1), date(2066, 10, 31), "ab" * 32)
KEY = "cd" * 32
ONE_DAY = Streak(1, 1)
ENGLISH = LANGUAGES["en"]
HITBLOW = Rules.parse("4x10")


@dataclass(frozen=True)
class Played:
    """A daily of Ann's with these guesses at a code."""

    guesses: tuple[str, ...] = ()
    code: str = "3102"
    rules: str = "4x10"
    tries: int = 12
    given_up: bool = False
    today: date = DAY
    started_at: datetime = MORNING
    key: str | None = None
    streak: Streak = ONE_DAY
    is_on_card: bool = False

    def view(self) -> ShownDaily:
        rules = Rules.parse(self.rules)
        board = Board(rules, parse_code(self.code, rules), self.tries, "ann")
        for guess in self.guesses:
            board = board.guess(parse_code(guess, rules), "ann")
        board = board.give_up("ann") if self.given_up else board
        game = DailyGame("home", DAY, board, self.started_at).with_board(board, self.started_at + timedelta(hours=1))
        shown = board if board.outcome else replace(board, secret=())
        counts = self.started_at == MORNING
        streak, shown_game = self.streak if counts else None, structs.replace(game, board=shown)
        return ShownDaily(shown_game, "Ann", CHAIN, self.key, self.today, self.is_on_card, streak)


SCREENS = {
    "new": Played(),
    "new by other rules": Played(rules="mastermind", code="RGBY"),
    "new where there is a card": Played(is_on_card=True),
    "new, not counted": Played(today=DAY + timedelta(days=3), started_at=MORNING + timedelta(days=3)),
    "running": Played(("0456", "7103")),
    "solved": Played(("0456", "7103", "3102"), streak=Streak(12, 20, 1, (DAY.toordinal() - 2, DAY.toordinal() - 1))),
    "solved by other rules": Played(("012", "310"), "310", "numeron"),
    "out of tries": Played(("0456", "7103"), tries=2),
    "given up": Played(("0456",), given_up=True),
    "given up at once": Played(given_up=True),
    "archive running": Played(("0456",), today=DAY + timedelta(days=3), started_at=MORNING + timedelta(days=3)),
    "archive solved": Played(("3102",), today=DAY + timedelta(days=3), started_at=MORNING + timedelta(days=3)),
    "solved without a streak": Played(("3102",), streak=Streak(0, 3)),
    "the streak is frozen": Played(("0456",), given_up=True, streak=Streak(12, 12, 1)),
    "a freeze earned": Played(("0456", "3102"), streak=Streak(7, 7, 1)),
    "the streak ends": Played(("0456",), given_up=True, streak=Streak(12, 12)),
    "solved the day before": Played(("0456", "3102"), today=DAY + timedelta(days=1)),
    "proved": Played(("0456", "3102"), today=DAY + timedelta(days=2), key=KEY),
}


def test_dailies_look_as_approved(snapshots: Snapshots) -> None:
    running = SCREENS["running"].view()
    repetition = RepeatedGuess(parse_code("0456", running.game.rules), 1)
    boards = {name: partial(daily_board, each.view()) for name, each in SCREENS.items()}
    ended = {name: each.view() for name, each in SCREENS.items() if each.view().game.board.outcome is not None}

    def question(words: Words) -> View:
        return with_repeated_guess_question(daily_board(running, words), running, repetition, words)

    snapshots.check_views(
        "dailies",
        {
            **boards,
            "verification": partial(daily_verification, running),
            "verification of an ended game": partial(daily_verification, SCREENS["solved"].view()),
            "verification of a proved game": partial(daily_verification, SCREENS["proved"].view()),
            "best": partial(daily_board, structs.replace(SCREENS["solved"].view(), is_best=True)),
            **{f"{name}, shared": partial(shared_result, each) for name, each in ended.items()},
            "question before a guess": question,
            "question before giving up": partial(give_up_question, running),
            "result that could not be posted": partial(unposted_result, running.game),
        },
    )
    copied = [f"{name}: {line}" for name, each in ended.items() for line in copyable_result(each).first_panel_lines]
    snapshots.check("copied_dailies", "\n".join(copied))


def test_the_archive_looks_as_approved(snapshots: Snapshots) -> None:
    games = [None, Played(("0456",)), Played(("0456", "3102")), Played(("0456",), given_up=True)]
    days = [(DAY - timedelta(days=back), game.view().game if game else None) for back, game in enumerate(games, 1)]
    archives, rules = {"earlier days": days, "none": []}, Rules.parse("4x10")
    snapshots.check_views("daily_archive", {name: partial(archive, each, rules) for name, each in archives.items()})


def told(view: ShownDaily, words: Words) -> str:
    """Everything that others can get from a player before the day closes."""
    result = shared_result(view, words)
    images = [(image.alternative, image.svg) for image in result.images]
    payloads = content_text(result), slack.render(result)
    return str((as_text(result), images, payloads, as_text(copyable_result(view))))


@lru_cache
def book_guess(feedbacks: tuple[tuple[int, int], ...]) -> Code:
    """The guess of the published book after some feedback."""
    turns: list[Turn] = []
    for number, feedback in enumerate(feedbacks):
        turns.append(Turn(book_guess(feedbacks[:number]), Feedback(*feedback)))
    move = lookup_move(HITBLOW, turns)
    assert move is not None
    return move.guess


def by_the_book(code: Code) -> Board:
    """The board of somebody who plays the published book."""
    board = Board(HITBLOW, code, guesser="ann")
    while board.outcome is None:
        feedbacks = tuple((turn.feedback.hits, turn.feedback.blows) for turn in board.turns)
        board = board.guess(book_guess(feedbacks), "ann")
    return board


@pytest.mark.parametrize("step", [97, pytest.param(1, marks=pytest.mark.slow)])
def test_a_shared_result_tells_the_number_of_guesses_and_no_more(step: int) -> None:
    told_by_number: dict[int, set[str]] = {}
    for code in islice(all_codes(HITBLOW), 0, None, step):
        board, view = by_the_book(code), Played(("3102",)).view()
        view = structs.replace(view, game=view.game.with_board(board, MORNING + timedelta(hours=1)))
        told_by_number.setdefault(len(board.turns), set()).add(told(view, ENGLISH))
    assert len(told_by_number) > 3
    assert {number: len(each) for number, each in told_by_number.items()} == dict.fromkeys(told_by_number, 1)


@pytest.mark.parametrize("name", ["7048", "７０４８", "Ann 7-0 (48)", "Ann1987"])
def test_a_name_that_could_be_a_code_is_masked_whatever_the_code(name: str) -> None:
    shown = as_text(shared_result(structs.replace(Played(("3102",)).view(), name=name), ENGLISH)).splitlines()[0]
    assert shown == f"{''.join('•' if letter.isdecimal() else letter for letter in name)} · 21 November · 1 guess"


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_only_a_result_that_counts_can_be_shared_until_its_day_closes(words: Words) -> None:
    solved = Played(("3102",))
    late, closed = replace(solved, started_at=MORNING + timedelta(days=1)), replace(solved, key=KEY)
    actions = [_actions(daily_board(each.view(), words)) for each in (solved, late, closed)]
    assert ["share" in each for each in actions] == [True, False, False]
    assert all("text" in each for each in actions)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_screens_say_no_more_than_they_must(words: Words) -> None:
    new, solved = (Played(guesses, streak=Streak(12, 12)) for guesses in ((), ("0456", "7103", "3120", "3102")))
    assert len(content_text(daily_board(new.view(), words))) <= 100
    assert len(content_text(daily_board(solved.view(), words))) <= 145
    for screen in SCREENS.values():
        shown, _ = split_rare_buttons(daily_board(screen.view(), words).buttons)
        assert len(shown) <= 3  # a keypad and More may join them


def _actions(view: View) -> set[str]:
    return {button.options.get("action", "") for button in view.buttons}
