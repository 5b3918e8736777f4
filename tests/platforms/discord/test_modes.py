"""Duels, games against the bot, hosted games, races and items on a server."""

from pathlib import Path
from typing import Any

import pytest

from tests.fakes.discord import Channel, InteractionResponse, Message, NoResponse, User
from tests.fakes.discord.errors import UnavailableAction
from tests.platforms.discord.harness import Harness, id_of, running_harness
from tests.support.canaries import canaries_in, everything_logged
from tests.support.races import NAMES
from tests.support.sentences import solved, solved_in
from tests.support.snapshots import Snapshots

RULES = "hitblow3"


ACCEPT = "Accept"


async def hide(harness: Harness, person: User, board: Message, secret: str) -> None:
    """Press the first button of a challenge, and enter a secret into the form."""
    await submit(harness, person, await person.press(board, ACCEPT), secret)


async def challenge(
    harness: Harness, by: User | None = None, channel: Channel | None = None, code: str = "527", **options: Any
) -> Message:
    """The board of a challenge, by default of Ann's to Bob, which is the response to the form for the secret."""
    options = {"opponent": harness.bob, "rules": RULES, **options}
    asked = await (by or harness.ann).slash(channel or harness.channel, "hitblow duel", **options)
    return (await submit(harness, by or harness.ann, asked, code)).message


async def submit(
    harness: Harness, who: User, opened: InteractionResponse, secret: str, *, waits: bool = True
) -> InteractionResponse:
    field: str = opened.modal.data["components"][0]["component"]["custom_id"]
    values: dict[str, Any] = {field: secret}
    reply = await who.submit(opened.modal, **values)
    if waits:
        await harness.discord.idle()
    return reply


async def start(harness: Harness, **options: Any) -> tuple[Message, User, User]:
    """The board of a duel with the secrets 527 (Ann's) and 683 (Bob's), and who starts."""
    board = await challenge(harness, **options)
    await hide(harness, harness.bob, board, "683")
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def test_a_duel_is_played_in_one_message(harness: Harness) -> None:
    board, first, second = await start(harness)
    assert harness.channel.messages == [board]
    found = "683" if first is harness.ann else "527"
    await harness.guess(board, "012", first)
    await harness.guess(board, "345", second)
    await harness.guess(board, found, first)
    await harness.guess(board, "348", second)
    assert "wins in 2 guesses" in str(board)
    assert all(code in str(board) for code in ("012", "345", "`527`", "`683`"))


async def test_no_form_opens_for_somebody_whose_turn_it_is_not(harness: Harness) -> None:
    board, _, second = await start(harness)
    pressed = await harness.settled(second.press(board, "Guess"))
    assert "other player's turn" in str(second.ephemeral[-1])
    with pytest.raises(NoResponse):
        _ = pressed.modal


async def test_a_hidden_guess_is_answered_and_shown_to_nobody_else(harness: Harness) -> None:
    board, first, second = await start(harness, hidden=True)
    await harness.guess(board, "012", first)  # the first guess of all is answered with what feedback means
    await harness.guess(board, "345", second)
    await harness.guess(board, "013", first)
    assert "013: " in str(first.ephemeral[-1])
    assert "013" not in str(board)
    form = (await second.press(board, "Guess")).modal
    assert "345" in str(form)
    assert "013" not in str(form)
    eve = harness.guild.member("Eve")
    await harness.settled(eve.press(board, "All turns"))
    assert "someone else's game" in str(eve.ephemeral[-1])


def told(person: User) -> str:
    return "\n".join(map(str, person.ephemeral))


async def test_the_response_itself_mentions_the_opponent(harness: Harness) -> None:
    board = await challenge(harness)
    assert harness.channel.messages == [board]
    assert board.text.startswith(f"⚔ <@{harness.bob.id}>, Ann challenges you.\n3 digits")
    assert board.mentions == {str(harness.bob.id)}
    assert board.content, "phones show nothing of a layout in notifications"
    await harness.settled(harness.ann.slash(harness.channel, "hitblow board"))
    (moved,) = harness.channel.messages
    assert moved.mentions == set()
    assert f"<@{harness.bob.id}>" in moved.text


async def test_after_the_channel_is_deleted_the_two_can_begin_again_elsewhere(harness: Harness) -> None:
    await start(harness)
    harness.guild.delete_channel(harness.channel)
    garden = harness.guild.channel("garden")
    await harness.ann.slash(garden, "hitblow guess", code="012")
    assert "No game is running" in told(harness.ann)
    assert "Ann challenges you" in str(await challenge(harness, channel=garden))


async def test_other_bots_are_not_challenged(harness: Harness) -> None:
    robot = harness.guild.member("Robot")
    robot.bot = True
    await harness.ann.slash(harness.channel, "hitblow duel", opponent=robot)
    assert "another person" in told(harness.ann)
    assert harness.channel.messages == []


TOLD = "9876"


