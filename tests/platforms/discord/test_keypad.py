"""The keypad on a server: one private message, edited by presses, that makes guesses."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.discord.client import HitblowClient
from core.game.codes import example_code
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.fakes.discord import LoopbackDiscord, Message, User, running
from tests.fakes.discord.components import ComponentType
from tests.fakes.services import services_in
from tests.platforms.discord.harness import SECRET, Harness, running_harness
from tests.platforms.discord.test_modes import start
from tests.support.daily import code_of, wrong_for

CODE = code_of(NOON.date())
KEYPAD, GUESS, UNDO, NOTES, TYPE = "Keypad", "Guess", "⌫", "Notes", "Type it"


async def play(harness: Harness, **options: Any) -> Message:
    return (await harness.settled(harness.ann.slash(harness.channel, "hitblow play", **options))).message


async def open_pad(harness: Harness, board: Message, who: User | None = None, button: str = KEYPAD) -> Message:
    pad = (await (who or harness.ann).press(board, button)).message
    assert pad.ephemeral
    return pad


async def type_in(harness: Harness, pad: Message, keys: str, who: User | None = None) -> None:
    """Press symbols, and then Guess."""
    for key in keys:
        await (who or harness.ann).press(pad, key)
    await harness.settled((who or harness.ann).press(pad, GUESS))


def buttons(pad: Message) -> dict[str, dict[str, object]]:
    rows = [row["components"] for row in pad.components if row["type"] == ComponentType.ROW]
    assert len(rows) <= 5
    assert all(len(row) <= 5 for row in rows)
    return {button["label"]: button for row in rows for button in row}


async def test_a_guess_is_pressed_and_the_pad_is_ready_for_the_next(harness: Harness) -> None:
    board = await play(harness)
    pad = await open_pad(harness, board)
    assert "Guess 1" in str(pad)
    await harness.ann.press(pad, "0")
    await harness.ann.press(pad, "4")
    assert "`0 4 _ _`" in str(pad)
    assert buttons(pad)["4"]["disabled"]
    await type_in(harness, pad, "56")
    assert "1 0456" in str(board)
    assert "Guess 2" in str(pad)
    assert "1 0456 0H1B" in str(pad)
    assert "`_ _ _ _`" in str(pad)
    await type_in(harness, pad, SECRET)
    assert "solved it" in str(pad)
    assert "Guess" not in buttons(pad)
    assert harness.ann.ephemeral == [pad]


async def test_a_key_shows_what_others_have_guessed_meanwhile(harness: Harness) -> None:
    board = await play(harness)
    pad = await open_pad(harness, board, harness.bob)
    for code in ("0456", "0789"):
        await harness.guess(board, code)
    await harness.bob.press(pad, "1")
    assert "Guess 3" in str(pad)
    assert "1 0456 0H1B    2 0789 0H1B" in str(pad)
    await type_in(harness, pad, "025", harness.bob)
    assert "3 1025" in str(board)


async def test_a_key_shows_what_the_player_has_guessed_elsewhere(harness: Harness) -> None:
    pad = (await harness.ann.slash(harness.channel, "hitblow daily")).message
    await harness.ann.press(pad, KEYPAD)
    await harness.guess((await harness.ann.slash(harness.channel, "hitblow daily")).message, wrong_for(CODE))
    await harness.ann.press(pad, "1")
    assert "Guess 2" in str(pad)
    assert f"1 {wrong_for(CODE)}" in str(pad)


@pytest.mark.parametrize("key", [UNDO, NOTES])
async def test_a_key_says_that_the_game_is_over(harness: Harness, key: str) -> None:
    board = await play(harness)
    pad = await open_pad(harness, board, harness.bob)
    for typed in "0456":
        await harness.bob.press(pad, typed)
    await harness.guess(board, SECRET)
    await harness.bob.press(pad, key)
    assert "This game is over." in str(pad)
    assert f"1 {SECRET}" in str(pad)
    assert buttons(pad) == {}


async def test_a_repeated_guess_is_confirmed_by_a_button_that_has_asked(harness: Harness) -> None:
    board = await play(harness)
    await harness.guess(board, "0456")
    pad = await open_pad(harness, board)
    for key in "0456":
        await harness.ann.press(pad, key)
    for press in [harness.ann.prepare_press(pad, GUESS) for _ in range(2)]:
        await harness.ann.send(press)
    await harness.discord.idle()
    assert "Guess it anyway?" in str(pad)
    assert str(board).count("0456") == 1
    await harness.settled(harness.ann.press(pad, "Guess anyway"))
    assert str(board).count("0456") == 2
    assert "Guess 3" in str(pad)


async def test_a_guess_that_is_pressed_twice_counts_once(harness: Harness) -> None:
    board = await play(harness)
    pad = await open_pad(harness, board)
    for key in "0456":
        await harness.ann.press(pad, key)
    presses = [harness.ann.prepare_press(pad, GUESS) for _ in range(2)]
    await harness.settled(asyncio.gather(*map(harness.ann.send, presses)))
    assert str(board).count("0456") == 1
    await harness.ann.send(harness.ann.prepare_press(pad, "1"), twice=True)
    assert "Guess 2" in str(pad)
    assert "`1 _ _ _`" in str(pad)


async def test_two_keys_at_once_are_both_typed(harness: Harness) -> None:
    pad = await open_pad(harness, await play(harness))
    presses = [harness.ann.prepare_press(pad, key) for key in "12"]
    for press in presses:
        await harness.ann.send(press)
    assert "`1 2 _ _`" in str(pad)


async def test_a_guess_is_only_for_the_turn_that_its_button_has_shown(harness: Harness) -> None:
    board = await play(harness)
    pad = await open_pad(harness, board)
    for key in "0456":
        await harness.ann.press(pad, key)
    await harness.guess(board, "7890", harness.bob)
    for press in [harness.ann.prepare_press(pad, GUESS) for _ in range(2)]:
        await harness.ann.send(press)
    await harness.discord.idle()
    assert "Another turn came first" in str(pad)
    assert "7890" in str(pad)
    assert "`0 4 5 6`" in str(pad)
    assert "0456" not in str(board)
    await harness.settled(harness.ann.press(pad, GUESS))
    assert "2 0456" in str(board)


async def test_a_pad_works_after_a_restart(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord, services_in(tmp_path, SECRET) as services:
        guild = discord.guild("Ann's")
        channel, ann = guild.channel("games"), guild.member("Ann")
        async with running(HitblowClient(services), discord):
            board = (await ann.slash(channel, "hitblow play")).message
            pad = (await ann.press(board, KEYPAD)).message
            await ann.press(pad, "0")
        async with running(HitblowClient(services), discord):
            for key in ("4", "5", "6", GUESS):
                await ann.press(pad, key)
            await discord.idle()
        assert "Guess 2" in str(pad)
        assert "0456" in str(board)


@pytest.mark.parametrize("rules", ["mastermind", "4x8-fruit", "5x16r-colors"])
async def test_for_pictures_guess_opens_the_pad_and_the_form_is_one_press_away(tmp_path: Path, rules: str) -> None:
    notation = Rules.parse(rules)
    example = example_code(notation)
    async with running_harness(tmp_path, secret=example[::-1]) as harness:
        board = await play(harness, rules=rules)
        assert KEYPAD not in str(board.components)
        pad = await open_pad(harness, board, button=GUESS)
        labels = [f"{glyph} {key}" for glyph, key in symbols_of(notation)]
        assert buttons(pad).keys() == {*labels, UNDO, NOTES, TYPE, GUESS}
        for label in labels[:3]:
            await harness.ann.press(pad, label)
        await harness.settled(harness.ann.submit((await harness.ann.press(pad, TYPE)).modal, entered=example))
        assert "Guess 2" in str(pad)
        assert example in str(board)


def symbols_of(rules: Rules) -> list[tuple[str, str]]:
    glyphs, keys = rules.alphabet.glyphs, rules.alphabet.keys
    return list(zip(glyphs, keys, strict=True))[: rules.symbols]


async def test_what_is_mistyped_in_the_form_of_a_pad_is_explained_on_it(tmp_path: Path) -> None:
    async with running_harness(tmp_path, secret="RYGB") as harness:
        pad = await open_pad(harness, await play(harness, rules="colors"), button=GUESS)
        await harness.ann.submit((await harness.ann.press(pad, TYPE)).modal, entered="RRRR")
        assert "more than once" in str(pad)
        assert "Guess 1" in str(pad)


async def test_a_daily_is_played_on_the_pad_in_the_message_of_its_board(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow daily")).message
    await harness.ann.press(board, KEYPAD)
    await type_in(harness, board, wrong_for(CODE))
    assert f"1 {wrong_for(CODE)}" in str(board)
    await harness.ann.press(board, "Back to the game")
    assert "More" in buttons(board)
    await harness.ann.press(board, KEYPAD)
    await type_in(harness, board, CODE)
    assert "Solved in 2" in str(board)
    assert "Share here" in buttons(board)
    assert harness.ann.ephemeral == [board]
    assert not harness.channel.messages


async def test_a_race_shows_only_ones_own_turns_on_the_pad(harness: Harness) -> None:
    board = await play(harness, who="race")
    mine, other = await open_pad(harness, board), await open_pad(harness, board, harness.bob)
    await type_in(harness, mine, "0456")
    await type_in(harness, other, "7890", harness.bob)
    assert "0456" in str(mine)
    assert "0456" not in str(other)
    assert "7890" not in str(mine)
    assert "7890" not in str(board)
    await type_in(harness, mine, SECRET)
    assert "Guess 3" not in str(mine)


async def test_a_pad_waits_for_the_other_player_of_a_duel(harness: Harness) -> None:
    board, first, second = await start(harness)
    pad = await open_pad(harness, board, first)
    await type_in(harness, pad, "014", first)
    assert "014" in str(pad)
    assert buttons(pad).keys() == {KEYPAD}
    await harness.guess(board, "789", second)
    await first.press(pad, KEYPAD)
    assert "Guess 2" in str(pad)
    assert "789" not in str(pad)


async def test_a_guess_that_is_not_ones_turn_stays_on_the_pad(harness: Harness) -> None:
    board, first, _ = await start(harness)
    pad = await open_pad(harness, board, first)
    await harness.guess(board, "014", first)
    await type_in(harness, pad, "789", first)
    assert "It's the other player's turn." in str(pad)
    assert "`7 8 9`" in str(pad)


async def test_others_cannot_guess_on_the_pad_of_a_solo_game(harness: Harness) -> None:
    assert "Guess 1" not in str((await harness.bob.press(await play(harness, who="me"), KEYPAD)).message)


async def test_where_the_bot_is_no_member_the_pad_works_and_says_that_the_board_waits(harness: Harness) -> None:
    foreign = harness.discord.guild("Foreign", has_bot=False)
    lobby, zoe = foreign.channel("lobby"), harness.discord.user("Zoe", installs=True)
    pad = await open_pad(harness, (await zoe.slash(lobby, "hitblow play")).message, zoe)
    await type_in(harness, pad, "0456", zoe)
    assert "Guess 2" in str(pad)
    assert "a press on the board brings it up to date" in str(pad)
