import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.commands.catalogue import BY_NAME
from bot.platforms.console import keyboard
from bot.platforms.console.keyboard import CommandCompleter, Keyboard
from bot.wording import LANGUAGES
from core.game.rules import NAMES

UP, ENTER, TAB, CTRL_C, CTRL_D = "\x1b[A", "\r", "\t", "\x03", "\x04"
ENGLISH = LANGUAGES["en"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the history is kept."""
    monkeypatch.setattr(keyboard, "user_state_path", lambda *_, **__: tmp_path / "state")
    return tmp_path / "state"


@pytest.fixture
def keys(folder: Path) -> Iterator[PipeInput]:
    """Somebody's fingers."""
    assert not folder.exists()
    with create_pipe_input() as fingers, create_app_session(input=fingers, output=DummyOutput()):
        yield fingers


async def test_a_line_is_what_was_typed(keys: PipeInput) -> None:
    keys.send_text(f"play hitblow{ENTER}")
    assert await Keyboard(ENGLISH).next() == "play hitblow"


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
async def test_ctrl_c_and_ctrl_d_leave(keys: PipeInput, key: str) -> None:
    keys.send_text(key)
    assert await Keyboard(ENGLISH).next() is None


async def test_the_lines_before_come_back_in_this_session_and_the_next(keys: PipeInput, folder: Path) -> None:
    first = Keyboard(ENGLISH)
    keys.send_text(f"0123{ENTER}")
    await first.next()
    keys.send_text(f"{UP}{ENTER}")
    assert await first.next() == "0123"
    assert (folder / "history").exists()
    keys.send_text(f"{UP}{ENTER}")
    assert await Keyboard(ENGLISH).next() == "0123"


async def test_without_a_place_for_it_the_history_lasts_as_long_as_the_session(keys: PipeInput, folder: Path) -> None:
    folder.write_text("a file where the folder should be", encoding="utf-8")  # a dozen bytes
    typed = Keyboard(ENGLISH)
    keys.send_text(f"0123{ENTER}")
    await typed.next()
    keys.send_text(f"{UP}{ENTER}")
    assert await typed.next() == "0123"


async def test_bytes_that_are_no_text_do_no_harm(keys: PipeInput) -> None:
    keys.send_bytes(b"01\xff23\r")
    line = await Keyboard(ENGLISH).next()
    assert line is not None
    assert line.startswith("01")


async def test_a_command_is_completed(keys: PipeInput) -> None:
    typed = Keyboard(ENGLISH)
    completed = asyncio.Event()
    buffer = typed._session.default_buffer
    buffer.on_completions_changed += lambda _: completed.set()  # they are looked for in the background
    line = asyncio.create_task(typed.next())
    keys.send_text(f"leader{TAB}")
    await asyncio.wait_for(completed.wait(), timeout=30)
    keys.send_text(ENTER)
    assert await line == "leaderboard"


def offers(text: str) -> list[str]:
    """What could stand for the word at the end of a line."""
    return [found.text for found in CommandCompleter(ENGLISH).get_completions(Document(text), CompleteEvent())]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", list(BY_NAME)),
        ("g", ["guess", "giveup"]),
        ("/hitblow g", ["guess", "giveup"]),
        ("  he", ["help"]),
        ("play ", [*NAMES, "rules:", "tries:", "who:"]),
        ("play mast", ["mastermind"]),
        ("versus h", ["hard"]),
        ("play mastermind m", []),
        ("play t", ["tries:"]),
        ("play who:", ["who:everyone", "who:me", "who:race"]),
        ("play rules:m", ["rules:mastermind"]),
        ("/hitblow play who:r", ["who:race"]),
        ("play hitblow who:r", ["who:race"]),
        ("play tries:", []),
        ("board ", []),
        ("xyzzy ", []),
        ("0123", []),
    ],
)
def test_what_could_follow_is_offered(typed: str, offered: list[str]) -> None:
    assert offers(typed) == offered


def test_an_offer_says_what_it_means_and_replaces_the_word() -> None:
    (found,) = CommandCompleter(ENGLISH).get_completions(Document("gu"), CompleteEvent())
    assert found.display_meta_text == ENGLISH.command("guess")
    assert found.start_position == -2
