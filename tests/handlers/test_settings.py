"""Settings as they are typed, which is the same on every platform."""

from dataclasses import replace

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.services.model import Caller
from bot.wording import LANGUAGES
from tests.handlers.speaker import Speaker, text
from tests.support.people import Person
from tests.support.snapshots import Snapshots


class Manager(Person):
    """Somebody who manages the place."""

    def __call__(self) -> Caller:
        return replace(super().__call__(), is_manager=True)


@pytest.fixture
def mia(dispatcher: Dispatcher) -> Speaker:
    return Speaker(dispatcher, Manager("Mia", platform="slack"))


@pytest.fixture
def alice(dispatcher: Dispatcher) -> Speaker:
    return Speaker(dispatcher, Person("Alice", platform="slack"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_typed_and_what_comes_back(
    mia: Speaker, alice: Speaker, snapshots: Snapshots, language: str
) -> None:
    for who, line in (
        (mia, "settings"),
        (mia, "settings group:players"),
        (mia, "settings here timezone:asia/tokyo idle:24"),
        (mia, "settings channel begin:nobody"),
        (alice, "play"),
        (alice, "settings"),
        (mia, "settings channel begin:default words:eatbite rules:3x10"),
        (mia, "settings channel words:eatbite"),
        (alice, "settings server hints:nobody"),
        (mia, "settings timezone:Asia/Tokio"),
        (mia, "settings channel channels:home"),
        (mia, "settings server warnings:off"),
        (mia, "settings me hour:9"),
        (mia, "settings hour:24"),
        (mia, "settings begin:friends"),
        (mia, "settings reminders:perhaps"),
        (mia, "settings summary:daily"),
        (mia, "settings channel summary:daily"),
        (mia, "settings language:ja"),
        (alice, "settings mentions:off"),
        (alice, "settings mentions:default warnings:off"),
    ):
        who.words = LANGUAGES[language]
        snapshots.step(f"{who.person().name}: {line}", text((await who.types(line)).note))
    snapshots.check_steps(f"settings_{language}")


async def test_games_begin_with_the_rules_and_words_of_the_room(mia: Speaker, alice: Speaker) -> None:
    await mia.types("settings channel rules:4x6r words:bulls")
    assert "4x6r-bulls" in text((await alice.types("leaderboard")).note)
    assert "4x10-bulls" in text((await alice.types("leaderboard 4x10")).note)
    assert "3x10-eatbite" in text((await alice.types("leaderboard numeron")).note)
    elsewhere = Speaker(alice.dispatcher, Person("Alice", room="garden", platform="slack"))
    assert "4x10" in text((await elsewhere.types("leaderboard")).note)


@pytest.mark.parametrize("line", ["play", "host", "versus easy", "duel Boris", "rematch"])
async def test_every_way_to_begin_a_game_follows_the_settings(mia: Speaker, alice: Speaker, line: str) -> None:
    await mia.types("settings server begin:managers")
    assert (await alice.types(line)).refused
    assert "start games" in text((await alice.types(line)).note)


async def test_managers_may_do_what_is_reserved_for_them(mia: Speaker) -> None:
    await mia.types("settings server begin:managers hints:managers")
    assert (await mia.types("play")).board is not None
    assert not (await mia.types("hint")).refused


async def test_an_example_in_the_help_can_be_typed(mia: Speaker) -> None:
    assert not (await mia.types("settings server timezone:Asia/Tokyo idle:48")).refused
