"""Hosted games and duels, typed and pressed."""

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import do_nothing
from bot.presenters.views import Reply
from tests.handlers.users import User, among, panel, text
from tests.support.people import Person
from tests.support.present import present
from tests.support.sentences import allowed, left, solved

SECRET = "527"


@pytest.fixture
async def bob(dispatcher: Dispatcher) -> User:
    """Somebody who has used the bot, so that others can challenge him by his name."""
    bob = User(dispatcher, Person("Bob"))
    await bob.types("suggest 012 0H1B rules:3x10")
    return bob


async def host(alice: User, line: str = "host 3x10 keep:head") -> Reply:
    reply = await alice.types(line)
    assert reply.board is not None, text(reply.note)
    return reply


async def contradict(alice: User, bob: User) -> Reply:
    """Feedback to three guesses, of which the last contradicts the first; the reply to it."""
    await host(alice, "host 3x10 tries:0 keep:head")  # without a limit, nobody is asked about useless guesses
    for guess, feedback in (("012", "0H1B"), ("345", "0H0B")):
        await bob.types(guess)
        await alice.types(feedback)
    await bob.types("678")
    return await alice.types("0H3B")


async def test_a_secret_is_asked_for_privately_and_found_by_the_others(alice: User, bob: User) -> None:
    asked = await alice.types("host 3x10 tries:8")
    assert asked.board is None
    started = await alice.tells(asked, SECRET)
    assert "hosted by Alice" in text(started.board)
    assert allowed(8) in text(started.board)
    assert SECRET not in text(started.board)
    assert "Sealed" in text(started.board)
    guessed = await bob.types("012")
    assert "012: 0H1B" in text(guessed.note)
    ended = await bob.presses(guessed.board, "guess", SECRET)
    assert solved("Bob") in text(ended.board)
    checked = await bob.presses(ended.board, "board", verify="on")
    assert f"hitblow {ended.board and ended.board.game} 3x10 {SECRET} " in text(checked.note)


@pytest.mark.parametrize(
    "line",
    [
        "host 527",
        "host 3x10 52 7 1",
        "host tries:5271",
        "host keep:527",
        "host rules:527",
        "HOST ５２７１",
        "host nope 527",
    ],
)
async def test_a_secret_that_is_typed_is_refused_and_not_repeated(alice: User, line: str) -> None:
    reply = await alice.types(line)
    assert (reply.refused, reply.prompt) == (True, None)
    assert "type only `host`" in text(reply.note)
    assert not {"527", "5271", "５２７１"} & set(text(reply.note).replace("`", " ").split())


async def test_no_secret_is_asked_for_while_another_game_runs(alice: User, bob: User) -> None:
    running = await bob.types("play")
    refused = await alice.types("host 3x10")
    assert refused.prompt is None
    assert present(refused.note).game == present(running.board).game


async def test_the_host_gives_feedback_by_pressing_and_typing(alice: User, bob: User) -> None:
    waiting = await bob.presses((await host(alice)).board, "guess", "012")
    assert "`012` waits for Alice's feedback" in text(waiting.note)
    assert waiting.note_repeats_board
    assert not waiting.board_asks_caller
    second = await bob.types("304")
    assert "how many hits and blows does Bob's `012` get?" in text(second.board)
    assert left(2) not in text(second.board)

    pressed = await alice.presses(second.board, "answer", feedback="0H1B")
    assert pressed.board_asks_caller
    assert "Bob's `304`" in text(pressed.board)
    typed = await alice.types("1H1B")
    assert panel(typed.board)[-2].split() == ["2", "304", "1H1B", "●○·", "Bob"]
    assert not typed.tells_end


@pytest.mark.parametrize("line", ["3H0B", "30"])
async def test_everybody_is_told_that_the_secret_was_found(alice: User, bob: User, line: str) -> None:
    await host(alice)
    await bob.types("012")
    ended = await alice.types(line)
    assert solved("Bob") in text(ended.board)
    assert ended.tells_end


@pytest.mark.parametrize("line", ["01", "0,1", "answer 0,1", "0H1B"])
async def test_what_the_host_types_is_feedback_and_not_a_guess(alice: User, bob: User, line: str) -> None:
    await host(alice)
    await bob.types("012")
    assert panel((await alice.types(line)).board)[1].split() == ["1", "012", "0H1B", "○··", "Bob"]


async def test_only_possible_feedback_is_offered_and_taken(alice: User, bob: User) -> None:
    await host(alice)
    board = present((await bob.types("012")).board)
    offered = [button.label for button in board.buttons if button.command == "answer"]
    assert offered == ["0H0B", "0H1B", "0H2B", "0H3B", "1H0B", "1H1B", "1H2B", "2H0B", "3H0B"]
    assert "No guess of 3 digits can get `2H1B`" in text((await alice.types("21")).note)
    assert "you know the secret" in text((await alice.types("527")).note)


