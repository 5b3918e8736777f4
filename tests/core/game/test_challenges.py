from collections.abc import Callable
from typing import TypeAlias

import pytest

from core.game.challenges import Challenge, ChallengeEnding
from core.game.errors import DuelNotStarted, GameOver, NotPossibleNow, NotYourGame
from core.game.sides import Side
from tests.core.generators import CLASSIC

Move: TypeAlias = Callable[[], Challenge]

ADAS = (9, 8, 7, 6)
BOBS = (3, 1, 4, 0)

OPEN = Challenge(CLASSIC, "ada", "bob", tries=8, hidden=True)
READY = OPEN.hide_secret(BOBS, "bob").hide_secret(ADAS, "ada")


@pytest.mark.parametrize("order", [("ada", "bob"), ("bob", "ada")])
def test_it_is_ready_when_both_have_hidden_a_secret_in_any_order(order: tuple[str, str]) -> None:
    secrets = {"ada": ADAS, "bob": BOBS}
    once = OPEN.hide_secret(secrets[order[0]], order[0])
    assert (once.is_ready, once.has_hidden_secret(order[0]), once.has_hidden_secret(order[1])) == (False, True, False)
    assert once.hide_secret(secrets[order[1]], order[1]) == READY
    assert READY.is_ready


@pytest.mark.parametrize(("first", "players"), [("ada", ["ada", "bob"]), ("bob", ["bob", "ada"])])
def test_the_duel_has_both_secrets_and_begins_as_drawn(first: str, players: list[str]) -> None:
    duel = READY.start_duel(first)
    assert [side.player for side in duel.sides] == players
    assert (duel.side("ada"), duel.side("bob")) == (Side("ada", ADAS), Side("bob", BOBS))
    assert (duel.rules, duel.starter, duel.tries, duel.hidden, duel.level) == (CLASSIC, "ada", 8, True, None)


def test_a_secret_cannot_be_replaced() -> None:
    for player in ("ada", "bob"):
        with pytest.raises(NotPossibleNow):
            READY.hide_secret((0, 1, 2, 3), player)


def test_nobody_guesses_or_gets_a_hint_before_the_duel_has_begun() -> None:
    with pytest.raises(DuelNotStarted):
        OPEN.guess(BOBS, "ada")
    with pytest.raises(DuelNotStarted):
        OPEN.record_hint("bob")


def test_the_opponent_declines_and_the_challenger_withdraws() -> None:
    assert OPEN.give_up("bob").outcome is ChallengeEnding.DECLINED
    assert OPEN.hide_secret(ADAS, "ada").give_up("ada").outcome is ChallengeEnding.WITHDRAWN
    assert OPEN.hide_secret(BOBS, "bob").give_up("bob").outcome is ChallengeEnding.WITHDRAWN
    assert OPEN.give_up("bob").quitters == ("bob",)


def test_a_moderator_may_stop_it_but_declines_ones_own() -> None:
    stopped = OPEN.give_up("mod", is_moderator=True)
    assert (stopped.outcome, stopped.quitters) == (ChallengeEnding.STOPPED, ("mod",))
    assert stopped.named_players == {"ada", "bob", "mod"}
    assert OPEN.give_up("bob", is_moderator=True).outcome is ChallengeEnding.DECLINED


def test_it_expires_without_anybody_ending_it() -> None:
    assert (OPEN.expire().outcome, OPEN.expire().quitters) == (ChallengeEnding.EXPIRED, ())


def test_only_the_two_players_may_move() -> None:
    moves: tuple[Move, ...] = (
        lambda: OPEN.hide_secret(ADAS, "cem"),
        lambda: OPEN.guess(ADAS, "cem"),
        lambda: OPEN.give_up("cem"),
    )
    for move in moves:
        with pytest.raises(NotYourGame):
            move()


def test_nothing_is_possible_after_the_end() -> None:
    ended = OPEN.give_up("bob")
    moves: tuple[Move, ...] = (
        lambda: ended.hide_secret(ADAS, "ada"),
        lambda: ended.guess(ADAS, "ada"),
        lambda: ended.give_up("ada"),
        ended.expire,
    )
    for move in moves:
        with pytest.raises(GameOver):
            move()


@pytest.mark.parametrize(
    ("viewer", "secrets"), [("ada", (ADAS, ())), ("bob", ((), BOBS)), ("cem", ((), ()))], ids=["ada", "bob", "cem"]
)
def test_nobody_sees_a_secret_but_their_own_even_after_the_end(viewer: str, secrets: tuple[object, object]) -> None:
    for challenge in (READY, READY.give_up("ada")):
        seen = challenge.seen_by(viewer)
        assert (seen.starter_secret, seen.opponent_secret) == secrets
    assert OPEN.seen_by(viewer) == OPEN


def test_no_repr_shows_a_secret() -> None:
    assert str(ADAS) not in repr(READY)
    assert str(BOBS) not in repr(READY)


def test_nobody_has_guessed_in_a_challenge() -> None:
    assert (OPEN.boards, OPEN.board("ada").turns, OPEN.board("ada").secret) == ((), (), ())
