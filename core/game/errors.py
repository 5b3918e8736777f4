"""Errors about codes, feedback, histories and moves."""

from core.errors import CoreError
from core.game.rules import Rules


class CodeError(CoreError):
    """A text cannot be read as a code."""


class UnsafeCodeText(CodeError):
    """`read` is too long, or contains a character that hides or reorders text."""

    read: str
    rules: Rules


class WrongLength(CodeError):
    """`read` has `length` symbols, which differs from the number of positions."""

    read: str
    length: int
    rules: Rules


class UnknownSymbol(CodeError):
    """The character `symbol` in `read` is not a symbol of these rules."""

    read: str
    symbol: str
    rules: Rules


class RepeatedSymbol(CodeError):
    """`read` uses `symbol` more than once, which the rules do not allow."""

    read: str
    symbol: str
    rules: Rules


class FeedbackTextError(CoreError):
    """A text cannot be read as feedback."""


class UnreadableFeedback(FeedbackTextError):
    """`read` is not feedback in any supported notation."""

    read: str
    rules: Rules


class ImpossibleFeedback(FeedbackTextError):
    """No guess can get `hits` and `blows` under these rules."""

    hits: int
    blows: int
    rules: Rules


class HistoryError(CoreError):
    """A history cannot be read, or contradicts itself."""


class UnreadableTurn(HistoryError):
    """Turn `number`, counted from 1, was typed as `read`.

    `error` is the error found in it, or None if it does not consist of two parts.
    """

    number: int
    read: str
    error: CoreError | None
    rules: Rules


class Contradiction(HistoryError):
    """No code is consistent with the first `number` turns."""

    number: int


class GameError(CoreError):
    """The game does not allow this move now."""


class GameOver(GameError):
    """The game has ended, or this player's part in it has."""


class PartOfRaceOver(GameOver):
    """The player's part of a race has ended, and the race goes on."""


class NotYourTurn(GameError):
    """The other side moves first."""


class GuessAwaitsFeedback(GameError):
    """The player has to give feedback to the other side's guess first."""


class NotYourGame(GameError):
    """The game belongs to another player."""


class EndedByPlayersOnly(NotYourGame):
    """A moderator could take out a bad result, so that they do not end the game either."""


class NotPlaying(GameError):
    """The player has neither started the game nor made a guess in it."""


class OnlyPlayersGiveUp(NotPlaying):
    """Only players can give up a game in which somebody has moved lately."""


class AlreadyVoted(GameError):
    """The player has voted to give up before; `votes` of the `needed` votes are there."""

    votes: int
    needed: int


class RaceNotStarted(GameError):
    """Nobody can guess before the starter of the race has given the signal."""


class NotPossibleNow(GameError):
    """The state of the game does not allow this, as its board shows."""


class FoundByAnother(GameError):
    """The guess is the secret of a race, which the player with the name `winner` found first."""

    winner: str


class HostMayNotGuess(GameError):
    """The host of a game knows its secret, so they neither guess nor get hints."""


class NotTheHost(GameError):
    """Only the host gives feedback."""


class TooManyPendingGuesses(GameError):
    """The host has to give feedback to earlier guesses before anybody may guess again."""


class NoPendingGuess(GameError):
    """No guess waits for this player's feedback, or there is no such feedback to change."""


class HintsNotAllowed(GameError):
    """Nobody gets hints in a duel between two people."""


class DuelNotStarted(GameError):
    """Nobody can guess before both players have hidden a secret."""


class ItemError(CoreError):
    """Items, or the use of one, are not allowed. Items are given by name."""


class UnreadableClue(ItemError):
    """`read` starts with the name of `item`, but does not go on with what the item tells."""

    item: str
    read: str


class ItemsDoNotFit(ItemError):
    """The rules cannot be played with items."""


class ItemsNeedShownCalls(ItemError):
    """Calls cannot stay hidden in a game with items: what items tell depends on them."""


class UnreadableItemUse(ItemError):
    """What was typed to use `item` is not what it needs."""

    item: str


class InvalidItemSet(ItemError):
    """The items are neither three different ones, without both HIGH&LOW and SLASH, nor all."""


class ItemNotInGame(ItemError):
    """The game is played without `item`."""

    item: str


class ItemUnusable(ItemError):
    """`item` was used before, another one was used in this turn, or it would double the first call."""

    item: str


class ItemPending(ItemError):
    """Nobody can move before the clue of `item` is there."""

    item: str


class NotARearrangement(ItemError):
    """The number after SHUFFLE does not consist of the same digits."""


class InvalidNewDigit(ItemError):
    """The new digit of CHANGE is in the number already, or is not high or low as the old one is."""