async def test_a_contradiction_is_told_to_the_host_and_put_right_for_all(alice: User, bob: User) -> None:
    told = await contradict(alice, bob)
    assert told.private
    assert "`0H3B` for `678` doesn't fit" in text(told.note)
    assert "0H3B" not in "\n".join(panel(told.board))
    assert "doesn't fit" not in text((await bob.types("board")).note)
    corrected = await alice.presses(told.note, "fix", choice="1")
    assert "up to date" in text(corrected.note)
    assert "waiting" not in text(corrected.board)
    assert panel((await bob.types("board")).board) == panel(corrected.board)


async def test_corrections_are_listed_and_chosen_by_typing(alice: User, bob: User) -> None:
    assert "[6]" not in text((await contradict(alice, bob)).note)
    listed = await alice.types("fix")
    assert "`0H3B` for `678` doesn't fit" in text(listed.note)
    assert "[6]" in text(listed.note)
    assert "up to date" in text((await alice.types("fix 1")).note)
    assert "doesn't work now" in text((await alice.types("fix 1")).note)


async def test_the_last_feedback_is_undone(alice: User, bob: User) -> None:
    await host(alice)
    await bob.types("012")
    await alice.types("0H1B")
    assert "Bob's `012`" in text((await alice.types("undo")).board)
    assert "doesn't work now" in text((await alice.types("undo")).note)


async def test_the_coach_is_answered_beside_a_hosted_game(alice: User, bob: User) -> None:
    await host(alice)
    await bob.types("suggest rules:3x10")
    consulted = await bob.types("answer 0H1B")
    assert consulted.board is None
    assert "0H1B" in text(consulted.note)
    await alice.types("suggest rules:3x10")
    assert (await alice.types("answer 0H1B")).board is None
    await bob.types("345")
    assert (await alice.types("answer 0H1B")).board is not None


async def test_the_host_is_asked_before_ending_the_game(alice: User, bob: User) -> None:
    await host(alice)
    await bob.types("012")
    question = await alice.types("giveup")
    assert "This ends it" in text(question.note)
    ended = await alice.confirms(question)
    assert "Given up by Alice." in text(ended.board)
    assert ended.tells_end


async def test_a_rematch_is_hosted_by_whoever_asks_for_it(alice: User, bob: User) -> None:
    await host(alice, "host 3x10 keep:head tries:5")
    ended = await alice.confirms(await alice.types("giveup"))
    again = await bob.presses(ended.board, "rematch")
    assert "hosted by Bob" in text(again.board)
    assert allowed(5) in text(again.board)
    await bob.confirms(await bob.types("giveup"))
    told = await alice.tells(await alice.types("host 3x10"), SECRET)
    ended = await alice.confirms(await alice.types("giveup"))
    assert (await bob.presses(ended.board, "rematch")).prompt is not None
    assert told.board is not None


@pytest.mark.usefixtures("newcomers")
@pytest.mark.parametrize("line", ["host keep:head", "versus secret:head"])
async def test_a_player_who_is_to_give_feedback_is_told_once_what_it_means(alice: User, line: str) -> None:
    first = await alice.types(line)
    assert first.board is not None
    assert "Feedback is hits (right digit, right position)" in text(first.note)
    await alice.types("giveup confirm:on")
    assert "Feedback is" not in text((await alice.types(line)).note)


@pytest.mark.usefixtures("newcomers")
@pytest.mark.parametrize("line", ["host 3x10", "versus 3x10"])
async def test_who_gives_no_feedback_is_told_at_the_first_guess(alice: User, line: str) -> None:
    assert "Feedback is" not in text((await alice.tells(await alice.types(line), SECRET)).note)


async def test_who_has_a_duel_and_hosts_a_game_says_which_one_to_give_up(alice: User, bob: User) -> None:
    hosted = (await host(alice)).board
    alice.find_person = among(Bob=bob.person.as_opponent())
    duel = (await alice.challenges("duel Bob 3x10")).board
    assert hosted is not None
    assert duel is not None
    for line in ("giveup", "giveup confirm:on"):
        assert f"`#{hosted.game}`, `#{duel.game}`" in await alice.refusal_of(line)
    ended = await alice.types(f"giveup confirm:on #{hosted.game}")
    assert "Given up by Alice." in text(ended.board)


async def challenge(alice: User, line: str = "duel Bob 3x10") -> Reply:
    reply = await alice.challenges(line)
    assert reply.board is not None, text(reply.note)
    return reply


