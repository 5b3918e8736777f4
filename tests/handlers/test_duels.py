"""Duels, typed and pressed."""

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import find_nobody
from bot.presenters.views import Reply
from tests.handlers.users import User, panel, text
from tests.support.people import Person


@pytest.fixture
async def bob(dispatcher: Dispatcher) -> User:
    """Somebody who has used the bot, so that others can challenge him by his name."""
    bob = User(dispatcher, Person("Bob"))
    await bob.types("suggest 012 0H1B rules:3x10")
    return bob


async def challenge(alice: User, line: str = "duel Bob 3x10") -> Reply:
    reply = await alice.challenges(line)
    assert reply.board is not None, text(reply.note)
    return reply


async def start(alice: User, bob: User, line: str = "duel Bob 3x10") -> tuple[User, User, Reply]:
    """A duel with the secrets 012 (Alice's) and 987 (Bob's); the one who starts comes first."""
    board = (await challenge(alice, line)).board
    started = await bob.tells(await bob.presses(board, "secret"), "987")
    first = "Bob" if "Bob's turn" in text(started.board) else "Alice"
    return (bob, alice, started) if first == "Bob" else (alice, bob, started)


@pytest.mark.parametrize("line", ["claim", "draw"])
@pytest.mark.usefixtures("bob")
async def test_an_open_challenge_cannot_be_claimed_or_drawn(alice: User, line: str) -> None:
    await challenge(alice)
    assert "doesn't work now" in text((await alice.types(line)).note)


@pytest.mark.usefixtures("bob")
async def test_a_challenge_names_both_and_says_what_to_do(alice: User) -> None:
    board = (await challenge(alice)).board
    assert text(board).startswith("⚔ @Bob, Alice challenges you.\n3 digits, no repeats · ends ")
    assert "012" not in text(board)
    assert board is not None
    assert board.mention == "bob"


@pytest.mark.usefixtures("bob")
async def test_there_is_no_challenge_before_the_secret(alice: User) -> None:
    asked = await alice.types("duel Bob 3x10 8 yes")
    assert asked.prompt is not None
    assert asked.prompt.options == {"opponent": "Bob", "rules": "3x10", "tries": "8", "hidden": "on"}
    assert (await alice.types("board")).refused
    refused = await alice.tells(asked, "0123")
    assert refused.refused
    assert (await alice.types("board")).refused
    assert "8 guesses each" in text((await alice.tells(asked, "012")).board)


async def test_somebody_new_is_known_when_the_secret_is_there(dispatcher: Dispatcher) -> None:
    eve = Person("Eve", platform="slack", user="UEVE").as_opponent()
    alice = User(dispatcher, Person("Alice", platform="slack"), find_person={"UEVE": eve}.get)
    asked = await alice.types("duel UEVE 3x10")
    alice.find_person = find_nobody
    assert "@Eve, Alice challenges you" in text((await alice.tells(asked, "012")).board)


async def test_a_whole_duel_is_played_by_typing_and_pressing(alice: User, bob: User) -> None:
    first, second, started = await start(alice, bob)
    found = "012" if first is bob else "987"
    refused = await second.types("345")
    assert "other player's turn" in text(refused.note)
    await first.types("345")
    assert (
        len(panel((await second.types("346")).board)) == len(panel(started.board)) + 2
    )  # the names and the first round
    await first.types(found)
    ended = await second.presses((await second.types("board")).board, "guess", "347")
    winner = "Alice" if first is alice else "Bob"
    assert f"{winner} wins in 2 guesses." in text(ended.board)
    assert "`012`" in text(ended.board)
    assert "`987`" in text(ended.board)
    rematch = await second.tells(await second.presses(ended.board, "rematch"), "678")
    assert "challenges you" in text(rematch.board)


async def test_no_board_shows_a_secret_before_the_end(alice: User, bob: User) -> None:
    first, _, started = await start(alice, bob)
    for reply in (started, await first.types("345"), await alice.types("board")):
        assert "012" not in panel(reply.board)[-1]
        assert "`012`" not in text(reply.board)
        assert "`987`" not in text(reply.board)


async def test_a_challenge_is_declined_without_a_question(alice: User, bob: User) -> None:
    board = (await challenge(alice)).board
    assert "Bob declined" in text((await bob.presses(board, "giveup")).board)


async def test_a_draw_is_offered_and_accepted(alice: User, bob: User) -> None:
    first, second, started = await start(alice, bob)
    offered = await first.presses(started.board, "draw")
    assert "offers a draw" in text(offered.board)
    assert "It's a draw" in text((await second.presses(offered.board, "draw")).board)


async def test_who_is_challenged_can_be_chosen_after_the_command_alone(dispatcher: Dispatcher) -> None:
    alice = User(dispatcher, Person("Alice", platform="slack"))
    form = (await alice.types("duel")).form
    assert form is not None
    assert (form.command, [field.option for field in form.fields]) == ("duel", ["opponent"])
    assert (await alice.types("board")).refused


async def test_a_challenge_to_anyone_mentions_nobody_and_is_accepted_by_the_first(alice: User, bob: User) -> None:
    board = (await challenge(alice, "duel anyone 3x10")).board
    assert board is not None
    assert board.mention is None
    assert [button.command for button in board.buttons][:2] == ["secret", "giveup"]
    assert (await bob.presses(board, "giveup")).refused
    started = (await bob.tells(await bob.presses(board, "secret"), "987")).board
    assert started is not None
    assert started.buttons[0].command == "guess"


async def test_a_terminal_which_has_no_forms_asks_for_a_name(dispatcher: Dispatcher) -> None:
    ann = User(dispatcher, Person("Ann", platform="console"))
    assert "`help duel`" in text((await ann.types("duel")).note)


async def test_a_challenge_to_the_bot_is_a_game_against_it(alice: User) -> None:
    alice.find_person = lambda named: Person("hitblow").as_opponent(is_self=True) if named == "hitblow" else None
    reply = await alice.types("duel hitblow 3x10")
    assert reply.prompt is not None
    assert reply.prompt.command == "versus"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("duel nobody", "nobody"),
        ("duel Alice", "another person"),
        ("duel Bob rules:9x9x9", "9x9x9"),
        ("duel Bob hidden:maybe", "maybe"),
        ("secret", "No game is running"),
        ("draw", "No game is running"),
        ("claim", "No game is running"),
    ],
)
@pytest.mark.usefixtures("bob")
async def test_what_cannot_be_is_refused_with_a_sentence(alice: User, line: str, sentence: str) -> None:
    await alice.types("suggest 012 0H1B rules:3x10")
    reply = await alice.types(line)
    assert reply.board is None
    assert sentence in text(reply.note)


async def test_draws_and_claims_are_for_duels_between_people(alice: User) -> None:
    await alice.types("play")
    for line in ("draw", "claim", "secret"):
        assert "doesn't work now" in text((await alice.types(line)).note)


async def test_one_of_several_challenges_is_chosen_by_its_id(alice: User, bob: User, dispatcher: Dispatcher) -> None:
    carol = User(dispatcher, Person("Carol"))
    await alice.types("suggest 012 0H1B rules:3x10")
    await bob.challenges("duel Alice 3x10")
    second = (await carol.challenges("duel Alice 3x10")).board
    assert second is not None
    refused = await alice.types("secret")
    assert f"`#{second.game}`" in text(refused.note)
    hidden = await alice.tells(await alice.types(f"secret #{second.game}"), "012")
    assert hidden.board is not None
    assert hidden.board.game == second.game
