"""Games in which two sides guess each other's secret: two people, or a person and the bot.

The two guess in turn. The side that does not start always gets a last guess, so a draw is possible.

A game either knows a secret and gives the feedback itself, or its owner keeps it in their head and gives the feedback.
In the second case a guess is pending until its feedback arrives.
"""

from dataclasses import dataclass, replace
from typing import Self

from typing_extensions import override

from core.game.boards import Player
from core.game.codes import Code
from core.game.duel_states import DuelState
from core.game.errors import (
    GameError,
    GameOver,
    GuessAwaitsFeedback,
    HintsNotAllowed,
    ItemError,
    ItemPending,
    NoPendingGuess,
    NotPossibleNow,
    NotYourTurn,
)
from core.game.feedback import Feedback, Turn, compute_feedback, require_possible
from core.game.items import (
    DEFENCES,
    ON_OWN_NUMBER,
    Clue,
    Item,
    ItemSet,
    Use,
    UsedItem,
    require_usable,
    uses_without_undone,
)
from core.game.rules import Rules
from core.game.sides import BOT, DuelEnding, Level, Side


@dataclass(frozen=True, slots=True)
class Duel(DuelState):
    """A game of two sides, each of which guesses the other's secret.

    Every move raises `GameOver` if the game has ended, and `NotYourGame` if `by` plays neither side.
    """

    @classmethod
    def against_bot(  # noqa: PLR0913  # what a game consists of
        cls,
        rules: Rules,
        secret: Code,
        person: Side,
        level: Level,
        *,
        bot_moves_first: bool,
        items: ItemSet | None = None,
    ) -> Self:
        """A new game of a person against the bot.

        Args:
            rules: rules of both secrets.
            secret: the bot's secret.
            person: the side of the person, who started the game.
            level: how well the bot plays.
            bot_moves_first: whether the bot makes the first guess.
            items: of both sides, None without items.
        """
        bot = Side(BOT, secret)
        return cls(rules, (bot, person) if bot_moves_first else (person, bot), person.player, level, items=items)

    @override
    def guess(self, code: Code, by: Player) -> Self:
        """The game after a guess, which is pending if the owner of the secret keeps it in their head.

        A guess declines a draw that the other side has offered.

        Raises:
            NotYourTurn: the other side moves first.
            GuessAwaitsFeedback: a guess waits for the feedback of `by`.
            ItemPending: an item waits for its clue.
        """
        self._require_turn(by)
        secret = self.secret_of(self.opponent_of(by).player)
        if secret is None:
            return replace(self, pending_guess=code)
        offer = self.draw_offered_by if self.draw_offered_by == by else None
        return replace(self._with_turn(Turn(code, compute_feedback(secret, code), by)), draw_offered_by=offer)

    def use_item(self, use: Use, by: Player) -> Self:
        """The game after a player used an item, before their guess of this turn.

        A clue comes at once, except the position of DOUBLE (`choose_position_to_see`) and what somebody has to say
        about a number in their head (`give_clue`).

        Raises:
            ItemError: the item, or what the player does with it, is not allowed.
            NotYourTurn, GuessAwaitsFeedback: see `guess`.
        """
        self.require_usable(use.item, by)
        own, other = self.side(by), self.opponent_of(by)
        number = self.secret_of(by if use.item in ON_OWN_NUMBER else other.player)
        waits = use.item is Item.DOUBLE or (number is None and use.item is not Item.SHUFFLE)
        clue = None if waits else Clue.for_number(use.item, number or (), use.about)
        after = use.number_after(number) if number is not None and use.item in DEFENCES else None
        used = UsedItem(use.item, by, own.guess_count, other.guess_count, clue, after, use.about if waits else None)
        return replace(self, uses=(*self.uses, used))

    def require_usable(self, item: Item, by: Player) -> None:
        """Check that a player may use an item now; raises what `use_item` raises if they may not."""
        self._require_turn(by)
        made, faced = self.side(by).guess_count, self.opponent_of(by).guess_count
        require_usable(item, self.items, tuple(self.item_uses_of(by)), made, faced)

    def is_usable(self, item: Item, by: Player) -> bool:
        """Whether a player may use an item now."""
        try:
            self.require_usable(item, by)
        except (GameError, ItemError):
            return False
        return True

    def choose_position_to_see(self, position: int, by: Player) -> Self:
        """The game after the opponent named the position that the user of DOUBLE reveals, or has to tell the digit of.

        Raises:
            NoPendingGuess: no DOUBLE against `by` waits for a position.
        """
        self._require_player(by)
        used, number = self.pending_use, self.secret_of(self.opponent_of(by).player)
        if used is None or used.item is not Item.DOUBLE or self.awaited_player != by or used.by == by:
            raise NoPendingGuess
        clue = None if number is None else Clue.for_number(Item.DOUBLE, number, position)
        return self._with_last_use(replace(used, clue=clue, about=position if clue is None else None))

    def give_clue(self, clue: Clue, by: Player) -> Self:
        """The game after the owner of a number in their head gave the clue of an item.

        Raises:
            NoPendingGuess: no item waits for a clue of this kind about the number of `by`.
            ItemPending: the item asks about another digit or position.
        """
        self._require_player(by)
        used = self.pending_use
        is_asked = used is not None and used.item is clue.item and (used.by == by) == used.is_about_own_number
        if used is None or not is_asked or self.awaited_player != by or self.side(by).secret is not None:
            raise NoPendingGuess
        if used.about not in {None, clue.about}:
            raise ItemPending(used.item)
        return self._with_last_use(replace(used, clue=clue, about=None))

    def give_feedback(self, feedback: Feedback, by: Player) -> Self:
        """The game after the owner of a secret gave feedback to the pending guess.

        Raises:
            NoPendingGuess: no guess at the secret of `by` is pending.
            ImpossibleFeedback: no guess can get this feedback.
        """
        guesser = self._guesser_at_secret_of(by)
        if self.pending_guess is None or self.side_to_move != guesser:
            raise NoPendingGuess
        require_possible(feedback, self.rules)
        return replace(self._with_turn(Turn(self.pending_guess, feedback, guesser.player)), pending_guess=None)

    def correct_feedback(self, number: int, answer: Feedback | Clue, by: Player) -> Self:
        """The game with other feedback or another clue in the history of who looks for the secret of `by`.

        `number` is that of the turn or clue in that history, counted from 1.

        Raises:
            NoPendingGuess: the game knows the secret of `by`, or there is no turn or clue with this number.
            ImpossibleFeedback: no guess can get this feedback.
        """
        guesser = self._guesser_at_secret_of(by)
        turns, history = list(guesser.turns), self.history(guesser.player)
        if not 1 <= number <= len(history):
            raise NoPendingGuess
        if isinstance(answer, Clue):
            uses = (replace(used, clue=answer) if used.clue is history[number - 1] else used for used in self.uses)
            return replace(self, uses=tuple(uses))
        require_possible(answer, self.rules)
        index = sum(isinstance(entry, Turn) for entry in history[: number - 1])
        turns[index] = turns[index]._replace(feedback=answer)
        return self._with_side(replace(guesser, turns=tuple(turns)))

    def undo_feedback(self, by: Player) -> Self:
        """The game with the last feedback or clue of `by` withdrawn, so that its guess or item is pending again.

        A later guess that is pending now is dropped, because it was based on that.

        Raises:
            NoPendingGuess: the game knows the secret of `by`, or `by` has not given any feedback.
        """
        guesser = self._guesser_at_secret_of(by)
        last = self.uses[-1] if self.uses else None
        if (
            last is not None
            and last.clue
            and last.by != by
            and last.made == guesser.guess_count
            and not last.is_about_own_number
        ):
            return replace(self._with_last_use(replace(last, clue=None, about=last.clue.about)), pending_guess=None)
        if not guesser.turns:
            raise NoPendingGuess
        *kept, undone = guesser.turns
        uses = uses_without_undone(self.uses, guesser.player, len(kept))
        return replace(self._with_side(replace(guesser, turns=tuple(kept))), pending_guess=undone.guess, uses=uses)

    @override
    def give_up(self, by: Player, *, is_moderator: bool = False, **_shared: object) -> Self:
        """The game after a player resigned, or after a moderator who does not play stopped it."""
        plays = by in self.players
        self._require_player(self.starter if is_moderator and not plays else by)
        return replace(self, ended_as=DuelEnding.RESIGNED if plays else DuelEnding.STOPPED, ended_by=by)

    def offer_draw(self, by: Player) -> Self:
        """The game after a player offered a draw or accepted the other's offer, which ends it.

        Raises:
            NotPossibleNow: `by` has made the offer, or the other side is the bot, which accepts none.
        """
        self._require_player(by)
        if self.draw_offered_by == by or not self.is_between_people:
            raise NotPossibleNow
        if self.draw_offered_by is None:
            return replace(self, draw_offered_by=by)
        return replace(self, ended_as=DuelEnding.AGREED, ended_by=by)

    def claim_win(self, by: Player) -> Self:
        """The game after a player claimed it because the other side takes too long. The caller checks the time.

        Raises:
            NotPossibleNow: it is the turn of `by`, so nobody waits for the other side.
        """
        self._require_player(by)
        if self.awaited_player == by:
            raise NotPossibleNow
        return replace(self, ended_as=DuelEnding.CLAIMED, ended_by=by)

    @override
    def expire(self) -> Self:
        """The game after it expired because nobody moved for too long."""
        self._require_player(self.starter)
        return replace(self, ended_as=DuelEnding.EXPIRED)

    @override
    def record_hint(self, by: Player) -> Self:
        """The game after the player got a hint.

        Raises:
            HintsNotAllowed: the other side is a person.
        """
        self._require_player(by)
        if self.is_between_people:
            raise HintsNotAllowed
        return replace(self, hinted=tuple(dict.fromkeys((*self.hinted, by))))

    @override
    def seen_by(self, player: Player) -> Self:
        """What `player` may see: until the game ends, no secret except their own and no hidden guesses."""
        if self.outcome is not None:
            return self
        first, second = (side.seen_by(player, hide_turns=self.hidden) for side in self.sides)
        uses = tuple(used.seen_by(player) for used in self.uses)
        terms = (self.rules, (first, second), self.starter, self.level, self.tries, self.hidden)
        state = (self.pending_guess, self.hinted, self.draw_offered_by)
        return type(self)(*terms, *state, unrated=self.unrated, items=self.items, uses=uses)

    def _guesser_at_secret_of(self, player: Player) -> Side:
        """The side that guesses the secret that `player` keeps in their head."""
        self._require_player(player)
        if self.side(player).secret is not None:
            raise NoPendingGuess
        return self.opponent_of(player)

    def _with_turn(self, turn: Turn) -> Self:
        return self._with_side(replace(self.side(turn.by), turns=(*self.side(turn.by).turns, turn)))

    def _require_turn(self, by: Player) -> None:
        """Check that a player may guess or use an item now."""
        self._require_player(by)
        if self.pending_use is not None:
            raise ItemPending(self.pending_use.item)
        if self.pending_guess is not None and self.awaited_player == by:
            raise GuessAwaitsFeedback
        if self.player_to_move != by:
            raise NotYourTurn

    def _require_player(self, by: Player) -> None:
        if self.outcome is not None:
            raise GameOver
        self.side(by)
