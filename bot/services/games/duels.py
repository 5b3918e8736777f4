"""Duels between two people: challenges, secrets, draws and claims."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Struct, structs

from bot.model import errors
from bot.model.games import ShownGame, StoredGame
from bot.model.rooms import Caller, Player, PlayerKey
from bot.persistence.unit_of_work import Access
from bot.services.context import CallContext, Intent, Service, find_named_player
from bot.services.games.moves import count_notification, is_turn_late
from bot.services.ratings import decide_if_rated
from bot.services.solver import RandomSource
from core.game.any_game import AnyGame
from core.game.boards import NO_LIMIT
from core.game.challenges import Challenge
from core.game.codes import parse_code
from core.game.commitment import starter_moves_first
from core.game.duels import Duel
from core.game.errors import DuelNotStarted, GameOver, ItemsNeedShownCalls, NotPossibleNow
from core.game.hidden import HiddenCode
from core.game.items import ItemSet
from core.game.rules import Rules

MOST_CHALLENGES = 3
"""How many challenges of one player may be open."""

_MOST_NAMES = 1000
"""How many names are compared with a mistyped one."""

HasLeft: TypeAlias = Callable[[PlayerKey], Awaitable[bool]]
"""Whether a platform knows that somebody has left the workspace."""


class NamedPerson(Struct, frozen=True):
    """A user of the platform who is named in a command.

    Args:
        key: the user's ids on the platform.
        name: the display name.
        is_bot: whether the user is a bot.
        is_self: whether the user is this bot.
        has_left: whether the user is no longer in the workspace.
    """

    key: PlayerKey
    name: str
    is_bot: bool = False
    is_self: bool = False
    has_left: bool = False


class DuelTerms(Struct, frozen=True):
    """The terms of a duel that a challenge proposes.

    Args:
        rules: rules of both secrets.
        tries: number of guesses allowed for each side, 0 for no limit.
        hidden: whether each player sees only their own guesses until the end.
        opponent_moves_first: whether the opponent makes the first guess, None if the commitment decides.
        items: of both sides, None without items.

    Raises:
        ItemsNeedShownCalls: there are items, and guesses are to stay hidden.
    """

    rules: Rules
    tries: int = NO_LIMIT
    hidden: bool = False
    opponent_moves_first: bool | None = None
    items: ItemSet | None = None

    def __post_init__(self) -> None:
        if self.items is not None and self.hidden:
            raise ItemsNeedShownCalls

    def create_challenge(self, starter: str, opponent: str | None) -> Challenge:
        """The challenge of one player to another or, if that is None, to anyone, by their ids."""
        first_mover = None
        if self.opponent_moves_first is not None:
            first_mover = opponent if self.opponent_moves_first else starter
        return Challenge(self.rules, starter, opponent, self.tries, self.hidden, first_mover, items=self.items)


@dataclass(eq=False)
class Duels(Service):
    """The use cases of duels between people, except guessing and giving up, which are the referee's."""

    _random_source: RandomSource

    async def require_challenge_allowed(
        self, caller: Caller, opponent: NamedPerson | None, *, stores_opponent: bool
    ) -> None:
        """Check that the caller may challenge somebody, before a secret is asked for; raises what `challenge` raises.

        Args:
            caller: the challenger.
            opponent: the person to be challenged, None for anyone.
            stores_opponent: whether to store the opponent, so that `find_person` knows them when the secret is there.
        """
        async with self._open(caller, opponent.key if opponent else None) as context:
            await _challenged(context, opponent)
            if stores_opponent:
                await context.unit.commit()

    async def challenge(
        self, caller: Caller, opponent: NamedPerson | None, terms: DuelTerms, secret: str | None = None
    ) -> ShownGame:
        """Challenge somebody to a duel in the caller's room.

        Args:
            caller: the challenger.
            opponent: the person to be challenged, None for anyone in the room.
            terms: of the duel.
            secret: the caller's, None if they hide it later, as in challenges of earlier versions.

        Raises:
            CannotBeChallenged: the opponent is the caller or a bot.
            ChallengesUnwanted: the opponent wants no challenges, or is no longer in the workspace.
            AlreadyChallenged: the two have a running duel here, or an open challenge in any room; or the caller has
                challenged anyone here.
            TooManyChallenges: `MOST_CHALLENGES` of the caller are open.
            CodeError: `secret` is not a code.
        """
        hidden = None if secret is None else HiddenCode(parse_code(secret, terms.rules))
        async with self._open(caller, opponent.key if opponent else None) as context:
            if (shown := await context.claim_or_replay(None)) is not None:
                return shown
            other = await _challenged(context, opponent)
            challenge = terms.create_challenge(context.player.id, other.id if other else None)
            if hidden is not None:
                challenge = challenge.hide_secret(hidden, context.player.id)
            notifies = other and await count_notification(context.unit, context.player.key, other.key, context.now)
            view = await context.start_game(challenge, self._random_source)
            return view if notifies else structs.replace(view, called=None)

    async def find_person(self, caller: Caller, name: str) -> NamedPerson:
        """Somebody of the caller's workspace who has used the bot, by their user id or name.

        Raises:
            NoSuchPlayer: there is no such player.
        """
        async with self._units() as unit:
            player = await find_named_player(unit, caller, name)
        return NamedPerson(player.key, player.name)

    async def workspace_player_names(self, caller: Caller) -> Sequence[str]:
        """The names of players of the caller's workspace who are not hidden, at most `_MOST_NAMES`."""
        async with self._units(Access.READ) as unit:
            return await unit.players.names(caller.room.platform, caller.room.workspace, _MOST_NAMES)

    async def challenge_awaiting_secret(self, caller: Caller, game: str | None) -> ShownGame:
        """The challenge in which the caller can hide a secret.

        Raises:
            NotPossibleNow: the game is not a challenge.
            GameError: the caller cannot hide a secret in it.
        """
        async with self._open(caller) as context:
            stored = await context.running_game(game, Intent.SECRET)
            _require_challenge(stored.game, context.player.id).require_can_hide_secret(context.player.id)
            return await context.view_for_caller(stored)

    async def rematch_of(self, caller: Caller, game: str, has_left: HasLeft) -> tuple[NamedPerson, DuelTerms]:
        """The opponent of an ended duel, and the terms of another one, in which the other player starts.

        Args:
            caller: one of the two.
            game: the id of the duel.
            has_left: tells whether the opponent is known to have left the workspace.

        Raises:
            NotPossibleNow: the game is not a duel between people.
            GameRunning: it has not ended.
            NotYourGame: the caller did not play in it.
        """
        async with self._open(caller) as context:
            stored = await context.running_or_last_game(game)
            ended = _require_duel(stored.game)
            if ended.outcome is None:
                raise errors.GameRunning(stored.id)
            other = ended.opponent_of(context.player.id).player
            opponent = (await context.unit.players.by_id({other}, caller.room.workspace))[other]
        was_first = ended.sides[0].player != other
        terms = DuelTerms(ended.rules, ended.tries, ended.hidden, opponent_moves_first=was_first, items=ended.items)
        is_gone = not opponent.name or await has_left(opponent.key)  # a deleted player has no name
        return NamedPerson(opponent.key, opponent.name, has_left=is_gone), terms

    async def hide_secret(self, caller: Caller, text: str, game: str | None = None) -> ShownGame:
        """Hide the caller's secret. The opponent accepts the challenge by this. The duel starts when both are hidden.

        Raises:
            NotPossibleNow: the game is not a challenge.
            AlreadyAccepted: somebody has accepted a challenge to anyone while the caller entered their secret.
            AlreadyChallenged: the caller has a running duel with the challenger here.
            CodeError: `text` is not a code.
            GameError: the caller cannot hide a secret in this game now.
        """
        async with self._open(caller) as context:
            if (shown := await context.claim_or_replay(game)) is not None:
                return shown
            stored = await context.running_game(game, Intent.SECRET)
            await _require_first(context, stored.game)
            challenge = _require_challenge(stored.game, context.player.id)
            after = challenge.hide_secret(HiddenCode(parse_code(text, challenge.rules)), context.player.id)
            if not after.is_ready:
                return await context.save_move(stored, after)
            duel = after.start_duel(after.first_mover or _drawn(stored, after))
            return await context.save_move(stored, await decide_if_rated(context.unit, stored, duel, context.now))

    async def offer_draw(self, caller: Caller, game: str | None) -> ShownGame:
        """Offer a draw, or accept the offer of the other player, which ends the duel.

        Raises:
            NotPossibleNow: the game is not a duel between people.
            GameError: the caller cannot offer a draw in this game now.
        """
        async with self._open(caller) as context:
            player = context.player.id
            return await context.make_move(game, Intent.DRAW, lambda duel: _require_duel(duel).offer_draw(player))

    async def claim_win(self, caller: Caller, game: str | None) -> ShownGame:
        """Win a duel in which the other player has taken too long for a turn.

        Raises:
            NotPossibleNow: the game is not a duel between people.
            GameError: the other player still has time, or the caller cannot claim this game.
        """
        async with self._open(caller) as context:
            if (shown := await context.claim_or_replay(game)) is not None:
                return shown
            stored = await context.running_game(game, Intent.DRAW)
            claimed = _require_duel(stored.game).claim_win(context.player.id)
            if not is_turn_late(stored, context.now):
                raise NotPossibleNow
            return await context.save_move(stored, claimed)


