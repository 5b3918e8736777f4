"""Where typed lines come from: a prompt with completion, or a pipe."""

import asyncio
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.commands.catalogue import BY_NAME
from bot.locales import LANGUAGES
from bot.platforms.console import prompt
from bot.platforms.console.prompt import CommandCompleter, PromptInput
from bot.platforms.console.session import StreamInput
from core.game.rules import NAMED_RULES

UP, ENTER, TAB, CTRL_C, CTRL_D = "\x1b[A", "\r", "\t", "\x03", "\x04"
ENGLISH = LANGUAGES["en"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the history."""
    monkeypatch.setattr(prompt, "user_state_path", lambda *_, **__: tmp_path / "state")
    return tmp_path / "state"


@pytest.fixture
def keys(folder: Path) -> Iterator[PipeInput]:
    """The keys that are pressed."""
    assert not folder.exists()
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


async def test_a_line_is_what_was_typed(keys: PipeInput) -> None:
    keys.send_text(f"play hitblow{ENTER}")
    assert await PromptInput(ENGLISH).read_line() == "play hitblow"


async def test_what_is_typed_before_a_line_is_read_is_the_first_line(keys: PipeInput) -> None:
    typed = PromptInput(ENGLISH)
    await typed.show_early()
    assert typed.is_prompt_shown_before_reading
    keys.send_text(f"play{ENTER}0123{ENTER}")
    assert [await typed.read_line(), await typed.read_line()] == ["play", "0123"]
    assert not typed.is_prompt_shown_before_reading


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
async def test_ctrl_c_and_ctrl_d_end_an_open_prompt(keys: PipeInput, key: str) -> None:
    typed = PromptInput(ENGLISH)
    await typed.show_early()
    keys.send_text(key)
    assert await typed.read_line() is None


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
async def test_ctrl_c_and_ctrl_d_end_the_input(keys: PipeInput, key: str) -> None:
    keys.send_text(key)
    assert await PromptInput(ENGLISH).read_line() is None


async def test_the_history_is_kept_for_the_next_session(keys: PipeInput, folder: Path) -> None:
    first = PromptInput(ENGLISH)
    keys.send_text(f"0123{ENTER}")
    await first.read_line()
    keys.send_text(f"{UP}{ENTER}")
    assert await first.read_line() == "0123"
    assert (folder / "history").exists()
    keys.send_text(f"{UP}{ENTER}")
    assert await PromptInput(ENGLISH).read_line() == "0123"


async def test_a_history_that_cannot_be_written_lasts_for_the_session(keys: PipeInput, folder: Path) -> None:
    folder.write_text("a file where the folder should be", encoding="utf-8")
    typed = PromptInput(ENGLISH)
    keys.send_text(f"0123{ENTER}")
    await typed.read_line()
    keys.send_text(f"{UP}{ENTER}")
    assert await typed.read_line() == "0123"


async def test_a_secret_is_kept_out_of_the_history(keys: PipeInput) -> None:
    typed = PromptInput(ENGLISH)
    keys.send_text(f"play{ENTER}")
    await typed.read_line()
    keys.send_text(f"3102{ENTER}")
    assert await typed.read_secret("Your secret") == "3102"
    keys.send_text(f"{UP}{ENTER}")
    assert await typed.read_line() == "play"


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
async def test_ctrl_c_and_ctrl_d_cancel_a_secret(keys: PipeInput, key: str) -> None:
    keys.send_text(f"31{key}" if key == CTRL_C else key)
    assert await PromptInput(ENGLISH).read_secret("Your secret") is None


async def test_ctrl_c_clears_a_line_that_is_not_empty(keys: PipeInput) -> None:
    keys.send_text(f"pl{CTRL_C}")
    assert not (await PromptInput(ENGLISH).read_line() or "end").strip()


async def test_invalid_bytes_are_harmless(keys: PipeInput) -> None:
    keys.send_bytes(b"01\xff23\r")
    line = await PromptInput(ENGLISH).read_line()
    assert line is not None
    assert line.startswith("01")


async def test_a_command_is_completed(keys: PipeInput) -> None:
    typed, completed = PromptInput(ENGLISH), asyncio.Event()
    buffer = typed._session.default_buffer
    buffer.on_completions_changed += lambda _: completed.set()  # they are looked for in the background
    line = asyncio.create_task(typed.read_line())
    keys.send_text(f"leader{TAB}")
    await asyncio.wait_for(completed.wait(), timeout=30)
    keys.send_text(ENTER)
    assert await line == "leaderboard"


def completions(text: str) -> list[str]:
    """What the last word of a line could become."""
    return [
        completion.text for completion in CommandCompleter(ENGLISH).get_completions(Document(text), CompleteEvent())
    ]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", list(BY_NAME)),
        ("g", ["guess", "giveup"]),
        ("/hitblow g", ["guess", "giveup"]),
        ("  he", ["help"]),
        ("play ", [*NAMED_RULES, "rules:", "tries:", "who:", "start:", "minutes:"]),
        ("play mast", ["mastermind"]),
        ("versus h", ["hard"]),
        ("play mastermind m", ["minutes:"]),
        ("play t", ["tries:"]),
        ("play who:", ["who:everyone", "who:me", "who:race"]),
        ("play rules:m", ["rules:mastermind"]),
        ("/hitblow play who:r", ["who:race"]),
        ("play hitblow who:r", ["who:race"]),
        ("play tries:", []),
        ("board ", ["turn:", "verify:"]),
        ("xyzzy ", []),
        ("0123", []),
    ],
)
def test_commands_options_and_values_are_completed(typed: str, offered: list[str]) -> None:
    assert completions(typed) == offered


def test_a_completion_replaces_the_word_and_has_a_meaning() -> None:
    (found,) = CommandCompleter(ENGLISH).get_completions(Document("gu"), CompleteEvent())
    assert found.display_meta_text == BY_NAME["guess"].description
    assert found.start_position == -2


async def everything(lines: StreamInput) -> list[str]:
    read = []
    while (line := await lines.read_line()) is not None:
        read.append(line.rstrip("\n"))
    return read


async def test_lines_are_read_one_by_one_until_the_end() -> None:
    lines = StreamInput(io.StringIO("play\n0123\n\nboard"))
    assert await everything(lines) == ["play", "0123", "", "board"]
    assert await lines.read_line() is None


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
async def test_lines_are_utf_8_whatever_the_terminal_is_set_to(encoding: str) -> None:
    lines = StreamInput(io.TextIOWrapper(io.BytesIO("０１２３\n🔴🟡\n".encode()), encoding=encoding))
    assert await everything(lines) == ["０１２３", "🔴🟡"]


async def test_invalid_bytes_are_kept_for_the_commands_to_refuse() -> None:
    lines = StreamInput(io.TextIOWrapper(io.BytesIO(b"01\xff3\n0123\n")))
    assert await everything(lines) == ["01\udcff3", "0123"]
