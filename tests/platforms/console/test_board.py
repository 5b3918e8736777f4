"""The board above the prompt, as lines."""

import io

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.locales.columns import width
from bot.platforms.console.board_lines import BoardSize, render_board, symbol_lines
from bot.services.services import Services
from core.game.feedback import Turn
from core.game.history import parse_history
from core.game.rules import Rules
from tests.support.people import Person
from tests.support.present import present
from tests.support.snapshots import Snapshots, as_text

ENGLISH = LANGUAGES["en"]


@pytest.mark.parametrize(
    ("rules", "history", "lines"),
    [
        ("4x10", "", []),
        ("4x10", "0123 0H0B", ["ruled out: 0 1 2 3", "not tried: 4 5 6 7 8 9"]),
        ("4x10", "0123 2H2B", ["ruled out: 4 5 6 7 8 9"]),
        ("4x10", "0123 1H1B", ["not tried: 4 5 6 7 8 9"]),
        ("4x10", "0123 1H1B, 4567 1H1B", ["not tried: 8 9"]),
        ("4x6r-colors", "RRYY 0H0B", ["ruled out: R Y", "not tried: G B P O"]),
    ],
)
def test_only_what_a_single_turn_shows_is_said_about_symbols(rules: str, history: str, lines: list[str]) -> None:
    parsed = Rules.parse(rules)
    turns = [entry for entry in parse_history(history, parsed) if isinstance(entry, Turn)]
    assert symbol_lines(parsed, turns, ENGLISH) == lines


async def board_after(services: Services, lines: list[str], size: BoardSize, language: str = "en") -> list[str]:
    """The board that Ann sees after these lines, each typed by the person it starts with."""
    people, words = {"ann": Person("Ann"), "bob": Person("Bob, who has a long name")}, LANGUAGES[language]
    for line in lines:
        name, _, typed = line.partition(": ")
        await Dispatcher(services).dispatch_line(Request(people[name](), words, words), typed)
    view = present(await services.referee.running_game(people["ann"]()))
    return [line.plain for line in render_board(view, words, size)]


async def test_names_are_shown_if_others_guess_too(services: Services) -> None:
    alone = await board_after(services, ["ann: play", "ann: 0456"], BoardSize(80, 20))
    assert alone[2:] == [" 1   0 4 5 6   0H1B  ○", "not tried: 1 2 3 7 8 9 · 11 tries left"]
    together = await board_after(services, ["bob: 7103"], BoardSize(80, 20))
    assert together[2:4] == [" 1   0 4 5 6   0H1B  ○     Ann", " 2   7 1 0 3   2H1B  ●●○   Bob, who …"]


async def test_a_race_shows_how_far_the_others_are_but_not_their_guesses(services: Services) -> None:
    shown = await board_after(services, ["ann: play race", "ann: 0456", "bob: 7103"], BoardSize(80, 20))
    assert "Bob, who …  1  2H1B  11 tries left" in shown
    assert "7 1 0 3" not in "".join(shown)


async def test_a_board_that_is_too_long_ends_with_its_last_turns(services: Services) -> None:
    guesses = [f"ann: guess {code}" for code in ("0145", "0246", "0347", "0548", "0649", "0751")]
    shown = await board_after(services, ["ann: settings warnings:off", "ann: play tries:0", *guesses], BoardSize(80, 9))
    assert shown[2] == "... 3 earlier turns"
    assert [line.split()[0] for line in shown[3:6]] == ["4", "5", "6"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("rules", ["10x10", "4x16-colors", "5x16r-fruit", "1x2"])
@pytest.mark.parametrize("pictures", [True, False], ids=["pictures", "ascii"])
async def test_a_board_fits_into_40_columns(
    services: Services,
    rules: str,
    language: str,
    pictures: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    parsed = Rules.parse(rules)
    services.referee._random_source.deal(parsed.alphabet.keys[: parsed.positions])  # type: ignore[attr-defined]  # the fake
    guess = parsed.alphabet.keys[parsed.symbols - parsed.positions : parsed.symbols][::-1]
    shown = await board_after(
        services, [f"ann: play {rules}", f"bob: guess {guess}"], BoardSize(40, 20, pictures=pictures), language
    )
    rows = [line for line in shown if line.lstrip().startswith("1 ")]
    assert rows
    assert all(width(line) <= 40 for line in rows)


async def test_several_people_race_at_terminals(services: Services, snapshots: Snapshots) -> None:
    people, output = {name: Person(name) for name in ("Ann", "Bob", "Cleo")}, io.StringIO()
    for line in (
        "Ann: play race signal minutes:5",
        "Bob: 0456",
        "Bob: play start:now",
        "Ann: play start:now",
        "Ann: 0456",
        "Bob: 7103",
        "Cleo: 3102",
        "Ann: 7103",
        "Bob: board",
    ):
        name, _, typed = line.partition(": ")
        reply = present(await Dispatcher(services).dispatch_line(Request(people[name](), ENGLISH, ENGLISH), typed))
        shown = [as_text(view) for view in (reply.board, reply.note) if view]
        output.write(f"> {line}\n{''.join(shown)}\n")
    snapshots.check("race", output.getvalue())
