"""Duels, hosted games, races and items in a channel."""

import pytest

from tests.fakes.slack import Message, User
from tests.platforms.slack.harness import Harness, everything_sent
from tests.support.canaries import canaries_in, everything_logged
from tests.support.sentences import solved
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")


async def hide(harness: Harness, person: User, board: Message, secret: str) -> None:
    """Press the first button of a challenge, and enter a secret into the modal."""
    await harness.opened_by(person.click(board, "press:0"), person)
    await person.submit(person.view, entered=secret)


async def start(harness: Harness, options: str = "") -> tuple[Message, User, User]:
    """The board of a duel with the secrets 527 (Ann's) and 683 (Bob's), and who starts."""
    board = await harness.start_duel(f"hitblow3 {options}", code="527")
    await harness.wait_until_shown(board, "Ann challenges you")
    await harness.shown_after(hide(harness, harness.bob, board, "683"), board, "'s turn")
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def test_anyone_is_challenged_by_a_form_without_a_person(harness: Harness) -> None:
    await harness.opened_by(harness.ann.command(harness.games, "/hitblow", "duel"))
    await harness.until_after(harness.ann.submit(harness.ann.view, entered="0123"), lambda: harness.games.messages)
    (board,) = harness.games.messages
    assert harness.bob.id not in str(board)
    await harness.shown_after(hide(harness, harness.bob, board, "4567"), board, harness.bob.name)


async def test_no_modal_opens_for_somebody_whose_turn_it_is_not(harness: Harness) -> None:
    board, _, second = await start(harness)
    await second.click(board, "Guess")
    assert "other player's turn" in await harness.wait_for_private(second, "turn")
    assert not second.views


async def test_nobody_is_invited_to_reply_with_a_hidden_guess(harness: Harness) -> None:
    board, first, _ = await start(harness, "hidden:yes")
    assert "reply" not in str(board)
    await harness.opened_by(first.click(board, "Guess"), first)
    assert "reply" not in str(first.view)


async def test_somebody_unknown_and_oneself_are_refused_privately(harness: Harness) -> None:
    assert "another person" in await harness.private_reply(f"duel <@{harness.ann.id}|ann>")
    assert "UNOBODY1" in await harness.private_reply("duel <@UNOBODY1|nobody>")
    assert not harness.games.messages


SECRET = "527"


async def host_by_modal(harness: Harness, text: str = "host hitblow3", secret: str = SECRET) -> Message:
    """The board of Ann's game, whose secret she has told in the modal."""
    before = len(harness.games.messages)
    await harness.opened_by(harness.ann.command(harness.games, "/hitblow", text))
    await harness.ann.submit(harness.ann.view, entered=secret)
    return (await harness.slack.until(lambda: harness.games.messages[before:]))[0]


async def give_feedback(harness: Harness, board: Message, feedback: str, who: User | None = None) -> None:
    await (who or harness.ann).click(board, feedback)


async def test_a_secret_is_entered_in_a_modal_and_found_by_the_others(harness: Harness) -> None:
    board = await host_by_modal(harness)
    assert "hosted by Ann" in str(board)
    await harness.guess(board, "012", harness.bob, shows="0H1B")
    assert "you know the secret" in await harness.private_reply(f"guess {SECRET}")
    assert "you know the secret" in await harness.private_reply("hint")
    await harness.guess(board, SECRET, harness.bob, shows=solved("Bob"))
    assert SECRET in str(board)


async def test_the_host_gives_feedback_by_clicking_and_in_the_thread(harness: Harness, snapshots: Snapshots) -> None:
    board = await harness.start_game("host hitblow3 keep:head")
    await harness.guess(board, "012", harness.bob, shows="1 012")
    await harness.shown_after(harness.bob.reply(board, "304"), board, "2 304")
    snapshots.check("hosted_in_the_head", board)
    await harness.told_after(give_feedback(harness, board, "0H1B", harness.bob), harness.bob, "Only the host")
    await harness.shown_after(give_feedback(harness, board, "0H1B"), board, "Bob's 304")
    await harness.shown_after(harness.ann.reply(board, "3,0"), board, solved("Bob"))


@pytest.mark.parametrize("typed", ["host", "host keep:head", "duel OPPONENT"])
async def test_nobody_hosts_or_challenges_in_direct_messages_with_the_app(harness: Harness, typed: str) -> None:
    direct = harness.team.dm(harness.ann)
    await harness.until_after(
        harness.ann.say(direct, typed.replace("OPPONENT", harness.bob.id)),
        lambda: "takes another person" in str(direct),
    )
    assert not harness.ann.views


