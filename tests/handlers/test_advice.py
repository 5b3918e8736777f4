"""Advice about running games: asked about first, counted as a hint, or refused."""

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.presenters.views import Reply, is_question
from bot.services.services import Services
from core.game.codes import format_code, parse_code
from core.game.duels import Duel
from core.game.feedback import compute_feedback, format_feedback
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.handlers.users import User, codes, text
from tests.support.daily import code_of, wrong_for
from tests.support.people import Person
from tests.support.present import present

CLASSIC = Rules.parse("4x10")

FIRST, SECOND, THIRD = "0456 0H1B", "4517 0H1B", "3567 1H0B"
"""Turns at the secret 3102."""

GUESSES = ("0456", "4517", "3567")


def is_asked(reply: Reply) -> bool:
    return reply.board is None and reply.note is not None and is_question(reply.note)


def is_advised(reply: Reply) -> bool:
    return reply.note is not None and not reply.refused and not is_question(reply.note)


async def play(user: User, line: str = "play who:me", *guesses: str) -> str:
    """Start a game and guess in it; returns its id."""
    started = await user.types(line)
    assert started.board is not None, text(started.note)
    for guess in guesses:
        assert (await user.types(f"guess {guess}")).board
    return started.board.game or ""


async def is_hinted(services: Services, game: str) -> bool:
    view = present(await services.referee.public_view(game))
    return any(board.hinted for board in view.game.boards)


# Hints


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("play who:me", "doesn't count as solved or won"),
        ("play who:me tries:11", "Only the board shows it"),
        ("play", "Only the board shows it"),
        ("play who:race", "doesn't count as solved or won"),
        ("versus easy secret:head", "Only the board shows it"),
    ],
)
async def test_a_hint_is_asked_about_first_and_says_what_it_costs(
    alice: User, services: Services, line: str, cost: str
) -> None:
    game = await play(alice, line)
    asked = await alice.types("hint")
    assert is_asked(asked)
    assert cost in text(asked.note)
    assert not await is_hinted(services, game)
    assert "Try `0123`" in text((await alice.confirms(asked)).note)
    assert await is_hinted(services, game)


async def test_a_hint_against_the_bot_loses_the_game(alice: User) -> None:
    await alice.tells(await alice.types("versus easy"), "9876")
    assert "doesn't count as solved or won" in text((await alice.types("hint")).note)


async def test_the_hint_button_of_any_board_asks_too(alice: User) -> None:
    board = (await alice.types("play who:me")).board
    await alice.types("guess 0456")
    asked = await alice.presses(board, "hint")
    assert is_asked(asked)
    assert is_advised(await alice.confirms(asked))


async def test_a_second_hint_costs_nothing_more_and_is_not_asked_about(alice: User) -> None:
    board = (await alice.types("play who:me")).board
    assert is_advised(await alice.types("hint confirm:yes"))
    await alice.types("guess 0456")
    assert is_advised(await alice.types("hint"))
    assert is_advised(await alice.presses(board, "hint"))


async def test_a_hint_in_a_race_is_shown_below_the_own_board(alice: User) -> None:
    await play(alice, "play who:race", "0456")
    hint = await alice.confirms(await alice.types("hint"))
    assert codes(hint.note) == ["0456"]
    assert "Try " in text(hint.note)


# Advice about games that count


@pytest.mark.parametrize(
    "history",
    [
        FIRST,
        f"{THIRD}, {FIRST}, {SECOND}",
        f"{FIRST}, {THIRD}",
        f"{FIRST}, {SECOND}, 6789 0H1B",
        "AEFG 0H1B, EFBH 0H1B rules:4x10-letters",
        f"{FIRST} rules:4x10r",
        f"{FIRST}, 6789 0H1B lies:1",
        *(
            pytest.param(history, marks=pytest.mark.slow)
            for history in (
                f"{FIRST}, {FIRST}",
                f"{FIRST} rules:4x10-bulls",
                f"{FIRST} rules:4x11",
                f"{FIRST}, 3567 0H1B lies:1",
            )
        ),
    ],
)
async def test_advice_about_a_game_that_counts_is_asked_about_and_is_a_hint(
    alice: User, services: Services, history: str
) -> None:
    game = await play(alice, "play who:me", *GUESSES)
    asked = await alice.types(f"suggest {history}")
    assert is_asked(asked)
    assert f"#{game}" in text(asked.note)
    assert "doesn't count as solved or won" in text(asked.note)
    assert not await is_hinted(services, game)
    assert is_advised(await alice.confirms(asked))
    assert await is_hinted(services, game)
    assert is_advised(await alice.types(f"suggest {history}"))


