"""The private board of the daily, its result to share or copy, and the list of earlier days."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from msgspec.structs import replace

from bot.commands.catalogue import CONFIRM, YES
from bot.commands.command import DailyAction
from bot.locales import Words, translatable
from bot.locales.columns import align
from bot.locales.safe import safe_name
from bot.model.daily import DailyGame, daily_opening, day_closing, day_start
from bot.model.rooms import MessageKey, RoomKey
from bot.presenters import phrases
from bot.presenters.boards import feedback_symbols, quoted_code, seal_footnote, tone_of, tries_left_text, turn_panel
from bot.presenters.game_replies import repeated_guess_blocks
from bot.presenters.help import explanation_button
from bot.presenters.rules import counted_game_name, describe_rules, game_name
from bot.presenters.views import (
    AT,
    Block,
    Button,
    Footnote,
    Heading,
    MessageLink,
    Paragraph,
    Preformatted,
    StatusLine,
    TimeParagraph,
    View,
)
from bot.services.daily import ShownDaily
from core.game.boards import Outcome, RepeatedGuess
from core.game.codes import format_code_ascii, without_codes
from core.game.daily import DAYS_PER_FREEZE
from core.game.feedback import format_feedback
from core.game.rules import NAMED_RULES, Rules

_BUTTONS = {
    DailyAction.PLAY: translatable("Back to the game"),
    DailyAction.GIVE_UP: translatable("Give up"),
    DailyAction.SHARE: translatable("Share here"),
    DailyAction.BOARDS: translatable("Boards"),
    DailyAction.TEXT: translatable("As text"),
    DailyAction.ARCHIVE: translatable("Earlier days"),
    DailyAction.VERIFY: translatable("Verify"),
}
DEFAULT_RULES = NAMED_RULES["hitblow"].notation


def daily_board(view: ShownDaily, words: Words) -> View:
    """The game with what can be done next, for its player alone."""
    game, outcome = view.game, view.game.board.outcome
    rows, blocks = turn_panel(game.board.turns, game.rules, words), list[Block]()
    if outcome is not None:
        best = [words("Your best yet: {n}.", n=len(game.board.turns))] if view.is_best else []
        blocks = [_ending(view, words), *rows, *map(Paragraph, (*best, *_freezes(view, words)))]
    elif game.board.turns:
        tries = tries_left_text(words, game.board.tries_left)
        blocks = [daily_heading(game.rules, game.day, words), *rows, StatusLine((tries,))]
    else:
        blocks = [
            daily_heading(game.rules, game.day, words),
            *_rules(view, words),
            seal_footnote(view.chain.anchor, words),
        ]
    if outcome is not None and game.day == view.today:
        blocks.append(TimeParagraph(words("Next code {at}", at=AT), day_start(view.today + timedelta(days=1))))
    return View(tuple(blocks), _buttons(view, words), tone=tone_of(outcome), command="daily", options=_key(game))


def daily_title(rules: Rules, day: date, words: Words) -> str:
    """The game and its day."""
    return words("{game}, daily of {day}", game=game_name(rules, words), day=day)


def daily_heading(rules: Rules, day: date, words: Words, *more: str) -> Heading:
    """The rules, unless they are the usual ones, the day, and what is told of it."""
    return Heading(words("Daily"), (*unusual_rules_name(rules, words), words.day_and_month(day), *more))


def unusual_rules_name(rules: Rules, words: Words) -> tuple[str, ...]:
    """The name of rules other than the usual ones."""
    return () if str(rules) == DEFAULT_RULES else (game_name(rules, words),)


def _rules(view: ShownDaily, words: Words) -> Iterator[Block]:
    """What the player has to know before the first guess."""
    tries = words("{tries} tries", tries=view.game.board.tries)
    uncounted = words("doesn't count") if view.streak is None else ""
    yield StatusLine((describe_rules(view.game.rules, words), tries, uncounted))
    if view.is_on_card:
        yield Footnote(words("You'll be on this channel's card: name and number of guesses."))


def _ending(view: ShownDaily, words: Words) -> Heading:
    """How the game ended and what that means for the streak; for a game that does not count, its day instead."""
    board, own = view.game.board, view.streak
    is_solved = board.outcome is Outcome.SOLVED
    title = words("Solved in {n}", n=len(board.turns)) if is_solved else words("Not solved.")
    code = () if is_solved else (quoted_code(board.secret, view.game.rules),)
    if own is None or view.game.day != view.today:
        return Heading(title, (*code, words.day_and_month(view.game.day)))
    if is_solved:
        streak = words.plural("streak {n:,} day", "streak {n:,} days", own.days)
        return Heading(title, (streak,) if own.days > 1 else ())
    ended = words("streak ends at {days}", days=own.days)
    return Heading(title, (*code, ended) if own.days > 1 and not own.freezes else code)


def _freezes(view: ShownDaily, words: Words) -> list[str]:
    """The freezes, if one was used or may have been earned; nothing for a game that does not count."""
    own = view.streak
    if own is None or view.game.board.outcome is not Outcome.SOLVED:
        return []
    if own.frozen:
        return [words("A freeze saved your streak. {freezes} left.", freezes=own.freezes)]
    if own.days % DAYS_PER_FREEZE == 0 and own.days:
        return [words.plural("You have {n} freeze.", "You have {n} freezes.", own.freezes)]
    return []


def daily_verification(view: ShownDaily, words: Words) -> View:
    """How the code is fixed and, after the day has closed and the game has ended, its proof."""
    title = Heading(words(phrases.VERIFY), (str(view.game.day),))
    if view.game.board.outcome is not None:
        return View((title, _proof(view, words)))
    sealed = words(
        "All codes were fixed on {first_day} by `{anchor}`.", first_day=view.chain.first_day, anchor=view.chain.anchor
    )
    return View(
        (
            title,
            Paragraph(
                words(
                    "The codes of all days were fixed before the first one by a chain of hashes that ends in the "
                    "one below. It tells nothing about a code, but would not fit another one. After the day, "
                    "Verify (`daily action:verify`) shows the key that proves its code."
                )
            ),
            Paragraph(sealed),
        )
    )


def give_up_question(view: ShownDaily, words: Words) -> View:
    """Whether the player really wants to give up."""
    options = {**_key(view.game), "action": DailyAction.GIVE_UP.value, CONFIRM: YES}
    confirm = Button(words(_BUTTONS[DailyAction.GIVE_UP]), "daily", options)
    return View(
        (Paragraph(phrases.give_up_question(words, daily_title(view.game.rules, view.game.day, words))),),
        (confirm, back_button(_key(view.game), words)),
    )


def with_repeated_guess_question(board: View, view: ShownDaily, repetition: RepeatedGuess, words: Words) -> View:
    """The board with the question whether the player means a guess that repeats a turn."""
    rules = view.game.rules
    options = {**_key(view.game), "guess": format_code_ascii(repetition.guess, rules), CONFIRM: YES}
    confirm = Button(words(phrases.GUESS_ANYWAY), "daily", options)
    blocks = (*board.blocks, *repeated_guess_blocks(repetition, rules, words))
    return replace(board, blocks=blocks, buttons=(confirm, *board.buttons))


def archive(days: Sequence[tuple[date, DailyGame | None]], rules: Rules, words: Words) -> View:
    """Earlier days with the player's games, None for none, and a button for each."""
    if not days:
        return View((Paragraph(words("There are no earlier days yet.")),))
    rows = [(str(day), status_text(game, words)) for day, game in days]
    buttons = (Button(str(day), "daily", {"rules": str(rules), "day": str(day)}) for day, _ in days)
    title = words(
        "{game}, earlier days. You can play them, but they don't count:", game=counted_game_name(str(rules), words)
    )
    return View((Paragraph(title), Preformatted(align(rows))), tuple(buttons))


