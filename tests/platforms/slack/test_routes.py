"""Which reply goes to whom, and by which way."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.commands.catalogue import CATALOGUE
from tests.fakes.slack import Message, api_error
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.routes import Routes

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("bot", "other_games")]

Situation: TypeAlias = Callable[[Harness], Awaitable[object]]


async def nothing(_: Harness) -> None: ...


async def game(harness: Harness) -> Message:
    return await harness.start_game("play")


async def ended(harness: Harness) -> Message:
    board = await game(harness)
    await harness.shown_after(harness.ann.reply(board, "3102"), board, "3102")
    await harness.slack.idle()
    return board


async def conversation(harness: Harness) -> str:
    return await harness.private_reply("suggest 9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B")


async def challenge(harness: Harness) -> Message:
    return await harness.start_duel()


COMMANDS: dict[str, tuple[Situation, list[str]]] = {
    "play": (nothing, ["post in #games"]),
    "play who:race": (nothing, ["post in #games", "response URL to Ann"]),
    "play rules:none": (nothing, ["response URL to Ann"]),
    "guess 0123": (game, ["response URL to Ann", "update in #games"]),
    "0123": (game, ["response URL to Ann", "update in #games"]),
    "guess 0012": (game, ["response URL to Ann"]),
    "board": (game, ["response URL to Ann", "update in #games"]),
    "giveup yes": (game, ["update in #games"]),
    "giveup": (game, ["response URL to Ann"]),
    "settings": (nothing, ["response URL to Ann"]),
    "settings group:rules": (nothing, ["form"]),
    "privacy": (game, ["response URL to Ann"]),
    "host": (nothing, ["form"]),
    "daily": (nothing, ["form"]),
    "rematch": (ended, ["post in #games"]),
    "versus easy secret:head": (nothing, ["post in #games"]),
    "versus easy": (nothing, ["form"]),
    "duel nobody": (nothing, ["response URL to Ann"]),
    "duel <@U00000002|bob>": (nothing, ["form"]),
    "secret": (challenge, ["response URL to Ann"]),
    "draw": (challenge, ["response URL to Ann"]),
    "claim": (challenge, ["response URL to Ann"]),
    "versus 7391": (nothing, ["response URL to Ann"]),
    "hint": (game, ["response URL to Ann"]),
    "hint confirm:yes": (game, ["response URL to Ann", "update in #games"]),
    "suggest": (nothing, ["response URL to Ann"]),
    "answer 1H3B guess:0123": (conversation, ["response URL to Ann"]),
    "undo": (conversation, ["response URL to Ann"]),
    "fix 1": (conversation, ["response URL to Ann"]),
    "check 0123": (nothing, ["response URL to Ann"]),
    "review": (ended, ["response URL to Ann"]),
    "stats": (ended, ["response URL to Ann"]),
    "leaderboard": (ended, ["post in #games"]),
    "rules": (nothing, ["response URL to Ann"]),
    "help": (nothing, ["response URL to Ann"]),
    "": (nothing, ["response URL to Ann"]),
    "nonsense": (nothing, ["response URL to Ann"]),
}
"""What Ann types in #games, in which situation, and the ways by which it is answered."""

ELSEWHERE = {"host", "secret", "draw", "claim", "daily"}
"""Those that need somebody besides Ann and the bot, or open a modal only in channels."""

BOARD_TELLS = {"guess 0123", "0123"}
"""Those that are not answered beside the board where Ann sees it."""


def test_every_command_is_in_the_table() -> None:
    assert {command.name for command in CATALOGUE} <= {typed.partition(" ")[0] for typed in COMMANDS}


@pytest.mark.parametrize("typed", COMMANDS)
async def test_a_command_is_answered_in_its_channel_or_to_the_one_who_typed_it(harness: Harness, typed: str) -> None:
    situation, expected = COMMANDS[typed]
    await situation(harness)
    routes = Routes(harness)
    await harness.ann.command(harness.games, "/hitblow", typed)
    assert await routes.used(len(expected)) == expected


@pytest.mark.parametrize("typed", [typed for typed in COMMANDS if typed not in ELSEWHERE])
async def test_alone_with_the_bot_a_command_is_answered_in_the_same_conversation(harness: Harness, typed: str) -> None:
    harness.games = harness.team.dm(harness.ann)
    situation, expected = COMMANDS[typed]
    await situation(harness)
    routes = Routes(harness)
    await harness.ann.command(harness.games, "/hitblow", typed)
    if typed in BOARD_TELLS:
        expected = ["update in #games"]
    if typed.startswith("duel <"):  # refused before the form, because nobody else is here
        expected = ["response URL to Ann"]
    here = sorted(route.replace("#games", "#directmessage") for route in expected)
    assert await routes.used(len(here)) == here


