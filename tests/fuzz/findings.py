"""What no input may bring about."""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from typing_extensions import override

from bot.commands.invocation import replace_invalid_characters
from tests.support.canaries import canaries_in

MOST_SHOWN = 10
_LONGEST = 2_000

_REMAINING = re.compile(r"Remaining codes: [\d, ]+")
"""The codes that fit the turns that somebody has told the coach, among which a secret may be."""

_Found = tuple[str, object, str]


class Findings(logging.Handler):
    """Collects tracebacks, failures and secrets that were told, with the input that was sent last.

    Args:
        canaries: the secrets.
    """

    def __init__(self, canaries: tuple[str, ...]) -> None:
        super().__init__(logging.DEBUG)
        self._canaries = canaries
        self._input: object = None
        self.found: list[_Found] = []
        self.sent: Counter[str] = Counter()

    def sending(self, entry: str, sent: object) -> None:
        """Note what is sent to an entry."""
        self._input = sent
        self.sent[entry] += 1

    def check(self, received: object) -> None:
        """Look at something that came back."""
        text = _REMAINING.sub("", str(received))
        if told := canaries_in(text, self._canaries):
            self.add("told a secret", f"{told} in {text}")

    def add(self, kind: str, what: str) -> None:
        """Add something that must not happen."""
        self.found.append((kind, self._input, what))

    @override
    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        if record.exc_info and record.exc_info[0] is not None:
            self.add("logged a traceback", text)
        elif told := canaries_in(text, self._canaries):
            self.add("logged a secret", f"{told} in {text}")

    def report(self) -> str:
        """The first findings, and how much was sent."""
        counts = ", ".join(f"{entry} {count}" for entry, count in self.sent.items())
        shown = (
            f"{kind}\n  after {ascii(sent)[:_LONGEST]}\n  {replace_invalid_characters(what[-_LONGEST:])}"
            for kind, sent, what in self.found[:MOST_SHOWN]
        )
        return "\n".join((f"sent: {counts}; findings: {len(self.found)}", *shown))


@contextmanager
def watching(*canaries: str) -> Iterator[Findings]:
    """Watch everything that this program logs."""
    findings, root = Findings(canaries), logging.getLogger()
    level = root.level
    root.addHandler(findings)
    root.setLevel(logging.INFO)
    try:
        yield findings
    finally:
        root.removeHandler(findings)
        root.setLevel(level)
