"""What the coach says."""

from collections.abc import Iterable, Mapping, Sequence

from bot.presenters.board import code_text, marks
from bot.presenters.feedback import answer_buttons, repair_buttons, repair_panel
from bot.presenters.views import Block, Button, Paragraph, Preformatted, View
from bot.services.analysis import CheckResult, Hint, ReviewResult
from bot.services.coach import Consultation
from bot.wording import Words
from bot.wording.columns import align
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.rules import Rules
from core.solver.coach import Advice, Suggestion
from core.solver.review import MAX_MARK, Review, ReviewedTurn

LISTED = 12
"""Codes that are few enough to be named."""

_BAR = "▇"
_BAR_CELLS = 9


def consultation(told: Consultation, words: Words) -> View:
    """Where the conversation stands and what can be said next."""
    conversation = told.conversation
    rules, turns = conversation.rules, conversation.turns
    step = len(turns)
    blocks: list[Block] = [Preformatted((words.coach_title(str(rules), conversation.lies), *_lines(turns, rules)))]
    buttons: tuple[Button, ...] = ()
    if told.repairs is not None:
        blocks += repair_panel(rules, turns, told.repairs, words)
        buttons = repair_buttons(len(told.repairs), words, step)
    elif told.advice is not None:
        blocks += _advice(told.advice, words)
        buttons = answer_buttons(sorted(told.advice.guesses[0].cell_sizes), rules, step)
    else:
        blocks.append(Paragraph(words.code_found(code_text(turns[-1].guess, rules), step)))
    return View(tuple(blocks), (*buttons, *_ways_out(told, words)))


def _ways_out(told: Consultation, words: Words) -> tuple[Button, ...]:
    again = {"rules": str(told.conversation.rules)}
    back = (Button(words.button("undo"), "undo", step=len(told.conversation.turns)),) if told.conversation.turns else ()
    return (*back, Button(words.button("suggest"), "suggest", again))


def _lines(turns: Sequence[Turn], rules: Rules) -> Iterable[str]:
    rows = [
        (str(number), code_text(turn.guess, rules), marks(turn.feedback, rules), format_feedback(turn.feedback, rules))
        for number, turn in enumerate(turns, 1)
    ]
    return align(rows, right=[0])


def _advice(advice: Advice, words: Words) -> list[Block]:
    """The best guess, why, what is left, and what is nearly as good."""
    best, *others = advice.guesses
    guess = f"`{code_text(best.code, advice.rules)}`"
    paragraphs = [words.advice(guess, words.number(best.expected, 1), advice.candidate_count, exact=best.exact)]
    if advice.candidate_count > 1:
        paragraphs.append(words.advice_leaves(*spread(best.cell_sizes, advice.rules)))
    if advice.candidate_count > 1 and not best.consistent:
        paragraphs.append(words.advice_not_possible(guess))
    if others and advice.candidate_count > 1:
        paragraphs.append(words.alternatives(_differences(best, others, advice.rules, words)))
    if 1 < advice.candidate_count <= LISTED:
        paragraphs.append(words.remaining_codes([code_text(code, advice.rules) for code in advice.candidates]))
    return [*map(Paragraph, paragraphs), Paragraph(words.ask_feedback(guess))]


def _differences(best: Suggestion, others: Iterable[Suggestion], rules: Rules, words: Words) -> list[tuple[str, str]]:
    """Other guesses with how many guesses more they would take on average."""
    return [
        (f"`{code_text(other.code, rules)}`", words.number(max(0.0, other.expected - best.expected)))
        for other in others
    ]


def spread(sizes: Mapping[Feedback, int], rules: Rules) -> tuple[int, int, float]:
    """The fewest, the most and the average number of codes an answer leaves, the winning one leaving none."""
    left = [size for feedback, size in sizes.items() if feedback.hits < rules.positions]
    return min(left, default=0), max(left, default=0), sum(size * size for size in left) / sum(sizes.values())


def checked(found: CheckResult, words: Words) -> View:
    """What a guess is worth, in a sentence or two, and the answers it could get."""
    check, rules = found.check, found.rules
    mine = f"`{code_text(check.guess.code, rules)}`"
    sentences = [
        words.check_possible(mine, check.candidate_count) if check.guess.consistent else words.check_impossible(mine)
    ]
    expected = words.number(check.guess.expected, 1)
    if check.loss:
        best = f"`{code_text(check.best.code, rules)}`"
        sentences.append(words.check_better(expected, best, words.number(check.loss), exact=check.exact))
    else:
        sentences.append(words.check_best(expected, exact=check.guess.exact))
    cells = sorted(check.guess.cell_sizes.items(), key=lambda cell: (-cell[1], cell[0]))
    rows = [(format_feedback(feedback, rules), f"{size:,}") for feedback, size in cells]
    return View(
        (
            Paragraph(words.joined(sentences)),
            Paragraph(words.check_leaves_title()),
            Preformatted(align(rows, right=[1])),
        )
    )


def hint(given: Hint, words: Words) -> View:
    """One guess."""
    guess = f"`{code_text(given.suggestion.code, given.view.game.rules)}`"
    return View(
        (Paragraph(words.hint(guess, words.number(given.suggestion.expected, 1), exact=given.suggestion.exact)),)
    )


def reviewed(found: ReviewResult, words: Words) -> View:
    """A line for each turn, the totals, and the turn that cost most."""
    review, rules = found.review, found.rules
    heads = words.review_columns()
    rows = [heads, *(_review_row(number, turn, rules) for number, turn in enumerate(review.turns, 1))]
    title = words.review_title(found.game, found.name)
    blocks: list[Block] = [Paragraph(title), Preformatted(align(rows, right=[0, 3, 5, 6]))]
    return View((*blocks, *map(Paragraph, _judgement(review, rules, words))))


def _review_row(number: int, turn: ReviewedTurn, rules: Rules) -> tuple[str, ...]:
    skill = "-" if turn.skill is None else str(turn.skill)
    luck = "-" if turn.luck is None else str(turn.luck)
    bar = _BAR * round((turn.luck or 0) / MAX_MARK * _BAR_CELLS)
    return (
        str(number),
        code_text(turn.turn.guess, rules),
        format_feedback(turn.turn.feedback, rules),
        f"{turn.before:,}",
        f"> {turn.after:,}",
        skill,
        luck,
        bar,
    )


def _judgement(review: Review, rules: Rules, words: Words) -> Iterable[str]:
    yield words.review_totals(review.skill, review.luck)
    if review.skill is None:
        return
    if review.costliest_turn is None:
        yield words.review_no_mistake()
        return
    check = review.turns[review.costliest_turn - 1].check
    if check is not None:
        better = f"`{code_text(check.best.code, rules)}`"
        yield words.review_costliest(review.costliest_turn, better, words.number(check.loss, 1), exact=check.exact)
