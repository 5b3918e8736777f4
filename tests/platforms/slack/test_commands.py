"""Every command of the catalogue, as it is typed on Slack, with what is seen for it."""

import pytest

from bot.commands.catalogue import CATALOGUE
from tests.platforms.slack.stage import Stage
from tests.support.snapshots import Snapshots

PRIVATE = {
    "hint": "hint",
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
    "board": "board",
    "settings": "settings",
    "privacy": "privacy",
}
"""What is typed once a game runs, and the screen that only whoever typed it sees."""

PUBLIC = {
    "play": "play",
    "giveup yes": "giveup",
    "rematch": "rematch",
    "versus easy secret:head": "versus",
    "leaderboard": "leaderboard",
}
"""What is typed, and the screen that everybody sees."""


def test_every_command_is_typed_here() -> None:
    typed = {line.partition(" ")[0] for line in (*PRIVATE, *PUBLIC)}
    assert {command.name for command in CATALOGUE} <= typed


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("typed", PRIVATE)
async def test_a_private_answer_is_seen_by_whoever_asked_and_nobody_else(
    stage: Stage, typed: str, snapshots: Snapshots
) -> None:
    await stage.begin("play")
    if typed.startswith(("answer", "undo")):
        await stage.told("suggest")
    if typed == "undo":
        await stage.told("answer feedback:1H3B guess:0123")
    snapshots.check(PRIVATE[typed], await stage.told(typed))
    assert len(stage.games.messages) == 1
    assert not stage.bob.ephemeral


@pytest.mark.usefixtures("bot")
async def test_the_board_is_public_from_beginning_to_end(stage: Stage, snapshots: Snapshots) -> None:
    board = await stage.begin("play")
    snapshots.check(PUBLIC["play"], board)
    await stage.ann.command(stage.games, "/hitblow", "giveup yes")
    await stage.shows(board, "Given up")
    snapshots.check(PUBLIC["giveup yes"], board)
    snapshots.check(PUBLIC["rematch"], await stage.begin("rematch"))


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("typed", ["versus easy secret:head", "leaderboard"])
async def test_a_public_answer_is_seen_by_all(stage: Stage, typed: str, snapshots: Snapshots) -> None:
    snapshots.check(PUBLIC[typed], await stage.begin(typed))
    assert not stage.ann.ephemeral


@pytest.mark.usefixtures("bot")
async def test_the_coach_is_answered_by_buttons_in_one_private_message(stage: Stage, snapshots: Snapshots) -> None:
    await stage.told("suggest")
    advice = stage.ann.ephemeral[-1]
    await stage.ann.click(advice, "1H3B")
    await stage.shows(advice, "Undo")
    snapshots.check("the coach after one answer", advice)
    await stage.ann.click(advice, "Undo")
    await stage.shows(advice, "5,040 codes")
    assert stage.ann.ephemeral == [advice]
    assert not stage.games.messages


@pytest.mark.usefixtures("bot")
async def test_a_game_against_the_opponent_takes_its_secret_by_a_form_only(stage: Stage) -> None:
    await stage.ann.command(stage.games, "/hitblow", "versus easy")
    await stage.slack.until(lambda: stage.ann.views)
    assert str(stage.ann.view) == (
        "## Your secret ##\n"
        "Type your secret (4 different digits, such as 0123). Only I will see it.\n"
        "Your secret: [ ____ ]\n"
        "[ Cancel ]  [ Send ]"
    )
    await stage.ann.submit(stage.ann.view, entered="5678")
    board = (await stage.slack.until(lambda: stage.games.messages))[0]
    assert "5678" not in str(board.payload())
    assert not stage.ann.ephemeral


@pytest.mark.usefixtures("bot")
async def test_an_invalid_secret_can_be_corrected_in_the_form(stage: Stage) -> None:
    await stage.ann.command(stage.games, "/hitblow", "versus easy")
    await stage.slack.until(lambda: stage.ann.views)
    await stage.ann.submit(stage.ann.view, entered="5577")
    assert "more than once" in str(stage.ann.view)
    await stage.ann.submit(stage.ann.view, entered="5678")
    assert not stage.ann.views
    await stage.slack.until(lambda: stage.games.messages)


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
    stage: Stage, typed: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await stage.told(typed)
    assert "I didn't accept this secret" in answer
    seen = f"{answer} {caplog.text}".lower()
    assert not any(secret in seen for secret in ("7391", "dcba", "７３９１"))
    assert not stage.games.messages


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("typed", ["versus hrad", "versus easy rules:4x99", "versus secret:head level:expertt"])
async def test_a_mistyped_option_is_refused_as_one(stage: Stage, typed: str) -> None:
    assert "I didn't accept this secret" not in await stage.told(typed)
