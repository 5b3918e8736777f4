"""Duels between people, in English."""

import shlex
from collections.abc import Mapping, Sequence

from bot.commands.errors import UnknownOpponent
from bot.locales.safe import quote
from bot.model.errors import (
    AlreadyChallenged,
    ChallengedBot,
    ChallengedSelf,
    NotADuel,
    OpponentHasLeft,
    SeveralDuels,
    SeveralGames,
)
from bot.wording.english.nouns import count, duration, person
from bot.wording.refusals import explains
from core.game.challenges import ChallengeEnding
from core.game.errors import (
    DrawNotPossible,
    DuelNotBegun,
    HintsNotAllowed,
    NotYourTurn,
    OpponentMayStillMove,
    SecretAlreadyHidden,
)
from core.game.sides import DuelEnding


class EnglishDuels:
    """Challenges and duels."""

    def duel_terms(self, tries: int, *, hidden: bool) -> tuple[str, ...]:
        """What is special about a duel, one line each: a limit of `tries` unless that is 0, and hidden guesses."""
        limit = (f"{count(tries, 'guess')} each",) if tries else ()
        return (*limit, *(("guesses hidden until the end",) if hidden else ()))

    def secrets_missing(
        self, hidden: Sequence[str], missing: Sequence[str], hours: int, *, has_buttons: bool = True
    ) -> str:
        """Who has hidden a secret, who has yet to, and how long the challenge stays open."""
        done = f"{self.names(hidden)} has hidden a secret. " if hidden else ""
        how = "press the button or type `secret`" if has_buttons else "type `secret`"
        whose = f"{self.names(missing)}: {how} within {duration(hours)}."
        return f"{done}Waiting for a secret from {whose}"

    def names(self, names: Sequence[str]) -> str:
        """Names in a list."""
        return " and ".join(map(person, names))

    def challenge_ended(self, ending: ChallengeEnding, players: Sequence[str]) -> str:
        """How a challenge ended; `players` are who ended it or, if its time ran out, those who hid no secret."""
        player = person(players[0], first=True)
        return {
            ChallengeEnding.DECLINED: f"{player} declined.",
            ChallengeEnding.WITHDRAWN: f"{player} withdrew.",
            ChallengeEnding.STOPPED: f"{player}, a moderator, ended the challenge.",
            ChallengeEnding.EXPIRED: f"The challenge has expired: {self.names(players)} didn't hide a secret in time.",
        }[ending]

    def duel_begins(self, player: str, hours: int) -> str:
        """Who begins, and how long a turn may take."""
        begins = f"{person(player, first=True)} begins."
        return f"{begins} A turn may take {duration(hours)}; then the other player can `claim` the duel."

    def duel_won(self, ending: DuelEnding, winner: str, loser: str, guesses: int) -> str:
        """A duel that somebody won, by finding the secret in `guesses` guesses or otherwise."""
        how: Mapping[DuelEnding, str] = {
            DuelEnding.RESIGNED: f"{person(winner, first=True)} wins: {person(loser)} gave up.",
            DuelEnding.CLAIMED: f"{person(winner, first=True)} wins: {person(loser)} ran out of time.",
        }
        return how.get(
            ending,
            f"{person(winner, first=True)} found {person(loser)}'s secret in {count(guesses, 'guess')} and wins.",
        )

    def duel_without_winner(self, ending: DuelEnding, guesses: int, player: str) -> str:
        """A duel that nobody won, after a number of guesses by each; `player` stopped it, if anybody did."""
        how: Mapping[DuelEnding, str] = {
            DuelEnding.OUT_OF_TRIES: "It's a draw: nobody found the secret.",
            DuelEnding.AGREED: "It's a draw by agreement.",
            DuelEnding.STOPPED: f"{person(player, first=True)}, a moderator, ended the duel. It doesn't count.",
            DuelEnding.EXPIRED: "Nobody moved for too long. The duel doesn't count.",
        }
        return how.get(ending, f"It's a draw: both found the secret in {count(guesses, 'guess')}.")

    def secrets_revealed(self, secrets: Sequence[tuple[str, str]]) -> str:
        """Both secrets with their owners."""
        shown = ", ".join(f"{person(player)} {secret}" for player, secret in secrets)
        return f"The secrets: {shown}."

    def in_room(self, game: str, room: str) -> str:
        """A game in that list that is played in another room of the terminal, and how to get there."""
        return f"{game} (room `{room}`: `hitblow --room {shlex.quote(room)}`)"

    def your_turn_in(self, games: Sequence[str]) -> str:
        """In which games it is the reader's turn."""
        return f"It's your turn in {', '.join(f'#{game}' for game in games)}."

    def challenge_call(self, other: str, hours: int, *, has_challenged: bool) -> str:
        """A player has to hide a secret within some hours: the opponent or, once they have, the one who challenged."""
        if has_challenged:
            accepted = f"{person(other, first=True)} has accepted your challenge."
            return f"{accepted} Hide your secret within {duration(hours)}."
        return f"{person(other, first=True)} challenges you to a duel. You can accept within {duration(hours)}."

    @explains(SeveralDuels)
    def several_duels(self, error: SeveralDuels) -> str:
        """The reader plays in several duels here, so they have to say which one they mean."""
        games = ", ".join(f"`#{game}`" for game in error.games)
        return (
            f"You play in several duels here ({games}). Use the buttons below the board of one of them, or type its ID "
            "at the end of a command, as in `board #ID`."
        )

    @explains(SeveralDuels, has_buttons=False)
    def several_duels_typed(self, error: SeveralDuels) -> str:
        """The same in the terminal."""
        games = ", ".join(f"`#{game}`" for game in error.games)
        return (
            f"You play in several duels here ({games}). Type the ID of the one you mean at the end, as in "
            f"`board #{error.games[0]}`."
        )

    @explains(SeveralGames)
    def several_games(self, error: SeveralGames) -> str:
        """The reader gives up, but several games here are theirs, so they have to say which one they mean."""
        games = ", ".join(f"`#{game}`" for game in error.games)
        return (
            f"Several of your games run here ({games}). Which one do you want to give up? Press Give up below its "
            "board, or type its ID, as in `giveup #ID`."
        )

    @explains(SeveralGames, has_buttons=False)
    def several_games_typed(self, error: SeveralGames) -> str:
        """The same in the terminal."""
        games = ", ".join(f"`#{game}`" for game in error.games)
        return (
            f"Several of your games run here ({games}). Which one do you want to give up? Type its ID, as in "
            f"`giveup #{error.games[0]}`."
        )

    @explains(NotADuel)
    def not_a_duel(self, error: NotADuel) -> str:
        """The command is for duels between people, or for an earlier or later stage of one."""
        return "That doesn't work in this game. `duel` challenges somebody to a duel."

    @explains(ChallengedSelf)
    def challenged_self(self, error: ChallengedSelf) -> str:
        """The reader has challenged themselves to a duel."""
        return "You can't challenge yourself. `play who:me` starts a game alone, `versus` one against me."

    @explains(ChallengedBot)
    def challenged_bot(self, error: ChallengedBot) -> str:
        """The reader has challenged another bot to a duel."""
        return "Other bots can't play. `versus` starts a game against me."

    @explains(OpponentHasLeft)
    def opponent_has_left(self, error: OpponentHasLeft) -> str:
        """The reader has challenged somebody who is no longer in the server or workspace."""
        return f"You can't challenge {person(error.name)}, who is no longer here."

    @explains(AlreadyChallenged)
    def already_challenged(self, error: AlreadyChallenged) -> str:
        """The two players have a running duel or an open challenge."""
        return f"The two of you already have a duel here: `#{error.game}`. Finish it first, or give it up."

    @explains(DuelNotBegun)
    def duel_not_begun(self, error: DuelNotBegun) -> str:
        """The reader guessed in a challenge in which a secret is still missing."""
        return "This duel hasn't begun. Both of you have to hide a secret first: type `secret`."

    @explains(SecretAlreadyHidden)
    def secret_already_hidden(self, error: SecretAlreadyHidden) -> str:
        """The reader tried to hide a secret a second time."""
        return "You have already hidden a secret, and it can't be changed."

    @explains(HintsNotAllowed)
    def hints_not_allowed(self, error: HintsNotAllowed) -> str:
        """The reader asked for a hint in a duel between two people."""
        return "There are no hints in a duel."

    @explains(DrawNotPossible)
    def draw_not_possible(self, error: DrawNotPossible) -> str:
        """The reader has offered a draw already, or plays against the bot."""
        return (
            "You have already offered a draw. The other player can accept it, or decline it by guessing. You can't "
            "offer me a draw."
        )

    @explains(OpponentMayStillMove)
    def opponent_may_still_move(self, error: OpponentMayStillMove) -> str:
        """The reader tried to claim a duel in which the other player has not taken too long."""
        return "You can't claim this game: your opponent still has time, or it's your turn."

    @explains(NotYourTurn)
    def not_your_turn(self, error: NotYourTurn) -> str:
        """The reader guessed although it is the other side's turn."""
        return "It's the other player's turn."

    @explains(UnknownOpponent)
    def unknown_opponent(self, error: UnknownOpponent) -> str:
        """In the terminal, nobody called `read` has played here; `nearest` is a similar name, if any."""
        meant = f" Did you mean {quote(error.nearest)}?" if error.nearest else ""
        return (
            f"Nobody called {quote(error.read)} has played here yet.{meant} To challenge somebody new, put `@` before "
            "the name."
        )
