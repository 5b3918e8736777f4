"""Boards of challenges and duels, as approved."""

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import product

import pytest

from bot.locales import LANGUAGES, Words
from bot.model.games import ShownGame
from bot.model.rooms import MessageKey, Player, PlayerKey, RoomKey
from bot.presenters.boards import unrated_footnote
from bot.presenters.duels import challenge_board, duel_board, turn_news
from bot.presenters.game_replies import all_turns, running_games, verification
from bot.presenters.items import items_menu
from bot.presenters.views import View
from bot.services.messages import RunningGame, TurnNotice
from core.game.challenges import Challenge
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.hidden import HiddenCode
from core.game.hosting import HostedGame
from core.game.items import Clue, Item, ItemSet, Use, UsedItem
from core.game.rules import Rules
from core.game.sides import Level, Side, UnratedReason
from tests.support.games import view_of
from tests.support.snapshots import Snapshots, as_text

SMALL = Rules.parse("hitblow3")
ANNS, BOBS = parse_code("527", SMALL), parse_code("683", SMALL)


def code(text: str) -> tuple[int, ...]:
    return parse_code(text, SMALL)


NAMES = {"Ann": "Ann", "Bob": "ボブ", "Mod": "Mod"}


def seen(game: Challenge | Duel) -> ShownGame:
    """The game as somebody else sees it."""
    return view_of(game, "?", names=NAMES, turn_limit=timedelta(hours=24 if isinstance(game, Challenge) else 48))


OPEN = Challenge(SMALL, "Ann", "Bob")
CHALLENGES = {
    "challenge": OPEN,
    "challenge with terms": replace(OPEN, tries=8, hidden=True),
    "challenge waits for opponent": OPEN.hide_secret(ANNS, "Ann"),
    "challenge accepted": OPEN.hide_secret(BOBS, "Bob"),
    "challenge declined": OPEN.give_up("Bob"),
    "challenge to anyone": Challenge(SMALL, "Ann", None),
    "challenge withdrawn": OPEN.give_up("Ann"),
    "challenge stopped": OPEN.give_up("Mod", is_moderator=True),
    "challenge expired": OPEN.expire(),
}
STARTED = OPEN.hide_secret(ANNS, "Ann").hide_secret(BOBS, "Bob").start_duel("Bob")
PLAYED = STARTED.guess(code("012"), "Bob").guess(code("345"), "Ann").guess(code("125"), "Bob")
HIDDEN = replace(STARTED, hidden=True).guess(code("012"), "Bob")
WITH_ITEMS = (
    Duel(SMALL, (Side("Ann", HiddenCode(ANNS)), Side("Bob", HiddenCode(BOBS))), "Ann", items=ItemSet())
    .guess(code("345"), "Ann")
    .guess(code("345"), "Bob")
)
ASKED = WITH_ITEMS.use_item(Use(Item.DOUBLE), "Ann")
DUELS = {
    "duel with items": WITH_ITEMS,
    "duel without items left": replace(
        WITH_ITEMS,
        uses=tuple(
            UsedItem(item, player, 1, 1, Clue.for_number(item, ANNS, 0))
            for player, item in product(("Ann", "Bob"), ItemSet().items)
        ),
    ),
    "duel asked for a position": ASKED,
    "duel told a position": ASKED.choose_position_to_see(0, "Bob"),
    "duel begins": STARTED,
    "duel goes on": PLAYED,
    "duel hidden": HIDDEN,
    "duel draw offered": PLAYED.offer_draw("Bob"),
    "duel won": PLAYED.guess(BOBS, "Ann"),
    "duel both found": STARTED.guess(ANNS, "Bob").guess(BOBS, "Ann"),
    "duel out of tries": replace(STARTED, tries=1).guess(code("012"), "Bob").guess(code("345"), "Ann"),
    "duel agreed": PLAYED.offer_draw("Bob").offer_draw("Ann"),
    "duel resigned": PLAYED.give_up("Ann"),
    "duel claimed": PLAYED.claim_win("Bob"),
    "duel stopped": PLAYED.give_up("Mod", is_moderator=True),
    "duel expired": PLAYED.expire(),
}


