"""Sessions with a board above the prompt."""

import asyncio
import re
import stat
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.platforms.console import board_session
from bot.platforms.console.board_session import BoardSession
from bot.platforms.console.output import ConsoleOutput
from bot.presenters.game_replies import first_feedback
from bot.services.services import Services
from core.game.any_game import Who
from core.game.feedback import Feedback
from core.game.rules import Rules
from tests.fakes.clock import FakeClock
from tests.fakes.services import services_in
from tests.support.people import Person
from tests.support.present import present
from tests.support.sentences import allowed, left, solved

ENGLISH = LANGUAGES["en"]
RULES = Rules.parse("4x10")
Step = str | Callable[[], Awaitable[None]]


class Typist:
    """Types lines, does things between them, and keeps what stood above the prompt before each line."""

    interactive = True
    is_prompt_shown_before_reading = False

    def __init__(self, steps: Iterable[Step]) -> None:
        self.header: Callable[[], str] = str
        self.headers: list[str] = []
        self.redrawn = asyncio.Event()
        self._steps = iter(steps)

    def redraw_text_above(self) -> None:
        self.redrawn.set()

    async def print_above(self, show: Callable[[], None]) -> None:
        show()

    async def read_line(self) -> str | None:
        for step in self._steps:
            if isinstance(step, str):
                self.headers.append(self.header())
                return step
            await step()
        self.headers.append(self.header())
        return None

    async def read_secret(self, question: str) -> str | None:
        assert question
        return await self.read_line()


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "30")
    monkeypatch.setattr(board_session, "_WATCH_SECONDS", 0.01)


async def run(services: Services, typist: Typist, *, is_new: bool = False) -> int:
    """Let Ann type; with `is_new`, nothing is stored about her before."""
    if not is_new:
        await services.preferences.change(Person("ann")(), {"warnings": "on"})
    return await BoardSession(Dispatcher(services), typist, ConsoleOutput(), ENGLISH, services).run("ann", "home")


def bob_types(services: Services, line: str, typist: Typist, name: str = "bob") -> Callable[[], Awaitable[None]]:
    """Bob, or somebody else, types a line in another terminal, and 0123 if a secret is asked for; Ann's shows it."""

    async def step() -> None:
        typist.redrawn.clear()
        reply = await Dispatcher(services).dispatch_line(Request(Person(name)(), ENGLISH, ENGLISH), line)
        if reply is not None and (asked := reply.prompt) is not None:
            told = Invocation(BY_NAME[asked.command], asked.options, private_input="0123")
            await Dispatcher(services).dispatch(replace(Request(Person(name)(), ENGLISH, ENGLISH), invocation=told))
        await asyncio.wait_for(typist.redrawn.wait(), 10)

    return step


