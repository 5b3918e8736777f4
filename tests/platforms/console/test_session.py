"""What players can do with their own data in a terminal."""

import re
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from io import StringIO
from itertools import islice, permutations
from typing import Any, TypeAlias

import pytest

from bot.commands.catalogue import BY_NAME
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.lines import GuessTarget
from bot.handlers.request import Request
from bot.locales import LANGUAGES, Words
from bot.model.errors import NoGameHere
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession, StreamInput
from bot.presenters.refusals import refusal_text
from bot.presenters.views import Button, Paragraph, Reply, View, private_note
from bot.services.services import Services
from tests.fakes.clock import NOON
from tests.support.daily import code_of, wrong_for
from tests.support.sentences import allowed, left
from tests.support.snapshots import Snapshots

ENGLISH = LANGUAGES["en"]

Answers: TypeAlias = Callable[..., Awaitable[str]]


class Script:
    """Prepared lines, as if typed by a person or read from a pipe."""

    def __init__(self, lines: Iterable[str], *, interactive: bool) -> None:
        self.interactive = interactive
        self._lines = iter(lines)

    async def read_secret(self, question: str) -> str | None:
        assert "`" not in question
        return await self.read_line()

    async def read_line(self) -> str | None:
        return next(self._lines, None)


class Echo(Dispatcher):
    """A dispatcher that repeats every line, and fails on lines that start with `fail`."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    async def dispatch_line(
        self, request: Request, line: str, question: View | None = None, target: GuessTarget | None = None
    ) -> Reply | None:
        assert target is None
        assert question is None
        assert request.words is request.public_words
        self.requests.append(request)
        reply = private_note(line.strip())
        return None if not line.strip() else Reply(note=reply.note, failed=line.startswith("fail"))


class Prepared(Dispatcher):
    """A dispatcher with prepared replies, which records the question that each line belongs to."""

    def __init__(self, *replies: Reply) -> None:
        self.questions: list[View | None] = []
        self._replies = iter(replies)

    async def dispatch_line(
        self,
        request: Request,  # noqa: ARG002
        line: str,  # noqa: ARG002
        question: View | None = None,
        target: GuessTarget | None = None,  # noqa: ARG002
    ) -> Reply | None:
        self.questions.append(question)
        return next(self._replies)


@pytest.fixture
def dispatcher() -> Echo:
    return Echo()


async def run(
    dispatcher: Dispatcher, *lines: str, interactive: bool = False, name: str = "ann", words: Words = ENGLISH
) -> int:
    return await ConsoleSession(dispatcher, Script(lines, interactive=interactive), ConsoleOutput(), words).run(
        name, "home"
    )


@pytest.fixture
def answers(services: Services, capsys: pytest.CaptureFixture[str]) -> Answers:
    """Runs a session of these lines, and returns what was printed until then."""

    async def run_and_read(*lines: str, **options: Any) -> str:
        await run(Dispatcher(services), *lines, **options)
        return capsys.readouterr().out

    return run_and_read


async def test_every_line_is_answered_until_there_are_no_more(
    dispatcher: Echo, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run(dispatcher, "one", "", "two\n") == 0
    assert capsys.readouterr().out == "one\ntwo\n"


@pytest.mark.parametrize("leaving", ["quit", "exit", "q", "/quit", "/exit", " QUIT \n"])
async def test_a_person_can_quit(dispatcher: Echo, capsys: pytest.CaptureFixture[str], leaving: str) -> None:
    assert await run(dispatcher, "one", leaving, "two") == 0
    assert capsys.readouterr().out == "one\n"


async def test_every_line_is_an_event_of_its_own(dispatcher: Echo) -> None:
    await run(dispatcher, "one", "two", "three")
    await run(dispatcher, "one")
    callers = [request.caller for request in dispatcher.requests]
    assert len({caller.event for caller in callers}) == 4
    assert {(caller.name, caller.player.user, caller.room.channel) for caller in callers} == {("ann", "ann", "home")}


async def test_a_person_is_greeted_in_two_lines_and_seen_off(
    dispatcher: Echo, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run(dispatcher, interactive=True) == 0
    *greeting, last = capsys.readouterr().out.splitlines()
    assert len(greeting) == 2
    assert set(greeting[1].split()) <= set(BY_NAME)
    assert last == ENGLISH("Goodbye. Your game is saved.")


async def test_a_pipe_stops_after_a_failure(dispatcher: Echo, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(dispatcher, "one", "fail", "two") == 1
    assert capsys.readouterr().out == "one\nfail\n"


async def test_a_person_may_try_again_after_a_failure(dispatcher: Echo, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(dispatcher, "fail", "two", interactive=True) == 1
    assert capsys.readouterr().out.splitlines()[2:4] == ["fail", "two"]


async def test_two_people_play_the_same_game(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    dispatcher = Dispatcher(services)
    await run(dispatcher, "play everyone", "0456", name="ann")
    await run(dispatcher, "/hitblow guess 7103", name="bob")
    capsys.readouterr()
    await run(dispatcher, "board", name="ann")
    turns = capsys.readouterr().out.splitlines()[1:3]
    assert [turn.split() for turn in turns] == [
        ["1", "0456", "0H1B", "○···", "ann"],
        ["2", "7103", "2H1B", "●●○·", "bob"],
    ]


async def test_a_refusal_is_not_a_failure(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        await run(Dispatcher(services), "0123", "paly", "play", "0012", "\ud800\x00\u202e", "9" * 10_000, "board") == 0
    )
    assert capsys.readouterr().out.count(allowed(12)) == 2


async def test_a_japanese_terminal_is_answered_in_japanese(answers: Answers) -> None:
    assert left(11, "ja") in await answers("play", "０４５６", words=LANGUAGES["ja"])


async def test_a_person_is_asked_for_a_secret_until_it_is_valid(answers: Answers) -> None:
    printed = await answers("versus easy", "31", "3102", "board", interactive=True)
    assert "Type 4 digits, no repeats" in printed
    assert printed.count("Versus easy") == 2


@pytest.mark.parametrize("typed", ["31", "3 0 0 7", "giveup", "abcd", "0H1B"])
async def test_nothing_that_is_typed_in_place_of_a_secret_is_printed(answers: Answers, typed: str) -> None:
    printed = await answers("versus easy", typed, "", interactive=True)
    assert "Type 4 digits, no repeats" in printed
    assert f"'{typed}'" not in printed
    assert f"'{typed[0]}'" not in printed


async def test_play_is_for_oneself_unless_others_are_named(answers: Answers) -> None:
    assert "solo" in await answers("play")
    assert "solo" not in await answers("play everyone")


async def test_yes_runs_the_command_that_was_suggested_and_nothing_runs_without_it(answers: Answers) -> None:
    assert allowed(12) not in await answers("paly", "board", "gues 0123", "paly", "no", "yes")
    printed = await answers("paly", "yes", "gues 0123", "yes", "quit the game", "yes", "board")
    assert "0123 1H3B" in printed
    assert "Give up #k1" in printed
    assert "The secret was" not in printed


async def test_a_command_of_the_shell_says_what_confirms_it(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    session = ConsoleSession(Dispatcher(services), Script([], interactive=False), ConsoleOutput(), ENGLISH)
    for line in ("play", "guess 0123"):
        await session.run_once(line, "ann", "home")
    capsys.readouterr()
    assert await session.run_once("guess 0123", "ann", "home") == 1
    asked = capsys.readouterr().out
    assert "add 'confirm:yes' to the command" in asked
    assert "Type" not in asked
    assert await session.run_once("guess 0123 confirm:yes", "ann", "home") == 0
    assert await session.run_once("gues 0123", "ann", "home") == 1
    assert "confirm:yes" not in capsys.readouterr().out


async def test_a_pipe_gives_a_secret_once(answers: Answers) -> None:
    assert "Versus easy" not in await answers("versus easy", "31", "3102")


@pytest.mark.parametrize("lines", [(), ("",), ("  ",), ("quit",)])
@pytest.mark.parametrize("command", ["versus easy", "host"])
async def test_no_secret_starts_no_game(answers: Answers, lines: tuple[str, ...], command: str) -> None:
    assert await answers(command, *lines) == f"{ENGLISH('Nothing was done.')}\n"


async def test_numbers_that_no_guess_can_get_are_wrong_feedback_and_no_guess(answers: Answers) -> None:
    printed = await answers("play", "suggest", "5,0", "4,0")
    assert "No guess of 4 digits can get '5H0B'" in printed
    assert "Nothing was counted" not in printed


async def test_rooms_are_called_rooms_and_buttons_are_not_mentioned(answers: Answers) -> None:
    printed = await answers("duel @bob", "0123", "duel @cat", "0123", "play race start:signal", "settings")
    assert "⚔ bob, ann challenges you." in printed
    assert "Type 'secret' to accept, 'giveup' to decline." in printed
    assert "ann starts it with 'play start:now' within an hour." in printed
    assert "Settings of all rooms" in printed
    assert "button" not in printed
    assert "this channel" not in printed


async def test_a_running_game_in_another_room_is_listed_with_its_room(answers: Answers, services: Services) -> None:
    await ConsoleSession(Dispatcher(services), Script(["play me"], interactive=False), ConsoleOutput(), ENGLISH).run(
        "ann", "the den"
    )
    assert "(room 'the den': hitblow --room 'the den')" in await answers("play", "board")


async def test_a_line_belongs_to_the_last_question_until_other_buttons_are_shown() -> None:
    question = View((Paragraph("0123?"),), (Button("0H0B", "answer"),))
    board = View((Paragraph("board"),), (Button("Guess", "guess"),))
    dispatcher = Prepared(Reply(note=question), private_note("help"), Reply(board), private_note("help"))
    await run(dispatcher, "suggest", "help", "board", "help")
    assert dispatcher.questions == [None, question, question, None]


@pytest.mark.parametrize(("strict", "status"), [("", 0), ("strict", 1)])
async def test_a_refusal_is_a_failure_in_a_strict_session(
    services: Services, capsys: pytest.CaptureFixture[str], strict: str, status: int
) -> None:
    lines = Script(["play", "0012", "board"], interactive=False)
    session = ConsoleSession(Dispatcher(services), lines, ConsoleOutput(), ENGLISH)
    assert await session.run("ann", "home", strict=bool(strict)) == status
    assert capsys.readouterr().out.count(allowed(12)) == 2 - status


async def test_a_person_is_shown_the_game_that_was_left(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    await run(Dispatcher(services), "play", "0456")
    capsys.readouterr()
    for room, boards in (("home", 1), ("garden", 0)):
        session = ConsoleSession(Dispatcher(services), Script([], interactive=True), ConsoleOutput(), ENGLISH, services)
        await session.run("ann", room)
        assert capsys.readouterr().out.count(left(11)) == boards


async def test_a_single_line_is_refused_with_status_1(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    session = ConsoleSession(Dispatcher(services), Script([], interactive=False), ConsoleOutput(), ENGLISH)
    assert await session.run_once("board", "ann", "home") == 1
    assert await session.run_once("play", "ann", "home") == 0
    assert allowed(12) in capsys.readouterr().out


@pytest.mark.parametrize("command", ["play tries:0", "play who:race tries:0"])
async def test_all_turns_of_a_board_are_printed(
    services: Services, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    guesses = ["".join(code) for code in islice(permutations("456789", 4), 20)]
    await run(Dispatcher(services), command, *guesses)
    turns = re.findall(r"^ *(\d+) +(\d{4}) ", capsys.readouterr().out, re.MULTILINE)
    assert turns[-len(guesses) :] == [(str(number), guess) for number, guess in enumerate(guesses, 1)]


async def test_a_mistyped_opponent_is_refused_with_a_similar_name(answers: Answers, services: Services) -> None:
    await run(Dispatcher(services), "suggest 012 0H1B rules:3x10", name="bob")
    printed = await answers("duel bbo", "duel Boob", "duel zzzz", "board")
    assert printed.count("Did you mean 'bob'?") == 2
    assert "Nobody is called 'zzzz'." in printed
    assert "challenges" not in printed
    assert refusal_text(NoGameHere(), ENGLISH).split(".")[0] in printed.replace("'", "`")


async def test_somebody_new_is_challenged_by_an_at_sign_and_known_from_then_on(
    answers: Answers, services: Services
) -> None:
    assert "Nobody is called 'bob'." in await answers("duel @bob", "", "duel bob", name="cat")
    await run(Dispatcher(services), "duel @bob", "0123")
    printed = await answers("duel bob", "0123", name="cat")
    assert "bob, ann challenges you." in printed
    assert "bob, cat challenges you." in printed


@pytest.mark.parametrize("line", ["duel ann", "duel @ann", "duel @", "duel @hitblow 3x10"])
async def test_nobody_challenges_themselves_or_nobody(answers: Answers, line: str) -> None:
    assert "challenges" not in await answers(line)


CODE, WRONG = code_of(NOON.date()), wrong_for(code_of(NOON.date()))

SESSIONS = {
    "privacy": (
        *("privacy", "play", "3102", "privacy", "privacy hide", "privacy", "privacy unhide", "privacy delete"),
        *("YES", "YES", "privacy", "privacy export"),
    ),
    "settings": (
        "settings",
        "settings here turn:0",
        "settings here rules:chess",
        "settings here words:eatbite idle:48",
        "settings here summary:today",
        "settings me hints:nobody",
        "settings language:ja",
        "settings warnings:off",
        "settings",
    ),
    "daily": (
        *("daily", f"daily {WRONG}", f"daily {WRONG}", "yes", "daily 0012"),
        *(f"daily {CODE}", "daily text", "daily share", "daily archive"),
    ),
}
"""Lines whose replies are approved. `YES` is typed in the language of the session."""


@pytest.fixture
def _tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.delenv("TZ")
    time.tzset()


@pytest.mark.usefixtures("_tokyo")
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", SESSIONS)
async def test_a_session_looks_as_approved(
    services: Services, capsys: pytest.CaptureFixture[str], snapshots: Snapshots, name: str, code: str
) -> None:
    words, yes = LANGUAGES[code], "yes" if code == "en" else "はい"
    typed = Script([line.replace("YES", yes) for line in SESSIONS[name]], interactive=False)
    await ConsoleSession(Dispatcher(services), typed, ConsoleOutput(words), words).run("ann", "home")
    snapshots.check(f"{name}_{code}", capsys.readouterr().out)


async def played(services: Services, *lines: str, name: str = "ann", room: str = "home") -> None:
    """A session fed by a pipe, in which nothing fails."""
    typed = StreamInput(StringIO("".join(f"{line}\n" for line in lines)))
    session = ConsoleSession(Dispatcher(services), typed, ConsoleOutput(), LANGUAGES["en"])
    assert await session.run(name, room) == 0


async def test_a_game_is_reviewed_turn_by_turn(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    await played(services, "play", "7894", "3102", name="bob", room="garden")
    await played(services, "play who:me", "7894", name="bob")
    await played(services, "play", "0456", "3142", "3102")
    capsys.readouterr()
    await played(services, "review")
    review = capsys.readouterr().out
    turns = [line.split()[:4] for line in review.splitlines() if line[:1].isdigit()]
    assert [turn[:3] for turn in turns] == [["1", "0456", "0H1B"], ["2", "3142", "3H0B"], ["3", "3102", "4H0B"]]
    assert turns[0][3] == ">"  # the codes left before it are left out
    assert "7894" not in review


async def test_statistics_list_the_last_games_with_numbers_that_review_takes(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(services, "play", "7894", "3102")
    await played(services, "play 4x10", "0456", "3102", "stats", "review 2", "review 1", "review 3")
    shown = capsys.readouterr().out
    first, second = (line.split() for line in shown.splitlines() if line.startswith("review "))
    assert first[:2] == ["review", "1"]
    assert " ".join(first[2:]) == "#k2: 4x10, 2 guesses, 2026-11-18"
    assert second[:3] == ["review", "2", "#k1:"]
    assert shown.rindex("7894") < shown.rindex("0456")
    assert "There is no '3' here" in shown
