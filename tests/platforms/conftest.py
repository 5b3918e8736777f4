import pytest


@pytest.fixture
def quick_catch_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """News is told, and an outdated board sent again, soon after it is stored."""
    monkeypatch.setattr("bot.platforms.common.catch_up.SECONDS_BETWEEN", 0.02)
