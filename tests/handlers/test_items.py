"""Items in duels and against the bot, typed and pressed."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.commands.catalogue import BY_NAME, MORE
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES
from bot.model.games import ShownGame
from bot.presenters.items import item_question
from bot.presenters.views import Reply, View
from bot.services.services import Services
from core.game.clues import format_clue
from core.game.codes import Code, format_code_ascii
from core.game.duels import Duel
from core.game.feedback import compute_feedback, format_feedback
from core.game.items import DEFENCES, ITEM_RULES, Clue, Item, ItemSet, UsedItem
from core.game.sides import BOT, Level, Side
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.services import services_in
from tests.handlers.users import User, id_of, panel, text
from tests.support.people import Person
from tests.support.present import present

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
    menu = present((await user.presses(board, "board", more="items")).note)
    return [each.label for each in menu.buttons if each.menu]


def note(reply: Reply) -> str:
    assert reply.board is None
    return text(reply.note)


async def test_only_those_who_play_are_offered_a_draw_behind_more(start: Start, alice: User) -> None:
    asked = Invocation(BY_NAME["board"], {MORE: "on"}, id_of((await start("items:standard")).started))
    shown = [present((await who.invokes(asked)).note) for who in (alice, User(alice.dispatcher, Person("Mia")))]
    assert [any(button.command == "draw" for button in note.buttons) for note in shown] == [True, False]


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
    assert sentence in await alice.refusal_of(f"duel Bob {options}")


async def test_attacks_tell_everybody_the_same(start: Start) -> None:
    duel = await start("items:all")
    duel.first.reveals_own_secret = True
    used = await duel.first.types("highlow")
    assert used.note is None
    answer = "0-4 0-4 0-4" if duel.secret_of(duel.second) == "012" else "5-9 5-9 5-9"
    assert any(answer in line for line in panel(used.board))
    assert await items_of(duel.first, used.board) == []
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
    asked = present((await duel.first.types("target")).note)
    assert asked.game == id_of(duel.started)
    digit = duel.secret_of(duel.second)[1]
    used = await duel.first.presses(asked, "guess", code=f"target {digit}")
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


@pytest.mark.parametrize(
    ("item", "entered", "reveals"),
    [("shuffle", "{2}{0}{1}", False), ("shuffle", "{0}{1}{2}", True), ("change", "1 {0}", False)],
)
async def test_one_s_own_number_is_asked_for_and_kept_privately(
    start: Start, item: str, entered: str, *, reveals: bool
) -> None:
    duel = await start("items:all")
    duel.first.reveals_own_secret = reveals
    secret = duel.secret_of(duel.first)
    asked = await duel.first.types(item)
    assert present(asked.prompt).options == {"code": item}
    private = entered.format(*secret) if item == "shuffle" else {"012": "1 3", "987": "1 6"}[secret]
    used = await duel.first.tells(asked, private)
    assert used.board is not None
    number = private if item == "shuffle" else private[-1] + secret[1:]
    assert text(used.note).strip() == (f"Your secret is `{number}`." if reveals else "")
    assert used.note_repeats_board is not reveals
    assert number not in text(used.board).partition("Sealed")[0]
    assert "Sealed again" in text(used.board)
    await duel.first.types("456")
    assert " wins in " in text((await duel.second.types(number)).board)
    assert text((await duel.second.types("verify")).note).count("Checked:") == 2


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
    challenge = id_of(await alice.challenges("duel Bob items:standard"))
    assert "doesn't work now" in note(await alice.types(f"guess shuffle #{challenge}"))
    await alice.types("giveup confirm:on")
    await alice.types("play who:me 3x10")
    assert "TARGET can't be used" in note(await alice.types("target 7"))


async def test_a_rematch_has_the_same_items(start: Start) -> None:
    duel = await start("items:all,both")
    await duel.calls("345")
    await duel.first.types("giveup confirm:on")
    again = await duel.first.tells(await duel.first.types("rematch"), "012")
    assert "one attack and one defence a turn" in text(again.board)


CALLS = ("345", "456", "567", "678", "789", "890", "901", "102", "213", "324", "435", "546")


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    async with services_in(tmp_path, "987") as found:
        yield found


async def play_bot(user: User, options: str, number: str = "012") -> Reply:
    asked = await user.types(f"versus {options}")
    return asked if asked.prompt is None else await user.tells(asked, number)


async def game_of(user: User, services: Services) -> Duel:
    """The game as the user sees it."""
    game = (await services.referee.show_board(user._request().caller)).game  # as the user's commands do
    assert isinstance(game, Duel)
    return game


async def keeps_in_head(user: User, services: Services, number: Code, calls: Sequence[str]) -> Duel:
    """The game after everything that the bot asks was answered truly and the calls were made, or it has ended."""
    left = list(calls)
    while True:
        game = await game_of(user, services)
        used = game.pending_use
        if game.outcome is not None:
            return game
        if game.pending_guess is not None:
            feedback = format_feedback(compute_feedback(number, game.pending_guess), ITEM_RULES)
            await user.types(f"answer {feedback}")
        elif used is not None and used.by == BOT and used.item is Item.DOUBLE:
            await user.types("double 2")
        elif used is not None:
            await user.types(format_clue(Clue.for_number(used.item, number, used.about)))
        elif not left:
            return game
        else:
            assert (await user.types(left.pop(0))).board


@pytest.mark.slow
@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
async def test_the_bot_uses_items_and_each_of_its_changes_can_be_verified(
    alice: User, services: Services, level: str
) -> None:
    await play_bot(alice, f"{level} items:all,both")
    for call in CALLS:
        game = await game_of(alice, services)
        if game.pending_use is not None:
            await alice.types("double 1")
        if (await game_of(alice, services)).outcome is not None:
            break
        await alice.types(call)
    if (await game_of(alice, services)).outcome is None:
        await alice.types("giveup confirm:on")
    ended = await game_of(alice, services)
    by_bot = list(ended.item_uses_of(BOT))
    assert by_bot
    assert len({used.item for used in by_bot}) == len(by_bot)
    proof = text((await alice.types("verify")).note)
    assert proof.count("Checked:") == 1 + sum(used.number is not None for used in ended.uses)
    assert "does not fit" not in proof
    assert text((await alice.types("review")).note)


@pytest.mark.parametrize("level", ["normal", pytest.param("expert", marks=pytest.mark.slow)])
async def test_a_number_in_the_head_is_found_by_true_answers(alice: User, services: Services, level: str) -> None:
    await play_bot(alice, f"{level} items:all secret:head")
    ended = await keeps_in_head(alice, services, (0, 1, 2), CALLS)
    if ended.outcome is not None:
        assert ended.side(BOT).turns[-1].guess == (0, 1, 2)
    assert any(used.clue is not None and used.item in {Item.SLASH, Item.HIGHLOW} for used in ended.item_uses_of(BOT))


async def test_the_person_uses_items_against_the_bot(alice: User) -> None:
    started = await play_bot(alice, "items:all,both")
    assert "One attack and one defence" in text(started.board)
    assert "HIGH&LOW" in await items_of(alice, started.board)
    board = (await alice.types("slash")).board
    assert any("SLASH" in line for line in panel(board))
    assert (await alice.types("slash")).refused
    shuffled = await alice.tells(await alice.types("shuffle"), "120")
    assert "120" not in text(shuffled.board).split("Sealed")[0]
    assert "Sealed again" in text(shuffled.board)
    assert (await alice.types("345")).board is not None


async def test_the_name_of_an_item_may_be_typed_again_where_its_number_is_asked_for(alice: User) -> None:
    await play_bot(alice, "items:all")
    assert "Sealed again" in text((await alice.tells(await alice.types("shuffle"), "shuffle 120")).board)


async def test_the_bot_does_not_change_a_number_that_has_been_found(
    alice: User, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeRandomSource, "coin", lambda _source: False)  # Alice begins
    await play_bot(alice, "expert items:all,both")
    await alice.types("highlow")
    await alice.types("987")
    ended = await game_of(alice, services)
    assert ended.side(BOT).turns
    used = {use.item for use in ended.item_uses_of(BOT)}
    assert used
    assert used.isdisjoint(DEFENCES)


async def test_the_bot_names_the_position_for_double_at_once(alice: User) -> None:
    await play_bot(alice, "easy items:standard")
    await alice.types("345")
    reply = await alice.types("double")
    assert any("DOUBLE" in line and "_" in line for line in panel(reply.board))
    for call in ("456", "567"):
        assert (await alice.types(call)).board


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("slash", "SLASH can't be used"),
        ("guess shuffle 210", "can stay in histories"),
        ("double 2", "doesn't work now"),
        ("answer slash 6", "I can't use `slash 6`"),
    ],
)
async def test_items_out_of_place_are_refused_against_the_bot(alice: User, line: str, sentence: str) -> None:
    await play_bot(alice, "easy items:standard")
    assert sentence in await alice.refusal_of(line)


async def test_answers_and_items_about_a_number_in_the_head(alice: User, services: Services) -> None:
    await play_bot(alice, "easy items:all,both secret:head")
    await keeps_in_head(alice, services, (0, 1, 2), CALLS[:1])
    choices = await alice.types("change")
    assert [button.label for button in choices.note.buttons][:2] == ["?__ 0-4", "?__ 5-9"]  # type: ignore[union-attr]
    changed = await alice.types("change 2 low")
    assert any("CHANGE _?_ 0-4" in line for line in panel(changed.board))
    doubled = await alice.types("double")
    asked = present((await game_of(alice, services)).pending_use)
    assert asked.about is not None
    assert f"at position {asked.about + 1}" in text(doubled.board)
    assert (await alice.types(f"double {((asked.about + 1) % 3) + 1} 5")).refused
    assert (await alice.types("double nonsense")).refused
    revealed = await alice.presses(doubled.board, "answer", feedback=f"double {asked.about + 1} 2")
    assert any("DOUBLE" in line and "2" in line for line in panel(revealed.board))


async def test_a_clue_can_be_taken_back_and_a_wrong_one_corrected(alice: User, services: Services) -> None:
    await play_bot(alice, "hard items:highlow,target,change secret:head")
    while (await game_of(alice, services)).pending_use is None:
        await keeps_in_head(alice, services, (0, 1, 2), CALLS[:1])
    assert "First answer HIGH&LOW" in text((await alice.types("answer change nonsense")).note)
    await alice.types(" HHL ", (await alice.types("board")).board)
    assert "high (5 to 9)" in text((await alice.types("undo")).board)
    await alice.types("answer hhh")
    assert "No code fits" in text(few := await keeps_answering_nothing(alice, services))
    every = present((await alice.types("fix")).board)
    assert len(every.buttons) > len(present(few).buttons)
    assert "No code fits" not in text(present((await alice.types("fix 1")).board))


async def keeps_answering_nothing(alice: User, services: Services) -> View | None:
    """The board after each guess got 0H0B, until that is contradictory."""
    while True:
        board = (await alice.types("board")).board
        if "No code fits" in text(board):
            return board
        game = await game_of(alice, services)
        if game.pending_guess is not None:
            board = (await alice.types("answer 0H0B")).board
        elif (used := game.pending_use) is not None:
            board = (await alice.types(format_clue(Clue.for_number(used.item, (9, 8, 7), used.about)))).board
        else:
            board = (await alice.types("345")).board


async def test_a_hint_counts_what_items_told(alice: User, services: Services) -> None:
    await play_bot(alice, "easy items:highlow,target,change")
    game = await game_of(alice, services)
    told = await alice.types("highlow")
    hinted = await alice.confirms(await alice.types("hint"))
    clue = present(next(each.clue for each in (await game_of(alice, services)).uses if each.by == game.starter))
    assert told.board is not None
    advised = next(word for word in text(hinted.note).split("`") if word.isdigit())
    assert len(format_code_ascii(tuple(map(int, advised)), ITEM_RULES)) == 3
    assert clue.fits(tuple(map(int, advised)))


@pytest.mark.parametrize("item", [Item.HIGHLOW, Item.SLASH, Item.TARGET, Item.DOUBLE])
def test_every_question_about_a_number_in_the_head_is_asked_in_both_languages(item: Item) -> None:
    about = 1 if item in {Item.TARGET, Item.DOUBLE} else None
    person = Side("ann", None)
    game = Duel.against_bot(
        ITEM_RULES, (9, 8, 7), person, Level.HARD, bot_moves_first=item is not Item.DOUBLE, items=ItemSet(tuple(Item))
    )
    mover = "ann" if item is Item.DOUBLE else BOT
    asked = replace(game, uses=(UsedItem(item, mover, 1, 1, None, None, about),))
    view = ShownGame("k1", asked, asked, "ann", {"ann": "Ann"}, "", None)
    questions = {item_question(view, asked, LANGUAGES[language]) for language in ("en", "ja")}
    assert len(questions) == 2
    assert "" not in questions
