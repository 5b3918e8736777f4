"""Boards of challenges and duels, as approved."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.locales import LANGUAGES
from bot.model.games import GameView, StoredGame
from bot.presenters import phrases
from bot.presenters.duels import challenge_board, duel_board
from bot.presenters.game_replies import verification
from bot.presenters.views import Paragraph
from core.game.challenges import Challenge
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.fakes.random_source import NONCE
from tests.support.snapshots import Snapshots

SMALL = Rules.parse("hitblow3")
ANNS, BOBS = parse_code("527", SMALL), parse_code("683", SMALL)


def code(text: str) -> tuple[int, ...]:
    return parse_code(text, SMALL)


def seen(game: Challenge | Duel) -> GameView:
    """The game as somebody else sees it."""
    stored = StoredGame("k3qz7", "room", game, NONCE, NOON)
    public = game.seen_by("?")
    names = {"Ann": "Ann", "Bob": "ボブ", "Mod": "Mod"}
    limit = timedelta(hours=24 if isinstance(game, Challenge) else 48)
    nonce = NONCE if game.outcome else None
    return GameView(stored.id, public, public, "?", names, stored.commitment, nonce, turn_limit=limit)


OPEN = Challenge(SMALL, "Ann", "Bob")
CHALLENGES = {
    "challenge": OPEN,
    "challenge_with_terms": replace(OPEN, tries=8, hidden=True),
    "challenge_waits_for_opponent": OPEN.hide(ANNS, "Ann"),
    "challenge_accepted": OPEN.hide(BOBS, "Bob"),
    "challenge_declined": OPEN.give_up("Bob"),
    "challenge_withdrawn": OPEN.give_up("Ann"),
    "challenge_stopped": OPEN.give_up("Mod", is_moderator=True),
    "challenge_expired": OPEN.expire(),
}
STARTED = OPEN.hide(ANNS, "Ann").hide(BOBS, "Bob").start("Bob")
PLAYED = STARTED.guess(code("012"), "Bob").guess(code("345"), "Ann").guess(code("125"), "Bob")
HIDDEN = replace(STARTED, hidden=True).guess(code("012"), "Bob")
DUELS = {
    "duel_begins": STARTED,
    "duel_goes_on": PLAYED,
    "duel_hidden": HIDDEN,
    "duel_draw_offered": PLAYED.offer_draw("Bob"),
    "duel_won": PLAYED.guess(BOBS, "Ann"),
    "duel_both_found": STARTED.guess(ANNS, "Bob").guess(BOBS, "Ann"),
    "duel_out_of_tries": replace(STARTED, tries=1).guess(code("012"), "Bob").guess(code("345"), "Ann"),
    "duel_agreed": PLAYED.offer_draw("Bob").offer_draw("Ann"),
    "duel_resigned": PLAYED.give_up("Ann"),
    "duel_claimed": PLAYED.claim("Bob"),
    "duel_stopped": PLAYED.give_up("Mod", is_moderator=True),
    "duel_expired": PLAYED.expire(),
}


@pytest.mark.parametrize("name", CHALLENGES)
def test_a_challenge_looks_as_approved(name: str, snapshots: Snapshots) -> None:
    view = seen(CHALLENGES[name])
    game = view.public
    assert isinstance(game, Challenge)
    snapshots.check_view(name, lambda words: challenge_board(view, game, words))


@pytest.mark.parametrize("name", DUELS)
def test_a_duel_looks_as_approved(name: str, snapshots: Snapshots) -> None:
    view = seen(DUELS[name])
    game = view.public
    assert isinstance(game, Duel)
    snapshots.check_view(name, lambda words: duel_board(view, game, words))


@pytest.mark.parametrize("ended", [game for game in CHALLENGES.values() if game.outcome is not None])
def test_a_challenge_that_led_to_no_duel_has_nothing_to_verify(ended: Challenge) -> None:
    words = LANGUAGES["en"]
    _, *blocks = verification(seen(ended), words).blocks
    assert blocks == [Paragraph(words("There is nothing to verify: I don't keep a secret in this game."))]
    assert Paragraph(phrases.nonce_commitment(words, seen(OPEN).commitment)) in verification(seen(OPEN), words).blocks
