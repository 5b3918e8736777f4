"""Every command of the catalogue, as it is typed on Slack, with what is seen for it."""

import pytest

from bot.commands.catalogue import CATALOGUE
from tests.platforms.slack.harness import Harness, id_of
from tests.support.snapshots import Snapshots

PRIVATE = {
    "hint": "a question before a hint",
    "hint confirm:yes": "hint",
    "suggest": "suggest",
    "answer feedback:1H3B guess:0123": "answer",
    "undo": "undo",
    "fix 1": "fix",
    "check 0123": "check",
    "review": "review of a running game",
    "stats": "stats",
    "rules hitblow": "rules",
    "help": "help",
    "": "help",
    "daily 0012": "a mistaken guess in the daily",
    "guess 0012": "a mistaken guess",
    "guess 0123": "guess",
    "duel nobody": "a challenge to nobody",
    "secret": "a secret without a duel",
    "host keep:head": "hosting while a game runs",
    "draw": "a draw without a duel",
    "claim": "a claim without a duel",
    "nonsense": "no such command",
    "settings": "settings",
    "privacy": "privacy",
}
"""What is typed once a game runs, and the screen that only whoever typed it sees."""

PUBLIC = {
    "play": "play",
    "giveup yes": "giveup",
    "versus easy secret:head": "versus",
    "leaderboard": "leaderboard",
}
"""What is typed, and the screen that everybody sees."""


def test_every_command_is_typed_here() -> None:
    typed = {line.partition(" ")[0] for line in (*PRIVATE, *PUBLIC, "board", "rematch")}
    assert {command.name for command in CATALOGUE} <= typed


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("typed", PRIVATE)
async def test_a_private_answer_is_seen_by_whoever_asked_and_nobody_else(
    harness: Harness, typed: str, snapshots: Snapshots
) -> None:
    await harness.start_game("play")
    if typed.startswith(("answer", "undo")):
        await harness.private_reply("suggest")
    if typed == "undo":
        await harness.private_reply("answer feedback:1H3B guess:0123")
    snapshots.check(PRIVATE[typed], await harness.private_reply(typed))
    assert len(harness.games.messages) == 1
    assert not harness.bob.ephemeral


@pytest.mark.usefixtures("bot")
async def test_the_board_is_public_from_beginning_to_end(harness: Harness, snapshots: Snapshots) -> None:
    board = await harness.start_game("play")
    snapshots.check(PUBLIC["play"], board)
    assert await harness.private_reply("board") == str(board)
    await harness.shown_after(harness.ann.command(harness.games, "/hitblow", "giveup yes"), board, "Given up")
    snapshots.check(PUBLIC["giveup yes"], board)
    assert id_of(await harness.start_game("rematch")) == "k2"


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("typed", ["versus easy secret:head", "leaderboard"])
async def test_a_public_answer_is_seen_by_all(harness: Harness, typed: str, snapshots: Snapshots) -> None:
    snapshots.check(PUBLIC[typed], await harness.start_game(typed))
    assert not harness.ann.ephemeral


@pytest.mark.usefixtures("bot")
async def test_the_coach_is_answered_by_buttons_in_one_private_message(harness: Harness, snapshots: Snapshots) -> None:
    await harness.private_reply("suggest")
    advice = harness.ann.ephemeral[-1]
    await harness.shown_after(harness.ann.click(advice, "1H3B"), advice, "Undo")
    snapshots.check("the coach after one answer", advice)
    await harness.shown_after(harness.ann.click(advice, "Undo"), advice, "5,040 codes")
    assert harness.ann.ephemeral == [advice]
    assert not harness.games.messages


@pytest.mark.usefixtures("bot")
async def test_a_game_against_the_opponent_takes_its_secret_by_a_form_only(harness: Harness) -> None:
    await harness.opened_by(harness.ann.command(harness.games, "/hitblow", "versus easy"))
    assert str(harness.ann.view) == (
        "## Your secret ##\n"
        "Type your secret (4 digits, no repeats, such as 0123). Only I will see it.\n"
        "Your secret: [ ____ ]\n"
        "[ Close ]  [ Send ]"
    )
    board = (
        await harness.until_after(harness.ann.submit(harness.ann.view, entered="5678"), lambda: harness.games.messages)
    )[0]
    assert "5678" not in str(board.payload())
    assert not harness.ann.ephemeral


@pytest.mark.usefixtures("bot")
async def test_an_invalid_secret_can_be_corrected_in_the_form(harness: Harness) -> None:
    await harness.opened_by(harness.ann.command(harness.games, "/hitblow", "versus easy"))
    await harness.ann.submit(harness.ann.view, entered="5577")
    assert "! Type 4 digits, no repeats" in str(harness.ann.view)
    await harness.ann.submit(harness.ann.view, entered="5678")
    assert not harness.ann.views
    await harness.slack.until(lambda: harness.games.messages)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    "typed",
    [
        "versus secret:7391",
        "versus hard 7391",
        "versus 7391",
        "versus easy rules:4x10 7391",
        "versus rules:7391",
        "versus secret:dcba",
        "versus easy dcba",
        "host 7391",
        "duel @bob 7391",
        "secret 7391",
        "VERSUS ７３９１",
    ],
)
async def test_a_secret_typed_into_a_command_is_refused_and_never_repeated(
    harness: Harness, typed: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await harness.private_reply(typed)
    assert "can stay in histories" in answer
    seen = f"{answer} {caplog.text}".lower()
    assert not any(secret in seen for secret in ("7391", "dcba", "７３９１"))
    assert not harness.games.messages


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("typed", ["versus hrad", "versus easy rules:4x99", "versus secret:head level:expertt"])
async def test_a_mistyped_option_is_refused_as_one(harness: Harness, typed: str) -> None:
    assert "can stay in histories" not in await harness.private_reply(typed)


@pytest.mark.usefixtures("bot")
async def test_somebody_can_be_named_by_a_mention(harness: Harness) -> None:
    board = await harness.start_game("play who:me", harness.bob)
    await harness.guess(board, "3102", harness.bob, shows="solved it")
    assert "Bob" in await harness.private_reply(f"stats <@{harness.bob.id}|bob>")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    "typed", ["help", "help games", "help play", "settings", "privacy", "plya", "draw", "hmm?", "stats", "duel"]
)
async def test_commands_are_named_as_they_are_typed_in_a_direct_message(harness: Harness, typed: str) -> None:
    direct = harness.team.dm(harness.ann)
    (reply,) = await harness.until_after(harness.ann.say(direct, typed), lambda: direct.messages[1:])
    assert "/hitblow" not in str(reply.payload())