async def test_a_secret_is_entered_in_a_form_and_never_seen(harness: Harness, snapshots: Snapshots) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy")).modal
    snapshots.step("Ann plays versus", form)
    await harness.settled(harness.ann.submit(form, entered=TOLD))
    (board,) = harness.channel.messages
    assert id_of(board) == "k1"
    assert TOLD not in harness.discord.sent()
    snapshots.check_steps("versus_told")


async def test_an_invalid_secret_is_refused_privately(harness: Harness, snapshots: Snapshots) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy")).modal
    snapshots.step("Ann tells 9988", await harness.ann.submit(form, entered="9988"))
    assert harness.channel.messages == []
    snapshots.check_steps("versus_bad_secret")


async def test_an_opponent_s_guess_is_answered_by_pressing(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy", secret="head")).message
    snapshots.step("Ann plays versus", board)
    await harness.settled(harness.bob.press(board, "0H0B"))
    snapshots.step("Bob answers", board)
    snapshots.step("what Bob alone sees", "\n".join(map(str, harness.bob.ephemeral)))
    await harness.settled(harness.ann.press(board, "0H0B"))
    snapshots.step("Ann answers", board)
    await harness.guess(board, "3102")
    snapshots.step("Ann guesses", board)
    snapshots.check_steps("versus_in_the_head")


async def test_many_feedback_buttons_become_lists(tmp_path: Path, snapshots: Snapshots) -> None:
    async with running_harness(tmp_path, secret="012345") as harness:
        line = "hitblow versus"
        board = (await harness.ann.slash(harness.channel, line, level="easy", secret="head", rules="6x10r")).message
        snapshots.step("Ann plays versus with six digits", board)
        await harness.settled(harness.ann.choose(board, "0H0B"))
        assert "0H0B" in str(board)
    snapshots.check_steps("many_answers")


SECRET = "527"
RULES = "hitblow3"


async def host_in_head(harness: Harness, tries: int = 12) -> Message:
    """The board of Ann's game, whose secret she keeps in her head."""
    return (
        await harness.settled(harness.ann.slash(harness.channel, "hitblow host", rules=RULES, keep="head", tries=tries))
    ).message


async def answer(harness: Harness, board: Message, feedback: str, who: User | None = None) -> None:
    await harness.settled((who or harness.ann).press(board, feedback))


async def test_a_secret_is_entered_in_a_form_and_found_by_the_others(harness: Harness, snapshots: Snapshots) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow host", rules=RULES)).modal
    snapshots.step("Ann hosts", form)
    await harness.settled(harness.ann.submit(form, entered=SECRET))
    (board,) = harness.channel.messages
    assert "hosted by Ann" in str(board)
    await harness.guess(board, "012", harness.bob)
    await harness.settled(harness.ann.press(board, "Guess"))
    snapshots.step("Ann guesses", told(harness.ann))
    await harness.guess(board, SECRET, harness.bob)
    assert solved("Bob") in str(board)
    assert SECRET in str(board)
    snapshots.check_steps("hosted_by_form")


async def test_a_secret_in_an_option_is_refused_and_not_repeated(harness: Harness) -> None:
    refused = (await harness.ann.slash(harness.channel, "hitblow host", rules="5271")).message
    assert refused.ephemeral
    assert "type only" in str(refused)
    assert "5271" not in harness.discord.sent()
    assert harness.channel.messages == []


async def test_the_host_gives_feedback_by_pressing(harness: Harness, snapshots: Snapshots) -> None:
    board = await host_in_head(harness)
    await harness.guess(board, "012", harness.bob)
    carol = harness.guild.member("Carol")
    await harness.settled(carol.slash(harness.channel, "hitblow guess", code="304"))
    snapshots.step("two guesses wait", board)
    assert "waits for Ann's feedback" in told(carol)
    await answer(harness, board, "0H1B", harness.bob)
    assert "Only the host" in told(harness.bob)
    await answer(harness, board, "0H1B")
    assert "1 012 0H1B" in str(board)
    await answer(harness, board, "3H0B")
    assert solved("Carol") in str(board)
    snapshots.check_steps("hosted_in_the_head")


async def test_a_race_starts_at_the_signal_of_its_starter(harness: Harness, snapshots: Snapshots) -> None:
    started = await harness.ann.slash(harness.channel, "hitblow play", who="race", start="signal", minutes=10)
    board = started.message
    assert "[ Start ]" in str(board)
    await harness.settled(harness.bob.press(board, "Start"))
    snapshots.step("Bob presses Start", harness.bob.ephemeral[-1])
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
    snapshots.step("Bob guesses too early", harness.bob.ephemeral[-1])
    await harness.settled(harness.ann.press(board, "Start"))
    assert "Guess" in str(board)
    await harness.guess(board, "0456", harness.bob)
    assert "Bob" in str(board)
    snapshots.check_steps("race_signal")


async def test_a_player_of_a_race_goes_on_at_their_own_board(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="race")).message
    await harness.guess(board, "0456", harness.bob)
    own = harness.bob.ephemeral[-1]
    snapshots.step("Bob's own board", own)
    snapshots.step("its form", (await harness.bob.press(own, "Guess")).modal)
    await harness.guess(own, "0456", harness.bob)
    await harness.settled(harness.bob.press(harness.bob.ephemeral[-1], "Guess anyway"))
    snapshots.step("after two guesses", harness.bob.ephemeral[-1])
    await harness.guess(harness.bob.ephemeral[-1], "3102", harness.bob)
    assert solved_in("Bob", 3) in str(board)
    snapshots.check_steps("race_own_board")