async def test_a_challenge_asks_for_the_secret_and_leaves_the_screen_to_other_games(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist(["duel @bob", "9876", "play", "0456"])
    await run(services, typist)
    assert capsys.readouterr().out.count("bob, ann challenges you.") == 1
    assert not typist.headers[2]
    assert "0 4 5 6" in typist.headers[-1]


async def test_a_challenge_of_somebody_else_waits_above_the_prompt(services: Services) -> None:
    typist = Typist([])
    typist._steps = iter([bob_types(services, "duel @ann", typist), "rules"])
    await run(services, typist)
    assert "ann, bob challenges you." in typist.headers[-1]


async def test_after_the_daily_a_code_is_a_guess_in_it(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(["play everyone", "daily numeron", "012", "345", "play me", "0456"])
    await run(services, typist)
    _, game, daily, guessed, again, own, _ = typist.headers
    assert allowed(12) in game
    assert "0 1 2" in guessed
    assert "not tried: 3 4 5 6 7 8 9" in guessed
    assert "not tried: 6 7 8 9" in again
    assert "daily" in daily
    assert "daily" not in own
    assert " 0 4 5 6 " in typist.headers[-1]
    assert "0 4 5 6" not in again
    assert capsys.readouterr().out.count("Sealed") == 3


async def test_a_code_of_letters_is_a_guess_in_the_daily_on_the_screen(services: Services) -> None:
    typist = Typist(["daily mastermind", "rrgg"])
    await run(services, typist)
    assert "RRGG" in typist.headers[-1]


async def test_a_code_goes_to_the_duel_that_is_shown_which_is_the_one_that_moved_last(tmp_path: Path) -> None:
    clock = FakeClock()
    async with services_in(tmp_path, "3102", clock=clock) as services:
        typist = Typist([])
        challenges = [step for name in ("bob", "cat") for step in (*_accepted(services, typist, name), wait(clock))]
        typist._steps = iter([*challenges, "0123", "rules", bob_types(services, "4567", typist), "rules"])
        await run(services, typist)
    before, answered, moved, _ = typist.headers[-4:]
    assert "cat's guesses" in before
    assert "cat's guesses" in answered
    assert " 0 1 2 3 " in answered
    assert "bob's guesses" in moved
    assert " 4 5 6 7 " in moved


def wait(clock: FakeClock) -> Callable[[], Awaitable[None]]:
    async def step() -> None:
        clock.advance()

    return step


def _accepted(services: Services, typist: Typist, opponent: str) -> list[Step]:
    """A challenge with Ann's secret, which the opponent accepts."""

    async def accept() -> None:
        typist.redrawn.clear()
        request = Request(Person(opponent)(), ENGLISH, ENGLISH)
        secret = present(await Dispatcher(services).dispatch_line(request, "secret"))
        hidden = Invocation(BY_NAME["secret"], game=present(secret.prompt).game, private_input="5678")
        await Dispatcher(services).dispatch(replace(Request(Person(opponent)(), ENGLISH, ENGLISH), invocation=hidden))
        await asyncio.wait_for(typist.redrawn.wait(), 10)

    return [f"duel @{opponent}", "9876", accept]


async def test_a_secret_that_is_typed_openly_is_not_repeated(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    await run(services, Typist(["secret 9876", "help"]))
    printed = capsys.readouterr().out
    assert "9876" not in printed
    assert "> help" in printed


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the program runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def test_an_exported_file_is_written_and_its_place_printed(
    services: Services, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    await run(services, Typist(["play", "0123", "privacy export"]))
    file = folder / "hitblow.json"
    assert '"guess"' in file.read_text("utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.name in capsys.readouterr().out.split("Wrote")[1]


async def test_an_exported_file_replaces_no_other(services: Services, folder: Path) -> None:
    for name in ("hitblow.json", "hitblow-2.json"):
        (folder / name).write_text("mine", "utf-8")
    await run(services, Typist(["play", "privacy export"]))
    assert [(folder / name).read_text("utf-8") for name in ("hitblow.json", "hitblow-2.json")] == ["mine", "mine"]
    assert (folder / "hitblow-3.json").read_text("utf-8").startswith("{")


@pytest.mark.parametrize("line", ["hint", "undo", "draw", "claim", "rematch", "secret", "answer 0H1B", "board"])
async def test_beside_the_daily_no_command_is_about_a_game_that_is_not_on_the_screen(
    services: Services, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    typist = Typist(["play", "0456", "daily numeron", line, "board #k1"])
    await run(services, typist)
    printed = capsys.readouterr().out
    assert "The daily is on the screen" in printed
    assert "'board #k1' shows it" in printed
    assert "daily" in typist.headers[4]
    assert " 0 4 5 6 " in typist.headers[5]


async def test_beside_the_daily_giving_up_is_about_it(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(["play", "daily numeron", "012", "giveup", "yes", "board", "giveup"])
    await run(services, typist)
    printed = capsys.readouterr().out
    assert "Give up Numer0n" in printed
    assert "Give up #k1?" in printed
    assert "Not solved." in printed
    assert "#k1" in typist.headers[-1]


async def test_without_a_game_the_board_beside_the_daily_is_that_of_the_daily(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist(["daily numeron", "012", "board", "board verify:on"])
    await run(services, typist)
    assert typist.headers[2] == typist.headers[3]
    assert "No game is running" not in capsys.readouterr().out


@pytest.mark.parametrize("shown", ["daily", "play"])
async def test_a_code_is_no_guess_without_a_question_while_the_coach_waits_for_feedback(
    services: Services, capsys: pytest.CaptureFixture[str], shown: str
) -> None:
    typist = Typist([shown, "suggest rules:3x10", "0456", "no", "suggest", "0456", "yes", "board"])
    await run(services, typist)
    assert capsys.readouterr().out.count("Is '0456' a guess?") == 2
    assert [" 0 4 5 6 " in header for header in typist.headers[3:8]] == [False, False, False, False, True]


async def test_a_board_is_redrawn_and_not_printed(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(["play", "0456", "help play"])
    assert await run(services, typist) == 0
    printed = capsys.readouterr().out
    before, started, guessed, helped = typist.headers
    assert not before
    assert allowed(12) in started
    assert " 0 4 5 6   0H1B  ○" in guessed == helped
    assert printed.count("0H1B") == 1  # the board is left on the screen at the end
    assert printed.count("Sealed") == 1
    assert "> 0456" not in printed


@pytest.mark.parametrize(("lines", "turns"), [(["0456", "3102"], 2), (["0456", "giveup", "yes"], 1)])
async def test_the_end_of_a_game_is_its_turns_the_secret_and_what_to_type_next(
    services: Services, capsys: pytest.CaptureFixture[str], lines: list[str], turns: int
) -> None:
    typist = Typist(["play", *lines])
    await run(services, typist)
    *_, ended = capsys.readouterr().out.split("> ")
    rows = ended.splitlines()[1:]
    assert rows[turns].endswith("3102")
    assert set(rows[turns + 1].split()) <= {*BY_NAME, "verify"}
    assert not typist.headers[-1]


async def test_a_move_of_somebody_else_appears_by_itself(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist([])
    typist._steps = iter(
        ["play everyone", bob_types(services, "0456", typist), "rules", bob_types(services, "3102", typist)]
    )
    await run(services, typist)
    assert "0H1B  ○     bob" in typist.headers[1]
    assert not typist.headers[-1]
    assert solved("bob") in capsys.readouterr().out


async def test_the_game_that_was_left_is_above_the_prompt_at_once(services: Services) -> None:
    await run(services, Typist(["play", "0456"]))
    typist = Typist([])
    await run(services, typist)
    assert left(11) in typist.headers[0]


async def test_both_sides_and_the_own_secret_are_above_the_prompt(services: Services) -> None:
    typist = Typist(["versus easy", "9876", "0456"])
    await run(services, typist)
    assert "Your secret is 9876." in typist.headers[-1]
    assert "ann's guesses" in typist.headers[-1]
    assert "My guesses" in typist.headers[-1]


async def test_a_screen_reader_gets_no_pictures(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HITBLOW_ASCII", "1")
    typist = Typist(["play", "0456"])
    await run(services, typist)
    assert typist.headers[-1].isascii()
    assert "0 4 5 6   0H1B" in typist.headers[-1]


@pytest.mark.usefixtures("newcomers")
@pytest.mark.parametrize("columns", ["80", "40"])
async def test_the_first_start_is_a_game_whose_first_three_feedbacks_are_explained(
    services: Services, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    typist = Typist(["0456", "4567", "0789", "0145"])
    await run(services, typist, is_new=True)
    start, first, _, third, fourth = typist.headers
    assert not start
    assert len(first.splitlines()) == (3 if columns == "80" else 4)  # with the blank line above it
    meanings = [first_feedback(Feedback(*each), RULES, ENGLISH) for each in ((0, 1), (0, 0), (0, 1))]
    assert [third.count(each) for each in meanings] == [2, 1, 2]
    assert not any(each in fourth for each in meanings)
    assert present(await services.referee.running_game(Person("ann")())).game.who is Who.ME
    _, sealed, *_ = capsys.readouterr().out.splitlines()
    assert re.search("[0-9a-zA-Z]{26}", sealed)


async def test_the_first_game_counts_nothing_if_nobody_guesses(services: Services) -> None:
    await run(services, Typist(["giveup", "yes"]), is_new=True)
    assert not (await services.records.player_stats(Person("ann")())).record.by_rules


async def test_somebody_who_is_known_starts_no_game(services: Services) -> None:
    await run(services, Typist([]), is_new=True)
    typist = Typist(["giveup", "yes"])
    await run(services, typist, is_new=True)
    again = Typist([])
    await run(services, again, is_new=True)
    assert typist.headers[0]
    assert not again.headers[0]


async def test_below_an_open_prompt_a_newcomer_is_told_of_the_game_and_others_are_not_greeted_again(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    for starts, lines in ((1, 2), (2, 0)):
        typist = Typist(["giveup", "yes"] if starts == 1 else [])
        typist.is_prompt_shown_before_reading = True
        await run(services, typist, is_new=True)
        told = capsys.readouterr().out.split("> ")[0].splitlines()
        assert len([line for line in told if line != ENGLISH("Goodbye. Your game is saved.")]) == lines


async def test_contradictory_feedback_is_corrected_above_the_prompt(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist(["versus hard head", "0H0B", "0123", "0H0B", "4567", "more", "fix 1"])
    await run(services, typist)
    contradictory = typist.headers[5]
    assert "No code fits all feedback" in contradictory
    assert "'fix 1' takes the first, 'fix' lists" in contradictory
    assert "your turn" not in contradictory
    printed = capsys.readouterr().out
    assert (printed.count("[5]"), printed.count("[6]")) == (2, 1)
    assert "No code fits" not in typist.headers[-1]


async def test_nothing_is_repeated_if_nothing_was_typed(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    await run(services, Typist(["play"]))
    await run(services, Typist([]))
    assert "> board" not in capsys.readouterr().out


async def test_a_running_game_that_gives_way_to_another_is_not_told_as_ended(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist([])
    typist._steps = iter(["play everyone", bob_types(services, "play me", typist, "ann")])
    await run(services, typist)
    assert "#k2" in typist.headers[-1]
    assert "The secret was" not in capsys.readouterr().out


async def test_enter_starts_the_game_that_is_missing_without_the_code_that_was_typed(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist(["", "0123", "", "4567"])
    await run(services, typist)
    assert "[Enter]" in capsys.readouterr().out
    assert ["4 5 6 7" in header for header in typist.headers] == [False, False, False, False, True]
    assert "12 tries" in typist.headers[3]


async def test_a_mistyped_play_is_asked_about_while_a_game_runs(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    await run(services, Typist(["play", "plya"]))
    told = capsys.readouterr().out
    assert "plya" in told
    assert "[Enter]" not in told


@pytest.mark.parametrize("typed", [" ", "help"])
async def test_what_is_not_enter_starts_no_game(services: Services, typed: str) -> None:
    typist = Typist(["0123", typed, ""])
    await run(services, typist)
    assert set(typist.headers) == {""}
