"""Games in which people give feedback: boards of games against the bot and of hosted ones, buttons, corrections."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

from bot.locales import Words, translatable
from bot.locales.columns import align_within
from bot.model.games import ShownGame
from bot.presenters import boards, phrases
from bot.presenters.items import (
    answer_text,
    calls_and_items_panel,
    changed_number_seals,
    entry_cells,
    item_menu_or_answers,
    items_per_turn_note,
    next_step,
)
from bot.presenters.rules import describe_rules, feedback_names, game_name
from bot.presenters.views import Block, Button, Footnote, Heading, Paragraph, Preformatted, StatusLine, Tone, View
from core.game.boards import Outcome
from core.game.codes import Code
from core.game.duels import Duel
from core.game.feedback import Feedback, PendingGuess, format_feedback, possible_feedbacks
from core.game.hosting import HostedGame
from core.game.items import Entry
from core.game.rules import Rules
from core.game.sides import BOT, DuelEnding, Level, OutcomeForSide
from core.solver.corrections import Correction, MistakeKind, classify_mistake, given_feedback

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


def correction_buttons(corrections: int, words: Words, step: int | None, most: int) -> tuple[Button, ...]:
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
    rules: Rules, turns: Sequence[Entry], corrections: Sequence[Correction], words: Words, most: int = FIRST_CORRECTIONS
) -> tuple[Block, ...]:
    """The sentence that no code fits the turns, and the first `most` corrections in the given order."""
    if not corrections:
        return (Paragraph(words("No code fits, even with two corrections. Check the rules, or start over.")),)
    title = Paragraph(words("No code fits all feedback. Probably wrong:"))
    return (title, *correction_lines(rules, turns, corrections, words, most))


def correction_lines(
    rules: Rules, turns: Sequence[Entry], corrections: Sequence[Correction], words: Words, most: int
) -> tuple[Block, ...]:
    """The first `most` corrections in the given order, and how to see the others."""
    listed = enumerate(corrections[:most], 1)
    rows = [row for number, correction in listed for row in _rows(rules, turns, correction, number, words)]
    others = min(len(corrections), MAX_CORRECTIONS) - most
    shown = Preformatted(align_within(_versions(rows), right=[0]))
    return (shown,) if others <= 0 else (shown, Paragraph(words(phrases.HOW_TO_FIX)))


def _versions(rows: Sequence[tuple[str, ...]]) -> Iterable[Sequence[tuple[str, ...]]]:
    """The rows from widest to narrowest: without `swapped?`, then with the codes left or the feedback below them."""
    yield rows
    yield [(*row[:4], row[5]) for row in rows]
    yield [line for row in rows for line in (row[:4], ("", "", "", row[5])) if any(line)]
    yield [row[:4] for row in rows]
    yield [line for row in rows for line in (row[:3], ("", "", row[3]))]


def _rows(
    rules: Rules, turns: Sequence[Entry], correction: Correction, choice: int, words: Words
) -> Iterable[tuple[str, ...]]:
    """One row per turn that the correction changes; the first has its number."""
    for place, change in enumerate(correction.changes):
        given = given_feedback(turns[change.number - 1])
        guess, feedback = entry_cells(turns[change.number - 1], rules, words)
        is_first = place == 0
        yield (
            f"[{choice}]" if is_first else "",
            words("turn {number}", number=change.number),
            guess,
            f"{feedback} > {answer_text(change.feedback, rules)}",
            words("swapped?") if classify_mistake(given, change.feedback) is MistakeKind.SWAPPED else "",
            words("leaves {codes:,}", codes=correction.candidate_count) if is_first else "",
        )


_TONES: Mapping[OutcomeForSide | None, Tone] = {OutcomeForSide.WON: Tone.WON, OutcomeForSide.DRAWN: Tone.NEUTRAL}
_LEVELS = {
    Level.EASY: translatable("easy"),
    Level.NORMAL: translatable("normal"),
    Level.HARD: translatable("hard"),
    Level.EXPERT: translatable("expert"),
}


def versus_board(view: ShownGame, game: Duel, words: Words, corrections: int) -> View:
    """The guesses of both sides, and what to do next, with at most `corrections` corrections, or how the game ended."""
    table = (
        calls_and_items_panel(view, game, words, boards.SHOWN_TURNS) if game.items else _both_panels(view, game, words)
    )
    more = boards.omitted_turns_buttons(game.board(game.starter).turns, words)
    if game.outcome is not None:
        ending = versus_ending(view, game, words)
        title = boards.ending_with_secret(ending, game.secret_of(BOT) or (), view, game.rules)
        tone = _TONES.get(game.outcome_for(game.starter), Tone.LOST)
        buttons = (*boards.end_buttons(game.rules, words), *more)
        return View((title, *table), buttons, view.id, view.revision, ending, tone=tone)
    title = boards.board_title(view, versus_title(game.level or Level.NORMAL, words), describe_rules(game.rules, words))
    blocks = (title, *table, *_state(view, game, words, corrections))
    buttons = (*_buttons(view, game, words, corrections), *more)
    # What happened last, unless a paragraph says what to do now.
    is_asked = game.pending_guess is not None or game.pending_use is not None
    headline = (
        "" if is_asked else boards.last_turn_text({BOT: phrases.BOT_NAME}, game.side(BOT).turns, game.rules, words)
    )
    return View(blocks, buttons, view.id, view.revision, headline, tone=Tone.NEUTRAL)


def _both_panels(view: ShownGame, game: Duel, words: Words) -> Iterator[Block]:
    """The guesses of both sides, of whoever has made some."""
    titles = guesses_heading(view.name_of(game.starter), words), words(phrases.MY_GUESSES)
    for title, board in zip(titles, game.boards, strict=True):
        if board.turns:
            yield Heading(title)
            yield from boards.turn_panel(board.turns, game.rules, words)


def level_name(level: Level, words: Words) -> str:
    """A level of the opponent, within a sentence."""
    return words(_LEVELS[level])


def versus_title(level: Level, words: Words) -> str:
    """The name of a game against the opponent."""
    return words("Versus {level}", level=level_name(level, words))


def guesses_heading(player: str, words: Words) -> str:
    """The line above a player's guesses."""
    return words("{player}'s guesses", player=words.person(player, first=True))


