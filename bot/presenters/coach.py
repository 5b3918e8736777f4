"""The coach's advice, checks, hints and reviews."""

from collections.abc import Iterable, Mapping

from bot.locales.columns import PHONE_CELLS, align, align_within, width
from bot.model.conversations import Conversation
from bot.presenters.board import code_text, command_button, quoted_code, turn_panel
from bot.presenters.cards import review_card
from bot.presenters.feedback import FIRST_REPAIRS, feedback_buttons, repair_blocks, repair_buttons
from bot.presenters.marks import mark_text
from bot.presenters.versus import BOT_NAME
from bot.presenters.views import Block, Button, Footnote, Heading, Paragraph, Preformatted, Table, Tone, View
from bot.services.coach.analysis import CheckResult, Hint, ReviewedBoard, ReviewResult
from bot.services.coach.coach import Consultation
from bot.wording import Words
from core.game.codes import format_code_ascii
from core.game.feedback import Feedback, format_feedback
from core.game.rules import Rules
from core.solver.advice import Advice, Suggestion
from core.solver.review import Review, ReviewedTurn

_CARDS = 2
"""The most boards of a review that are drawn as cards."""

MAX_LISTED = 12
"""The most candidates that are listed one by one."""


def consultation(consultation: Consultation, words: Words, repairs: int = FIRST_REPAIRS) -> View:
    """The turns so far, and advice, the secret or at most `repairs` corrections."""
    conversation = consultation.conversation
    rules, turns = conversation.rules, conversation.turns
    step = len(turns)
    title = words.coach_title(str(rules), conversation.lies)
    blocks: list[Block] = [Heading(title), *turn_panel(turns, rules, words)]
    buttons: tuple[Button, ...] = ()
    if consultation.repairs is not None:
        blocks += repair_blocks(rules, turns, consultation.repairs, words, repairs)
        buttons = repair_buttons(len(consultation.repairs), words, step, repairs)
    elif consultation.advice is not None:
        blocks += _advice(consultation.advice, words)
        buttons = feedback_buttons(sorted(consultation.advice.guesses[0].cell_sizes), rules, step)
    else:
        blocks.append(
            Paragraph(
                words.plural(
                    "{code} is the secret, found in {n:,} guess.",
                    "{code} is the secret, found in {n:,} guesses.",
                    step,
                    code=code_text(turns[-1].guess, rules),
                )
            )
        )
    return View(tuple(blocks), (*buttons, *_back_buttons(conversation, words)))


def _back_buttons(conversation: Conversation, words: Words) -> tuple[Button, ...]:
    step = len(conversation.turns)
    undo = (command_button("undo", words, step=step),) if step else ()
    return (*undo, Button(words.button("suggest"), "suggest", {"rules": str(conversation.rules)}))


def _advice(advice: Advice, words: Words) -> list[Block]:
    """The best guess, what it leaves, and alternatives."""
    best, *others = advice.guesses
    guess = quoted_code(best.code, advice.rules)
    expected = words.number(best.expected, 1)
    paragraphs = [words.advice(guess, expected, advice.candidate_count, exact=best.exact, sampled=advice.sampled)]
    if advice.candidate_count > 1:
        paragraphs.append(words.advice_leaves(*candidates_left(best.cell_sizes, advice.rules)))
        if not best.consistent:
            paragraphs.append(
                words("{guess} can't be the secret, but it narrows the candidates down best.", guess=guess)
            )
        if others:
            paragraphs.append(words.alternatives(_alternatives(best, others, advice.rules, words)))
        if advice.candidate_count <= MAX_LISTED:
            paragraphs.append(words.remaining_codes([code_text(code, advice.rules) for code in advice.candidates]))
    return [*map(Paragraph, paragraphs), Paragraph(words.ask_feedback(guess, *words.feedback_names(advice.rules)))]


def _alternatives(best: Suggestion, others: Iterable[Suggestion], rules: Rules, words: Words) -> list[tuple[str, str]]:
    """Other guesses, each with the additional guesses it needs on average."""
    losses = [(other.code, max(0.0, other.expected - best.expected)) for other in others]
    return [(quoted_code(code, rules), words.number(loss)) for code, loss in losses]


def candidates_left(cell_sizes: Mapping[Feedback, int], rules: Rules) -> tuple[int, int, float]:
    """The smallest, the largest and the average number of candidates after a guess that is not the secret.

    The average is over the secrets, all of them equally likely; if the guess is the secret, none is left.
    """
    left = [size for feedback, size in cell_sizes.items() if feedback.hits < rules.positions]
    return min(left, default=0), max(left, default=0), sum(size * size for size in left) / sum(cell_sizes.values())