async def test_a_check_with_the_turns_of_a_game_that_counts_is_a_hint(alice: User, services: Services) -> None:
    game = await play(alice, "play who:me", *GUESSES)
    asked = await alice.types(f"check 3102 history:{SECOND}")
    assert "is a hint" in text(asked.note)
    assert "one of" not in text(asked.note)
    assert not await is_hinted(services, game)
    assert is_advised(await alice.types(f"check 3102 history:{SECOND} confirm:yes"))
    assert await is_hinted(services, game)


@pytest.mark.parametrize(
    ("begun", "command"),
    [
        ("", "answer 0H1B guess:0456"),
        (f"{FIRST}, 9876 0H0B", "undo"),
        (f"{FIRST}, 0456 0H2B", "fix 1"),
    ],
)
async def test_a_conversation_that_becomes_one_about_the_game_is_a_hint(
    alice: User, services: Services, begun: str, command: str
) -> None:
    await alice.types(f"suggest {begun} rules:4x10")
    game = await play(alice, "play who:me", "0456")
    asked = await alice.types(command)
    assert is_asked(asked)
    assert is_asked(await alice.types("suggest"))
    assert is_asked(await alice.types("check 1045"))
    assert not await is_hinted(services, game)
    assert is_advised(await alice.confirms(asked))
    assert await is_hinted(services, game)


@pytest.mark.parametrize("workspace", ["1", "2", "direct:3"])
async def test_advice_is_a_hint_in_whichever_room_or_workspace_it_is_asked_for(
    dispatcher: Dispatcher, services: Services, workspace: str
) -> None:
    alice, elsewhere = (
        User(dispatcher, Person("Alice", *where, platform="discord"))
        for where in (("home", "1"), ("garden", workspace))
    )
    game = await play(alice, "play who:me", *GUESSES)
    await elsewhere.confirms(await elsewhere.types(f"suggest {FIRST}, {SECOND}"))
    assert await is_hinted(services, game)


async def test_one_question_marks_all_games_that_it_is_about(
    alice: User, dispatcher: Dispatcher, services: Services
) -> None:
    elsewhere = User(dispatcher, Person("Alice", "garden"))
    games = [await play(user, line, "0456") for user, line in ((alice, "play who:me"), (elsewhere, "play who:race"))]
    await alice.confirms(await alice.types(f"suggest {FIRST}"))
    assert [await is_hinted(services, game) for game in games] == [True, True]


@pytest.mark.parametrize("line", ["play", "play who:me tries:11", "host numeron", "play who:me"])
async def test_advice_about_other_games_is_free(alice: User, boris: User, services: Services, line: str) -> None:
    if line.startswith("host"):
        await boris.tells(await boris.types(line), "310")
        game = await play(alice, "board", "045")
        history = "045 0H1B rules:3x10"
    else:
        game = await play(alice, line, *GUESSES)
        history = "0456 0H2B, 9876 0H0B" if line == "play who:me" else f"{FIRST}, {SECOND}"
    assert is_advised(await alice.types(f"suggest {history}"))
    assert not await is_hinted(services, game)


async def test_others_and_ended_games_get_advice(alice: User, boris: User) -> None:
    await play(alice, "play who:me", *GUESSES)
    assert is_advised(await boris.types(f"suggest {FIRST}, {SECOND} rules:4x10"))
    await alice.types("3102")
    assert is_advised(await alice.types(f"suggest {FIRST}, {SECOND}"))