def versus_ending(view: ShownGame, game: Duel, words: Words) -> str:
    """How the game ended, for the player."""
    if game.outcome is DuelEnding.STOPPED:
        return boards.ended_by_moderator_text(view.name_of(game.ended_by), words)
    outcome = game.outcome_for(game.starter)
    if game.outcome is DuelEnding.EXPIRED:
        return words(boards.MOVED_TOO_LATE)
    if outcome is OutcomeForSide.DRAWN:
        return words(boards.DRAWN)
    if outcome is OutcomeForSide.RESIGNED:
        return boards.given_up_text((), words)
    if outcome is OutcomeForSide.LOST:
        return words("I win. Well played.")
    return boards.win_text(view.name_of(game.starter), game.side(game.starter).guess_count, words)


def own_secret(view: ShownGame, words: Words) -> View | None:
    """The viewer's own secret in a running game, None if the bot does not keep one of theirs."""
    secret = own_code(view) if view.game.outcome is None else None
    if not secret:
        return None
    return View((Paragraph(phrases.own_secret(words, boards.quoted_code(secret, view.game.rules))),))


def own_code(view: ShownGame) -> Code | None:
    """The secret that the viewer has hidden, None if the game does not know one of theirs."""
    game = view.game
    return game.secret_of(view.viewer) if view.viewer in {game.starter, *game.players} else None


