"""The daily, typed and pressed, and the form for a guess."""

from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.daily import GuessFormContent
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.presenters.views import Reply
from core.game.rules import NAMED_RULES
from tests.fakes.clock import NOON
from tests.fakes.services import services_in
from tests.handlers.users import User, codes, panel, text
from tests.support.daily import code_of, wrong_for
from tests.support.people import Person
from tests.support.present import present

CODE = code_of(NOON.date())
WRONG = wrong_for(CODE)


def is_private(reply: Reply) -> bool:
    return reply.board is None and reply.note is not None and reply.private


async def test_a_daily_is_played_privately_by_typing(alice: User) -> None:
    started = await alice.types("daily")
    assert is_private(started)
    assert "18 November" in text(started.note)
    assert panel((await alice.types(f"daily {WRONG}")).note)[1:2] == [f"1 {WRONG} 0H0B ····"]
    ended = await alice.types(f"daily guess:{CODE}")
    assert is_private(ended)
    assert "Solved in 2" in text(ended.note)
    assert CODE in text(ended.note)


@pytest.mark.parametrize("platform", ["console", "slack"])
async def test_a_daily_is_played_by_pressing_and_shared_in_public(dispatcher: Dispatcher, platform: str) -> None:
    alice = User(dispatcher, Person("Alice", "D1", platform=platform), show_card=AsyncMock(return_value=True))
    started = await alice.types("daily numeron")
    code = code_of(NOON.date(), "numeron")
    ended = await alice.presses(started.note, "daily", code)
    assert "Solved in 1" in text(ended.note)
    shared = await alice.presses(ended.note, "daily", action="share")
    assert not shared.private
    assert "Numer0n 3x10-eatbite · 18 November · 1 guess" in text(shared.note)
    assert code not in text(shared.note)
    assert not (await alice.presses(ended.note, "daily", action="share")).refused
    as_text = text((await alice.presses(ended.note, "daily", action="text")).note)
    assert "1 guess" in as_text
    assert "3EAT" not in as_text  # rows would tell others the code


async def test_a_typed_code_never_goes_to_the_daily(alice: User) -> None:
    await alice.types("daily")
    assert "No game" in text((await alice.types(WRONG)).note)
    await alice.types("play 4x10")
    assert (await alice.types(f"guess {WRONG}")).board is not None
    assert "1  " not in text((await alice.types("daily")).note)


async def test_giving_up_and_a_repeated_guess_are_asked_about(alice: User) -> None:
    await alice.types(f"daily {WRONG}")
    asked = await alice.types(f"daily {WRONG}")
    assert codes((await alice.confirms(asked)).note) == [WRONG, WRONG]
    asked = await alice.types("daily giveup")
    assert len(panel((await alice.presses(asked.note, "daily", confirm="yes")).note)) == 3
    assert "played the daily" in text((await alice.types("daily giveup")).note)


async def test_the_archive_is_empty_on_the_first_day(alice: User) -> None:
    assert not (await alice.types("daily boards day:yesterday")).refused  # its time is over everywhere
    await alice.types(f"daily {CODE}")
    assert "no earlier days" in text((await alice.types("daily archive")).note)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("daily 2026-12-01", "2026-12-01"),
        ("daily yesterday", "2026-11-17"),
        ("daily day:soon", "`soon`"),
        ("daily 0012", "uses 0 more than once"),
        ("daily share", "First finish"),
        ("daily boards", "First finish"),
        ("daily 4x99", "symbols"),
        ("daily action:cheat", "cheat"),
    ],
)
async def test_what_cannot_be_done_is_refused_in_a_sentence(alice: User, line: str, sentence: str) -> None:
    assert sentence in await alice.refusal_of(line)


@pytest.mark.parametrize("rules", ["1x2-letters", "4x10-letters", "6x10", "daily rules:6x10 archive"])
async def test_rules_without_a_daily_are_refused_with_those_that_have_one(alice: User, rules: str) -> None:
    told = await alice.refusal_of(rules if " " in rules else f"daily {rules}")
    assert all(f"`{name}`" in told for name in NAMED_RULES)


async def test_a_result_reads_the_same_in_every_language(dispatcher: Dispatcher) -> None:
    shown = set()
    for name, words in (("Alice", LANGUAGES["en"]), ("アリス", LANGUAGES["ja"])):
        user = User(dispatcher, Person(name), words)
        await user.types(f"daily {CODE}")
        shown.add(text((await user.types("daily text")).note))
    assert len(shown) == 1


ENGLISH = LANGUAGES["en"]
PRESSED = ("1  9876  0H0B",)
"""The turns on the board whose button is pressed; those of the game differ, to tell where a form has its turns from."""


async def start(dispatcher: Dispatcher, ann: Person, line: str) -> str:
    """Start a game and guess 0456; returns the id of the game."""
    await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), line)
    reply = present(await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "0456"))
    return present(present(reply.board).game)


async def form(dispatcher: Dispatcher, person: Person, game: str) -> GuessFormContent | Reply:
    request = replace(Request(person(), ENGLISH, ENGLISH), invocation=Invocation(BY_NAME["board"], {}, game))
    return await dispatcher.guess_form(request, PRESSED)


async def test_a_game_that_everybody_guesses_in_is_read_for_its_first_form_only(
    dispatcher: Dispatcher, ann: Person, bob: Person
) -> None:
    game = await start(dispatcher, ann, "play")
    first = await form(dispatcher, ann, game)
    assert isinstance(first, GuessFormContent)
    assert "0456" in first.turns[-1]
    assert await form(dispatcher, bob, game) == GuessFormContent(PRESSED)


async def test_a_game_of_pictures_is_read_for_every_form_because_its_keypad_is_for_one_turn(
    tmp_path: Path, ann: Person
) -> None:
    async with services_in(tmp_path, "RGYB") as services:
        dispatcher = Dispatcher(services)
        reply = present(await dispatcher.dispatch_line(Request(ann(), ENGLISH, ENGLISH), "play mastermind"))
        assert reply.board is not None
        for _ in range(2):
            made = await form(dispatcher, ann, reply.board.game or "")
            assert isinstance(made, GuessFormContent)
            assert made.keypad is not None


@pytest.mark.parametrize("line", ["play who:me", "play who:race"])
async def test_a_game_with_turns_of_ones_own_is_read_for_every_form(
    dispatcher: Dispatcher, ann: Person, bob: Person, line: str
) -> None:
    game = await start(dispatcher, ann, line)
    for _ in range(2):
        own = await form(dispatcher, ann, game)
        assert isinstance(own, GuessFormContent)
        assert any("0456" in turn for turn in own.turns)
    others = await form(dispatcher, bob, game)
    assert not isinstance(others, GuessFormContent) or not others.turns


async def test_the_form_of_a_daily_is_that_of_the_day_on_the_board(dispatcher: Dispatcher, ann: Person) -> None:
    async def form_of(**options: str) -> GuessFormContent | Reply:
        request = Request(ann(), ENGLISH, ENGLISH, Invocation(BY_NAME["daily"], {"rules": "4x10", **options}))
        return await dispatcher.guess_form(request)

    assert isinstance(await form_of(), GuessFormContent)
    refused = await form_of(day="2026-11-17")
    assert isinstance(refused, Reply)
    assert "2026-11-17" in text(refused.note)
