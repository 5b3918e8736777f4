"""The opponent: guesses as well as the people it is for, from the rules and the history alone.

- `expert` plays the book, or searches where there is none.
- `hard` guesses any code that fits every answer.
- `normal` does so too, but at every guess each answer may have slipped its mind.
- `easy` reasons as a beginner does: it knows how many symbols each guess had right in all, hits and blows together, and
  tells them apart in the last two answers only; it forgets, too.

What it does is drawn afresh each time. The expert, who would always play alike, takes its moves through a change of
symbols and positions that the history does not notice; so does whoever meets it, and nobody can learn it by heart.
"""

import random
from collections.abc import Callable, Sequence
from itertools import compress
from typing import TypeAlias

from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.game.versus import Level
from core.solver.bytesets import answering, as_bytes, everything
from core.solver.candidates import census, code_at

Solve: TypeAlias = Callable[[Rules, Sequence[Turn]], Code]
"""The best guess after a history; asked by the expert."""

FORGETS = {Level.NORMAL: 0.22, Level.EASY: 0.16}
"""How likely an answer has slipped its mind at a guess; measured to make the strength what the README says."""

_TOLD_APART = 2
"""The last answers in which a beginner tells hits from blows."""


def move(rules: Rules, history: Sequence[Turn], level: Level, chance: random.Random, solve: Solve) -> Code:
    """The opponent's guess.

    Args:
        rules: of the game.
        history: its own guesses and their answers.
        level: how well to play.
        chance: what everything is drawn from.
        solve: asked by the expert.

    Raises:
        Contradiction: no code fits every answer.
    """
    census(rules, history)
    if level is Level.EXPERT:
        return disguise(solve(rules, history), rules, history, chance)
    remembered = [turn for turn in history if chance.random() >= FORGETS.get(level, 0.0)]
    vague = remembered[:-_TOLD_APART] if level is Level.EASY else []
    exact = remembered[len(vague) :]
    fitting = everything(rules)
    for turn in exact:
        fitting &= answering(turn.guess, {turn.feedback}, rules)
    for turn in vague:
        fitting &= answering(turn.guess, _of_total(sum(turn.feedback), rules), rules)
    return _any(fitting, rules, {turn.guess for turn in history}, chance)


def disguise(guess: Code, rules: Rules, history: Sequence[Turn], chance: random.Random) -> Code:
    """A guess that is the same but for symbols nobody has mentioned and, before the first guess, for positions.

    Renaming such symbols, and moving positions as long as nothing is known, changes no answer's meaning, so it costs
    nothing.
    """
    mentioned = {symbol for turn in history for symbol in turn.guess}
    free = [symbol for symbol in range(rules.symbols) if symbol not in mentioned]
    renamed = dict(zip(free, chance.sample(free, len(free)), strict=True))
    code = [renamed.get(symbol, symbol) for symbol in guess]
    if not history:
        chance.shuffle(code)
    return tuple(code)


def _of_total(total: int, rules: Rules) -> set[Feedback]:
    """The feedbacks with so many hits and blows together."""
    return {Feedback(*pair) for pair in rules.feedbacks() if sum(pair) == total}


def _any(fitting: int, rules: Rules, made: set[Code], chance: random.Random) -> Code:
    """Any of the fitting codes that has not been guessed, or any code at all if it has forgotten too much."""
    places = list(compress(range(rules.codes), as_bytes(fitting, rules)))
    for place in chance.sample(places, min(len(places), len(made) + 1)):
        code = code_at(place, rules)
        if code not in made:
            return code
    return code_at(chance.randrange(rules.codes), rules)
