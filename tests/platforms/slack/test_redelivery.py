"""Whatever Slack delivers several times, even to a bot started again, counts once and is said once."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import pytest

from tests.fakes.slack import payloads
from tests.platforms.slack.neighbours import moved_in
from tests.platforms.slack.stage import Stage, Way

HISTORY = "9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B"
"""Contradictory, so that there is something to fix."""

Ready: TypeAlias = Callable[[Stage], Awaitable[object]]


@pytest.fixture(params=["socket", pytest.param("http", marks=pytest.mark.slow)])
def way(request: pytest.FixtureRequest) -> Way:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


def turns(shown: object) -> list[tuple[str, str, str]]:
    """Number, code and feedback of each turn on a board or in a conversation."""
    return re.findall(r"^ ?(\d+)  (\d+) .*(\dH\dB)", str(shown), re.MULTILINE)


async def nothing(_: Stage) -> None: ...


async def game(stage: Stage) -> None:
    await stage.begin("play")


async def conversation(stage: Stage) -> None:
    await stage.told("suggest 012 0H1B, 345 0H1B, 678 0H1B rules:3x10")


async def contradiction(stage: Stage) -> None:
    await stage.told(f"suggest {HISTORY}")


async def finished_daily(stage: Stage) -> None:
    await stage.told("daily giveup yes")


async def versus(stage: Stage) -> None:
    board = await stage.begin("versus easy secret:head")
    for number, typed in enumerate(("0H1B", "0123", "0H1B", "4567", "0H1B"), 1):
        await stage.ann.reply(board, typed)
        await stage.slack.until(lambda number=number: len(turns(board)) == number)  # type: ignore[misc]  # mypy cannot infer it


COMMANDS: dict[str, tuple[Ready, str, int, int]] = {
    "play": (nothing, "play", 1, 0),
    "guess": (game, "guess 0456", 0, 1),
    "guess without a name": (game, "0456", 0, 1),
    "giveup": (game, "giveup yes", 0, 0),
    "hint": (game, "hint", 0, 1),
    "answer": (conversation, "answer 0H1B guess:190", 0, 1),
    "undo": (conversation, "undo", 0, 1),
    "fix": (contradiction, "fix 1", 0, 1),
    "versus": (nothing, "versus easy secret:head", 1, 0),
    "undo in a game": (versus, "undo", 0, 0),
    "host": (nothing, "host hitblow3 keep:head", 1, 0),
    "daily": (nothing, "daily 0456", 0, 1),
    "share": (finished_daily, "daily share", 1, 0),
}
"""The situation, what Ann types, and how many public and private messages that makes."""


async def state(stage: Stage) -> list[list[tuple[str, str, str]]]:
    """The turns of all boards, and those of Ann's conversation and of her daily, looked up anew."""
    told = [turns(await stage.told(typed)) for typed in ("suggest", "daily")]
    return [*(turns(board) for board in stage.games.messages), *told]


@pytest.fixture
async def _neighbours(stage: Stage, bot: object) -> AsyncIterator[None]:  # noqa: ARG001  # they need the bot running
    neighbours = await moved_in(stage)
    yield
    neighbours.assert_undisturbed()


@pytest.mark.usefixtures("_neighbours")
@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_delivered_three_times_does_and_says_what_one_does(stage: Stage, command: str) -> None:
    ready, typed, public, private = COMMANDS[command]
    await ready(stage)
    before = len(stage.games.messages), len(stage.ann.ephemeral)
    stage.slack.deliveries.copies, stage.slack.deliveries.at_once = 3, stage.way == "http"
    await stage.ann.command(stage.games, "/hitblow", typed)
    await stage.slack.until(lambda: len(stage.ann.ephemeral) >= before[1] + private)
    await stage.slack.until(lambda: len(stage.games.messages) >= before[0] + public)
    await stage.slack.quiet(0.15)
    assert len(stage.games.messages) - before[0] == public
    assert len(stage.ann.ephemeral) - before[1] == private
    assert not stage.bob.ephemeral


@pytest.mark.parametrize("way", ["socket"])
@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_delivered_again_after_a_restart_changes_nothing(stage: Stage, command: str) -> None:
    ready, typed, *_ = COMMANDS[command]
    async with stage.bot():
        await ready(stage)
        payload = payloads.command(stage.ann, stage.games, "/hitblow", typed)
        await stage.slack.deliveries.command(payload)  # finished when the bot stops
    async with stage.bot():
        once, messages = await state(stage), len(stage.games.messages)
    async with stage.bot():
        await stage.slack.deliveries.command(payload)
    async with stage.bot():
        assert await state(stage) == once
        assert len(stage.games.messages) == messages


@pytest.mark.usefixtures("_neighbours")
async def test_a_button_delivered_three_times_counts_once(stage: Stage) -> None:
    board = await stage.begin("play")
    await conversation(stage)
    advice = stage.ann.ephemeral[-1]
    stage.slack.deliveries.copies = 3
    await stage.ann.click(advice, "Undo")
    await stage.slack.until(lambda: "678" not in str(advice))
    await stage.slack.quiet(0.15)
    assert [turn[1] for turn in turns(advice)] == ["012", "345"]
    await stage.guess(board, "0456")
    await stage.shows(board, "0456  ")
    await stage.ann.click(board, "Give up")
    await stage.ann.click(await stage.asked(), "Give up")
    await stage.shows(board, "3102")
    await stage.slack.until(lambda: len(stage.games.messages) >= 2)
    await stage.slack.quiet()
    assert turns(board) == [("1", "0456", "0H1B")]
    assert len(stage.games.messages) == 2
    assert len(stage.ann.ephemeral) == 3  # the advice, what the guess got, and whether she gives up


@pytest.mark.usefixtures("_neighbours")
async def test_a_secret_sent_three_times_begins_one_game(stage: Stage) -> None:
    stage.slack.deliveries.copies = 3
    await stage.ann.command(stage.games, "/hitblow", "versus easy")
    await stage.slack.until(lambda: stage.ann.views)
    await stage.slack.quiet()
    assert len(stage.ann.views) == 1
    await stage.ann.submit(stage.ann.view, entered="9876")
    await stage.slack.until(lambda: len(stage.games.messages) == 2)
    await stage.slack.quiet(0.15)
    assert len(stage.games.messages) == 2
    assert not stage.ann.ephemeral


async def test_a_guess_below_a_board_delivered_again_after_a_restart_is_one_turn(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play")
        typed = await stage.bob.reply(board, "0456")
        await stage.shows(board, "0456  ")
    async with stage.bot():
        await stage.slack.deliver_message_event(stage.games, payloads.message_event(typed))
        await stage.slack.quiet(0.15)
    assert turns(board) == [("1", "0456", "0H1B")]
    assert stage.games.messages == [board]
