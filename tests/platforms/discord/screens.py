"""What people see on Discord, as it was approved, in files a person can read.

To approve what is seen now, run `HITBLOW_REWRITE=1 pytest tests/platforms/discord` and read the difference.
"""

import re
from pathlib import Path

from tests.support.snapshots import REWRITING

_SNOWFLAKE = re.compile(r"\d{17,20}")
FOLDER = Path(__file__).parent / "snapshots"


class Screens:
    """Compares what is seen with what was approved, one step after the other."""

    def __init__(self) -> None:
        self._seen: list[str] = []

    def see(self, step: str, what: object) -> None:
        """Look at something after a step."""
        shown = _SNOWFLAKE.sub("(id)", str(what))
        self._seen.append(f"===== {step} =====\n{shown}\n")

    def check(self, name: str) -> None:
        """Whether all that was seen is as approved."""
        found, path = "\n".join(self._seen), FOLDER / f"{name}.txt"
        if REWRITING:
            path.write_text(found, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == found
