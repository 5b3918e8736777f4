"""Playing: options, several games in a room, the opponent, and who is told what."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.presenters.items import ITEMS
from bot.presenters.views import Reply, TimeParagraph
from tests.fakes.clock import NOON
from tests.fakes.services import services_in
from tests.handlers.users import User, codes, id_of, panel, text
from tests.support.people import Person
from tests.support.present import present
from tests.support.sentences import solved

pytestmark = pytest.mark.usefixtures("boris", "carol")


@pytest.fixture
async def carol(dispatcher: Dispatcher) -> User:
    """Somebody who plays a game of her own in the same room; Boris plays in another one."""
    carol = User(dispatcher, Person("Carol"))
    await carol.types("play who:me rules:4x6 tries:5")
    assert (await carol.types("guess 5430")).board
    return carol


def title(reply: Reply) -> str:
    """The first line of a board without the game's id."""
    return panel(reply.board)[0].replace(id_of(reply), "")


@pytest.mark.parametrize(
    ("line", "seen", "unseen"),
    [
        ("play", ["4", "12"], ["solo", "race"]),
        ("play rules:4x6r tries:7", ["7"], ["12 "]),
        ("play bulls", ["Bulls"], []),
        ("play who:me", ["12"], ["race"]),
        ("play who:race", ["race"], []),
        ("play WHO:RACE tries:0", ["race"], ["12 "]),
    ],
)
async def test_a_game_is_begun_with_the_options_given(
    alice: User, line: str, seen: list[str], unseen: list[str]
) -> None:
    board = text((await alice.types(line)).board)
    assert all(part in board for part in seen), board
    assert not any(part in board.replace("no repeats", "").split("[")[0] for part in unseen), board


@pytest.mark.parametrize("more", ["on", ITEMS])
async def test_more_shows_what_the_caller_can_do_in_the_game(alice: User, carol: User, more: str) -> None:
    asked = Invocation(BY_NAME["board"], {"more": more}, present((await alice.types("play who:me")).board).game)
    shown = [(await who.invokes(asked)).note for who in (alice, carol)]
    assert [[button.command for button in note.buttons] for note in shown if note] == [
        ["hint", "board", "rules", "giveup"],
        ["board", "rules"],
    ]
    await User(alice.dispatcher, Person("Mia", is_manager=True)).types("settings server hints:nobody")
    assert "hint" not in {button.command for button in present((await alice.invokes(asked)).note).buttons}


async def test_a_guess_goes_to_one_s_own_game_and_a_button_to_its_own(alice: User, carol: User) -> None:
    shared, own = await alice.types("play"), await alice.types("play who:me")
    assert id_of(await alice.types("0456")) == id_of(own)
    assert id_of(await alice.presses(shared.board, "guess", entered="0789")) == id_of(shared)
    assert codes((await alice.types("board")).board) == ["0456"]
    assert codes((await carol.presses(shared.board, "guess", entered="5026")).board) == ["0789", "5026"]
    assert codes((await carol.types("board")).board) == ["5430"]


async def test_a_guess_is_repeated_beside_the_board_for_those_who_cannot_see_it(alice: User) -> None:
    await alice.types("play")
    guessed = await alice.types("0456")
    assert guessed.private
    assert guessed.note_repeats_board
    assert text(guessed.note).strip() == "0456: 0H1B"
    for line in ("board", "giveup yes"):
        assert (await alice.types(line)).note is None


async def test_one_s_own_secret_stands_above_the_other_games_one_plays(alice: User) -> None:
    alice.reveals_own_secret = True
    shared = await alice.types("play")
    await alice.tells(await alice.types("versus easy rules:4x10"), "9876")
    shown = text((await alice.types("board")).note)
    assert "`9876`" in shown
    assert f"#{id_of(shared)}" in shown


async def test_in_a_race_one_s_own_board_is_private_until_the_race_is_over(alice: User, carol: User) -> None:
    started = await alice.types("play who:race tries:2")
    assert started.private
    guessed = await alice.presses(started.board, "guess", entered="0456")
    assert "0456" in text(guessed.note)
    assert "0456" not in text(guessed.board)
    assert not guessed.note_repeats_board
    assert "0456" not in text((await carol.presses(started.board, "guess", entered="0789")).note)
    await carol.presses(started.board, "guess", entered="5026")
    alice.reveals_own_secret = True  # as in a terminal
    assert "0456" in text((await alice.types("board")).note)
    out = await alice.confirms(await alice.presses(started.board, "giveup"))
    assert "0456" not in text(out.board)
    assert "0456" in text(out.note)


async def test_giving_up_is_for_one_s_own_game_and_a_button_for_its_own(alice: User, carol: User) -> None:
    shared, own = await alice.types("play"), await alice.types("play who:me")
    assert id_of(await alice.types("giveup yes")) == id_of(own)
    assert "3102" not in text((await carol.presses(shared.board, "rules")).note)
    assert "3102" in text((await alice.confirms(await alice.presses(shared.board, "giveup"))).board)
    assert codes((await carol.types("board")).board) == ["5430"]