async def test_advice_that_cannot_be_computed_is_no_hint(alice: User, services: Services) -> None:
    game = await play(alice, "play who:me", "0456")
    assert (await alice.types(f"check 00 history:{FIRST} rules:4x10 confirm:yes")).refused
    assert not await is_hinted(services, game)


# Duels


async def test_there_is_no_advice_about_a_duel_among_however_many_running_games(
    alice: User, boris: User, dispatcher: Dispatcher
) -> None:
    board = (await alice.challenges("duel Boris", "0123")).board
    started = await boris.tells(await boris.presses(board, "secret"), "3102")
    for user in (boris, alice) if "Boris's turn" in text(started.board) else (alice, boris):
        await user.types("guess 0456")
    for number in range(25):
        await User(dispatcher, Person("Alice", f"room {number}")).types("play who:me")
    elsewhere = User(dispatcher, Person("Alice", "attic"))
    for line in (f"suggest {FIRST} confirm:yes", "check ABCD history:AEFG 0H1B rules:4x10-fruit confirm:yes"):
        assert "before it is over" in await elsewhere.refusal_of(line)
    assert (await alice.types("hint")).refused


# The daily


@pytest.mark.parametrize("room", ["home", "garden"])
@pytest.mark.parametrize("line", ["suggest {}", "suggest {} confirm:yes", "check 0123 history:{} confirm:yes"])
async def test_there_is_no_advice_about_ones_running_daily(
    alice: User, dispatcher: Dispatcher, line: str, room: str
) -> None:
    code = code_of(NOON.date())
    wrong = wrong_for(code)
    await alice.types(f"daily {wrong}")
    elsewhere = User(dispatcher, Person("Alice", room))
    for guess in (wrong, wrong[::-1]):
        assert "duel or daily" in await elsewhere.refusal_of(line.format(f"{guess} 0H0B"))
    await alice.types(f"daily {code}")
    assert is_advised(await elsewhere.types(line.format(f"{wrong} 0H0B")))


async def test_a_conversation_from_before_the_daily_is_refused_too(alice: User) -> None:
    await alice.types("suggest rules:4x10")
    wrong = wrong_for(code_of(NOON.date()))
    await alice.types(f"daily {wrong}")
    for line in (f"answer 0H0B guess:{wrong}", "suggest", "suggest confirm:yes", "check 0123"):
        assert (await alice.types(line)).refused


# The bot as an oracle


@pytest.mark.parametrize("start", ["play who:me", "daily"])
async def test_the_bot_does_not_guess_for_another_game(
    alice: User, dispatcher: Dispatcher, services: Services, start: str
) -> None:
    """The feedback to the bot's guesses at a secret in the player's head is that of another game."""
    elsewhere = User(dispatcher, Person("Alice", "garden"))
    secret = parse_code(code_of(NOON.date()) if start == "daily" else "3102", CLASSIC)
    if start != "daily":
        await alice.types(start)
    reply = await elsewhere.types("versus expert secret:head")
    game = reply.board.game if reply.board else ""
    answers = 0
    while not reply.refused:
        view = present(await services.referee.public_view(game or ""))
        assert isinstance(view.game, Duel)
        if view.game.pending_guess is None:
            reply = await elsewhere.types("guess 9876 confirm:yes")
            continue
        guess = view.game.pending_guess
        code = format_code(guess, CLASSIC)
        await alice.types(f"daily {code}" if start == "daily" else f"guess {code}")
        reply = await elsewhere.types(f"answer {format_feedback(compute_feedback(secret, guess), CLASSIC)}")
        answers += 1
    assert answers == 2
    assert reply.refused


# Checks without a history


async def test_a_check_without_a_history_says_that_it_is_not_about_the_running_game(alice: User) -> None:
    assert "`hint`" not in text((await alice.types("check 0123")).note)
    game = await play(alice, "play who:me 4x8", "0456")
    checked = text((await alice.types("check 0123")).note)
    assert "one of 1,680 possible codes" in checked
    assert f"not #{game}" in checked
    await alice.types("suggest 678 0H1B rules:3x10")
    assert game not in text((await alice.types("check 0123")).note)
