"""What holds for the whole suite."""

import os

import pytest
from hypothesis import settings

settings.register_profile("hitblow", deadline=None)  # a busy machine is no bug
settings.load_profile("hitblow")


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the program's settings nor the terminal's colours are those of whoever runs the tests."""
    for name in set(os.environ) - {"HITBLOW_SPECS"}:  # where the tests find the platforms' own documents
        if name in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"} or name.startswith(("HITBLOW_", "TTY_")):
            monkeypatch.delenv(name)
