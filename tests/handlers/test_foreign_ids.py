"""Ids of other workspaces and nonsense, given to every command and button: they change and tell nothing."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands.catalogue import CATALOGUE
from bot.commands.command import Command, CommandError
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.model.rooms import PlayerKey
from bot.persistence.database import Database
from bot.presenters.views import Reply
from bot.services.games.duels import NamedPerson as Opponent
from bot.solving import tasks
from tests.fakes.services import services_in, services_over
from tests.handlers.users import User, text
from tests.services.harness import ANN, again
from tests.support.people import Person

GUESS = "0456"
CODES = ("8312", "5047", GUESS, "7391")
NAMES = ("Ann", "Bob")
TABLES = ("games", "boards", "turns", "participants", "duels", "races", "conversations", "players", "results", "news")
OPTIONS = {"guess": GUESS, "code": GUESS, "feedback": "1H1B", "history": f"{GUESS} 1H1B", "day": "today"}


async def find_person(name: str) -> Opponent:
    """Whoever is named, with the ids of another workspace."""
    return Opponent(PlayerKey("console", "local", name.lower()), name)


async def play_everything(dispatcher: Dispatcher) -> list[str]:
    """Every kind of game between Ann and Bob, each in a room of its own; returns their ids."""
    for room, line in (
        ("home", "play"),
        ("race", "play who:race"),
        ("own", "play who:me"),
        ("versus", "versus easy secret:head"),
    ):
        ann, bob = (User(dispatcher, Person(name, room), find_person=find_person) for name in NAMES)
        await ann.types(line)
        await (ann if room != "versus" else bob).types(f"guess {GUESS}")
    ann, bob = (User(dispatcher, Person(name, "duel"), find_person=find_person) for name in NAMES)
    await ann.challenges("duel Bob", "5047")
    await bob.tells(await bob.types("secret"), "7391")
    hall = User(dispatcher, Person("Ann", "hall"))
    await hall.tells(await hall.types("host"), "7391")
    await User(dispatcher, Person("Bob", "hall")).types(f"guess {GUESS}")
    await User(dispatcher, Person("Ann", "coach")).types(f"suggest {GUESS} 1H1B")
    return [f"k{number}" for number in range(1, 7)]


def rows_of(file: Path) -> list[tuple[object, ...]]:
    """Everything that is stored about games, conversations and people of the other workspace."""
    with closing(sqlite3.connect(file)) as connection:
        return [row for table in TABLES for row in connection.execute(f"SELECT * FROM {table}")]


@pytest.mark.slow
@pytest.mark.parametrize("command", CATALOGUE, ids=lambda command: command.name)
async def test_a_command_with_foreign_ids_changes_and_tells_nothing(tmp_path: Path, command: Command) -> None:
    async with services_in(tmp_path, "8312") as services:
        dispatcher = Dispatcher(services)
        games = await play_everything(dispatcher)
        before = rows_of(tmp_path / "test.db")
        replies = [reply for game in games for reply in await attempts(dispatcher, command, game)]
        after = rows_of(tmp_path / "test.db")
    assert len(before) > 20
    assert [row for row in before if row not in after] == []
    shown = "\n".join(text(view) for reply in replies for view in (reply.board, reply.note))
    echoed = {GUESS, "5047"} if command.name in {"suggest", "check", "guess", "daily"} else {GUESS}
    assert [code for code in CODES if code in shown and code not in echoed] == []
    assert [name for name in NAMES if name in shown] == []


async def attempts(dispatcher: Dispatcher, command: Command, game: str) -> list[Reply]:
    """What Eve of another workspace is told about a game, in a room with the id of the game's own or another one."""
    given = {option.name: value_of(option.name, game) for option in command.options}
    required = {option.name: given[option.name] for option in command.options if option.required}
    named = required | ({"game": game} if "game" in given else {}) | ({"player": "ann"} if "player" in given else {})
    replies = []
    for room in ("home", "duel"):
        eve = User(dispatcher, Person("Eve", room, "elsewhere"))
        for options in (required, named):
            for step in (None, 0, 1):
                try:
                    invocation = Invocation(command, options, game, step, "9876")
                except CommandError:
                    continue
                replies.append(await eve.invokes(invocation))
    return replies


def value_of(option: str, game: str) -> str:
    return game if option == "game" else OPTIONS.get(option, "ann" if option in {"player", "opponent"} else "")


_RULES = ("4x10", "3x10", "4x6r", "mastermind", "numeron", "2x2r", "5x10", "1x9", "4x16-letters", "6x6", "x", "4x99")
_ANSWERS = ("0H2B", "4H0B", "3H1B", "1,1", "02", "2", "0H0B", "1 EAT 2 BITE", "", "99H", "●○", "H", "0H1B")


def nonsense(chance: random.Random) -> Iterator[str]:
    """Lines that somebody might send the coach, most of them with something wrong."""
    while True:
        turns = [
            "".join(chance.choices("0123456789abRYGB 🔴\u202e", k=chance.choice((3, 4, 4, 4, 5, 0))))
            + chance.choice((" ", " ", "=", ""))
            + chance.choice(_ANSWERS)
            for _ in range(chance.randrange(7))
        ]
        history = chance.choice((", ", "; ", ",")).join(turns)
        yield chance.choice(
            (
                f"suggest {history} rules:{chance.choice(_RULES)}",
                f"suggest {history} lies:{chance.choice('01')}",
                f"suggest {history} strategy:{chance.choice(('entropy', 'random', 'nonsense', 'power:0.5'))}",
                f"answer {chance.choice(_ANSWERS)}",
                f"answer {chance.choice(_ANSWERS)} guess:{chance.choice(('0123', '456', ''))}",
                "undo",
                f"fix {chance.choice(('1', '2', '30', 'x'))}",
                f"check {chance.choice(('0123', '012', 'RGBY'))} history:{history}",
                "suggest",
            )
        )


@pytest.mark.parametrize("lines", [30, pytest.param(400, marks=pytest.mark.slow)])
async def test_no_nonsense_makes_the_coach_fail(
    database: Database, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "TIME_LIMIT", 0.02)
    dispatcher, sent = Dispatcher(services_over(database.unit)), nonsense(random.Random(10))
    for _ in range(lines):
        line = next(sent)
        for words in LANGUAGES.values():
            reply = await dispatcher.dispatch_line(Request(again(ANN), words, words), line)
            assert reply is not None, line
            assert not reply.failed, line
            assert reply.note is not None or reply.board is not None, line
