"""The examples in the READMEs of the loopback platforms work as they stand."""

import re
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("package", ["discord", "slack"])
async def test_the_example_passes(package: str) -> None:
    (example,) = EXAMPLE.findall((FOLDER / package / "README.md").read_text("utf-8"))
    namespace: dict[str, Any] = {"__name__": "example"}
    exec(compile(example, f"{package}/README.md", "exec"), namespace)  # noqa: S102 - our own README
    await namespace["test_hello"]()
