"""Reviews of games that were played in the terminal."""

from io import StringIO

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession, StreamInput
from bot.services.services import Services


async def played(services: Services, *lines: str, name: str = "ann", room: str = "home") -> None:
    """A session fed by a pipe, in which nothing fails."""
    typed = StreamInput(StringIO("".join(f"{line}\n" for line in lines)))
    session = ConsoleSession(Dispatcher(services), typed, ConsoleOutput(), LANGUAGES["en"])
    assert await session.run(name, room) == 0


async def test_a_game_is_reviewed_turn_by_turn(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    await played(services, "play", "7894", "3102", name="bob", room="garden")
    await played(services, "play who:me", "7894", name="bob")
    await played(services, "play", "0456", "3142", "3102")
    capsys.readouterr()
    await played(services, "review")
    review = capsys.readouterr().out
    turns = [line.split()[:4] for line in review.splitlines() if line[:1].isdigit()]
    assert [turn[:3] for turn in turns] == [["1", "0456", "0H1B"], ["2", "3142", "3H0B"], ["3", "3102", "4H0B"]]
    assert turns[0][3] == ">"  # the codes left before it are left out
    assert "7894" not in review


async def test_statistics_list_the_last_games_with_numbers_that_review_takes(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(services, "play", "7894", "3102")
    await played(services, "play 4x10", "0456", "3102", "stats", "review 2", "review 1", "review 3")
    shown = capsys.readouterr().out
    first, second = (line.split() for line in shown.splitlines() if line.startswith("review "))
    assert first[:2] == ["review", "1"]
    assert " ".join(first[2:]) == "#k2: 4x10, 2 guesses, 2026-11-18"
    assert second[:3] == ["review", "2", "#k1:"]
    assert shown.rindex("7894") < shown.rindex("0456")
    assert "There is no '3' here" in shown