async def start(alice: User, bob: User, line: str = "duel Bob 3x10") -> tuple[User, User, Reply]:
    """A duel with the secrets 012 (Alice's) and 987 (Bob's); the one who starts comes first."""
    started = await bob.tells(await bob.presses((await challenge(alice, line)).board, "secret"), "987")
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
    assert present(asked.prompt).options == {"opponent": "Bob", "rules": "3x10", "tries": "8", "hidden": "on"}
    assert (await alice.types("board")).refused
    assert (await alice.tells(asked, "0123")).refused
    assert (await alice.types("board")).refused
    assert "8 guesses each" in text((await alice.tells(asked, "012")).board)


async def test_somebody_new_is_known_when_the_secret_is_there(dispatcher: Dispatcher) -> None:
    eve = Person("Eve", platform="slack", user="UEVE").as_opponent()
    alice = User(dispatcher, Person("Alice", platform="slack"), find_person=among(UEVE=eve))
    asked = await alice.types("duel UEVE 3x10")
    alice.find_person = do_nothing
    assert "@Eve, Alice challenges you" in text((await alice.tells(asked, "012")).board)


async def test_a_whole_duel_is_played_by_typing_and_pressing(alice: User, bob: User) -> None:
    first, second, started = await start(alice, bob)
    found = "012" if first is bob else "987"
    assert "other player's turn" in text((await second.types("345")).note)
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


@pytest.mark.parametrize("hidden", ["yes", "no"])
async def test_all_turns_of_a_hidden_duel_are_shown_to_its_players_and_once_it_is_over(
    alice: User, bob: User, dispatcher: Dispatcher, hidden: str
) -> None:
    first, _, started = await start(alice, bob, f"duel Bob 3x10 hidden:{hidden}")
    await first.types("345")
    turns = Invocation(BY_NAME["board"], {"turn": "1"}, present(started.board).game)
    others = User(dispatcher, Person("Cem"))
    assert ["345" in text((await who.invokes(turns)).note) for who in (first, others)] == [True, hidden == "no"]
    await first.types("giveup yes")
    assert "345" in text((await others.invokes(turns)).note)


async def test_no_board_shows_a_secret_before_the_end(alice: User, bob: User) -> None:
    first, _, started = await start(alice, bob)
    for reply in (started, await first.types("345"), await alice.types("board")):
        assert "012" not in panel(reply.board)[-1]
        assert "`012`" not in text(reply.board)
        assert "`987`" not in text(reply.board)


async def test_a_challenge_is_declined_without_a_question(alice: User, bob: User) -> None:
    assert "Bob declined" in text((await bob.presses((await challenge(alice)).board, "giveup")).board)


async def test_a_draw_is_offered_and_accepted(alice: User, bob: User) -> None:
    first, second, started = await start(alice, bob)
    offered = await first.presses(started.board, "draw")
    assert "offers a draw" in text(offered.board)
    assert "It's a draw" in text((await second.presses(offered.board, "draw")).board)


async def test_who_is_challenged_can_be_chosen_after_the_command_alone(dispatcher: Dispatcher) -> None:
    alice = User(dispatcher, Person("Alice", platform="slack"))
    form = present((await alice.types("duel")).form)
    assert (form.command, [field.option for field in form.fields]) == ("duel", ["opponent"])
    assert (await alice.types("board")).refused


async def test_a_challenge_to_anyone_mentions_nobody_and_is_accepted_by_the_first(alice: User, bob: User) -> None:
    board = present((await challenge(alice, "duel anyone 3x10")).board)
    assert board.mention is None
    assert [button.command for button in board.buttons][:2] == ["secret", "giveup"]
    assert (await bob.presses(board, "giveup")).refused
    started = present((await bob.tells(await bob.presses(board, "secret"), "987")).board)
    assert started.buttons[0].command == "guess"


async def test_a_terminal_which_has_no_forms_asks_for_a_name(dispatcher: Dispatcher) -> None:
    assert "`help duel`" in text((await User(dispatcher, Person("Ann", platform="console")).types("duel")).note)


async def test_a_challenge_to_the_bot_is_a_game_against_it(alice: User) -> None:
    alice.find_person = among(hitblow=Person("hitblow").as_opponent(is_self=True))
    assert present((await alice.types("duel hitblow 3x10")).prompt).command == "versus"


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
    second = present((await carol.challenges("duel Alice 3x10")).board)
    refused = await alice.types("secret")
    assert f"`#{second.game}`" in text(refused.note)
    hidden = await alice.tells(await alice.types(f"secret #{second.game}"), "012")
    assert present(hidden.board).game == second.game
