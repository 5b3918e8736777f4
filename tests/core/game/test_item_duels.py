"""Duels with items: when each may be used, the clues, and numbers that change."""

import random
from dataclasses import replace

import pytest

from core.game.codes import all_codes, random_code
from core.game.duels import Duel
from core.game.errors import (
    InvalidNewDigit,
    ItemNotInGame,
    ItemPending,
    ItemUnusable,
    NoPendingGuess,
    NotARearrangement,
    NotYourTurn,
)
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.hidden import HiddenCode
from core.game.items import ITEM_RULES, Clue, Item, ItemSet, Use
from core.game.sides import BOT, DuelEnding, Level, Side

ANNS, BOBS = (0, 1, 2), (9, 4, 6)
ALL = ItemSet(tuple(Item))


def duel(items: ItemSet | None = ALL, bobs: tuple[int, ...] | None = BOBS, tries: int = 0) -> Duel:
    return Duel(ITEM_RULES, (Side("ann", HiddenCode(ANNS)), Side("bob", bobs)), "ann", tries=tries, items=items)


def test_an_item_is_used_before_the_call_and_gives_a_clue() -> None:
    used = duel().use_item(Use(Item.HIGHLOW), "ann")

    assert used.player_to_move == "ann"
    called = (
        used.guess((1, 2, 3), "ann")
        .use_item(Use(Item.TARGET, 2), "bob")
        .guess((7, 8, 9), "bob")
        .use_item(Use(Item.SLASH), "ann")
    )
    assert called.history("ann") == (
        Clue(Item.HIGHLOW, None, (True, False, True)),
        Turn((1, 2, 3), Feedback(0, 0), "ann"),
        Clue(Item.SLASH, None, 5),
    )
    assert called.history("bob") == (Clue(Item.TARGET, 2, 2), Turn((7, 8, 9), Feedback(0, 0), "bob"))


def test_items_are_refused_when_they_may_not_be_used() -> None:
    three = duel(ItemSet())
    with pytest.raises(ItemNotInGame):
        three.use_item(Use(Item.SLASH), "ann")
    with pytest.raises(ItemNotInGame):
        duel(None).use_item(Use(Item.SLASH), "ann")
    with pytest.raises(NotYourTurn):
        three.use_item(Use(Item.HIGHLOW), "bob")
    with pytest.raises(ItemUnusable):
        three.use_item(Use(Item.DOUBLE), "ann")
    used = three.use_item(Use(Item.HIGHLOW), "ann")
    with pytest.raises(ItemUnusable) as refused:
        used.use_item(Use(Item.SHUFFLE, digits=ANNS), "ann")
    assert refused.value.item is Item.SHUFFLE
    later = used.guess((1, 2, 3), "ann").guess((1, 2, 3), "bob")
    with pytest.raises(ItemUnusable):
        later.use_item(Use(Item.HIGHLOW), "ann")


def test_an_option_allows_an_attack_and_a_defence_in_a_turn() -> None:
    used = (
        duel(replace(ALL, both_kinds=True))
        .use_item(Use(Item.HIGHLOW), "ann")
        .use_item(Use(Item.SHUFFLE, digits=ANNS), "ann")
    )

    for other in (Use(Item.SLASH), Use(Item.CHANGE, 0, (3,))):
        with pytest.raises(ItemUnusable):
            used.use_item(other, "ann")


def test_a_double_is_two_calls_in_one_turn_after_a_digit_was_revealed() -> None:
    asked = duel().guess((1, 2, 3), "ann").use_item(Use(Item.DOUBLE), "bob")

    assert (asked.player_to_move, asked.awaited_player) == (None, "ann")
    with pytest.raises(ItemPending):
        asked.guess((1, 2, 3), "bob")
    with pytest.raises(NoPendingGuess):
        asked.choose_position_to_see(0, "bob")
    first = asked.choose_position_to_see(2, "ann").guess((3, 4, 5), "bob")
    assert first.player_to_move == "bob"
    with pytest.raises(ItemUnusable):
        first.use_item(Use(Item.SLASH), "bob")
    second = first.guess((6, 7, 8), "bob")
    assert second.player_to_move == "ann"
    assert second.history("ann")[-1] == Clue(Item.DOUBLE, 2, 6)
    assert second.guess((1, 2, 4), "ann").player_to_move == "bob"