@pytest.mark.slow
async def test_thirty_players_race_on_one_board(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="race", tries=0)).message
    players = [harness.guild.member(name) for name in NAMES]
    for player in players:
        await harness.guess(board, "0456", player)
    assert "30  " in str(board)
    await harness.guess(board, "3102", players[-1])
    rows = board.text.split("```")[1].splitlines()[1:]
    assert [int(row.split()[0]) for row in rows] == list(range(1, len(NAMES) + 1))
    assert "●●●●" in rows[0]
    assert solved_in(NAMES[-1], 2) in str(board)


async def test_a_race_that_a_new_account_wins_is_recorded_and_not_rated(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="race")).message
    await harness.guess(board, "0456", harness.ann)
    await harness.guess(board, "3102", harness.bob)
    snapshots.step("the race", board)
    snapshots.step("Ann's statistics", await harness.ann.slash(harness.channel, "hitblow stats", show="all"))
    snapshots.step("by rating", await harness.ann.slash(harness.channel, "hitblow leaderboard", order="rating"))
    snapshots.check_steps("ratings")


ANNS, BOBS = "738", "964"
CHANGED = {"738": ("873", "1 5", "573"), "964": ("496", "1 7", "764")}
"""What each has after SHUFFLE, what they enter for CHANGE, and what they would have after that."""


async def start_with_items(harness: Harness, items: str = "all,both") -> tuple[Message, User, User]:
    """The board of a duel, and who starts."""
    board = await challenge(harness, code=ANNS, rules="numeron", items=items)
    assert "6 items" in str(board)
    await hide(harness, harness.bob, board, BOBS)
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def press(harness: Harness, who: User, message: Message, label: str) -> None:
    await harness.settled(who.press(message, label))


async def choose(who: User, board: Message, item: str) -> InteractionResponse:
    """Choose an item in the private menu that a button opens."""
    return await who.choose((await who.press(board, "Items")).message, item)


async def use(harness: Harness, who: User, board: Message, item: str) -> None:
    await choose(who, board, item)
    await harness.discord.idle()


async def test_every_item_is_used_by_its_button_and_tells_nobody_a_number(harness: Harness) -> None:
    with everything_logged("text", "json") as logged:
        board, first, second = await start_with_items(harness)
        secret = ANNS if first is harness.ann else BOBS
        await use(harness, first, board, "HIGH&LOW")
        await submit(harness, first, await choose(first, board, "SHUFFLE"), CHANGED[secret][0])
        assert "Sealed again" in str(board)
        with pytest.raises(UnavailableAction):  # one attack a turn
            await choose(first, board, "SLASH")
        await harness.guess(board, "012", first)
        await use(harness, second, board, "TARGET")
        digits = second.ephemeral[-1]
        await press(harness, second, digits, "7")
        assert "up to date" in str(digits)
        await harness.guess(board, "012", second)
        await use(harness, first, board, "DOUBLE")
        await press(harness, second, board, "2")
        for code in ("102", "120"):
            await harness.guess(board, code, first)
        assert "'s turn" in str(board)
        assert canaries_in(harness.discord.sent(), (ANNS, BOBS, *CHANGED[secret][::2])) == []
        assert canaries_in(logged.getvalue(), (ANNS, BOBS, *CHANGED[secret])) == []
    await harness.settled(second.press(board, "Give up"))
    await press(harness, second, second.ephemeral[-1], "Give up")
    assert CHANGED[secret][0] in str(board)


async def test_a_secret_in_a_slash_command_is_refused(harness: Harness) -> None:
    _, first, _ = await start_with_items(harness, "all")
    await harness.settled(first.slash(harness.channel, "hitblow guess", code="change 1 5"))
    assert "can stay in histories" in str(first.ephemeral[-1])
    opened = await first.slash(harness.channel, "hitblow guess", code="change")
    await submit(harness, first, opened, CHANGED[ANNS if first is harness.ann else BOBS][1])
    assert "CHANGE ?__ 5-9" in str(harness.channel.messages[0])


@pytest.mark.parametrize(("locale", "asked"), [("en-US", "I use HIGH&LOW"), ("ja", "ハイ&ローを使います")])
async def test_the_items_of_the_bot_are_answered_by_buttons(tmp_path: Path, locale: str, asked: str) -> None:
    async with running_harness(tmp_path, locale, secret="738") as harness:
        who = "head"
        await harness.settled(
            harness.ann.slash(harness.channel, "hitblow versus", level="hard", items="all", secret=who)
        )
        (board,) = harness.channel.messages
        assert asked in str(board)
        await press(harness, harness.ann, board, "0-4 0-4 0-4")
        assert asked not in str(board)
        assert "420" in str(board)
        assert canaries_in(harness.discord.sent(), ("738",)) == []
