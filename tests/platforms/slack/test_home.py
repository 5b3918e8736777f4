"""The Home tab: what was private in a channel can be seen there again."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.fakes.slack.blocks import elements
from tests.platforms.slack.harness import Harness, id_of, ids_in
from tests.platforms.slack.other_games import start_other_games
from tests.platforms.slack.test_modes import hide, start as start_duel
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")


async def test_it_shows_my_games_my_statistics_and_my_language(harness: Harness, snapshots: Snapshots) -> None:
    await harness.guess(await harness.start_game("play"), "0123")
    snapshots.check("home", await harness.home())


async def test_it_has_no_games_for_somebody_new(harness: Harness) -> None:
    await harness.start_game("play")
    assert "Games" not in str(await harness.home(harness.bob))


async def test_the_messages_tab_greets_once(harness: Harness) -> None:
    direct = harness.team.dm(harness.bob)
    await harness.until_after(harness.bob.open_home("messages"), lambda: direct.messages)
    assert "[ Play ]" in str(direct.messages[0])
    await harness.bob.open_home("messages")
    await harness.home(harness.bob)
    assert len(direct.messages) == 1


async def test_a_game_goes_on_from_there(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.opened_by(harness.ann.click(await harness.home(), "Guess"))
    await harness.shown_after(harness.ann.submit(harness.ann.view, code="0123"), board, "0123")


async def test_somebody_new_begins_from_there(harness: Harness) -> None:
    home = await harness.home(harness.bob)
    assert all(label in str(home) for label in ("Play today's", "Play", "Help", "Settings", "Privacy"))
    await harness.bob.click(home, "Play")
    direct = harness.team.dm(harness.bob)
    (board,) = await harness.slack.until(lambda: direct.messages)
    assert "Guess" in str(board)
    await harness.slack.until(lambda: "k1" in ids_in(harness.bob.home))


async def test_a_button_of_the_last_release_starts_a_game_too(harness: Harness) -> None:
    """Its Home does not know the direct messages of the person."""
    home = await harness.home()
    home.body["private_metadata"] = ""
    play = next(each for each in elements(home.blocks) if each.label == "Play")
    play = replace(play, block={**play.block, "block_id": play.block_id.rpartition("/")[0] + "/-"})
    await harness.ann.click(home, play)
    direct = harness.team.dm(harness.ann)
    (invitation,) = await harness.slack.until(lambda: direct.messages)
    await harness.until_after(harness.ann.click(invitation, "Play"), lambda: "Guess" in str(direct.messages[-1]))


async def test_today_s_code_is_opened_there_and_its_state_is_shown(harness: Harness) -> None:
    home = await harness.home()
    assert "not played" in str(home)
    await harness.until_after(harness.ann.click(home, "Play today's"), lambda: "Continue" in str(harness.ann.home))
    assert "0 guesses" in str(harness.ann.home)
    await harness.private_reply("daily guess:0123")
    await harness.slack.until(lambda: "1 guess" in str(harness.ann.home))
    await harness.private_reply("daily action:giveup confirm:on")
    await harness.slack.until(lambda: "not solved" in str(harness.ann.home))


async def test_boards_link_to_their_messages(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0123", shows="0123 ")
    home = await harness.home()
    assert f"/archives/{harness.games.id}/p{board.ts.replace('.', '')}" in str(home.body)


async def test_an_open_home_follows_the_turns_of_a_duel(harness: Harness) -> None:
    board, on_turn, other = await start_duel(harness)
    for person in (on_turn, other):
        await harness.home(person)
    assert "your turn in" in str(on_turn.home)
    assert "your turn in" not in str(other.home)
    await harness.until_after(harness.guess(board, "012", on_turn), lambda: "your turn in" in str(other.home))
    await harness.slack.until(lambda: "your turn in" not in str(on_turn.home))


async def test_several_changes_are_published_once(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.slack.home._REFRESH_SECONDS", 1.0)
    board = await harness.start_game("play who:me")
    await harness.home()
    for code in ("0123", "0456", "0789"):
        await harness.ann.reply(board, code)
    await harness.slack.until(lambda: "0789" in str(harness.ann.home))
    await harness.slack.quiet(0.1)
    assert len(harness.slack.calls("views.publish")) < 4


async def test_a_home_that_was_not_opened_is_not_published(harness: Harness) -> None:
    board = await harness.start_game("play who:me")
    await harness.shown_after(harness.ann.reply(board, "0123"), board, "0123 ")
    await harness.slack.quiet(0.1)
    assert not harness.slack.calls("views.publish")


async def started(harness: Harness, kind: str) -> None:
    """Start a game of a kind in which Ann plays."""
    await (harness.start_duel() if kind == "duel" else harness.start_game(kind))


def block_ids(harness: Harness) -> list[str]:
    """The ids that the bot gave the blocks of Ann's Home the last time."""
    published = [call for call in harness.slack.network.exchanges if call.method == "views.publish"]
    return [block["block_id"] for block in published[-1].args["view"]["blocks"] if "block_id" in block]