def _proof(view: ShownDaily, words: Words) -> Block:
    """The proof of the code of an ended game, or when it is published."""
    if view.key is None:
        at = day_closing(view.game.day)
        return TimeParagraph(words("The key that proves the code is shown later: {at}", at=AT), at)
    return proof_footnote(daily_opening(view.chain, view.game, view.key), view.chain.anchor, words)


def proof_footnote(opening: str, anchor: str, words: Words) -> Footnote:
    """What proves the code of a day that has closed."""
    text = words("Proof, for `hitblow verify`: `{opening}` leads to `{anchor}`.", opening=opening, anchor=anchor)
    return Footnote(text, once=False)


def _buttons(view: ShownDaily, words: Words) -> tuple[Button, ...]:
    """The buttons of a board; all but the first ones are behind More."""
    game = view.game
    if game.board.outcome is None:
        label = phrases.button_label(words, "guess")
        first: tuple[Button, ...] = (Button(label, "daily", _key(game), prompts_for="guess", rules=game.rules),)
        rare = (DailyAction.VERIFY, DailyAction.ARCHIVE, DailyAction.GIVE_UP)
        how = replace(explanation_button(words("How it works"), "today"), is_rare=True)
        return (*first, how, *(replace(_button(action, game, words), is_rare=True) for action in rare))
    may_be_shared = game.is_counted and view.key is None
    first = (_button(DailyAction.SHARE, game, words),) if may_be_shared else ()
    if game.board.turns:
        label = phrases.button_label(words, "review")
        first = (*first, Button(label, "review", {"game": f"{game.day} {game.rules}"}))
    rare = (DailyAction.TEXT, DailyAction.ARCHIVE, DailyAction.VERIFY)
    return (*first, *(replace(_button(action, game, words), is_rare=True) for action in rare))