def board(game: Challenge | Duel, words: Words) -> View:
    view = seen(game)
    if isinstance(view.public, Challenge):
        return challenge_board(view, view.public, words)
    assert isinstance(view.public, Duel)
    return duel_board(view, view.public, words)


def test_challenges_and_duels_look_as_approved(snapshots: Snapshots) -> None:
    games: dict[str, Challenge | Duel] = {**CHALLENGES, **DUELS}
    snapshots.check_views("duels", {name: partial(board, game) for name, game in games.items()})


def test_a_sentence_that_begins_with_a_former_player_has_a_capital(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "NAMES", {})
    texts = [as_text(board(game, LANGUAGES["en"])) for game in DUELS.values()]
    assert any("A former player" in text for text in texts)
    assert not any(re.search(r"(^|[.?·] |\*)a former player(,| \w)", text, re.MULTILINE) for text in texts)


def test_calls_look_as_approved(snapshots: Snapshots) -> None:
    every: dict[str, Challenge | Duel] = {**CHALLENGES, **DUELS}
    games = {name: game for name, game in every.items() if game.outcome is None and game.players[1:]}
    calls = {
        f"{name}, {player}": partial(
            turn_news, TurnNotice(Player(player, PlayerKey("chat", "", "U1"), player), seen(game))
        )
        for name, game in games.items()
        for player in game.players
    }
    feedback = TurnNotice(
        Player("Ann", PlayerKey("chat", "", "U1"), "Ann"), view_of(HostedGame.start(SMALL, None, "Ann"), "?")
    )
    slow, fast = [
        view_of(OPEN, "?", names={"Ann": "Ann", "Bob": "Bob"}, turn_time=timedelta(hours=hours)) for hours in (20, 5)
    ]
    late = view_of(PLAYED, "?", names={"Ann": "Ann", "Bob": "Bob"}, is_late=True)
    against_bot = Duel.against_bot(SMALL, ANNS, Side("Ann", BOBS), Level.HARD, bot_moves_first=False)
    running = [
        RunningGame(
            view_of(game, "Ann", names=NAMES),
            RoomKey("chat", "club", "lobby"),
            MessageKey("lobby", "1"),
            is_awaited=True,
        )
        for game in (PLAYED, CHALLENGES["challenge to anyone"], against_bot)
    ]
    snapshots.check_views(
        "calls",
        {
            **calls,
            "feedback": partial(turn_news, feedback),
            "turns of a day": lambda words: challenge_board(slow, OPEN, words),
            "turns of hours": lambda words: challenge_board(fast, OPEN, words),
            "verification": partial(verification, seen(PLAYED)),
            "verification after the end": partial(verification, seen(DUELS["duel won"])),
            "all turns": partial(all_turns, seen(PLAYED), 1),
            "later turns": partial(all_turns, seen(PLAYED), 2),
            "late": lambda words: duel_board(late, PLAYED, words),
            "items": lambda words: items_menu(view_of(ASKED, "Ann", names=NAMES), WITH_ITEMS, words),
            "items of a former player": lambda words: items_menu(view_of(ASKED, "Bob", names={}), WITH_ITEMS, words),
            "late with an answer": lambda words: duel_board(late, ASKED, words),
            "verification of a challenge": partial(verification, seen(OPEN)),
            "verification of a declined challenge": partial(verification, seen(CHALLENGES["challenge declined"])),
            "running games": lambda words: running_games(running, words, RoomKey("console", "local", "home")),
        },
    )


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (
            UnratedReason.MET_OFTEN,
            ["Not rated: the same two people have at most 3 rated games in 7 days, and 2 in a row."],
        ),
        (UnratedReason.SHORT_TURNS, ["Not rated: a turn takes less than 12 hours."]),
        (UnratedReason.NOT_GUESSED, ["Not rated."]),
        (None, []),
    ],
)
def test_a_duel_that_is_not_rated_says_why(reason: UnratedReason | None, told: list[str]) -> None:
    assert [note.text for note in unrated_footnote(reason, LANGUAGES["en"])] == told