def _state(view: ShownGame, game: Duel, words: Words, corrections: int) -> tuple[Block, ...]:
    facts = (
        *(items_per_turn_note(game.items, words) if game.items else ()),
        *boards.hint_receivers_text(view, game, words),
    )
    new = () if any(side.turns for side in game.sides) else boards.expiry_and_seal_footnotes(view, words)
    if view.corrections is not None or game.awaited_player == BOT or game.pending_use is not None:
        reply = ""  # nothing can be replied
    else:
        reply = words("reply with the feedback") if game.pending_guess else words(phrases.REPLY_TO_GUESS)
    return (
        *_next_step(view, game, words, corrections),
        StatusLine(facts, reply),
        *new,
        *changed_number_seals(view, game, words),
    )


def _next_step(view: ShownGame, game: Duel, words: Words, corrections: int) -> tuple[Block, ...]:
    if view.corrections is not None:
        return correction_blocks(game.rules, game.history(BOT), view.corrections, words, corrections)
    if game.pending_guess is not None:
        hits, blows = feedback_names(game.rules, words)
        question = words(
            "I guess {guess}. {hits} and {blows}?",
            guess=boards.quoted_code(game.pending_guess, game.rules),
            hits=hits[:1].upper() + hits[1:],
            blows=blows,
        )
        return (Paragraph(question),)
    if game.awaited_player == BOT:
        return (Paragraph(words("It's my turn, but I can't make a guess right now. Use `board` to try again.")),)
    return tuple(next_step(view, game, words))


def _buttons(view: ShownGame, game: Duel, words: Words, corrections: int) -> tuple[Button, ...]:
    last = boards.rare_buttons(game.rules, words)
    if view.corrections is not None:
        return (*correction_buttons(len(view.corrections), words, None, corrections), *last)
    if game.pending_guess is not None:
        return (*feedback_buttons(possible_feedbacks(game.rules), game.rules), *last)
    if game.awaited_player == BOT:
        return (boards.command_button("board", words), *last)
    items = tuple(item_menu_or_answers(game, words))
    if game.pending_use is not None:
        return (*items, *last)
    can_undo = game.side(game.starter).secret is None and game.side(BOT).turns
    undo = (boards.command_button("undo", words),) if can_undo else ()
    return (*boards.guess_and_hint_buttons(game.rules, words), *items, *undo, *last)


def hosted_board(view: ShownGame, game: HostedGame, words: Words) -> View:
    """The guesses, those that wait for feedback, and what to do next or how the game ended."""
    host = words("hosted by {host}", host=words.person(view.name_of(game.starter)))
    title = boards.board_title(view, game_name(game.rules, words), describe_rules(game.rules, words), host)
    table = boards.turn_panel(
        game.shared_board.turns, game.rules, words, view.names, pending_guesses_with_status(game, words)
    )
    more = boards.omitted_turns_buttons(game.shared_board.turns, words)
    if game.outcome is not None:
        ending = hosted_ending(view, game, words)
        first = boards.board_ending(view, game, ending, () if game.in_head else game.secret, words)
        buttons = (*boards.end_buttons(game.rules, words, is_sealed=not game.in_head), *more)
        return View((first, *table), buttons, view.id, view.revision, ending, tone=boards.tone_of(game.outcome))
    state = (
        *_question_to_host(view, game, words),
        *_hosted_status(view, game, words),
        *boards.giveup_vote_blocks(view, game, words),
    )
    blocks_ = (title, *table, *state)
    headline = boards.last_turn_text(view.names, game.shared_board.turns, game.rules, words)
    buttons = (*_hosted_buttons(game, words), *more)
    return View(blocks_, buttons, view.id, view.revision, headline, tone=Tone.NEUTRAL)


def hosted_ending(view: ShownGame, game: HostedGame, words: Words) -> str:
    """How an ended game ended."""
    board = game.shared_board
    if board.outcome is not Outcome.GAVE_UP:
        return boards.ending_text(view, game, words)
    quitters = [view.name_of(player) for player in board.quitters]
    if board.quitters != (game.starter,) and game.was_ended_by_moderator(board):
        return boards.ended_by_moderator_text(quitters[-1], words)
    return boards.given_up_text(quitters, words)


