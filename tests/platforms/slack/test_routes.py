"""Which reply goes to whom, and by which way."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.commands.catalogue import CATALOGUE
from tests.fakes.slack import Message, api_error
from tests.platforms.slack.neighbours import moved_in
from tests.platforms.slack.routes import Routes
from tests.platforms.slack.stage import Stage

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("bot")]

Situation: TypeAlias = Callable[[Stage], Awaitable[object]]


@pytest.fixture(autouse=True)
async def _neighbours(stage: Stage, bot: object) -> AsyncIterator[None]:  # noqa: ARG001  # they need the bot running
    neighbours = await moved_in(stage)
    yield
    neighbours.assert_undisturbed()


async def nothing(_: Stage) -> None: ...


async def game(stage: Stage) -> Message:
    return await stage.begin("play")


async def ended(stage: Stage) -> Message:
    board = await game(stage)
    await stage.ann.reply(board, "3102")
    await stage.shows(board, "3102")
    await stage.slack.quiet()
    return board


async def conversation(stage: Stage) -> str:
    return await stage.told("suggest 9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B")


async def challenge(stage: Stage) -> Message:
    return await stage.begin(f"duel <@{stage.bob.id}|bob>")


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
    "daily": (nothing, ["response URL to Ann"]),
    "rematch": (ended, ["post in #games"]),
    "versus easy secret:head": (nothing, ["post in #games"]),
    "versus easy": (nothing, ["form"]),
    "duel nobody": (nothing, ["response URL to Ann"]),
    "secret": (challenge, ["form"]),
    "draw": (challenge, ["response URL to Ann"]),
    "claim": (challenge, ["response URL to Ann"]),
    "versus 7391": (nothing, ["response URL to Ann"]),
    "hint": (game, ["response URL to Ann", "update in #games"]),
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

WITH_COMPANY = {"host", "secret", "draw", "claim"}
"""Those that need somebody besides Ann and the bot."""


def test_every_command_is_in_the_table() -> None:
    assert {command.name for command in CATALOGUE} <= {typed.partition(" ")[0] for typed in COMMANDS}


@pytest.mark.parametrize("typed", COMMANDS)
async def test_a_command_is_answered_in_its_channel_or_to_the_one_who_typed_it(stage: Stage, typed: str) -> None:
    situation, expected = COMMANDS[typed]
    await situation(stage)
    routes = Routes(stage)
    await stage.ann.command(stage.games, "/hitblow", typed)
    assert await routes.used(len(expected)) == expected


@pytest.mark.parametrize("typed", [typed for typed in COMMANDS if typed not in WITH_COMPANY])
async def test_alone_with_the_bot_a_command_is_answered_in_the_same_conversation(stage: Stage, typed: str) -> None:
    stage.games = stage.team.dm(stage.ann)
    situation, expected = COMMANDS[typed]
    await situation(stage)
    routes = Routes(stage)
    await stage.ann.command(stage.games, "/hitblow", typed)
    here = sorted(way.replace("#games", "#directmessage") for way in expected)
    assert await routes.used(len(here)) == here


BUTTONS: dict[str, tuple[Situation, list[str]]] = {
    "Guess": (game, ["form"]),
    "Hint": (game, ["response URL to Ann", "update in #games"]),
    "Give up": (game, ["response URL to Ann"]),
    "Rules": (game, ["response URL to Ann"]),
    "Rematch": (ended, ["post in #games"]),
    "Review": (ended, ["response URL to Ann"]),
}
"""The buttons of a board, and the ways by which Ann's press is answered."""


@pytest.mark.parametrize("label", BUTTONS)
async def test_a_button_of_a_board_is_answered_on_the_board_or_to_the_one_who_pressed(stage: Stage, label: str) -> None:
    situation, expected = BUTTONS[label]
    board = await situation(stage)
    assert isinstance(board, Message)
    routes = Routes(stage)
    await stage.ann.click(board, label)
    assert await routes.used(len(expected)) == expected


async def test_a_guess_in_a_form_updates_the_board_and_is_echoed_to_its_guesser(stage: Stage) -> None:
    board = await game(stage)
    await stage.bob.click(board, "Guess")
    await stage.slack.until(lambda: stage.bob.views)
    routes = Routes(stage)
    await stage.bob.submit(stage.bob.view, code="0123")
    assert await routes.used(2) == ["ephemeral to Bob", "update in #games"]


async def test_a_refused_guess_stays_in_its_form(stage: Stage) -> None:
    board = await game(stage)
    await stage.bob.click(board, "Guess")
    await stage.slack.until(lambda: stage.bob.views)
    routes = Routes(stage)
    await stage.bob.submit(stage.bob.view, code="0012")
    assert await routes.used() == []
    assert stage.bob.view.errors


async def test_a_guess_below_a_board_is_echoed_in_the_thread_to_its_guesser(stage: Stage) -> None:
    board = await game(stage)
    routes = Routes(stage)
    await stage.bob.reply(board, "0123")
    assert await routes.used(2) == ["ephemeral to Bob in a thread", "update in #games"]
    routes = Routes(stage)
    await stage.bob.reply(board, "0012")
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
async def test_what_is_typed_to_the_bot_alone_is_answered_there(stage: Stage, typed: str, expected: list[str]) -> None:
    direct = stage.team.dm(stage.ann)
    routes = Routes(stage)
    await stage.ann.say(direct, typed)
    assert await routes.used(len(expected)) == expected
    assert not stage.ann.ephemeral


async def test_the_coach_s_buttons_change_the_message_they_are_in(stage: Stage) -> None:
    await stage.told("suggest")
    advice = stage.ann.ephemeral[-1]
    for label in ("1H3B", "Undo"):
        routes = Routes(stage)
        await stage.ann.click(advice, label)
        assert await routes.used(1) == ["replaced for Ann"]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Hint", ["Home of Ann", "ephemeral to Ann", "update in #games"]),
        ("Give up", ["Home of Ann", "direct message to Ann"]),
        ("Rules", ["Home of Ann", "ephemeral to Ann"]),
        ("Guess", ["form"]),
    ],
)
async def test_a_button_at_home_is_answered_in_the_channel_of_its_game(
    stage: Stage, label: str, expected: list[str]
) -> None:
    await game(stage)
    home = await stage.home()
    routes = Routes(stage)
    await stage.ann.click(home, label)
    assert await routes.used(len(expected)) == expected


async def test_home_is_shown_to_the_one_who_opens_it(stage: Stage) -> None:
    routes = Routes(stage)
    await stage.bob.open_home()
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
    stage: Stage, typed: str, expected: list[str]
) -> None:
    elsewhere = stage.team.channel("elsewhere", bot=False)
    routes = Routes(stage)
    await stage.ann.command(elsewhere, "/hitblow", typed)
    assert await routes.used(len(expected)) == expected


@pytest.mark.parametrize("status", [404, 500])
async def test_without_a_response_url_a_reply_takes_the_next_way_that_is_open(stage: Stage, status: int) -> None:
    stage.slack.network.fail("response_url", api_error("internal_error", status=status))
    routes = Routes(stage)
    await stage.ann.command(stage.games, "/hitblow", "help")
    assert await routes.used(1) == ["ephemeral to Ann"]
    stage.slack.network.fail("response_url", api_error("internal_error", status=status))
    stage.slack.network.fail("chat.postEphemeral", api_error("user_not_in_channel"))
    routes = Routes(stage)
    await stage.ann.command(stage.games, "/hitblow", "help")
    assert await routes.used(2) == ["direct message to Ann", "ephemeral to Ann (refused)"]