def _button(action: DailyAction, game: DailyGame, words: Words) -> Button:
    return Button(words(_BUTTONS[action]), "daily", {**_key(game), "action": action.value})


def back_button(daily: Mapping[str, str], words: Words) -> Button:
    """The button that shows the board; `daily` has the rules and the day."""
    return Button(words(_BUTTONS[DailyAction.PLAY]), "daily", daily)


def _key(game: DailyGame) -> dict[str, str]:
    return {"rules": str(game.rules), "day": str(game.day)}


def status_text(game: DailyGame | None, words: Words) -> str:
    """What somebody has made of a daily, in a few words; None if they have not started it."""
    if game is None:
        return words("not played")
    outcome, guesses = game.board.outcome, len(game.board.turns)
    if outcome is None:
        return words.plural("running, {n:,} guess", "running, {n:,} guesses", guesses)
    return phrases.guess_count_text(words, guesses) if outcome is Outcome.SOLVED else words("not solved")


_GAME = "Hit & Blow"
"""The name in results to copy, which are the same in every language."""


def copyable_result(view: ShownDaily) -> View:
    """The result to copy: in words and, once its day is closed, a row for each guess with its feedback but no code.

    Before that, rows would tell others the code: those of the guesses of a published book lead to one code only.
    """
    game = view.game
    rows = [
        (str(number), format_feedback(turn.feedback, game.rules), feedback_symbols(turn.feedback, game.rules))
        for number, turn in enumerate(game.board.turns if view.key else (), 1)
    ]
    return View((Preformatted((_headline(view), *align(rows, right=[0]))),))


def shared_result(view: ShownDaily, words: Words) -> View:
    """The result as everybody may see it, and ways to play too. It tells nothing of the guesses but their number."""
    game, days = view.game, view.streak.days if view.streak else 0
    is_usual = str(game.rules) == DEFAULT_RULES
    is_solved, guesses = game.board.outcome is Outcome.SOLVED, phrases.guess_count_text(words, len(game.board.turns))
    facts = (
        safe_name(without_codes(view.name, game.rules)),
        "" if is_usual else counted_game_name(str(game.rules), words),
        words.day_and_month(game.day),
        guesses if is_solved else words("not solved, {guesses}", guesses=guesses),
        words("streak {days}", days=days) if is_solved and days > 1 else "",
    )
    rules = {"rules": str(game.rules)}  # the example of how to play is by the usual ones
    how = Button(words("How to play"), "rules", {} if is_usual else rules)
    buttons = (Button(words("Play today's"), "daily", rules), how)
    return View((Paragraph(" · ".join(filter(None, facts))),), buttons, tone=tone_of(game.board.outcome))


def result_on_card(room: RoomKey, card: MessageKey | None, words: Words) -> View:
    """That a result is on the card of a room, with a link to it once it is posted."""
    text = words("You're on the card.")
    return View((Paragraph(text) if card is None else MessageLink(text, room, card),))


def unposted_result(game: DailyGame, words: Words) -> View:
    """The result of a game could not be posted, and can be shared again."""
    return View(
        (
            Paragraph(
                words(
                    "Your result of {day} couldn't be posted here, so nobody else sees it. Share it in another place, "
                    "or copy it with `daily action:text`.",
                    day=game.day,
                )
            ),
        )
    )


def _headline(view: ShownDaily) -> str:
    """The result in words, the same in every language."""
    game, days = view.game, view.streak.days if view.streak else 0
    guesses = len(game.board.turns)
    count = f"{guesses} guess{'' if guesses == 1 else 'es'}"
    rules = "" if str(game.rules) == DEFAULT_RULES else f" {game.rules}"
    if game.board.outcome is not Outcome.SOLVED:
        return f"{_GAME}{rules} {game.day}: not solved, {count}"
    return f"{_GAME}{rules} {game.day}: {count}{f', streak {days}' if days > 1 else ''}"
