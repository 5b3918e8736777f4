import io

import pytest

from bot.platforms.console.pipe import Pipe


async def everything(pipe: Pipe) -> list[str]:
    lines = []
    while (line := await pipe.next()) is not None:
        lines.append(line.rstrip("\n"))
    return lines


async def test_lines_come_one_by_one_and_then_no_more() -> None:
    pipe = Pipe(io.StringIO("play\n0123\n\nboard"))
    assert await everything(pipe) == ["play", "0123", "", "board"]
    assert await pipe.next() is None


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
async def test_lines_are_utf_8_whatever_the_terminal_is_set_to(encoding: str) -> None:
    pipe = Pipe(io.TextIOWrapper(io.BytesIO("０１２３\n🔴🟡\n".encode()), encoding=encoding))
    assert await everything(pipe) == ["０１２３", "🔴🟡"]


async def test_bytes_that_are_no_text_are_kept_for_the_commands_to_refuse() -> None:
    pipe = Pipe(io.TextIOWrapper(io.BytesIO(b"01\xff3\n0123\n")))
    assert await everything(pipe) == ["01\udcff3", "0123"]
