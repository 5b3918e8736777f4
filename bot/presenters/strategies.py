"""The strategies of the solver, explained by what each advises in the same game."""

from collections.abc import Sequence

from bot.locales import Words, translatable
from bot.presenters.board import quoted_code
from bot.presenters.items import entry_cells
from bot.presenters.phrases import score
from bot.presenters.views import Block, Paragraph, View
from core.solver.coach import Advice

_INTEGER_UNITS = {"parts"}
"""Units of scores that are whole numbers."""

_STRATEGIES = {
    "first": translatable("The lowest code that fits all feedback."),
    "random": translatable("A random code that fits all feedback."),
    "worst-cell": translatable("Leaves as few codes as possible in the worst case (Knuth, 1976)."),
    "expected-size": translatable("Leaves as few codes as possible on average (Irving, 1979)."),
    "entropy": translatable("Gains as much information as possible (Neuwirth, 1982)."),
    "most-parts": translatable("Allows as many kinds of feedback as possible (Kooi, 2005)."),
    "log1p": translatable("Minimizes the sum of n ln(1+n) over the codes left (Landy, in Tanaka, 1996)."),
    "landy": translatable("Minimizes the sum of n L(n), where L(n)^L(n) is n (Landy)."),
    "power": translatable("Minimizes the sum of n to the power P."),
    "second-table": translatable("A random code that fits; the second guess follows a table (pyHitAndBlow)."),
    "optimal": translatable("Needs the fewest guesses over all secrets."),
}
"""How each strategy chooses a guess, with its source."""


def strategies(examples: Sequence[Advice], words: Words) -> View:
    """Every strategy with its advice in the same game."""
    first = examples[0]
    history = ", ".join(f"`{' '.join(entry_cells(entry, first.rules, words))}`" for entry in first.turns)
    blocks: list[Block] = [
        Paragraph(
            words(
                "What each strategy chooses at {rules} after {history} ({candidates:,} codes left). `suggest "
                "strategy:NAME` uses one.",
                rules=str(first.rules),
                history=history,
                candidates=first.candidate_count,
            )
        )
    ]
    for advice in examples:
        name = advice.strategy.name
        sentences = (f"`{name}`: {words(_STRATEGIES[name.split(':')[0]])}", _example(advice, words))
        blocks.append(Paragraph(words.joined(sentences)))
    return View(tuple(blocks))


def _example(advice: Advice, words: Words) -> str:
    best = advice.guesses[0]
    digits = 0 if best.unit in _INTEGER_UNITS else 2
    guess = quoted_code(best.code, advice.rules)
    if best.score is None:
        return words("Here: {guess}.", guess=guess)
    shown = score(words.number(best.score, digits), best.unit, words)
    return words("Here: {guess} ({score}).", guess=guess, score=shown)