BUTTONS: dict[str, tuple[Situation, list[str]]] = {
    "Guess": (game, ["form"]),
    "Hint": (game, ["response URL to Ann"]),
    "Give up": (game, ["response URL to Ann"]),
    "Rules": (game, ["response URL to Ann"]),
    "Rematch": (ended, ["post in #games"]),
    "Review": (ended, ["response URL to Ann"]),
}
"""The buttons of a board, and the ways by which Ann's press is answered."""


@pytest.mark.parametrize("label", BUTTONS)
async def test_a_button_of_a_board_is_answered_on_the_board_or_to_the_one_who_pressed(
    harness: Harness, label: str
) -> None:
    situation, expected = BUTTONS[label]
    board = await situation(harness)
    assert isinstance(board, Message)
    routes = Routes(harness)
    await harness.ann.click(board, label)
    assert await routes.used(len(expected)) == expected


async def test_a_guess_in_a_form_updates_the_board_alone(harness: Harness) -> None:
    await harness.opened_by(harness.bob.click(await game(harness), "Guess"), harness.bob)
    routes = Routes(harness)
    await harness.bob.submit(harness.bob.view, code="0123")
    assert await routes.used(1) == ["update in #games"]


async def test_a_refused_guess_stays_in_its_form(harness: Harness) -> None:
    await harness.opened_by(harness.bob.click(await game(harness), "Guess"), harness.bob)
    routes = Routes(harness)
    await harness.bob.submit(harness.bob.view, code="0012")
    assert await routes.used() == []
    assert harness.bob.view.errors


async def test_a_guess_below_a_board_updates_it_alone_and_a_refusal_stays_in_the_thread(harness: Harness) -> None:
    board = await game(harness)
    routes = Routes(harness)
    await harness.bob.reply(board, "0123")
    assert await routes.used(1) == ["update in #games"]
    routes = Routes(harness)
    await harness.bob.reply(board, "0012")
    assert await routes.used(1) == ["ephemeral to Bob in a thread"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("play", ["post in #directmessage"]),
        ("help", ["direct message to Ann"]),
        ("what now?", ["direct message to Ann"]),
        ("versus 7391", ["direct message to Ann"]),
    ],
)
async def test_what_is_typed_to_the_bot_alone_is_answered_there(
    harness: Harness, typed: str, expected: list[str]
) -> None:
    direct, routes = harness.team.dm(harness.ann), Routes(harness)
    await harness.ann.say(direct, typed)
    assert await routes.used(len(expected)) == expected
    assert not harness.ann.ephemeral


async def test_the_coach_s_buttons_change_the_message_they_are_in(harness: Harness) -> None:
    await harness.private_reply("suggest")
    advice = harness.ann.ephemeral[-1]
    for label in ("1H3B", "Undo"):
        routes = Routes(harness)
        await harness.ann.click(advice, label)
        assert await routes.used(1) == ["replaced for Ann"]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Hint", ["Home of Ann", "form"]),
        ("Give up", ["Home of Ann", "form"]),
        ("Rules", ["Home of Ann", "form"]),
        ("Guess", ["form"]),
    ],
)
async def test_a_button_at_home_is_answered_in_a_modal(harness: Harness, label: str, expected: list[str]) -> None:
    await game(harness)
    home = await harness.home()
    routes = Routes(harness)
    await harness.ann.click(home, label)
    assert await routes.used(len(expected)) == expected


async def test_home_is_shown_to_the_one_who_opens_it(harness: Harness) -> None:
    routes = Routes(harness)
    await harness.bob.open_home()
    assert await routes.used(1) == ["Home of Bob"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("check 0123", ["response URL to Ann"]),
        ("leaderboard", ["post in #elsewhere (refused)", "response URL to all"]),
        ("play", ["post in #elsewhere (refused)", "response URL to Ann"]),
    ],
)
async def test_where_the_bot_is_no_member_only_response_urls_are_open(
    harness: Harness, typed: str, expected: list[str]
) -> None:
    elsewhere, routes = harness.team.channel("elsewhere", bot=False), Routes(harness)
    await harness.ann.command(elsewhere, "/hitblow", typed)
    assert await routes.used(len(expected)) == expected


@pytest.mark.parametrize("status", [404, 500])
async def test_without_a_response_url_a_reply_takes_the_next_way_that_is_open(harness: Harness, status: int) -> None:
    harness.slack.network.fail("response_url", api_error("internal_error", status=status))
    routes = Routes(harness)
    await harness.ann.command(harness.games, "/hitblow", "help")
    assert await routes.used(1) == ["ephemeral to Ann"]
    harness.slack.network.fail("response_url", api_error("internal_error", status=status))
    harness.slack.network.fail("chat.postEphemeral", api_error("user_not_in_channel"))
    routes = Routes(harness)
    await harness.ann.command(harness.games, "/hitblow", "help")
    assert await routes.used(2) == ["direct message to Ann", "ephemeral to Ann (refused)"]