async def _challenged(context: CallContext, opponent: NamedPerson | None) -> Player | None:
    """The player whom the caller may challenge, added if they are new; None for anyone.

    Raises:
        CannotBeChallenged: the opponent is the caller or a bot.
        ChallengesUnwanted: the opponent wants no challenges, or is no longer in the workspace.
        AlreadyChallenged: the two have a running duel here, or an open challenge in any room; or the caller has
            challenged anyone here.
        TooManyChallenges: `MOST_CHALLENGES` of the caller are open.
    """
    player, other = context.player, None
    if opponent is not None:
        if opponent.key == player.key or opponent.is_bot:
            raise errors.CannotBeChallenged
        other = await context.unit.players.get_or_add(
            opponent.key, context.room.key.workspace, opponent.name, context.now
        )
        if opponent.has_left or not other.settings.duels:
            raise errors.ChallengesUnwanted(other.name)
    found = await context.unit.games.open_challenges(player.id)
    of_both = [
        *await _duels_here(context, other.id if other else None),
        *(each.game for each in found if other is not None and other.id in {each.starter, each.opponent}),
    ]
    if of_both:
        raise errors.AlreadyChallenged(of_both[0])
    own = tuple(each.game for each in found if each.starter == player.id)
    if len(own) >= MOST_CHALLENGES:
        raise errors.TooManyChallenges(own)
    return other


