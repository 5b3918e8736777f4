"""Feedback to choose from, and corrections of contradictory feedback."""

from collections.abc import Iterable, Sequence

from bot.locales import Words
from bot.locales.columns import align_within
from bot.presenters import phrases
from bot.presenters.board import code_text
from bot.presenters.views import Block, Button, Paragraph, Preformatted
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.rules import Rules
from core.solver.mistakes import Correction, Mistake, classify_mistake

FIRST_CORRECTIONS = 5
"""How many corrections are offered at first."""

MAX_CORRECTIONS = 20
"""How many corrections are offered on request.

In practice the right one is among the first ten, and Discord has room for 25 buttons.
"""


def feedback_buttons(feedbacks: Iterable[Feedback], rules: Rules, step: int | None = None) -> tuple[Button, ...]:
    """One button per feedback."""
    texts = [format_feedback(feedback, rules) for feedback in feedbacks]
    return tuple(Button(text, "answer", {"feedback": text}, step=step) for text in texts)


def correction_buttons(
    corrections: int, words: Words, step: int | None = None, most: int = FIRST_CORRECTIONS
) -> tuple[Button, ...]:
    """One button per correction that `correction_blocks` lists, and one that lists the others."""
    numbers = range(1, min(corrections, most) + 1)
    buttons = [
        Button(words("Fix {choice}", choice=number), "fix", {"choice": str(number)}, step=step) for number in numbers
    ]
    more = (
        [Button(phrases.button_label(words, "fix"), "fix", step=step)]
        if min(corrections, MAX_CORRECTIONS) > most
        else []
    )
    return (*buttons, *more)


def correction_blocks(
    rules: Rules, turns: Sequence[Turn], corrections: Sequence[Correction], words: Words, most: int = FIRST_CORRECTIONS
) -> tuple[Block, ...]:
    """The sentence that no code fits the turns, and the first `most` corrections in the given order."""
    if not corrections:
        unexplained = words.plural(
            "No code fits this turn, even with one or two corrections. Check the rules, or start over.",
            "No code fits these {n} turns, even with one or two corrections. Check the rules, or start over.",
            len(turns),
        )
        return (Paragraph(unexplained),)
    title = Paragraph(_contradiction(len(turns), len(corrections[0].changes), words))
    return (title, *correction_lines(rules, turns, corrections, words, most))


def _contradiction(turns: int, changes: int, words: Words) -> str:
    """That no code fits the turns; corrections change the feedback of so many of them, 1 or 2."""
    if turns == 1:
        return words("No code fits this turn. Its feedback is probably wrong:")
    if changes == 1:
        return words("No code fits these {turns} turns. One of them probably has wrong feedback:", turns=turns)
    return words("No code fits these {turns} turns, even if one has wrong feedback. Perhaps two have:", turns=turns)


def correction_lines(
    rules: Rules, turns: Sequence[Turn], corrections: Sequence[Correction], words: Words, most: int
) -> tuple[Block, ...]:
    """The first `most` corrections in the given order, and how to see the others."""
    listed = enumerate(corrections[:most], 1)
    rows = [row for number, correction in listed for row in _rows(rules, turns, correction, number, words)]
    others = min(len(corrections), MAX_CORRECTIONS) - most
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
    """The rows from widest to narrowest: without `swapped?`, then with the codes left in lines of their own."""
    yield rows
    yield [(*row[:4], row[5]) for row in rows]
    yield [line for row in rows for line in (row[:4], ("", "", "", row[5])) if any(line)]
    yield [row[:4] for row in rows]


def _rows(
    rules: Rules, turns: Sequence[Turn], correction: Correction, choice: int, words: Words
) -> Iterable[tuple[str, ...]]:
    """One row per turn that the correction changes; the first has its number."""
    for place, change in enumerate(correction.changes):
        turn = turns[change.number - 1]
        is_first = place == 0
        yield (
            f"[{choice}]" if is_first else "",
            words("turn {number}", number=change.number),
            code_text(turn.guess, rules),
            f"{format_feedback(turn.feedback, rules)} > {format_feedback(change.feedback, rules)}",
            words("swapped?") if classify_mistake(turn.feedback, change.feedback) is Mistake.SWAPPED else "",
            words("leaves {codes:,}", codes=correction.candidate_count) if is_first else "",
        )
