"""Every panel fits on a phone, and every view into the messages of both platforms."""

import itertools
from dataclasses import replace

import pytest

from bot.locales import LANGUAGES, Words
from bot.locales.columns import PHONE_CELLS, width
from bot.platforms.discord.rendering import MAX_CONTENT, content_text
from bot.platforms.slack.rendering import render
from bot.presenters.boards import ROW_CELLS
from bot.presenters.duels import duel_board
from bot.presenters.game_replies import all_turns, verification
from bot.presenters.versus import FIRST_CORRECTIONS, versus_board
from bot.presenters.views import Heading, Preformatted, View
from core.game.any_game import Who
from core.game.boards import NO_LIMIT
from core.game.codes import Code
from core.game.duels import Duel
from core.game.feedback import Feedback, Turn
from core.game.games import Game
from core.game.races import Race, create_game
from core.game.rules import ALPHABETS, FEEDBACK_WORDS, Rules
from core.game.sides import Level, Side
from tests.support.games import privately, publicly, view_of
from tests.support.snapshots import FOLDERS, panels_of

PEOPLE = ("Christopher Robin", "山田太郎左衛門", "Bo")
SIZES = ((1, 2), (4, 10), (10, 10), (10, 4))
EVERY_RULES = [
    Rules(positions, symbols, positions > symbols, alphabet, words)
    for (positions, symbols), alphabet, words in itertools.product(SIZES, ALPHABETS.values(), FEEDBACK_WORDS.values())
]
each_rules = pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=pytest.mark.slow if index % 5 else ()) for index, rules in enumerate(EVERY_RULES)],
    ids=str,
)
"""Ten of the rules, among them every size, alphabet and word, are fast enough to be tried each time."""


def code(rules: Rules, shift: int = 0) -> Code:
    return tuple((position + shift) % rules.symbols for position in range(rules.positions))


def turns(rules: Rules, number: int) -> tuple[Turn, ...]:
    feedback = Feedback(0, rules.positions) if rules.positions > 1 else Feedback(0, 0)
    return tuple(Turn(code(rules, 1), feedback, by) for _, by in zip(range(number), itertools.cycle(PEOPLE)))


def check(view: View) -> None:
    """No panel is too wide, and nothing is cut from the message on either platform."""
    for block in view.blocks:
        if isinstance(block, Preformatted):
            assert max(map(width, block.lines)) <= PHONE_CELLS, "\n".join(block.lines)
    text = content_text(view)
    assert len(text) <= MAX_CONTENT
    assert not text.endswith("…")
    assert "\n…\n" not in text
    message = render(view)
    assert len(message.blocks) <= 50
    assert "\n…\n" not in str(message.blocks)


def shown(game: Game, words: Words) -> list[View]:
    view = view_of(game, PEOPLE[0])
    views = [publicly(view, words), verification(view, words), all_turns(view, 1, words)]
    return [*views, privately(view, words)] if isinstance(game, Race) else views


@each_rules
@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_boards_of_every_length_and_look_fit(rules: Rules, words: Words) -> None:
    for number, who in itertools.product((0, 1, 15, 16, 100), Who):
        game = create_game(rules, code(rules), PEOPLE[0], who, NO_LIMIT)
        board = replace(game.board(PEOPLE[0]), turns=turns(rules, number), hinted=PEOPLE)
        running = replace(game, boards=(board,))
        solved = running.guess(code(rules), PEOPLE[0])
        for each in (running, solved):
            for view in shown(each, words):
                check(view)


@each_rules
@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_boards_of_duels_fit(rules: Rules, words: Words) -> None:
    for number, level in itertools.product((0, 1, 16, 100), (None, Level.EXPERT)):
        other = "" if level else PEOPLE[1]
        sides = (Side(PEOPLE[0], code(rules), turns(rules, number)), Side(other, code(rules), turns(rules, number)))
        for game in (duel := Duel(rules, sides, PEOPLE[0], level), duel.give_up(PEOPLE[0])):
            view = view_of(game, PEOPLE[0], game=game, public=game)
            check(versus_board(view, game, words, FIRST_CORRECTIONS) if level else duel_board(view, game, words))
            check(all_turns(view, 1, words))
            check(verification(view, words))


@pytest.mark.parametrize("number", [10, 100])
@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_long_names_are_whole_in_rows_and_cut_in_tables_no_more_than_the_line_needs(words: Words, number: int) -> None:
    rules = Rules.parse("10x2r-eatbite")
    game = create_game(rules, code(rules), PEOPLE[0], Who.EVERYONE, NO_LIMIT)
    board = replace(game.board(PEOPLE[0]), turns=turns(rules, number))
    (rows,) = (
        block
        for block in publicly(view_of(replace(game, boards=(board,)), PEOPLE[0]), words).blocks
        if isinstance(block, Preformatted)
    )
    assert rows.names is not None
    assert rows.names[-1] == PEOPLE[(number - 1) % 3]
    assert max(map(width, rows.lines)) <= ROW_CELLS
    sides = (Side(PEOPLE[0], code(rules), turns(rules, number)), Side(PEOPLE[1], code(rules), turns(rules, number)))
    duel = Duel(rules, sides, PEOPLE[0])
    (*_, first, second) = panels_of(duel_board(view_of(duel, PEOPLE[0]), duel, words))
    for line, who in ((first, PEOPLE[0]), (second, PEOPLE[1])):
        shown = line.split()[-1].removesuffix("…")
        assert who.startswith(shown)
        assert shown
        assert PHONE_CELLS - width(line) in range(width(who[0]))


@pytest.mark.slow
@each_rules
@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_a_race_of_thirty_fits(rules: Rules, words: Words) -> None:
    race = Race(rules, code(rules), "player 0")
    boards = (replace(race.board(f"山田太郎左衛門 {number}"), turns=turns(rules, 100)) for number in range(40))
    check(publicly(view_of(replace(race, boards=tuple(boards)), PEOPLE[0]), words))


def test_all_turns_are_shown_page_by_page() -> None:
    rules, words = Rules.parse("4x10"), LANGUAGES["en"]
    game = create_game(rules, code(rules), "Ann", Who.ME, NO_LIMIT)
    view = view_of(replace(game, boards=(replace(game.board("Ann"), turns=turns(rules, 60)),)), "Ann")
    assert any(button.options == {"turn": "1"} for button in publicly(view, words).buttons)
    first, second = all_turns(view, 1, words), all_turns(view, 31, words)
    lines = [line for page in (first, second) for line in panels_of(page)]
    assert [line.split()[0] for line in lines] == [str(number) for number in range(1, 61)]
    assert [button.options for button in first.buttons] == [{"turn": "31"}]
    assert not second.buttons
    assert [block for block in first.blocks if isinstance(block, Heading)] == [first.blocks[0]]


def test_every_approved_panel_fits() -> None:
    wide = {
        f"{path.name}: {line}"
        for folder in FOLDERS
        for path in folder.glob("*.txt")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("│") and width(line[1:].rstrip("│")) > PHONE_CELLS
    }
    assert wide == set()
