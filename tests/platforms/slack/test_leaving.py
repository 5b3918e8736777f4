"""People who leave a workspace or delete their data in mid-game, and archived channels: the game is unharmed."""

import pytest

from bot.platforms.common import catch_up
from tests.fakes.slack import User
from tests.platforms.slack.stage import Stage
from tests.platforms.slack.test_duels import begin
from tests.platforms.slack.test_hosting import give_feedback, host_by_modal

pytestmark = pytest.mark.usefixtures("catching_up_soon", "bot")


@pytest.fixture
def catching_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)


async def delete_data(stage: Stage, who: User) -> None:
    """Have everything about somebody deleted, which is asked twice."""
    before = len(who.ephemeral)
    await who.command(stage.games, "/hitblow", "privacy delete")
    question = (await stage.slack.until(lambda: who.ephemeral[before:]))[0]
    await who.click(question, "Delete my data")
    await stage.shows(question, "Really delete")
    await who.click(question, "Delete for good")
    await stage.shows(question, "was deleted")


async def test_somebody_who_has_left_is_not_challenged(stage: Stage) -> None:
    await stage.told("stats", stage.bob)  # the bot has met him
    stage.bob.deactivated = True
    assert "Bob, who is no longer here" in await stage.told(f"duel <@{stage.bob.id}|bob>")
    assert not stage.games.messages


async def test_there_is_no_rematch_with_somebody_who_has_left(stage: Stage) -> None:
    board, first, second = await begin(stage)
    await second.command(stage.games, "/hitblow", "giveup yes")
    await stage.shows(board, "gave up")
    second.deactivated = True
    await first.click(board, "Rematch")
    await stage.hears(first, f"{second.name}, who is no longer here")
    assert "#k2" not in str(stage.games)


async def test_the_other_wins_a_duel_of_a_player_who_deletes_their_data(stage: Stage) -> None:
    board, first, second = await begin(stage)
    second.deactivated = True  # the duel is shown and played without asking Slack
    await stage.guess(board, "012", first)
    await stage.shows(board, "012 ")
    assert second.name in str(board)
    await delete_data(stage, second)
    await stage.shows(board, f"{first.name} wins: a former player gave up")
    assert second.name not in str(board)
    await first.click(board, "Rematch")
    await stage.hears(first, "a former player, who is no longer here")
    assert "#k2" not in str(stage.games)


async def test_a_hosted_game_goes_on_without_a_guesser_and_ends_without_its_host(stage: Stage) -> None:
    board = await stage.begin("host hitblow3 keep:head")
    await stage.guess(board, "012", stage.bob)
    await stage.shows(board, "Bob's 012")
    await delete_data(stage, stage.bob)
    await stage.shows(board, "a former player's 012")
    await give_feedback(stage, board, "0H1B")
    await stage.shows(board, "0H1B  ○    former")
    await delete_data(stage, stage.ann)
    await stage.shows(board, "A former player, the host, ended the game")
    assert not [name for name in ("Ann", "Bob") if name in str(board)]


async def test_a_race_goes_on_when_the_leader_deletes_their_data(stage: Stage) -> None:
    board = await stage.begin("play race")
    await stage.guess(board, "0456")
    await stage.shows(board, "Ann")
    await stage.guess(board, "3104", stage.bob)
    await stage.shows(board, "Bob")
    await delete_data(stage, stage.bob)
    await stage.shows(board, "former")
    assert "Bob" not in str(board)
    await stage.guess(board, "3102")
    await stage.shows(board, "Ann solved")


@pytest.mark.parametrize(("text", "code", "shown"), [("host hitblow3", "012", "012 "), ("play race", "0456", "Bob")])
async def test_a_game_goes_on_after_its_channel_was_archived_for_a_while(
    stage: Stage, text: str, code: str, shown: str
) -> None:
    board = await (host_by_modal(stage, text) if text.startswith("host") else stage.begin(text))
    stage.games.archived = True
    await stage.bob.command(stage.games, "/hitblow", f"guess {code}")
    await stage.hears(stage.bob, "doesn't let me post")
    assert shown not in str(board)
    stage.games.archived = False
    await stage.ann.command(stage.games, "/hitblow", "board")
    await stage.shows(board, shown)
    assert stage.games.messages == [board]