async def _duels_here(context: CallContext, other: str | None) -> Sequence[str]:
    """The ids of the caller's running duels and challenges here with another player or, for None, to anyone."""
    duels = await context.unit.games.duels_of(context.room.id, context.player.id)
    if other is None:
        return [each.id for each in duels if each.game.players == (context.player.id,)]
    return [each.id for each in duels if other in each.game.players]


async def _require_first(context: CallContext, game: AnyGame) -> None:
    """Check that the caller may accept a challenge to anyone, if it is or was one.

    Who plays in a duel that started while somebody entered a secret for it has accepted before them.

    Raises:
        AlreadyAccepted: another player has accepted it.
        AlreadyChallenged: the caller has a running duel with the challenger here.
    """
    player, is_running = context.player.id, game.outcome is None
    if isinstance(game, Duel) and game.is_between_people and is_running and player not in game.players:
        opponent = game.opponent_of(game.starter).player
        players = await context.unit.players.by_id({opponent}, context.room.key.workspace)
        raise errors.AlreadyAccepted(players[opponent].name)
    is_open = isinstance(game, Challenge) and game.opponent is None
    if is_open and player != game.starter and (duels := await _duels_here(context, game.starter)):
        raise errors.AlreadyChallenged(duels[0])


def _drawn(stored: StoredGame, challenge: Challenge) -> str:
    """The player who starts, which the commitment decides; see `core.game.commitment`."""
    ready = structs.replace(stored, game=challenge.start_duel(challenge.starter))
    starter, opponent = challenge.players
    return starter if starter_moves_first(ready.commitment) else opponent


def _require_challenge(game: AnyGame, player: str) -> Challenge:
    """The game, if it is a challenge; in a duel that has started, the player has hidden a secret."""
    if isinstance(game, Challenge):
        return game
    duel = _require_duel(game)
    if duel.outcome is not None:
        raise GameOver
    duel.side(player)
    raise NotPossibleNow


def _require_duel(game: AnyGame) -> Duel:
    if not game.has_begun and game.outcome is None:
        raise DuelNotStarted
    if not isinstance(game, Duel) or not game.is_between_people:
        raise NotPossibleNow
    return game
