"""`hitblow suggest`, `trace` and `static`: the best guesses, the game of a strategy, and guesses asked at once."""

import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from bot.cli.output import CommandFailed, print_text, report_expected_errors
from bot.cli.solver_options import MAX_SECRETS, SolverOptions, strategy_fields
from bot.locales import Words
from bot.locales.columns import align
from core.game.clues import format_clue
from core.game.codes import format_code, format_code_ascii, parse_code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.history import parse_history
from core.game.items import Entry
from core.game.rules import Rules
from core.solver.book import lookup_move
from core.solver.budget import TimeLimit
from core.solver.coach import Advice, Suggestion, suggest as advise
from core.solver.search import SearchResources
from core.solver.strategies import Strategy

if TYPE_CHECKING:
    from core.solver.evaluate import TracedTurn

_DEFAULT_RULES = "hitblow"

_MAX_STATIC_CODES = 10_000
"""The search for static guesses keeps the feedback of each code to each code, one byte each."""

_WORK_PER_SECOND = 200_000_000
"""Units of work per second of the time limit, few enough that the work usually runs out before the time."""


def print_suggestion(options: SolverOptions, history: Sequence[str], top: int, seconds: float) -> None:
    """Print the best guesses; if the first argument is a turn and not rules, by the default rules.

    Raises:
        CommandFailed: An option or the history cannot be read.
    """
    words = options.words
    if options.rules.partition(" ")[0].isdigit():  # a code: without rules, the history comes first
        options, history = replace(options, rules=_DEFAULT_RULES), (options.rules, *history)
    with report_expected_errors(words):
        rules, strategy = options.resolve()
        separator = ";" if any(" " in turn.strip() for turn in history) else " "  # each argument is a turn or a word
        turns = parse_history(separator.join(history), rules)
        chance = random.Random(options.seed)  # noqa: S311  # guesses, not secrets
        limit = TimeLimit(seconds, time.monotonic)
        resources = SearchResources(lookup_move, seconds * _WORK_PER_SECOND, limit, chance)
        try:
            advice = advise(rules, turns, strategy, top, resources)
        except Contradiction:
            raise CommandFailed(_corrections(rules, turns, words)) from None
    if options.as_json:
        click.echo(_json(advice))
    else:
        print_text("\n".join(_lines(advice, words)))


def _corrections(rules: Rules, turns: Sequence[Entry], words: Words) -> str:
    """The corrections of a contradictory history."""
    from bot.presenters.versus import correction_blocks
    from core.solver.mistakes import find_corrections

    title, *table = correction_blocks(rules, turns, find_corrections(rules, turns), words)
    return "\n".join(block.text for block in (title, *table[:1]))


def _lines(advice: Advice, words: Words) -> Sequence[str]:
    """A table of guesses, then how many candidates each feedback leaves."""
    heads = words("guess|score|may win|expected").split("|")
    rows = [heads, *(_row(advice.rules, guess, words) for guess in advice.guesses)]
    table = align(rows, right=[1, 3])
    leaves = align([_leaves(advice.rules, guess) for guess in advice.guesses])
    return (
        words.plural("{n:,} code is left.", "{n:,} codes are left.", advice.candidate_count),
        "",
        *table,
        *_estimated(advice, words),
        "",
        words("Codes left after each feedback:"),
        *leaves,
        *_items(advice, words),
    )


def _items(advice: Advice, words: Words) -> Sequence[str]:
    """What items of Numer0n are worth, after an empty line; nothing if there are none."""
    if not advice.items:
        return ()
    from bot.presenters.items import item_comparison_text

    return "", item_comparison_text(advice, words)


def _row(rules: Rules, guess: Suggestion, words: Words) -> tuple[str, ...]:
    shown = "" if guess.score is None else words.score(f"{guess.score:.3f}", guess.unit)
    expected = f"{'' if guess.exact else '~'}{guess.expected:.3f}"
    return format_code(guess.code, rules), shown, "*" if guess.consistent else "", expected


def _estimated(advice: Advice, words: Words) -> Iterator[str]:
    """That figures are estimates, after an empty line; nothing if they are exact."""
    if all(guess.exact for guess in advice.guesses):
        return
    yield ""
    yield words("~ marks an estimate.")
    if advice.sampled:
        from bot.presenters.phrases import ONLY_SAMPLES

        yield words(ONLY_SAMPLES)


