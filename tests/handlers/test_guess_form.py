from dataclasses import replace
from pathlib import Path

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.daily import GuessForm
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.presenters.views import Reply
from bot.services.services import Services
from tests.fakes.services import services_in
from tests.support.people import Person

ENGLISH = LANGUAGES["en"]
PRESSED = ("1  9876  0H0B",)
"""The turns on the board whose button is pressed; those of the game differ, to tell where a form has its turns from."""


@pytest.fixture
def dispatcher(services: Services) -> Dispatcher:
    return Dispatcher(services)


async def start(dispatcher: Dispatcher, ann: Person, line: str) -> str:
    """Start a game and guess 0456; returns the id of the game."""
    await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line)
    reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "0456")
    assert reply is not None
    assert reply.board is not None
    assert reply.board.game is not None
    return reply.board.game


async def form(dispatcher: Dispatcher, person: Person, game: str) -> GuessForm | Reply:
    request = replace(Request(person(), ENGLISH, ENGLISH), invocation=Invocation(BY_NAME["board"], {}, game))
    return await dispatcher.guess_form(request, PRESSED)


async def test_a_game_that_everybody_guesses_in_is_read_for_its_first_form_only(
    dispatcher: Dispatcher, ann: Person, bob: Person
) -> None:
    game = await start(dispatcher, ann, "play")
    first = await form(dispatcher, ann, game)
    assert isinstance(first, GuessForm)
    assert "0456" in first.turns[-1]
    assert await form(dispatcher, bob, game) == GuessForm(PRESSED)


async def test_a_game_of_pictures_is_read_for_every_form_because_its_keypad_is_for_one_turn(
    tmp_path: Path, ann: Person
) -> None:
    async with services_in(tmp_path, "RGYB") as services:
        dispatcher = Dispatcher(services)
        reply = await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play mastermind")
        assert reply is not None
        assert reply.board is not None
        for _ in range(2):
            made = await form(dispatcher, ann, reply.board.game or "")
            assert isinstance(made, GuessForm)
            assert made.keypad is not None


@pytest.mark.parametrize("line", ["play who:me", "play who:race"])
async def test_a_game_with_turns_of_ones_own_is_read_for_every_form(
    dispatcher: Dispatcher, ann: Person, bob: Person, line: str
) -> None:
    game = await start(dispatcher, ann, line)
    for _ in range(2):
        own = await form(dispatcher, ann, game)
        assert isinstance(own, GuessForm)
        assert any("0456" in turn for turn in own.turns)
    others = await form(dispatcher, bob, game)
    assert not isinstance(others, GuessForm) or not others.turns
