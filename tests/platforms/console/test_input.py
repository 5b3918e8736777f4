import io

import pytest

from bot.platforms.console.session import StreamInput


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