def ends(reply: Reply) -> list[datetime]:
    """When the time limit of a race ends, if it has one."""
    return [block.at for block in present(reply.board).blocks if isinstance(block, TimeParagraph)]


@pytest.mark.parametrize(
    "line", ["play 4x6 tries:6", "play 4x6 who:me tries:6", "play 4x6 who:race tries:6", "play who:race minutes:10"]
)
async def test_a_rematch_has_the_same_rules_tries_time_and_players(alice: User, line: str) -> None:
    before = await alice.types(line)
    await alice.types("giveup yes")
    again = await alice.types("rematch")
    assert id_of(again) != id_of(before)
    replaced = [each.replace(id_of(before), id_of(again)) for each in panel(before.board)]
    assert panel(again.board) == replaced
    assert ends(again) == ends(before)
    refused = await alice.types("rematch")
    assert refused.board is None
    assert present(refused.note).game == id_of(again)


async def test_the_button_of_an_old_board_asks_for_a_rematch_of_its_own_game(alice: User) -> None:
    first = await alice.types("play 4x6")
    await alice.types("giveup yes")
    old = (await alice.types("board")).board
    other = await alice.types("play 4x6r")
    await alice.types("giveup yes")
    assert title(await alice.types("rematch")) == title(other)
    await alice.types("giveup yes")
    assert title(await alice.presses(old, "rematch")) == title(first) != title(other)


@pytest.mark.parametrize("keep", ["bot", "head"])
async def test_a_rematch_against_the_bot_keeps_the_secret_where_it_was(alice: User, keep: str) -> None:
    reply = await alice.types(f"versus hard rules:4x10 secret:{keep}")
    started = await alice.tells(reply, "9876") if keep == "bot" else reply
    assert started.board is not None
    early = await alice.types("rematch")  # no secret is asked for while the game runs
    assert early.refused
    assert early.prompt is None
    await alice.types("giveup yes")
    again = await alice.types("rematch")
    assert (again.prompt is not None) == (keep == "bot")
    if again.prompt:
        assert (again.prompt.options["level"], again.prompt.options["rules"]) == ("hard", "4x10")
        again = await alice.tells(again, "9875")
    assert title(again) == title(started)


async def test_a_secret_is_asked_for_only_if_the_bot_is_to_keep_it(alice: User) -> None:
    asked = await alice.types("versus easy rules:3x10")
    assert asked.board is None
    assert "`012`" in present(asked.prompt).text
    refused = await alice.tells(asked, "9876")
    assert refused.board is None
    assert "Type 3 digits, no repeats" in text(refused.note)
    assert "9876" not in text(refused.note)
    head = Invocation(BY_NAME["versus"], {"secret": "head", "level": "easy"}, private_input="9876")
    assert "9876" not in text(present((await alice.invokes(head)).board))


async def test_the_opponent_s_guess_is_repeated_to_nobody_and_one_s_own_is(alice: User) -> None:
    started = await alice.types("versus easy secret:head")
    assert started.note is None
    assert (await alice.presses(started.board, "answer", feedback="0H1B")).note is None
    guessed = await alice.types("guess 0456")
    assert text(guessed.note).strip() == "0456: 0H1B"
    assert guessed.note_repeats_board


async def test_the_end_of_a_shared_game_is_told_once(dispatcher: Dispatcher, alice: User) -> None:
    await alice.types("play 4x10")
    await alice.types("guess 0123")
    ending = Request(Person("Dora")(), LANGUAGES["en"], LANGUAGES["en"], Invocation(BY_NAME["guess"], {"code": "3102"}))
    first, again = [await dispatcher.dispatch(ending) for _ in range(2)]
    assert solved("Dora") in text(first.board)
    assert again.board is not None
    assert [first.tells_end, again.tells_end] == [True, False]


async def test_the_end_of_a_game_of_one_person_is_no_news(alice: User) -> None:
    await alice.types("play 4x10")
    assert not (await alice.types("guess 3102")).tells_end


@pytest.mark.usefixtures("newcomers")
async def test_a_player_is_told_once_what_feedback_means(alice: User) -> None:
    await alice.types("play")
    first = await alice.types("0456")
    assert "1 digit is right, in another place." in text(first.note)
    assert not first.note_repeats_board
    assert text((await alice.types("7103")).note).strip() == "7103: 2H1B"
    assert "3 are in their places." in text((await User(alice.dispatcher, Person("Bella")).types("3108")).note)
    await alice.types("giveup yes")
    await alice.types("play numeron who:me")
    assert "EAT" not in text((await alice.types("012")).note).partition("\n")[2]


@pytest.mark.usefixtures("newcomers")
async def test_a_mistyped_guess_tells_nobody_what_feedback_means(alice: User) -> None:
    await alice.types("play")
    assert "is right" not in text((await alice.types("0012")).note)
    assert "is right" in text((await alice.types("0456")).note)


