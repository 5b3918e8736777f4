"""The end of a game of several people has a picture, in place of the rows on which everybody played."""

import pytest

from bot.locales import LANGUAGES, Words
from bot.model.games import ShownGame
from bot.presenters.cards import with_picture
from bot.presenters.views import Block, Heading, Preformatted, View
from core.game.any_game import Who
from tests.presenters import test_duels, test_hosting
from tests.support.games import Deal

each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
RACE = Deal(who=Who.RACE).guesses("Ann 0123", "Bob 0456", "Ann 1234", "Bob 3102")
LOST_RACE = Deal(who=Who.RACE).guesses("Ann 0123", "Bob 0456").give_up("Ann", "Bob")
FOUND = test_hosting.TOLD.guess(test_hosting.code("012"), "Bob").guess(test_hosting.code("527"), "Cleo")


TITLE, ROWS = Heading("title"), Preformatted(("1 0123",))


def told(view: ShownGame, words: Words) -> View:
    return with_picture(View((TITLE, ROWS), headline=f"{view.name_of(view.public.winner)} won."), view, words)


@each_language
@pytest.mark.parametrize(
    ("view", "drawn", "missing", "beside"),
    [
        (RACE.view(), ["1: 0456", "2: 3102 4H0B"], "0123", (TITLE, ROWS)),
        (test_duels.seen(test_duels.DUELS["duel won"]), ["1: 345", "2: 683 3H0B"], "012", (TITLE, ROWS)),
        (test_hosting.seen(FOUND), ["1: 012 0H1B, Bob", "2: 527 3H0B, Cleo"], "?", (TITLE,)),
    ],
    ids=["race", "duel", "hosted"],
)
def test_the_board_of_the_winner_is_drawn(
    view: ShownGame, drawn: list[str], missing: str, beside: tuple[Block, ...], words: Words
) -> None:
    news = told(view, words)
    (image,) = news.images
    assert news.without_drawn.blocks == beside
    assert image.alternative.startswith(view.name_of(view.public.winner))
    assert all(line in image.alternative for line in drawn)
    assert missing not in image.alternative


@each_language
@pytest.mark.parametrize(
    "view",
    [LOST_RACE.view(), *(test_duels.seen(test_duels.DUELS[name]) for name in ("duel both found", "duel stopped"))],
    ids=["race", "draw", "stopped"],
)
def test_without_a_winner_of_a_race_or_duel_nothing_is_drawn(view: ShownGame, words: Words) -> None:
    assert told(view, words).images == ()
