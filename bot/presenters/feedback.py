"""Feedback to choose from, and corrections of contradictory feedback."""

from collections.abc import Iterable, Sequence

from bot.locales import Words
from bot.locales.columns import align_within
from bot.presenters import phrases
from bot.presenters.board import code_text
from bot.presenters.views import Block, Button, Paragraph, Preformatted
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.rules import Rules
from core.solver.mistakes import Mistake, Repair, classify_mistake

FIRST_REPAIRS = 5
"""Repairs to offer at first."""

MAX_REPAIRS = 20
"""Repairs to offer on request. In practice the right one is among the first ten, and Discord has room for 25 buttons.
"""


def feedback_buttons(feedbacks: Iterable[Feedback], rules: Rules, step: int | None = None) -> tuple[Button, ...]:
    """One button per feedback."""
    texts = [format_feedback(feedback, rules) for feedback in feedbacks]
    return tuple(Button(text, "answer", {"feedback": text}, step=step) for text in texts)


def repair_buttons(
    repairs: int, words: Words, step: int | None = None, most: int = FIRST_REPAIRS
) -> tuple[Button, ...]:
    """One button per repair that `repair_blocks` lists, and one that lists the others."""
    numbers = range(1, min(repairs, most) + 1)
    buttons = [
        Button(words("Fix {choice}", choice=number), "fix", {"choice": str(number)}, step=step) for number in numbers
    ]
    more = [Button(phrases.button_label(words, "fix"), "fix", step=step)] if min(repairs, MAX_REPAIRS) > most else []
    return (*buttons, *more)


def repair_blocks(
    rules: Rules, turns: Sequence[Turn], repairs: Sequence[Repair], words: Words, most: int = FIRST_REPAIRS
) -> tuple[Block, ...]:
    """The sentence that no code fits the turns, and the first `most` repairs in the given order."""
    if not repairs:
        unexplained = words.plural(
            "No code fits this turn, even with one or two corrections. Check the rules, or start over.",
            "No code fits these {n} turns, even with one or two corrections. Check the rules, or start over.",
            len(turns),
        )
        return (Paragraph(unexplained),)
    title = Paragraph(_contradiction(len(turns), len(repairs[0].changes), words))
    return (title, *repair_lines(rules, turns, repairs, words, most))


def _contradiction(turns: int, changes: int, words: Words) -> str:
    """That no code fits the turns; repairs change the feedback of so many of them, 1 or 2."""
    if turns == 1:
        return words("No code fits this turn. Its feedback is probably wrong:")
    if changes == 1:
        return words("No code fits these {turns} turns. One of them probably has wrong feedback:", turns=turns)
    return words("No code fits these {turns} turns, even if one has wrong feedback. Perhaps two have:", turns=turns)


def repair_lines(
    rules: Rules, turns: Sequence[Turn], repairs: Sequence[Repair], words: Words, most: int
) -> tuple[Block, ...]:
    """The first `most` repairs in the given order, and how to see the others."""
    listed = enumerate(repairs[:most], 1)
    rows = [row for number, repair in listed for row in _rows(rules, turns, repair, number, words)]
    others = min(len(repairs), MAX_REPAIRS) - most
    shown = Preformatted(align_within(_versions(rows), right=[0]))
    if others <= 0:
        return (shown,)
    more = words.plural(
        "`fix 1` takes the first. `fix` also lists {n} less likely one.",
        "`fix 1` takes the first. `fix` also lists {n} less likely ones.",
        others,
    )
    return (shown, Paragraph(more))


def _versions(rows: Sequence[tuple[str, ...]]) -> Iterable[Sequence[tuple[str, ...]]]:
    """Rows from the widest to the narrowest: without `swapped?`, then with what repairs leave in lines of their own."""
    yield rows
    yield [(*row[:4], row[5]) for row in rows]
    yield [line for row in rows for line in (row[:4], ("", "", "", row[5])) if any(line)]
    yield [row[:4] for row in rows]


def _rows(rules: Rules, turns: Sequence[Turn], repair: Repair, choice: int, words: Words) -> Iterable[tuple[str, ...]]:
    """One row per turn that the repair changes; the first has its number."""
    for place, change in enumerate(repair.changes):
        turn = turns[change.number - 1]
        is_first = place == 0
        yield (
            f"[{choice}]" if is_first else "",
            words("turn {number}", number=change.number),
            code_text(turn.guess, rules),
            f"{format_feedback(turn.feedback, rules)} > {format_feedback(change.feedback, rules)}",
            words("swapped?") if classify_mistake(turn.feedback, change.feedback) is Mistake.SWAPPED else "",
            words("leaves {codes:,}", codes=repair.candidate_count) if is_first else "",
        )
