"""Duels with the items of Numer0n, typed and pressed."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.presenters.views import Reply, View
from tests.handlers.users import User, panel, text
from tests.support.people import Person

SECRETS = {"Alice": "012", "Bob": "987"}


@dataclass
class Match:
    """A duel with the secrets 012 (Alice's) and 987 (Bob's) between whoever starts and the other."""

    first: User
    second: User
    started: Reply

    def secret_of(self, user: User) -> str:
        return SECRETS[user.person().name]

    async def calls(self, *codes: str) -> None:
        """Both make a call, in turn."""
        for user, code in zip((self.first, self.second), codes, strict=False):
            assert (await user.types(code)).board, code


Start = Callable[[str], Awaitable[Match]]


@pytest.fixture
async def start(dispatcher: Dispatcher, alice: User) -> Start:
    bob = User(dispatcher, Person("Bob"))
    await bob.types("suggest 012 0H1B rules:3x10")

    async def started(options: str) -> Match:
        challenged = await alice.challenges(f"duel Bob {options}")
        assert challenged.board is not None, text(challenged.note)
        reply = await bob.tells(await bob.presses(challenged.board, "secret"), "987")
        first, second = (bob, alice) if "Bob's turn" in text(reply.board) else (alice, bob)
        return Match(first, second, reply)

    return started


async def items_of(user: User, board: View | None) -> list[str]:
    """The items that a player can choose in their menu on a board now."""
    assert board is not None
    menu = (await user.presses(board, "board", more="items")).note
    assert menu is not None
    return [each.label for each in menu.buttons if each.menu]


def note(reply: Reply) -> str:
    assert reply.board is None
    return text(reply.note)


async def test_both_sides_have_the_items_of_the_challenge(start: Start) -> None:
    duel = await start("items:standard")
    assert "3 items each" in text(duel.started.board)
    assert await items_of(duel.first, duel.started.board) == ["HIGH&LOW", "SHUFFLE"]
    assert await items_of(duel.second, duel.started.board) == []
    menu = await duel.second.presses(duel.started.board, "board", more="items")
    assert "has DOUBLE, HIGH&LOW, SHUFFLE." in text(menu.note)


@pytest.mark.parametrize(
    ("items", "shown"),
    [
        ("standard", "3 items"),
        ("all", "6 items"),
        ("target, change slash", "3 items"),
        ("ターゲット、チェンジ、スラッシュ", "3 items"),
        ("all,both", "one attack and one defence a turn"),
    ],
)
@pytest.mark.usefixtures("start")
async def test_a_challenge_says_its_items(alice: User, items: str, shown: str) -> None:
    assert shown in text((await alice.challenges(f"duel Bob items:{items}")).board)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("items:double,slash", "three items"),
        ("items:highlow,slash,double", "three items"),
        ("items:nonsense", "three items"),
        ("items:all rules:4x10", "`3x10`"),
        ("items:all rules:3x10r", "`3x10`"),
        ("items:all rules:3x6", "`3x10`"),
        ("items:all hidden:on", "hidden"),
    ],
)
@pytest.mark.usefixtures("start")
async def test_items_that_do_not_fit_are_refused_before_a_secret_is_asked_for(
    alice: User, options: str, sentence: str
) -> None:
    reply = await alice.types(f"duel Bob {options}")
    assert reply.refused
    assert sentence in note(reply)


async def test_attacks_tell_everybody_the_same(start: Start) -> None:
    duel = await start("items:all")
    board = (await duel.first.types("highlow")).board
    answer = "0-4 0-4 0-4" if duel.secret_of(duel.second) == "012" else "5-9 5-9 5-9"
    assert any(answer in line for line in panel(board))
    assert await items_of(duel.first, board) == []
    await duel.calls("345")
    assert await items_of(duel.second, (await duel.second.types("slash")).board) == []
    board = (await duel.second.types("345")).board
    assert (
        {"DOUBLE", "SLASH"}
        <= set(await items_of(duel.first, board))
        <= {"DOUBLE", "TARGET", "SLASH", "SHUFFLE", "CHANGE"}
    )


async def test_target_asks_for_the_digit(start: Start) -> None:
    duel = await start("items:all")
    asked = await duel.first.types("target")
    assert asked.note is not None
    digit = duel.secret_of(duel.second)[1]
    used = await duel.first.presses(asked.note, "guess", code=f"target {digit}")
    assert any(f"TARGET _{digit}_" in line for line in panel(used.board))


async def test_double_reveals_the_named_position_and_gives_two_calls(start: Start) -> None:
    duel = await start("items:standard")
    assert "DOUBLE can't be used like that now" in note(await duel.first.types("double"))
    await duel.calls("345", "345")
    asked = await duel.first.types("double")
    assert "choose the position" in text(asked.board)
    assert "First answer" in note(await duel.first.types("543"))
    assert (await duel.first.types("double 2")).refused
    revealed = await duel.second.presses(asked.board, "guess", code="double 2")
    assert any(f"DOUBLE _{duel.secret_of(duel.first)[1]}_" in line for line in panel(revealed.board))
    assert (await duel.first.types("543")).board
    assert "other player's turn" in note(await duel.second.types("543"))
    assert (await duel.first.types("534")).board
    assert (await duel.second.types("543")).board


@pytest.mark.parametrize(("item", "entered"), [("shuffle", "{2}{0}{1}"), ("shuffle", "{0}{1}{2}"), ("change", "1 {0}")])
async def test_one_s_own_number_is_asked_for_and_kept_privately(start: Start, item: str, entered: str) -> None:
    duel = await start("items:all")
    secret = duel.secret_of(duel.first)
    asked = await duel.first.types(item)
    assert asked.prompt is not None
    assert asked.prompt.options == {"code": item}
    private = entered.format(*secret) if item == "shuffle" else {"012": "1 3", "987": "1 6"}[secret]
    used = await duel.first.tells(asked, private)
    assert used.board is not None
    assert used.note is None
    number = private if item == "shuffle" else private[-1] + secret[1:]
    assert number not in text(used.board).partition("Sealed")[0]
    assert "Sealed again" in text(used.board)
    await duel.first.types("456")
    won = await duel.second.types(number)
    assert " wins in " in text(won.board)
    proof = text((await duel.second.types("verify")).note)
    assert proof.count("Checked:") == 2


@pytest.mark.parametrize(
    ("item", "entered", "sentence"),
    [
        ("shuffle", "345", "SHUFFLE can't be used"),
        ("shuffle", "0", "Type 3 digits, no repeats"),
        ("change", "2", "`change 2 9`"),
        ("change", "1 {1}", "CHANGE can't be used"),
        ("change", "1 {other}", "CHANGE can't be used"),
    ],
)
async def test_bad_changes_of_one_s_number_are_refused(start: Start, item: str, entered: str, sentence: str) -> None:
    duel = await start("items:all")
    secret = duel.secret_of(duel.first)
    other = "6" if secret == "012" else "3"
    reply = await duel.first.tells(await duel.first.types(item), entered.format(*secret, other=other))
    assert reply.refused
    assert sentence in note(reply)
    assert len(entered) == 1 or entered.format(*secret, other=other) not in note(reply)
    assert (await duel.first.types(item)).prompt is not None


async def test_items_out_of_place_are_refused(start: Start, alice: User) -> None:
    duel = await start("items:standard,both")
    assert "other player's turn" in note(await duel.second.types("highlow"))
    assert "SLASH can't be used" in note(await duel.first.types("slash"))
    assert "only `shuffle`" not in note(await duel.first.types("guess shuffle 210"))
    assert "can stay in histories" in note(await duel.first.types("guess shuffle 210"))
    await duel.first.types("highlow")
    assert "HIGH&LOW can't be used like that now" in note(await duel.first.types("highlow"))
    await duel.first.types("giveup confirm:on")
    assert "No game is running" in note(await duel.first.types("shuffle"))
    await alice.types("play who:me 4x10")
    assert "TARGET can't be used" in note(await alice.types("target 7"))


async def test_a_rematch_has_the_same_items(start: Start) -> None:
    duel = await start("items:all,both")
    await duel.calls("345")
    await duel.first.types("giveup confirm:on")
    again = await duel.first.tells(await duel.first.types("rematch"), "012")
    assert "one attack and one defence a turn" in text(again.board)
