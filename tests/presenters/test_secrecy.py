"""Nothing made from a running game can tell its secret: its images are those of any other secret that fits."""

import random
from dataclasses import replace

from hypothesis import given, strategies as st

from bot.locales import LANGUAGES
from core.game.any_game import Who
from core.game.codes import all_codes, format_code, format_code_ascii
from core.game.commitment import seal
from core.game.feedback import compute_feedback
from core.game.games import Game
from core.game.races import Race, create_game
from core.game.rules import Rules
from tests.support.games import privately, publicly, view_of
from tests.support.snapshots import as_text

PLAYERS = ("Ann", "Bob", "Cleo")
NOTATIONS = ("3x10", "4x6r-colors", "3x8-fruit", "3x8-letters", "3x10-eatbite")
CODES = {notation: list(all_codes(Rules.parse(notation))) for notation in NOTATIONS}

languages = st.sampled_from(list(LANGUAGES.values()))


@st.composite
def running_games(draw: st.DrawFn, who: Who | None = None) -> Game:
    """Games in which some have guessed and nobody has found the secret."""
    notation = draw(st.sampled_from(NOTATIONS))
    secret = draw(st.sampled_from(CODES[notation]))
    game = create_game(Rules.parse(notation), secret, "Ann", who or draw(st.sampled_from(Who)), tries=0)
    wrong = st.sampled_from(CODES[notation]).filter(lambda code: code != secret)
    for code in draw(st.lists(wrong, max_size=5)):
        game = game.guess(code, "Ann" if game.who is Who.ME else draw(st.sampled_from(PLAYERS)))
    return game


def images(game: Game, viewer: str) -> str:
    """Everything anybody is shown of a game, without the hash of its secret and the example of a code."""
    view = view_of(game, viewer)
    boards = (publicly, privately) if isinstance(game, Race) else (publicly,)
    texts = [as_text(board(view, words)) for words in LANGUAGES.values() for board in boards]
    return "\n".join(texts).replace(seal(view.commitment), "SEAL")


@given(running_games(), st.sampled_from(PLAYERS), st.randoms(use_true_random=False))
def test_a_running_game_looks_the_same_with_any_other_consistent_secret(
    game: Game, viewer: str, chance: random.Random
) -> None:
    turns = [turn for board in game.boards for turn in board.turns]
    fitting = [
        code
        for code in CODES[str(game.rules)]
        if all(compute_feedback(code, turn.guess) == turn.feedback for turn in turns)
    ]
    other = chance.choice(fitting)
    boards = tuple(replace(board, secret=other) for board in game.boards)
    assert images(replace(game, secret=other, boards=boards), viewer) == images(game, viewer)


@given(running_games(Who.RACE), st.sampled_from(PLAYERS))
def test_a_racer_sees_no_guess_of_the_others_before_the_end(game: Game, viewer: str) -> None:
    own = {turn.guess for turn in game.board(viewer).turns}
    others = {turn.guess for board in game.boards for turn in board.turns} - own
    words = {word.strip("`.#") for word in images(game, viewer).split()}
    example = "".join(game.rules.alphabet.keys[: game.rules.positions])
    hidden = {spelling(code, game.rules) for code in others for spelling in (format_code, format_code_ascii)} - {
        example
    }
    assert not words & hidden


@given(running_games(Who.RACE), languages.map(lambda words: words.code))
def test_the_public_board_of_a_race_has_a_line_for_each_player_and_is_the_same_for_all(game: Game, code: str) -> None:
    (seen,) = {as_text(publicly(view_of(game, viewer), LANGUAGES[code])) for viewer in PLAYERS}
    for board in game.boards:
        (line,) = (line for line in seen.splitlines() if f" {board.guesser} " in line and line.startswith("│"))
        assert f" {len(board.turns)} " in f"{line} "