@pytest.mark.parametrize("found_at", [1, 2])
def test_a_double_that_finds_the_secret_ends_the_turn(found_at: int) -> None:
    doubled = duel().guess((1, 2, 3), "ann").use_item(Use(Item.DOUBLE), "bob").choose_position_to_see(0, "ann")
    for _ in range(found_at - 1):
        doubled = doubled.guess((3, 4, 5), "bob")
    ended = doubled.guess(ANNS, "bob")
    assert (ended.outcome, ended.winner) == (DuelEnding.SOLVED, "bob")


def test_sides_have_the_same_number_of_turns_although_one_made_more_calls() -> None:
    doubled = duel(tries=2).guess((1, 2, 3), "ann").use_item(Use(Item.DOUBLE), "bob").choose_position_to_see(0, "ann")
    for code in ((3, 4, 5), (4, 5, 6)):
        doubled = doubled.guess(code, "bob")
    assert doubled.board("bob").tries_left == 1
    ended = doubled.guess((1, 2, 4), "ann").guess((7, 5, 6), "bob")
    assert ended.outcome is DuelEnding.OUT_OF_TRIES
    assert [side.guess_count for side in ended.sides] == [2, 3]


def test_feedback_is_computed_from_the_changed_number_which_nobody_else_sees() -> None:
    changed = duel().use_item(Use(Item.CHANGE, 1, (3,)), "ann")

    assert changed.secret_of("ann") == (0, 3, 2)
    assert changed.side("ann").secret == ANNS
    assert changed.history("bob") == (Clue(Item.CHANGE, 1, 0),)
    assert "number" not in repr(changed)
    assert changed.seen_by("bob").uses[0].number == ()
    assert changed.seen_by("ann").uses == changed.uses
    assert changed.guess((7, 8, 9), "ann").guess((0, 3, 2), "bob").winner == "bob"


def test_a_defence_that_breaks_its_rules_is_refused() -> None:
    started = duel()
    for digits in ((0, 1), (0, 1, 3), (0, 1, 1), None):
        with pytest.raises(NotARearrangement):
            started.use_item(Use(Item.SHUFFLE, digits=digits), "ann")
    for digit in (1, 2):
        with pytest.raises(InvalidNewDigit):
            started.use_item(Use(Item.CHANGE, 1, (digit,)), "ann")
    with pytest.raises(InvalidNewDigit):
        started.use_item(Use(Item.CHANGE, 1, (5,)), "ann")


def test_the_owner_of_a_number_in_their_head_gives_the_clue() -> None:
    asked = duel(bobs=None).use_item(Use(Item.SLASH), "ann")

    assert asked.awaited_player == "bob"
    with pytest.raises(NoPendingGuess):
        asked.give_clue(Clue(Item.TARGET, 1, None), "bob")
    told = asked.give_clue(Clue(Item.SLASH, None, 5), "bob")
    assert told.history("ann") == (Clue(Item.SLASH, None, 5),)
    answered = told.guess((1, 2, 3), "ann").give_feedback(Feedback(0, 0), "bob")
    shuffled = answered.use_item(Use(Item.SHUFFLE), "bob")
    assert (shuffled.player_to_move, shuffled.history("ann")[-1]) == ("bob", Clue(Item.SHUFFLE))
    changing = answered.use_item(Use(Item.CHANGE, 1), "bob")
    assert changing.awaited_player == "bob"
    assert changing.give_clue(Clue(Item.CHANGE, 1, 0), "bob").history("ann")[-1] == Clue(Item.CHANGE, 1, 0)
    doubling = answered.use_item(Use(Item.DOUBLE), "bob")
    assert doubling.awaited_player == "ann"
    named = doubling.choose_position_to_see(2, "ann")
    assert named.awaited_player == "bob"
    with pytest.raises(ItemPending):
        named.give_clue(Clue(Item.DOUBLE, 1, 6), "bob")
    assert named.give_clue(Clue(Item.DOUBLE, 2, 6), "bob").player_to_move == "bob"
    asked = shuffled.guess((7, 8, 9), "bob").use_item(Use(Item.TARGET, 3), "ann")
    with pytest.raises(ItemPending):
        asked.give_clue(Clue(Item.TARGET, 4), "bob")
    told = asked.give_clue(Clue(Item.TARGET, 3), "bob").guess((3, 4, 5), "ann")
    assert told.undo_feedback("bob") == asked
    assert asked.undo_feedback("bob").history("ann") == (Clue(Item.SLASH, None, 5), Clue(Item.SHUFFLE))


