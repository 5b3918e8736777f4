"""The coach's advice, checks, hints and reviews, and the strategies that give advice."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from bot.commands.catalogue import CONFIRM, YES
from bot.commands.command import ON
from bot.commands.invocation import Invocation
from bot.locales import Words, translatable
from bot.locales.columns import PHONE_CELLS, align, align_within, width
from bot.model.errors import HintNeedsConfirmation
from bot.model.games import CoachConversation, ShownGame
from bot.model.rooms import RoomKey
from bot.presenters import phrases
from bot.presenters.boards import code_text, command_button, quoted_code
from bot.presenters.cards import review_board_card
from bot.presenters.daily import daily_title
from bot.presenters.items import entry_cells, entry_panel, item_comparison_text
from bot.presenters.rules import counted_game_name, feedback_names
from bot.presenters.versus import correction_blocks, correction_buttons, feedback_buttons
from bot.presenters.views import Block, Button, Heading, Paragraph, Preformatted, StatusLine, Table, Tone, View
from bot.services.analysis import GuessComparison, Hint, ReviewedBoard, ReviewResult
from bot.services.coach import ConversationWithAdvice
from core.game.advice import HintEffect, hint_effect
from core.game.codes import format_code_ascii
from core.game.feedback import format_feedback
from core.game.rules import Rules
from core.solver.strategies import best_average

if TYPE_CHECKING:
    from core.solver.coach import Advice, Suggestion
    from core.solver.review import Review

MAX_HINTS = 5
"""The most running games that a question names in which advice is a hint."""

MAX_LISTED = 12
"""The most candidates that are listed one by one."""


def conversation_with_advice(
    consultation: ConversationWithAdvice,
    words: Words,
    corrections: int,
    *,
    is_continued: bool,
) -> View:
    """The turns so far, and advice, the secret or at most `corrections` corrections.

    If the conversation `is_continued`, or has the rules of the one before, it says so and how to leave it.
    """
    conversation = consultation.conversation
    rules, turns, step = conversation.rules, conversation.turns, len(conversation.turns)
    blocks: list[Block] = [Heading(_title(conversation, words)), *entry_panel(turns, rules, words)]
    buttons: tuple[Button, ...] = ()
    tone = Tone.NEUTRAL
    if consultation.corrections is not None:
        blocks += correction_blocks(rules, turns, consultation.corrections, words, corrections)
        buttons = correction_buttons(len(consultation.corrections), words, step, corrections)
    elif consultation.advice is not None:
        blocks += _advice(consultation.advice, words)
        buttons = feedback_buttons(sorted(consultation.advice.guesses[0].cell_sizes), rules, step)
        buttons = (*buttons, Button(words("Type it"), "answer", prompts_for="feedback", step=step))
    else:
        tone = Tone.WON
        found = words.plural(
            "{code} is the secret, found in {n:,} guess.",
            "{code} is the secret, found in {n:,} guesses.",
            step,
            code=entry_cells(turns[-1], rules, words)[0],
        )
        blocks.append(Paragraph(found))
    if is_continued:
        reminder = phrases.conversation_continues
        blocks.append(Paragraph(reminder(rules, words), reminder(rules, words, has_buttons=False)))
    undo = (command_button("undo", words, step=step),) if step else ()
    again = Button(phrases.button_label(words, "suggest"), "suggest", {"rules": str(rules)})
    return View(tuple(blocks), (*buttons, *undo, again), tone=tone)


def _title(conversation: CoachConversation, words: Words) -> str:
    if conversation.lies:
        return words("Your game: {rules} (one turn may be wrong)", rules=str(conversation.rules))
    return words("Your game: {rules}", rules=str(conversation.rules))


def _advice(advice: "Advice", words: Words) -> list[Block]:
    """The best guess, what it leaves, and alternatives."""
    best, *others = advice.guesses
    guess = quoted_code(best.code, advice.rules)
    paragraphs = [_best_guess(advice, words)]
    if advice.candidate_count > 1:
        paragraphs.append(_leaves(best, advice.rules, words))
        if not best.consistent:
            paragraphs.append(words("{guess} can't be the secret, but tells most.", guess=guess))
        if others:
            listed = words.comma_separated(_alternatives(best, others, advice.rules, words))
            paragraphs.append(words("Nearly as good: {guesses}.", guesses=listed))
        if advice.candidate_count <= MAX_LISTED:
            codes = words.comma_separated(code_text(code, advice.rules) for code in advice.candidates)
            paragraphs.append(words("Remaining codes: {codes}.", codes=codes))
    if advice.items and advice.candidate_count > 1:
        paragraphs.append(item_comparison_text(advice, words))
    hits, blows = feedback_names(advice.rules, words)
    paragraphs.append(words("How many {hits} and {blows} did {guess} get?", hits=hits, blows=blows, guess=guess))
    return list(map(Paragraph, paragraphs))


def _best_guess(advice: "Advice", words: Words) -> str:
    """The best guess, what it needs on average and how that is known, and the codes that are still possible."""
    best = advice.guesses[0]
    guess, expected = quoted_code(best.code, advice.rules), words.number(best.expected, 1)
    candidates = advice.candidate_count
    if candidates == 1:
        return words("It must be {guess}.", guess=guess)
    if best.exact:
        return words(
            "Guess {guess}: {expected} more on average (exact), {candidates:,} codes possible.",
            guess=guess,
            expected=expected,
            candidates=candidates,
        )
    return words(
        "Guess {guess}: {expected} more on average (estimated), {candidates:,} codes possible.",
        guess=guess,
        expected=expected,
        candidates=candidates,
    )


def _leaves(best: "Suggestion", rules: Rules, words: Words) -> str:
    """How many codes a guess leaves if it is not the secret."""
    sizes = [size for feedback, size in best.cell_sizes.items() if feedback.hits < rules.positions]
    fewest, most = min(sizes), max(sizes)
    if fewest == most:
        return words.plural("It leaves {n:,} code.", "It leaves {n:,} codes.", most)
    average = best.left
    return words(
        "It leaves {fewest:,} to {most:,} codes, {average:,.0f} on average.", fewest=fewest, most=most, average=average
    )


def _alternatives(best: "Suggestion", others: "Iterable[Suggestion]", rules: Rules, words: Words) -> Iterator[str]:
    """Other guesses, each with the additional guesses it needs on average."""
    for other in others:
        guess, loss = quoted_code(other.code, rules), round(max(0.0, other.expected - best.expected), 2)
        yield words("{guess} (+{loss})", guess=guess, loss=words.number(loss)) if loss else guess


def guess_comparison(result: GuessComparison, words: Words) -> View:
    """A guess compared with the best one, and the candidates that each feedback leaves."""
    check, rules = result.check, result.rules
    sentences = (_possible(result, words), _compared(result, words))
    cells = sorted(check.guess.cell_sizes.items(), key=lambda cell: (-cell[1], cell[0]))
    rows = [(format_feedback(feedback, rules), f"{size:,}") for feedback, size in cells]
    table = Preformatted(align(rows, right=[1]))
    blocks: list[Block] = []
    if (conversation := result.conversation) is not None:
        blocks = [Heading(_title(conversation, words)), *entry_panel(conversation.turns, rules, words)]
    blocks += [Paragraph(words.joined(sentences)), Paragraph(words("Codes left after each feedback:")), table]
    if (ignored := result.ignored_game) is not None:
        blocks.append(Paragraph(words("This is about a new game, not #{game}.", game=ignored.id)))
    return View(tuple(blocks))


def _possible(result: GuessComparison, words: Words) -> str:
    """Whether a guess can be the secret."""
    guess, candidates = quoted_code(result.check.guess.code, result.rules), result.check.candidate_count
    if not result.check.guess.consistent:
        return words("{guess} can't be the secret.", guess=guess)
    if candidates > 1:
        return words("{guess} is one of {candidates:,} possible codes.", guess=guess, candidates=candidates)
    return words("It must be {guess}.", guess=guess)


def _compared(result: GuessComparison, words: Words) -> str:
    """What a guess needs on average, and how much fewer the best one needs."""
    check = result.check
    expected = words.number(check.guess.expected, 1)
    best, loss = quoted_code(check.best.code, result.rules), words.number(check.loss or 0)
    if check.loss:
        return words(
            "{expected} more on average; {best} needs about {loss} fewer.",
            expected=expected,
            best=best,
            loss=loss,
        )
    return words("I know of none better: {expected} more on average.", expected=expected)


def hint_question(view: ShownGame, words: Words) -> View:
    """Whether the player really wants a hint, and what it does to their result."""
    asked = words("Get a hint in #{game}?", game=view.id)
    text = words.joined([asked, _effect(hint_effect(view.game), words)])
    return View((Paragraph(text),), (Button(phrases.button_label(words, "hint"), "hint", {CONFIRM: YES}),), view.id)


def advice_question(unconfirmed: HintNeedsConfirmation, invocation: Invocation, words: Words) -> View:
    """Whether the player wants advice that counts as a hint in running games.

    The answer to a question with a history has to be typed, because the history may be too long for a button.
    """
    hints = [
        Paragraph(words.joined([phrases.advice_is_hint(words, [each.game]), _effect(each.effect, words)]))
        for each in unconfirmed.hints[:MAX_HINTS]
    ]
    options, is_check = dict(invocation.options), invocation.command.name == "check"
    if is_check and "history" in options:
        return View((*hints, Paragraph(phrases.how_to_confirm(words, "confirm:yes"))))
    command, kept = ("check", options) if is_check else ("suggest", {"top": options.get("top", "")})
    given = {name: value for name, value in kept.items() if value}
    return View(tuple(hints), (Button(words("Get the advice"), command, {**given, CONFIRM: YES}),))


def _effect(effect: HintEffect, words: Words) -> str:
    """What a hint does to the result of the player who gets it."""
    if effect is HintEffect.NOTHING:
        return words("Only the board shows it.")
    return words("It then doesn't count as solved or won.")


def hint(hint: Hint, words: Words) -> View:
    """A good guess for the running game."""
    best = hint.suggestion
    guess = quoted_code(best.code, hint.view.game.rules)
    expected = words.number(best.expected, 1)
    sentences = [words("Try {guess}: about {expected} more on average.", guess=guess, expected=expected)]
    if not best.consistent:
        sentences.append(words("{guess} can't be the secret, but tells most.", guess=guess))
    return View((Paragraph(words.joined(sentences)),))


def review(result: ReviewResult, words: Words, room: RoomKey, *, is_shared: bool = False) -> View:
    """The averages, and for each board a card, or where there are no images its turns, marks and costliest turn.

    The caller can show it to everybody in `room` unless it `is_shared` already.
    """
    titled = [(_review_title(board, result, words), board.review) for board in result.boards]
    blocks = (block for title, review in titled for block in _reviewed(title, review, result, words))
    images = (
        review_board_card(title, review, result.rules, words, place) for place, (title, review) in enumerate(titled, 1)
    )
    may_share = result.is_shareable and not (
        is_shared or phrases.is_discord_direct_message(room) or phrases.is_terminal(room)
    )
    share = Button(words("Share"), "review", {"game": result.game, "share": ON})
    own = "" if is_shared or not result.average else words("yours: {average}", average=words.number(result.average))
    averages = StatusLine((phrases.best_possible(words, best_average(result.rules)), own))
    shown = (*([averages] * bool(averages.text)), *blocks)
    solved = {board.review.turns[-1].turn.feedback.hits == result.rules.positions for board in result.boards}
    tone = Tone.NEUTRAL if len(solved) > 1 else Tone.WON if True in solved else Tone.LOST
    return View(shown, (share,) if may_share else (), images=tuple(images), tone=tone)


def _reviewed(title: Heading, review: "Review", result: ReviewResult, words: Words) -> Iterable[Block]:
    yield title
    rows = _review_rows(review, result.rules, words)
    yield Preformatted(_review_lines(rows, review, result.rules), _review_table(rows), is_drawn=True)
    yield from _verdict(review, result, words)


def _review_title(board: ReviewedBoard, result: ReviewResult, words: Words) -> Heading:
    """Whose guesses they are, and the game."""
    rules, name = result.rules, phrases.BOT_NAME if board.is_bot else board.name
    game = counted_game_name(str(rules), words) if result.day is None else daily_title(rules, result.day, words)
    if name is None:
        title = words("Everyone's guesses")
    else:
        title = words("{player}'s guesses", player=words.person(name)) if name else words("Another player's guesses")
    return Heading(title, (game,), is_drawn=True)


def _review_rows(review: "Review", rules: Rules, words: Words) -> list[tuple[str, ...]]:
    """The heads and a row for each turn: number, guess, feedback, candidates before and after, skill and luck."""
    heads = tuple(words("|guess||left||skill|luck").split("|"))
    return [
        heads,
        *(
            (
                str(number),
                code_text(turn.turn.guess, rules),
                format_feedback(turn.turn.feedback, rules),
                f"{turn.before:,}",
                f"> {turn.after:,}",
                phrases.mark_text(turn.skill),
                phrases.mark_text(turn.luck),
            )
            for number, turn in enumerate(review.turns, 1)
        ),
    ]


def _review_lines(rows: Sequence[tuple[str, ...]], review: "Review", rules: Rules) -> tuple[str, ...]:
    """One line per turn, without the codes left before it, and after it, where they do not fit on a phone."""
    keys = [format_code_ascii(turn.turn.guess, rules) for turn in review.turns]
    shorter = [(*row[:3], row[4] or rows[0][3], *row[5:]) for row in rows]
    shortest = [(row[0], key, row[2], *row[5:]) for row, key in zip(rows, [rows[0][1], *keys], strict=True)]
    for version, right in ((rows, [0, 3, 5, 6]), (shorter, [0, 4, 5])):
        lines = align_within([version], right)
        if max(map(width, lines)) <= PHONE_CELLS:
            return lines
    return align_within([shortest], [0, 3, 4])


def _review_table(rows: Sequence[tuple[str, ...]]) -> Table:
    """The columns of a review; the candidates before and after a guess are one."""
    numbered = [("#", *rows[0][1:]), *rows[1:]]
    return Table(tuple((*row[:3], f"{row[3]} {row[4]}".strip(), *row[5:]) for row in numbered), frozenset({0, 3, 4, 5}))


def _verdict(review: "Review", result: ReviewResult, words: Words) -> Iterable[Paragraph]:
    """The marks, a comment, which a card lacks, and the costliest turn."""
    skill, luck = phrases.mark_text(review.skill), phrases.mark_text(review.luck)
    yield Paragraph(words("Skill {skill}, luck {luck}.", skill=skill, luck=luck), is_drawn=True)
    if review.skill is not None and review.costliest_turn is None:
        praise = words("Every guess was the best one, or very close to it.")
        yield Paragraph(praise, is_drawn=len(result.boards) > 1)
    if (number := review.costliest_turn) and (check := review.turns[number - 1].check) is not None:
        better, loss = quoted_code(check.best.code, result.rules), words.number(check.loss, 1)
        costliest = words(
            "Turn {number} cost the most: {better} saves about {loss} guesses.", number=number, better=better, loss=loss
        )
        yield Paragraph(costliest, is_drawn=True)


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


def strategy_comparison(examples: "Sequence[Advice]", words: Words) -> View:
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


def _example(advice: "Advice", words: Words) -> str:
    best = advice.guesses[0]
    digits = 0 if best.unit in _INTEGER_UNITS else 2
    guess = quoted_code(best.code, advice.rules)
    if best.score is None:
        return words("Here: {guess}.", guess=guess)
    shown = words.score(words.number(best.score, digits), best.unit)
    return words("Here: {guess} ({score}).", guess=guess, score=shown)