async def test_a_game_is_hosted_in_direct_messages_of_several_people(harness: Harness) -> None:
    together = harness.team.dm(harness.ann, harness.bob)
    await harness.opened_by(harness.ann.command(together, "/hitblow", "host hitblow3"))


async def test_a_race_starts_at_the_signal_of_its_starter(harness: Harness) -> None:
    board = await harness.start_game("play race start:signal minutes:10")
    await harness.told_after(harness.bob.click(board, "Start"), harness.bob, "Whoever opened it")
    assert "hasn't started" in await harness.private_reply("guess 0456", harness.bob)
    await harness.shown_after(harness.ann.click(board, "Start"), board, "Ends ")
    await harness.shown_after(harness.bob.reply(board, "0456"), board, "Bob")


async def test_the_forms_of_a_race_show_ones_own_turns_and_invite_no_replies(harness: Harness) -> None:
    await harness.opened_by(harness.ann.click(await harness.start_game("play race"), "ask:0"))
    assert "reply" not in str(harness.ann.view)
    await harness.until_after(
        harness.ann.submit(harness.ann.view, code="0456"), lambda: "0456" in str(harness.ann.ephemeral[-1])
    )
    await harness.opened_by(harness.ann.click(harness.ann.ephemeral[-1], "Guess"))
    assert "reply" not in str(harness.ann.view)
    assert "0456 0H1B" in str(harness.ann.view)


ANNS, BOBS = "738", "964"
SHUFFLED = {"738": "873", "964": "496"}


async def start_with_items(harness: Harness) -> tuple[Message, User, User]:
    """The board of a duel with all items, and who starts."""
    board = await harness.start_duel("numeron items:all,both", code=ANNS)
    await harness.wait_until_shown(board, "one attack and one defence")
    await harness.shown_after(hide(harness, harness.bob, board, BOBS), board, "'s turn")
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def use(harness: Harness, who: User, board: Message, item: str) -> None:
    """Choose an item in the private menu that a button opens."""
    shown = len(who.ephemeral)
    await harness.until_after(who.click(board, "Items"), lambda: len(who.ephemeral) > shown)
    await who.choose(who.ephemeral[-1], "Use an item", item)


async def test_items_are_used_by_their_buttons_and_tell_nobody_a_number(harness: Harness) -> None:
    with everything_logged("text", "json") as logged:
        board, first, second = await start_with_items(harness)
        secret = ANNS if first is harness.ann else BOBS
        await harness.shown_after(
            use(harness, first, board, "HIGH&LOW"), board, "5-9 0-4 5-9" if secret == BOBS else "5-9 5-9 0-4"
        )
        await harness.opened_by(use(harness, first, board, "SHUFFLE"), first)
        await harness.shown_after(first.submit(first.view, entered=SHUFFLED[secret]), board, "Sealed again")
        await harness.guess(board, "012", first, shows="012")
        await use(harness, second, board, "TARGET")
        digits = await harness.wait_for_question(second)
        await harness.shown_after(second.click(digits, "7"), board, "_7_" if secret == ANNS else "no 7")
        await harness.guess(board, "013", second, shows="013")
        await harness.shown_after(use(harness, first, board, "DOUBLE"), board, "choose the position")
        await harness.shown_after(second.click(board, "3"), board, f"__{SHUFFLED[secret][2]}")
        assert canaries_in(everything_sent(harness), (ANNS, BOBS, SHUFFLED[secret])) == []
        assert canaries_in(logged.getvalue(), (ANNS, BOBS, SHUFFLED[secret])) == []


async def test_items_are_used_by_replies_to_the_board(harness: Harness) -> None:
    board, first, _ = await start_with_items(harness)
    await harness.shown_after(first.reply(board, "slash"), board, "5")


async def test_the_items_of_the_bot_are_answered_by_buttons(harness: Harness) -> None:
    board = await harness.start_game("versus hard items:all secret:head", secret="738")
    await harness.wait_until_shown(board, "I use HIGH&LOW")
    await harness.shown_after(harness.ann.click(board, "0-4 0-4 0-4"), board, "I guess")
    assert canaries_in(everything_sent(harness), ("738",)) == []
