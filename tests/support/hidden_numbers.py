"""Random positions in games of every kind, and the same with other numbers where a player may not see them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from core.errors import CoreError
from core.game.any_game import AnyGame, Who
from core.game.boards import Board
from core.game.challenges import Challenge
from core.game.codes import Code, all_codes
from core.game.duels import Duel
from core.game.feedback import Feedback, Turn, possible_feedbacks
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.items import ITEM_RULES, Item, ItemSet, Use
from core.game.races import create_game
from core.game.sides import BOT, Level, Side, UnratedReason

RULES, CODES, FEEDBACKS = ITEM_RULES, list(all_codes(ITEM_RULES)), possible_feedbacks(ITEM_RULES)
EVERY_ITEM = ItemSet(tuple(Item), both_kinds=True)


def _open(who: Who) -> Callable[[str, str, Random], AnyGame]:
    return lambda ann, _bob, random: create_game(RULES, random.choice(CODES), ann, who, 15)


def _hosted(*, in_head: bool) -> Callable[[str, str, Random], AnyGame]:
    return lambda ann, _bob, random: HostedGame.start(RULES, None if in_head else random.choice(CODES), ann)


def _challenge(**terms: Any) -> Callable[[str, str, Random], AnyGame]:
    return lambda ann, bob, _random: Challenge(RULES, ann, bob, 15, first_mover=bob, **terms)


def _versus(items: ItemSet | None) -> Callable[[str, str, Random], AnyGame]:
    def start(ann: str, _bob: str, random: Random) -> Duel:
        own, other = random.sample(CODES, 2)
        return Duel.against_bot(RULES, other, Side(ann, own), Level.HARD, bot_moves_first=False, items=items)

    return start


KINDS: Mapping[str, Callable[[str, str, Random], AnyGame]] = {
    "alone": _open(Who.ME),
    "shared": _open(Who.EVERYONE),
    "race": _open(Who.RACE),
    "hosted": _hosted(in_head=False),
    "hosted in the head": _hosted(in_head=True),
    "duel": _challenge(),
    "hidden duel": _challenge(hidden=True),
    "duel with items": _challenge(items=EVERY_ITEM),
    "against the bot": _versus(None),
    "against the bot with items": _versus(EVERY_ITEM),
}
"""How a game of each kind is started by Ann, perhaps against Bob."""

MOVES: Mapping[str, Callable[[AnyGame, str, Random], tuple[Any, ...]]] = {
    "guess": lambda _game, _by, random: (random.choice(CODES),),
    "hide_secret": lambda _game, _by, random: (random.choice(CODES),),
    "use_item": lambda game, by, random: (_use(game, by, random),),
    "choose_position_to_see": lambda _game, _by, random: (random.randrange(3),),
    "give_feedback": lambda _game, _by, random: (random.choice(FEEDBACKS),),
    "withhold_feedback": lambda _game, _by, random: (random.choice(FEEDBACKS),),
    "record_hint": lambda _game, _by, _random: (),
    "offer_draw": lambda _game, _by, _random: (),
}
"""The methods for moves, and random arguments before the player."""


def _use(game: AnyGame, by: str, random: Random) -> Use:
    item, position = random.choice(tuple(Item)), random.randrange(3)
    number = list(game.secret_of(by) or ()) if isinstance(game, Duel) else []
    if item is Item.SHUFFLE:
        return Use(item, None, tuple(random.sample(number, len(number))))
    digit = random.randrange(10)
    return Use(item, digit, None) if item is Item.TARGET else Use(item, position, (digit,))


def positions(kind: str, ann: str, bob: str, random: Random, moves: int) -> Iterator[AnyGame]:
    """A game of a kind at its start and after each of some random moves, as long as it runs."""
    game = KINDS[kind](ann, bob, random)
    people = (ann, BOT if isinstance(game, Duel) else bob)
    for _ in range(moves):
        yield game
        game = _moved(game, people, random)
        if isinstance(game, Challenge) and game.is_ready:
            game = replace(game.start_duel(random.choice(people)), unrated=UnratedReason.MET_OFTEN)  # not the default
        if game.outcome is not None:
            return


def _moved(game: AnyGame, people: tuple[str, str], random: Random) -> AnyGame:
    """The game after a random move that is allowed."""
    while True:
        by, name = random.choice(people), random.choice([name for name in MOVES if hasattr(game, name)])
        try:
            moved: AnyGame = getattr(game, name)(*MOVES[name](game, by, random), by)
        except CoreError:
            continue
        return moved


def with_other_numbers(game: AnyGame, viewer: str, random: Random) -> AnyGame:
    """A running game with different numbers where the viewer may not see them, and the same everywhere else."""
    others = _Others(viewer, random)
    if isinstance(game, Duel):
        return others.duel(game)
    if isinstance(game, Challenge):
        return others.challenge(game)
    assert isinstance(game, Game)
    return game if game.is_host(viewer) else others.game(game)


@dataclass(frozen=True)
class _Others:
    """Replaces the numbers of all but the viewer."""

    viewer: str
    random: Random

    def duel(self, duel: Duel) -> Duel:
        first, second = (self._side(side, are_calls_hidden=duel.hidden) for side in duel.sides)
        uses = (each if each.by == self.viewer else replace(each, number=self._code(each.number)) for each in duel.uses)
        return replace(duel, sides=(first, second), uses=tuple(uses))

    def challenge(self, challenge: Challenge) -> Challenge:
        if self.viewer != challenge.starter:
            challenge = replace(challenge, starter_secret=self._code(challenge.starter_secret))
        if self.viewer != challenge.opponent:
            challenge = replace(challenge, opponent_secret=self._code(challenge.opponent_secret))
        return challenge

    def game(self, game: Game) -> Game:
        if isinstance(game, HostedGame):
            game = replace(game, withheld=game.withheld and Feedback(0, game.withheld.hits))
        boards = (self._board(each, is_race=game.who is Who.RACE) for each in game.boards)
        return replace(game, secret=self._code(game.secret) or (), boards=tuple(boards))

    def _board(self, board: Board, *, is_race: bool) -> Board:
        is_hidden = is_race and board.guesser != self.viewer
        turns = self._turns(board.turns) if is_hidden else board.turns
        return replace(board, secret=self._code(board.secret) or (), turns=turns)

    def _side(self, side: Side, *, are_calls_hidden: bool) -> Side:
        if side.player == self.viewer:
            return side
        turns = self._turns(side.turns) if are_calls_hidden else side.turns
        return replace(side, secret=self._code(side.secret), turns=turns)

    def _turns(self, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
        return tuple(turn._replace(guess=self._code(turn.guess) or ()) for turn in turns)

    def _code(self, code: Code | None) -> Code | None:
        return code and self.random.choice([each for each in CODES if each != code])