async def test_it_shows_several_games_at_once(harness: Harness) -> None:
    for kind in ("play race", "duel", "play who:me"):
        await started(harness, kind)
    assert ids_in(await harness.home()) >= {"k1", "k2", "k3"}
    assert len(block_ids(harness)) == len(set(block_ids(harness)))


async def test_home_lists_one_s_own_games_in_every_channel_and_nobody_else_s(harness: Harness) -> None:
    others = await start_other_games(harness)
    here, there = (
        await harness.start_game("play who:me"),
        await harness.start_game("play who:me", channel=harness.team.channel("yard")),
    )
    home = await harness.home()
    assert ids_in(home) == {id_of(here), id_of(there)}
    assert "7894" not in str(home)
    others.assert_undisturbed()


MOMENTS = {
    "a challenge is open": [("duel", "ann", "527")],
    "both secrets are hidden": [("duel", "ann", "527"), ("secret", "bob", "683")],
    "a solo game is new": [("line", "ann", "play who:me")],
    "a solo game runs": [("line", "ann", "play who:me"), ("reply", "ann", "0123")],
    "a solo game has ended": [("line", "ann", "play who:me"), ("line", "ann", "giveup confirm:on")],
    "a shared game runs": [("line", "ann", "play"), ("reply", "bob", "0123")],
    "a race waits for its start": [("line", "ann", "play race start:signal")],
    "a race runs": [("line", "ann", "play race"), ("reply", "ann", "0123"), ("reply", "bob", "0456")],
    "a host waits for guesses": [("line", "ann", "host keep:head")],
    "a host has to answer": [("line", "ann", "host keep:head"), ("reply", "bob", "0123")],
    "the bot waits for an answer": [("line", "ann", "versus easy secret:head")],
    "it is my turn against the bot": [("line", "ann", "versus easy secret:head"), ("reply", "ann", "0H1B")],
    "feedback is contradictory": [
        ("line", "ann", "host keep:head"),
        ("reply", "bob", "0123"),
        ("reply", "ann", "0H0B"),
        ("reply", "bob", "4567"),
        ("reply", "ann", "0H0B"),
    ],
    "a game of pictures runs": [("line", "ann", "play mastermind who:me")],
}


async def reach(harness: Harness, moment: str, steps: Sequence[tuple[str, str, str]]) -> None:
    """Do the steps that lead to a moment: the kind of each, who does it, and what they enter."""
    if "pictures" in moment:
        harness.random_source.deal("RYGB")
    for kind, name, text in steps:
        who = harness.ann if name == "ann" else harness.bob
        if kind == "reply":
            await who.reply(harness.games.messages[0], text)
        elif kind == "secret":
            await hide(harness, who, harness.games.messages[0], text)
        elif kind == "duel":
            await harness.start_duel("hitblow3", code=text)
        else:
            await who.command(harness.games, "/hitblow", text)
        if "daily" not in text and "suggest" not in text:
            await harness.slack.until(lambda: harness.games.messages)
        await harness.slack.idle()


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.slow)])
async def test_it_is_right_at_every_moment_of_every_kind_of_game(harness: Harness, moment: str, language: str) -> None:
    """The loopback refuses views that Slack would not take: ids, lengths, numbers of blocks."""
    await reach(harness, moment, MOMENTS[moment])
    await harness.ann.command(harness.games, "/hitblow", f"settings language:{language}")
    for person in (harness.bob, harness.ann):
        await harness.home(person)
    await harness.slack.until(lambda: ("k1" in ids_in(harness.ann.home)) is ("ended" not in moment))
    assert len(block_ids(harness)) == len(set(block_ids(harness)))