def _leaves(rules: Rules, guess: Suggestion) -> tuple[str, ...]:
    cells = "  ".join(f"{format_feedback(feedback, rules)} {size:,}" for feedback, size in _by_size(guess))
    return format_code(guess.code, rules), cells


def _by_size(guess: Suggestion) -> list[tuple[Feedback, int]]:
    return sorted(guess.cell_sizes.items(), key=lambda cell: -cell[1])


def _json(advice: Advice) -> str:
    """The fields that the documentation names."""
    rules = advice.rules
    return json.dumps(
        {
            "rules": str(rules),
            **strategy_fields(rules, advice.strategy),
            "turns": [_entry_fields(rules, entry) for entry in advice.turns],
            "candidates": advice.candidate_count,
            "exact": advice.guesses[0].exact,
            "sampled": advice.sampled,
            "guesses": [_guess_fields(rules, guess) for guess in advice.guesses],
            **({"items": [[each.item, each.about, each.left] for each in advice.items]} if advice.items else {}),
        }
    )


def _entry_fields(rules: Rules, entry: Entry) -> list[str]:
    """A guess with its feedback, or an item with what it told."""
    if isinstance(entry, Turn):
        return [format_code_ascii(entry.guess, rules), format_feedback(entry.feedback, rules)]
    return format_clue(entry).split(" ", 1)


def _guess_fields(rules: Rules, guess: Suggestion) -> dict[str, object]:
    return {
        "code": format_code_ascii(guess.code, rules),
        "consistent": guess.consistent,
        "score": guess.score,
        "unit": guess.unit,
        "expected": guess.expected,
        "exact": guess.exact,
        "leaves": {format_feedback(feedback, rules): size for feedback, size in _by_size(guess)},
    }


def print_trace(options: SolverOptions, secret: str) -> None:
    """Play a game and print its turns.

    Raises:
        CommandFailed: The secret or an option cannot be read, or there are too many codes.
    """
    from core.solver.evaluate import trace_game

    words = options.words
    with report_expected_errors(words):
        rules, strategy = options.resolve()
        rules.require_codes_at_most(MAX_SECRETS)
        turns = trace_game(rules, strategy, parse_code(secret, rules), lookup_move, options.seed)
    if options.as_json:
        click.echo(_traced_json(rules, strategy, options.seed, turns))
    else:
        heads = words("|guess|feedback|before|after|score|luck").split("|")
        rows = [heads, *(_traced_row(number, turn, rules, words) for number, turn in enumerate(turns, 1))]
        click.echo("\n".join(align(rows, right=[0, 3, 4, 5, 6])))


def _traced_row(number: int, traced: "TracedTurn", rules: Rules, words: Words) -> tuple[str, ...]:
    return (
        str(number),
        format_code(traced.turn.guess, rules),
        format_feedback(traced.turn.feedback, rules),
        f"{traced.before:,}",
        f"{traced.after:,}",
        "" if traced.score is None else words.score(f"{traced.score:.3f}", traced.unit),
        "" if traced.luck is None else str(traced.luck),
    )


def _traced_json(rules: Rules, strategy: Strategy, seed: int, turns: "list[TracedTurn]") -> str:
    """The fields that the documentation names."""
    return json.dumps(
        {
            "rules": str(rules),
            **strategy_fields(rules, strategy),
            "seed": None if strategy.is_deterministic else seed,
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


def print_static_guesses(notation: str, seed: int, words: Words, *, prove: bool) -> None:
    """Print guesses that are asked at once and tell every secret, as few as are found or, to `prove` it, as possible.

    Raises:
        CommandFailed: The rules cannot be read, or there are too many codes.
    """
    from core.solver.static import StaticSearch

    with report_expected_errors(words):
        rules = Rules.parse(notation)
        rules.require_codes_at_most(_MAX_STATIC_CODES)
    search = StaticSearch(rules)
    guesses = search.find_at_random(random.Random(seed))  # noqa: S311  # guesses, not secrets
    while prove and (fewer := search.find_at_most(len(guesses) - 1)):
        guesses = fewer
    print_text(" ".join(format_code_ascii(guess, rules) for guess in guesses))
    print_text(words("Proven optimal.") if prove else words("Not proven optimal."))