@pytest.mark.usefixtures("newcomers")
@pytest.mark.parametrize(
    ("start", "guess", "meaning"),
    [
        ("play who:race", "0456", "1 digit is right, in another place."),
        ("play bulls", "5678", "None of these digits is in it."),
        ("daily", "daily guess:0456", "2 are in their places."),
        ("daily numeron", "daily numeron guess:045", "1 is in its place."),
        ("play", "7103", "2 in the right place, 1 elsewhere."),
    ],
)
async def test_every_kind_of_game_tells_it(alice: User, start: str, guess: str, meaning: str) -> None:
    assert "place" not in text((await alice.types(start)).note)
    assert meaning in text((await alice.types(guess)).note)


async def test_a_word_as_long_as_a_code_is_a_guess_where_codes_have_no_digits(tmp_path: Path) -> None:
    async with services_in(tmp_path, "RGYB") as services:
        alice = User(Dispatcher(services), Person("Alice"))
        assert "There is no `rrgx`" in text((await alice.types("rrgx")).note)
        await alice.types("play mastermind")
        assert "`X` in `rrgx` is not one of `RYGBPO`" in text((await alice.types("rrgx")).note)
        assert "There is no `rgx`" in text((await alice.types("rgx")).note)
        assert (await alice.types("gyrb")).board is not None


async def test_a_secret_is_asked_for_only_if_a_game_can_begin(alice: User) -> None:
    assert (await alice.types("versus")).prompt
    own = await alice.types("play who:me")
    refused = await alice.types("versus")
    assert refused.prompt is None
    assert refused.note is not None
    assert refused.note.game == id_of(own)
    assert [button.command for button in refused.note.buttons] == ["board", "giveup"]


async def test_assisted_games_show_no_average(alice: User) -> None:
    for line in ("play who:me", "3102", "play who:me", "3102", "play who:me", "hint confirm:yes"):
        await alice.types(line)
    assert "average by these rules" not in text((await alice.types("3102")).board)


@pytest.mark.parametrize("line", ["play", "versus easy secret:head"])
async def test_a_guess_of_letters_in_a_game_of_digits_is_refused_as_a_guess(alice: User, line: str) -> None:
    await alice.types(line)
    assert "digits" in text((await alice.types("guess bad")).note)


@pytest.mark.parametrize("line", ["0,1", "01", "0-1"])
async def test_feedback_that_is_typed_like_a_guess_is_read_as_feedback_while_it_is_asked_for(
    alice: User, line: str
) -> None:
    await alice.types("versus easy secret:head")
    assert "0H1B" in text((await alice.invokes(Invocation(BY_NAME["guess"], {"code": line}))).board)
    assert "2 digits" in text((await alice.invokes(Invocation(BY_NAME["guess"], {"code": line}))).note)


async def test_a_button_gives_a_hint_for_its_own_game(alice: User) -> None:
    shared, own = await alice.types("play"), await alice.types("play who:me")
    assert id_of(await alice.confirms(await alice.presses(shared.board, "hint"))) == id_of(shared)
    assert id_of(await alice.confirms(await alice.types("hint"))) == id_of(own)


async def test_a_race_that_waits_for_its_signal_takes_guesses_only_after_it(alice: User, carol: User) -> None:
    started = await alice.types("play who:race minutes:10 start:signal")
    assert not ends(started)
    assert (await alice.types("guess 0456")).refused
    assert (await carol.types("play start:now")).refused
    running = await alice.presses(started.board, "play", start="now")
    assert id_of(running) == id_of(started)
    assert ends(running) == [NOON + timedelta(minutes=10)]
    assert {button.command for button in present(running.board).buttons} >= {"guess", "hint"}
    assert not (await alice.types("guess 0456")).refused


async def test_a_race_begins_at_once_and_without_a_time_limit_if_nothing_is_said(alice: User) -> None:
    assert not ends(await alice.types("play who:race"))
    assert not (await alice.types("guess 0456")).refused


async def test_the_turns_of_a_duel_that_has_not_begun_are_its_board(alice: User, carol: User) -> None:
    challenge = present((await alice.challenges("duel Carol 4x10", "3102")).board)
    for user in (alice, carol):
        assert (await user.invokes(Invocation(BY_NAME["board"], {"turn": "1"}, challenge.game))).board is not None


@pytest.mark.parametrize("options", [{"more": "on"}, {"verify": "on"}, {"turn": "1"}])
async def test_only_a_board_is_answered_with_the_games_in_other_rooms(alice: User, options: dict[str, str]) -> None:
    await alice.types("play")
    elsewhere = User(alice.dispatcher, Person("Alice", room="attic"))
    assert not (await elsewhere.types("board")).refused
    assert (await elsewhere.invokes(Invocation(BY_NAME["board"], options))).refused


async def test_an_empty_time_limit_is_none_and_may_be_given_in_other_games(alice: User) -> None:
    assert (await alice.invokes(Invocation(BY_NAME["play"], {"minutes": "", "start": ""}))).board is not None


@pytest.mark.parametrize("line", ["play minutes:5", "play who:me start:signal"])
async def test_options_of_races_are_refused_in_other_games(alice: User, line: str) -> None:
    reply = await alice.types(line)
    assert (reply.refused, reply.board) == (True, None)
