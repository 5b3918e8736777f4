"""What `hitblow evaluate` and `hitblow suggest` print: lines for people, JSON for programs."""

import json
from collections.abc import Sequence

from bot.presenters.records import bars
from bot.wording.columns import align
from bot.wording.solving import SolvingWords
from core.game.codes import format_code, spell_code
from core.game.feedback import Feedback, format_feedback
from core.game.rules import Rules
from core.solver.coach import Advice, Suggestion
from core.solver.evaluate import Evaluation
from core.solver.strategies import Strategy


def evaluation_lines(rules: Rules, strategy: Strategy, evaluation: Evaluation, words: SolvingWords) -> Sequence[str]:
    """A summary and the distribution as bars."""
    summary = words.summary(
        strategy=strategy.name,
        rules=str(rules),
        average=f"{evaluation.average:.4f}",
        total=f"{evaluation.total:,}",
        games=f"{evaluation.games:,}",
        worst=str(evaluation.worst),
    )
    return summary, *bars(dict(enumerate(evaluation.distribution, 1)))


def evaluation_json(rules: Rules, strategy: Strategy, seed: int, evaluation: Evaluation) -> str:
    """The fields documented in the README."""
    return json.dumps(
        {
            "rules": str(rules),
            **_settings(rules, strategy),
            "seed": None if strategy.deterministic else seed,
            "games": evaluation.games,
            "total": evaluation.total,
            "average": evaluation.average,
            "worst": evaluation.worst,
            "distribution": evaluation.distribution,
        }
    )


def _settings(rules: Rules, strategy: Strategy) -> dict[str, object]:
    opening = strategy.opening
    return {
        "strategy": strategy.name,
        "pool": strategy.pool,
        "ties": strategy.ties,
        "win_bonus": {"off": strategy.win_bonus.off, "factor": strategy.win_bonus.factor},
        "opening": opening if isinstance(opening, str) else spell_code(opening, rules),
    }


def advice_lines(advice: Advice, words: SolvingWords) -> Sequence[str]:
    """A table of guesses, then what each feedback would leave."""
    heads = tuple(words[head] for head in ("guess", "score", "may win", "to come"))
    table = align([heads, *(_row(advice.rules, guess, words) for guess in advice.guesses)], right=[1, 3])
    leaves = align([_leaves(advice.rules, guess) for guess in advice.guesses])
    exact = all(guess.exact for guess in advice.guesses)
    note = words.about_to_come(exact=exact)
    return words.candidates(advice.candidates), "", *table, "", note, "", f"{words['leaves']}:", *leaves


def _row(rules: Rules, guess: Suggestion, words: SolvingWords) -> tuple[str, ...]:
    score = "" if guess.score is None else words.score(f"{guess.score:.3f}", guess.unit)
    expected = f"{'' if guess.exact else '~'}{guess.expected:.3f}"
    return format_code(guess.code, rules), score, words.whether(yes=guess.consistent), expected


def _leaves(rules: Rules, guess: Suggestion) -> tuple[str, ...]:
    cells = "  ".join(f"{format_feedback(feedback, rules)} {size:,}" for feedback, size in _by_size(guess))
    return format_code(guess.code, rules), cells


def _by_size(guess: Suggestion) -> list[tuple[Feedback, int]]:
    return sorted(guess.sizes.items(), key=lambda cell: -cell[1])


def advice_json(advice: Advice) -> str:
    """The fields documented in the README."""
    return json.dumps(
        {
            "rules": str(advice.rules),
            **_settings(advice.rules, advice.strategy),
            "turns": [
                [spell_code(turn.guess, advice.rules), format_feedback(turn.feedback, advice.rules)]
                for turn in advice.turns
            ],
            "candidates": advice.candidates,
            "exact": advice.guesses[0].exact,
            "guesses": [_suggestion(advice.rules, guess) for guess in advice.guesses],
        }
    )


def _suggestion(rules: Rules, guess: Suggestion) -> dict[str, object]:
    return {
        "code": spell_code(guess.code, rules),
        "consistent": guess.consistent,
        "score": guess.score,
        "unit": guess.unit,
        "expected": guess.expected,
        "exact": guess.exact,
        "leaves": {format_feedback(feedback, rules): size for feedback, size in _by_size(guess)},
    }
