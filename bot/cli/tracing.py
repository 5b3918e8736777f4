"""`hitblow trace`: the game that a strategy plays against a secret."""

import json

import click

from bot.cli.evaluation import refuse_too_many_secrets
from bot.cli.options import terminal_words
from bot.cli.output import expected_errors
from bot.cli.solver_options import SolverOptions, strategy_fields
from bot.locales import Words
from bot.locales.columns import align
from bot.presenters.help import score
from core.game.codes import format_code, format_code_ascii, parse_code
from core.game.feedback import format_feedback
from core.game.rules import Rules
from core.solver.book import lookup
from core.solver.strategies import Strategy
from core.solver.trace import TracedTurn, trace_game


def print_trace(options: SolverOptions, secret: str) -> None:
    """Play a game and print its turns.

    Raises:
        CommandFailed: The secret or an option cannot be read, or there are too many codes.
    """
    words = terminal_words(options.lang)
    with expected_errors(words):
        rules, strategy = options.resolve()
        refuse_too_many_secrets(rules)
        turns = trace_game(rules, strategy, parse_code(secret, rules), lookup, options.seed)
    if options.as_json:
        click.echo(_json(rules, strategy, options.seed, turns))
    else:
        heads = words("|guess|feedback|before|after|score|luck").split("|")
        rows = [heads, *(_row(number, turn, rules, words) for number, turn in enumerate(turns, 1))]
        click.echo("\n".join(align(rows, right=[0, 3, 4, 5, 6])))


def _row(number: int, traced: TracedTurn, rules: Rules, words: Words) -> tuple[str, ...]:
    return (
        str(number),
        format_code(traced.turn.guess, rules),
        format_feedback(traced.turn.feedback, rules),
        f"{traced.before:,}",
        f"{traced.after:,}",
        "" if traced.score is None else score(f"{traced.score:.3f}", traced.unit, words),
        "" if traced.luck is None else str(traced.luck),
    )


def _json(rules: Rules, strategy: Strategy, seed: int, turns: list[TracedTurn]) -> str:
    """The fields that the documentation names."""
    return json.dumps(
        {
            "rules": str(rules),
            **strategy_fields(rules, strategy),
            "seed": None if strategy.deterministic else seed,
            "turns": [
                {
                    "guess": format_code_ascii(traced.turn.guess, rules),
                    "feedback": format_feedback(traced.turn.feedback, rules),
                    "before": traced.before,
                    "after": traced.after,
                    "score": traced.score,
                    "unit": traced.unit,
                    "luck": traced.luck,
                }
                for traced in turns
            ],
        }
    )
