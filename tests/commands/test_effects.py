"""Which commands change nothing."""

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import _READS, FOR_EVERYBODY, only_reads
from bot.commands.parsing import parse_line


@pytest.mark.parametrize(
    ("line", "reads"),
    [
        ("board", True),
        ("help play", True),
        ("stats ann", True),
        ("settings", True),
        ("settings server", True),
        ("settings mentions:off", False),
        ("privacy", True),
        ("privacy export", True),
        ("privacy delete", False),
        ("play", False),
        ("0123", False),
        ("hint", False),
        ("check 0123", True),
        ("check 0123 confirm:yes", False),
        ("suggest 0123 0H2B", False),
        ("daily", False),
    ],
)
def test_a_command_reads_or_changes(line: str, *, reads: bool) -> None:
    invocation = parse_line(line)
    assert invocation is not None
    assert only_reads(invocation) is reads


def test_the_commands_exist() -> None:
    assert BY_NAME.keys() >= _READS.keys() | FOR_EVERYBODY