def test_clues_are_corrected_as_feedback_is() -> None:
    told = duel(bobs=None).use_item(Use(Item.SLASH), "ann").give_clue(Clue(Item.SLASH, None, 5), "bob")
    answered = told.guess((1, 2, 3), "ann").give_feedback(Feedback(0, 0), "bob")
    corrected = answered.correct_feedback(1, Clue(Item.SLASH, None, 6), "bob").correct_feedback(
        2, Feedback(0, 1), "bob"
    )
    assert corrected.history("ann") == (Clue(Item.SLASH, None, 6), Turn((1, 2, 3), Feedback(0, 1), "ann"))


@pytest.mark.parametrize("seed", range(40))
def test_every_clue_and_feedback_of_a_random_game_is_true_of_the_number_at_that_moment(seed: int) -> None:
    rng, game = random.Random(seed), duel(replace(ALL, both_kinds=True))
    for _ in range(12):
        if game.outcome is not None or (mover := game.player_to_move) is None:
            break
        game = random_use(game, mover, rng)
        other, code = game.opponent_of(mover).player, random_code(ITEM_RULES, rng)
        number = game.secret_of(other)
        assert number is not None
        game = game.guess(code, mover)
        assert game.side(mover).turns[-1].feedback == compute_feedback(number, code)
    assert abs(len(game.sides[0].turns) - len(game.sides[1].turns)) <= 2


def random_use(game: Duel, mover: str, rng: random.Random) -> Duel:
    """The game after a random use that is allowed, if any is tried."""
    other, number = game.opponent_of(mover).player, game.secret_of(mover) or ()
    item = rng.choice(list(Item))
    free = [digit for digit in range(10) if digit not in number and (digit > 4) == (number[0] > 4)]
    uses = {
        Item.TARGET: Use(item, rng.randrange(10)),
        Item.SHUFFLE: Use(item, digits=tuple(rng.sample(number, 3))),
        Item.CHANGE: Use(item, 0, (rng.choice(free),)),
    }
    try:
        game = game.use_item(uses.get(item, Use(item)), mover)
    except ItemUnusable:
        return game
    used = game.uses[-1]
    if item is Item.DOUBLE:
        game = game.choose_position_to_see(1, other)
    elif used.number is not None:
        assert used.number in set(all_codes(ITEM_RULES))
        assert used.clue is not None
        assert used.number in set(used.clue.possible_new_numbers(number))
    return game


def test_a_game_expires_against_who_has_not_answered_an_item() -> None:
    started = Duel.against_bot(
        ITEM_RULES, HiddenCode(BOBS), Side("ann", None), Level.HARD, bot_moves_first=True, items=ALL
    )
    asked = started.guess((1, 2, 3), BOT).give_feedback(Feedback(0, 0), "ann").guess((1, 2, 3), "ann")
    late = asked.use_item(Use(Item.TARGET, 7), BOT)
    assert (late.awaited_player, late.expire().winner) == ("ann", BOT)
    naming = asked.use_item(Use(Item.DOUBLE), BOT)
    assert (naming.awaited_player, naming.expire().winner) == ("ann", BOT)
