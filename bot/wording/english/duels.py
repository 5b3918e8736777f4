"""Duels between people, in English."""

import shlex
from collections.abc import Mapping, Sequence

from bot.wording.english.nouns import count, duration, person
from core.game.challenges import ChallengeEnding
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