def check(result: CheckResult, words: Words) -> View:
    """A guess compared with the best one, and the candidates that each feedback leaves."""
    check, rules = result.check, result.rules
    guess, count = quoted_code(check.guess.code, rules), check.candidate_count
    sentences = [
        words.check_possible(guess, count)
        if check.guess.consistent
        else words("{guess} can't be the secret.", guess=guess)
    ]
    expected = words.number(check.guess.expected, 1)
    if check.loss:
        best = quoted_code(check.best.code, rules)
        sentences.append(words.check_better(expected, best, words.number(check.loss), exact=check.exact))
    else:
        sentences.append(words.check_best(expected, exact=check.guess.exact))
    cells = sorted(check.guess.cell_sizes.items(), key=lambda cell: (-cell[1], cell[0]))
    rows = [(format_feedback(feedback, rules), f"{size:,}") for feedback, size in cells]
    table = Preformatted(align(rows, right=[1]))
    return View((Paragraph(words.joined(sentences)), Paragraph(words("Candidates left after each feedback:")), table))


def hint(hint: Hint, words: Words) -> View:
    """A good guess for the running game."""
    best = hint.suggestion
    guess = quoted_code(best.code, hint.view.game.rules)
    sentences = [words.hint(guess, words.number(best.expected, 1), exact=best.exact)]
    if not best.consistent:
        sentences.append(words("{guess} can't be the secret, but it narrows the candidates down best.", guess=guess))
    return View((Paragraph(words.joined(sentences)),))


def review(result: ReviewResult, words: Words) -> View:
    """For each board one line per turn, the totals, and the costliest turn; as pictures cards of the first boards."""
    blocks = (block for board in result.boards for block in _reviewed(board, result, words))
    title = f"{words.game_name(result.rules)} {result.rules} · #{result.game}"
    pictures = (
        review_card(title, board.review, result.rules, words, place)
        for place, board in enumerate(result.boards[:_CARDS], 1)
    )
    return View(
        (*blocks, Footnote(words("`left` is how many codes are still possible; skill and luck go from 0 to 99."))),
        pictures=tuple(pictures),
        tone=_tone(result),
    )


def _tone(result: ReviewResult) -> Tone:
    """Whether all boards were solved, or none."""
    solved = {board.review.turns[-1].turn.feedback.hits == result.rules.positions for board in result.boards}
    return Tone.NEUTRAL if len(solved) > 1 else Tone.WON if True in solved else Tone.LOST


def _reviewed(board: ReviewedBoard, result: ReviewResult, words: Words) -> Iterable[Block]:
    name = BOT_NAME if board.is_bot else board.name
    yield Heading(words.review_title(result.game, name))
    yield Preformatted(
        _review_lines(board.review, result.rules, words), _review_table(board.review, result.rules, words)
    )
    yield from map(Paragraph, _verdict(board.review, result.rules, words))


def _review_lines(review: Review, rules: Rules, words: Words) -> tuple[str, ...]:
    """One line per turn, without the codes left before it, and after it, where they do not fit on a phone."""
    rows = [words.review_columns(), *(_review_row(number, turn, rules) for number, turn in enumerate(review.turns, 1))]
    keys = [format_code_ascii(turn.turn.guess, rules) for turn in review.turns]
    shorter = [(*row[:3], row[4] or rows[0][3], *row[5:]) for row in rows]
    shortest = [(row[0], key, row[2], *row[5:]) for row, key in zip(rows, [rows[0][1], *keys], strict=True)]
    return next(
        (lines for lines in (align_within([rows], [0, 3, 5, 6]), align_within([shorter], [0, 4, 5])) if _fits(lines)),
        align_within([shortest], [0, 3, 4]),
    )


def _review_table(review: Review, rules: Rules, words: Words) -> Table:
    """The columns of a review; the candidates before and after a guess are one."""
    rows = [words.review_columns(), *(_review_row(number, turn, rules) for number, turn in enumerate(review.turns, 1))]
    rows[0] = ("#", *rows[0][1:])
    return Table(tuple((*row[:3], f"{row[3]} {row[4]}".strip(), *row[5:]) for row in rows), frozenset({0, 3, 4, 5}))


def _fits(lines: Iterable[str]) -> bool:
    return max(map(width, lines)) <= PHONE_CELLS


def _review_row(number: int, turn: ReviewedTurn, rules: Rules) -> tuple[str, ...]:
    return (
        str(number),
        code_text(turn.turn.guess, rules),
        format_feedback(turn.turn.feedback, rules),
        f"{turn.before:,}",
        f"> {turn.after:,}",
        mark_text(turn.skill),
        mark_text(turn.luck),
    )


def _verdict(review: Review, rules: Rules, words: Words) -> Iterable[str]:
    yield words.review_totals(review.skill, review.luck)
    if review.skill is None:
        return
    if review.costliest_turn is None:
        yield words("Every guess was the best one, or very close to it.")
        return
    check = review.turns[review.costliest_turn - 1].check
    if check is not None:
        better, loss = quoted_code(check.best.code, rules), words.number(check.loss, 1)
        yield words.review_costliest(review.costliest_turn, better, loss, exact=check.exact)
