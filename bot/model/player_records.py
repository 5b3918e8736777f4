"""Everything that is stored about how one player plays, as values."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.model.leaderboards import Tally
from core.game.sides import Level, SideOutcome


@dataclass(frozen=True, slots=True)
class Count:
    """Games that are not ranked.

    Args:
        games: the number of games.
        solved: the number of solved games.
        guesses: the number of guesses in solved games, counted for hosted games and dailies only.
    """

    games: int = 0
    solved: int = 0
    guesses: int = 0

    def __add__(self, other: "Count") -> "Count":
        """The games of both."""
        return Count(self.games + other.games, self.solved + other.solved, self.guesses + other.guesses)


@dataclass(frozen=True, slots=True)
class RulesRecord:
    """A player's games under some rules, by mode.

    Args:
        alone: the ranked games: played alone, without hints.
        assisted: the games played alone with hints.
        together: the games guessed with others.
        hosted: the games in which the player hid the secret.
        duels: the number of duels with people by outcome.
        against: the number of games against the bot by its level and by outcome.
    """

    alone: Tally = field(default_factory=Tally)
    assisted: Count = field(default_factory=Count)
    together: Count = field(default_factory=Count)
    hosted: Count = field(default_factory=Count)
    duels: Mapping[SideOutcome, int] = field(default_factory=dict)
    against: Mapping[Level, Mapping[SideOutcome, int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games in all modes."""
        counted = sum(count.games for count in (self.assisted, self.together, self.hosted))
        outcomes = (self.duels, *self.against.values())
        return self.alone.games + counted + sum(sum(by_outcome.values()) for by_outcome in outcomes)


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Everything that is stored about how one player plays.

    Args:
        by_rules: their games by rules in their notation, the most played first.
    """

    by_rules: Mapping[str, RulesRecord] = field(default_factory=dict)

    @property
    def alone(self) -> Mapping[str, Tally]:
        """The ranked games by rules."""
        return {rules: record.alone for rules, record in self.by_rules.items() if record.alone.games}

    @property
    def assisted(self) -> Count:
        """The games alone with hints."""
        return sum((record.assisted for record in self.by_rules.values()), Count())

    @property
    def together(self) -> Count:
        """The games guessed with others."""
        return sum((record.together for record in self.by_rules.values()), Count())

    @property
    def hosted(self) -> Count:
        """The games in which the player hid the secret."""
        return sum((record.hosted for record in self.by_rules.values()), Count())

    @property
    def against(self) -> Mapping[Level, Mapping[SideOutcome, int]]:
        """The number of games against the bot by its level and by outcome."""
        total: dict[Level, Counter[SideOutcome]] = {}
        for record in self.by_rules.values():
            for level, outcomes in record.against.items():
                total.setdefault(level, Counter()).update(outcomes)
        return total


def by_games(counts: Mapping[str, Count]) -> Mapping[str, Count]:
    """The counts by rules, those with the most games first."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1].games, item[0])))


def ordered(by_rules: Mapping[str, RulesRecord]) -> PlayerRecord:
    """The record of a player with these games."""
    return PlayerRecord(dict(sorted(by_rules.items(), key=lambda item: (-item[1].games, item[0]))))
