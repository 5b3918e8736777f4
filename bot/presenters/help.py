"""Help: the commands, one command, the rules."""

from collections.abc import Iterator, Sequence

from bot.commands.catalogue import CATALOGUE, Command, Kind, Option
from bot.presenters.views import Block, Paragraph, Preformatted, View
from bot.wording import Words
from bot.wording.columns import align
from core.game.codes import format_code
from core.game.feedback import Turn, format_feedback
from core.game.rules import NAMED_RULES, Rules
from core.solver.coach import Advice


def all_commands(words: Words) -> View:
    """Every command in a line."""
    rows = [(_needed(command), words.command(command.name)) for command in CATALOGUE]
    return View((Paragraph(words.help_title()), Preformatted(align(rows)), Paragraph(words.help_footer())))


def one_command(command: Command, words: Words) -> View:
    """One command with its options."""
    rows = [row for option in command.options for row in _option_rows(command, option, words)]
    blocks: list[Block] = [Paragraph(f"`{usage(command)}`: {words.command(command.name)}")]
    if rows:
        blocks.append(Preformatted(align(rows)))
    if command.example:
        blocks.append(Paragraph(words.example(command.example)))
    return View(tuple(blocks))


def _needed(command: Command) -> str:
    """The command with the options it cannot do without."""
    return " ".join((command.name, *(option.name.upper() for option in command.options if option.required)))


def usage(command: Command) -> str:
    """The command with its options: those that may be left out in brackets, all but the first by name."""
    parts = [
        option.name.upper() if option.required else f"[{option.name}]" if place == 0 else f"[{option.name}:]"
        for place, option in enumerate(command.options)
    ]
    return " ".join((command.name, *parts))


def rules_list(words: Words) -> View:
    """The rules that have a name."""
    named = [(name, Rules.parse(notation)) for name, notation in NAMED_RULES.items()]
    rows = [(name, str(rules), words.describe_rules(rules)) for name, rules in named]
    return View((Paragraph(words.named_rules_title()), Preformatted(align(rows)), Paragraph(words.rules_notation())))


def explained(rules: Rules, words: Words) -> View:
    """Some rules in full."""
    return View(tuple(Paragraph(paragraph) for paragraph in words.explain_rules(rules)))


def _option_rows(command: Command, option: Option, words: Words) -> Iterator[tuple[str, str]]:
    """What the option means and, below it, what it takes: side by side they would be too wide for a chat."""
    yield f"{option.name}:", words.option(command.name, option.name)
    if takes := _takes(option, words):
        yield "", takes


_WHOLE = {"parts"}
"""UnitOfWorkFactory that are counted."""


def strategies(examples: Sequence[Advice], words: Words) -> View:
    """Every strategy: how it chooses, and what it would guess in one game."""
    first = examples[0]
    told = ", ".join(f"`{format_code(turn.guess, first.rules)} {_answer(turn, first)}`" for turn in first.turns)
    blocks: list[Block] = [Paragraph(words.strategies_title(str(first.rules), told, first.candidate_count))]
    for advice in examples:
        name = advice.strategy.name
        sentences = (f"`{name}`: {words.strategy(name.split(':')[0])}", _example(advice, words))
        blocks.append(Paragraph(words.joined(sentences)))
    return View(tuple(blocks))


def _answer(turn: Turn, advice: Advice) -> str:
    return format_feedback(turn.feedback, advice.rules)


def _example(advice: Advice, words: Words) -> str:
    """The guess with its score, if it has one."""
    best = advice.guesses[0]
    digits = 0 if best.unit in _WHOLE else 2
    score = "" if best.score is None else words.score(words.number(best.score, digits), best.unit)
    return words.strategy_guess(f"`{format_code(best.code, advice.rules)}`", score)


def _takes(option: Option, words: Words) -> str:
    """What the option takes, and what stands for it when it is not given."""
    takes = words.option_range(option.low, option.high) if option.kind is Kind.INTEGER else " ".join(option.choices)
    default = words.option_default(option.default) if option.default is not None else ""
    return words.joined([part for part in (takes, default) if part])