def withheld_feedback_note(view: ShownGame, game: HostedGame, words: Words, most: int) -> View | None:
    """The note to the host about withheld feedback, with at most `most` corrections; None if nothing is withheld."""
    turns = game.jointly_contradictory_turns
    if view.corrections is None:
        return None
    guess = boards.quoted_code(turns[-1].guess, game.rules)
    feedback = f"`{format_feedback(turns[-1].feedback, game.rules)}`"
    told = Paragraph(
        words(
            "{feedback} for {guess} doesn't fit your earlier feedback: no code fits all {turns} turns. "
            "The board doesn't show it yet. Choose what was wrong, or other feedback for this guess:",
            feedback=feedback,
            guess=guess,
            turns=len(turns),
        )
    )
    blocks = (told, *correction_lines(game.rules, turns, view.corrections, words, most))
    return View(blocks, correction_buttons(len(view.corrections), words, len(turns) - 1, most), view.id)


def own_guess_awaiting_feedback(view: ShownGame, game: HostedGame, words: Words) -> View | None:
    """That the last guess of the viewer waits for feedback; None if it does not."""
    own = [waiting for waiting in game.shared_board.pending if waiting.by == view.viewer]
    if not own or game.outcome is not None:
        return None
    return View(
        (
            Paragraph(
                words(
                    "{guess} waits for {host}'s feedback.",
                    guess=boards.quoted_code(own[-1].guess, game.rules),
                    host=words.person(view.name_of(game.starter)),
                )
            ),
        )
    )


def pending_guesses_with_status(game: HostedGame, words: Words) -> list[tuple[PendingGuess, str]]:
    """The pending guesses, each with what is shown instead of feedback."""
    without = words(phrases.WAITING) if game.outcome is None else words("no feedback")
    return [(guess, without) for guess in game.shared_board.pending]


def _question_to_host(view: ShownGame, game: HostedGame, words: Words) -> tuple[Block, ...]:
    """What feedback the first pending guess gets; nothing if none waits for it."""
    if not game.shared_board.pending:
        return ()
    guess, by = game.shared_board.pending[0]
    hits, blows = feedback_names(game.rules, words)
    question = words(
        "{host}, how many {hits} and {blows} does {player}'s {guess} get?",
        host=words.person(view.name_of(game.starter), first=True),
        hits=hits,
        blows=blows,
        player=words.person(view.name_of(by)),
        guess=boards.quoted_code(guess, game.rules),
    )
    return (Paragraph(question),)


def _hosted_status(view: ShownGame, game: HostedGame, words: Words) -> tuple[Block, ...]:
    """The tries left, and whether the secret is sealed or in the host's head."""
    board = game.shared_board
    tries = boards.tries_left_text(words, board.tries_left, is_new=not board.turns)
    status = StatusLine((tries, *boards.hint_receivers_text(view, game, words)), words(phrases.REPLY_TO_GUESS))
    if board.turns:
        return (status,)
    if not game.in_head:
        return (status, *boards.expiry_and_seal_footnotes(view, words))
    who_scores = words(
        "{host} scores from memory, within {duration}.",
        host=words.person(view.name_of(game.starter), first=True),
        duration=words.duration(view.turn_time // timedelta(hours=1)),
    )
    return status, Footnote(who_scores), *boards.unusual_expiry_footnotes(view, words)


def _hosted_buttons(game: HostedGame, words: Words) -> tuple[Button, ...]:
    last = boards.rare_buttons(game.rules, words, is_sealed=not game.in_head)
    playing, board = (*boards.guess_and_hint_buttons(game.rules, words), *last), game.shared_board
    if not board.pending:
        return playing
    return (*playing, *feedback_buttons(possible_feedbacks(game.rules), game.rules, len(board.turns)))
