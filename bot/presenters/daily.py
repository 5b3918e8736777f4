"""The private board of the daily, its result to share, and the list of earlier days."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from bot.commands.catalogue import CONFIRM, YES
from bot.commands.command import DailyAction
from bot.locales import Words
from bot.locales.columns import align
from bot.locales.words import translatable
from bot.model.daily import DailyGame, Origin, closing_of, daily_opening
from bot.model.rooms import RoomKey
from bot.presenters import phrases
from bot.presenters.board import code_text, feedback_symbols, quoted_code
from bot.presenters.endings import tone_of
from bot.presenters.game_replies import repetition_blocks
from bot.presenters.phrases import DISCORD, SLACK
from bot.presenters.rules import describe_rules, game_name
from bot.presenters.views import (
    AT,
    Block,
    Button,
    Footnote,
    Heading,
    Moment,
    Paragraph,
    Preformatted,
    Status,
    View,
)
from bot.services.daily import ArchivedDay, ShownDaily
from core.game.boards import Outcome, Repetition
from core.game.codes import example_code, format_code_ascii
from core.game.daily import DAYS_PER_FREEZE, MAX_FREEZES, Streak
from core.game.feedback import format_feedback
from core.game.rules import NAMED_RULES, Rules

_BUTTONS = {
    DailyAction.PLAY: translatable("Back to the game"),
    DailyAction.GIVE_UP: translatable("Give up"),
    DailyAction.SHARE: translatable("Share here"),
    DailyAction.TEXT: translatable("As text"),
    DailyAction.ARCHIVE: translatable("Earlier days"),
    DailyAction.VERIFY: translatable("Verify"),
}
DEFAULT_RULES = NAMED_RULES["hitblow"].notation


def daily_board(view: ShownDaily, words: Words, room: RoomKey) -> View:
    """The game with what can be done next, for its player alone."""
    game = view.game
    rules, board = game.rules, game.board
    blocks: list[Block] = [
        Heading(daily_title(rules, game.day, words), (describe_rules(rules, words),)),
        *_turns(game),
    ]
    if board.outcome is None:
        blocks += _next_step(view, words, room)
    else:
        code = words("The code was {code}.", code=quoted_code(board.secret, rules))
        blocks.append(Paragraph(words.joined((_ending(view, board.outcome, words, room), code))))
    blocks += streak_blocks(view, words)
    if not view.may_count:
        blocks.append(Paragraph(words("An earlier day: this game doesn't count.")))
    if game.day == view.today:
        blocks.append(Moment(words("Next code: {at}", at=AT), view.next_at))
    return View((*blocks, *_proof(view, words)), _buttons(view, words), tone=tone_of(board.outcome))


def daily_title(rules: Rules, day: date, words: Words) -> str:
    """The game and its day."""
    return words("{game}, daily of {day}", game=game_name(rules, words), day=day)


def _ending(view: ShownDaily, outcome: Outcome, words: Words, room: RoomKey) -> str:
    """How the game ended and, if it was started elsewhere, where."""
    guesses = len(view.game.board.turns)
    if view.origin is not Origin.HERE:
        daily = words("today's") if view.game.day == view.today else words("this daily")
        return _ending_elsewhere(outcome, guesses, words, daily=daily, place=_place(view.origin, room, words))
    if outcome is Outcome.SOLVED:
        return words.plural("Solved in {n:,} guess.", "Solved in {n:,} guesses.", guesses)
    if outcome is not Outcome.GAVE_UP:
        return words.plural("Not solved in {n:,} guess.", "Not solved in {n:,} guesses.", guesses)
    if guesses:
        return words.plural("Given up after {n:,} guess.", "Given up after {n:,} guesses.", guesses)
    return words("Given up before the first guess.")


def _ending_elsewhere(outcome: Outcome, guesses: int, words: Words, **named: str) -> str:
    if outcome is Outcome.SOLVED:
        return words.plural(
            "You solved {daily} in {n:,} guess (started {place}).",
            "You solved {daily} in {n:,} guesses (started {place}).",
            guesses,
            **named,
        )
    if outcome is not Outcome.GAVE_UP:
        return words.plural(
            "You didn't solve {daily} in {n:,} guess (started {place}).",
            "You didn't solve {daily} in {n:,} guesses (started {place}).",
            guesses,
            **named,
        )
    if guesses:
        return words.plural(
            "You gave up {daily} after {n:,} guess (started {place}).",
            "You gave up {daily} after {n:,} guesses (started {place}).",
            guesses,
            **named,
        )
    return words("You gave up {daily} before the first guess (started {place}).", **named)


def _place(origin: Origin, room: RoomKey, words: Words) -> str:
    """Where a game was started that is shown in another room, without a name: others may not know that place."""
    if origin is Origin.DIRECT_MESSAGE:
        return words("in a direct message")
    if origin is Origin.SAME_WORKSPACE:
        if phrases.is_terminal(room):
            return words("in another room")
        return words("elsewhere in this workspace") if room.platform == SLACK else words("elsewhere in this server")
    if room.platform == SLACK:
        return words("in another workspace")
    return words("in a server") if phrases.is_direct(room) else words("in another server")


def streak_blocks(view: ShownDaily, words: Words) -> list[Block]:
    """The streaks, before the first guess and after the last; the one of a room only where the game counts for it."""
    game, streaks = view.game, view.streaks
    if streaks is None or (game.board.turns and game.board.outcome is None):
        return []
    sentences = [_own_streak(streaks.own, words)]
    if (view.origin is Origin.HERE or view.is_shared) and game.board.outcome is not None:
        sentences.append(
            _streak(phrases.daily_room_streak(words, streaks.room.days, streaks.room.best), streaks.room, words)
        )
    shown = [streak for streak in (streaks.own, streaks.room) if streak.best or streak.frozen]
    return [Paragraph(sentence) for sentence in sentences] if shown else []


def _own_streak(streak: Streak, words: Words) -> str:
    """The days in a row on which the player has solved the daily, and the freezes that are left."""
    days = words.plural(
        "Your streak: {n:,} day, best {best}.", "Your streak: {n:,} days, best {best}.", streak.days, best=streak.best
    )
    left = words(
        "Freezes left: {freezes} of at most {most}; every {days} days earn one.",
        freezes=streak.freezes,
        most=MAX_FREEZES,
        days=DAYS_PER_FREEZE,
    )
    return _streak(words.joined((days, left)), streak, words)


def frozen_days(streak: Streak, words: Words) -> str:
    """The freezes that were used lately, as a sentence; empty if there are none."""
    days = [str(date.fromordinal(day)) for day in streak.frozen]
    if not days:
        return ""
    return words.plural(
        "A freeze was used for {days}.", "Freezes were used for {days}.", len(days), days=words.listed(days)
    )


def _streak(sentence: str, streak: Streak, words: Words) -> str:
    return words.joined([text for text in (sentence, frozen_days(streak, words)) if text])


def daily_verification(view: ShownDaily, words: Words) -> View:
    """How the code is fixed and, after the day has closed and the game has ended, its proof."""
    title = Heading(phrases.verify_button(words), (str(view.game.day),))
    if view.game.board.outcome is not None:
        return View((title, *_proof(view, words)))
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
        (Paragraph(words("Give up the daily of {day}? This ends it and shows the code.", day=view.game.day)),),
        (confirm, back_button(_key(view.game), words)),
    )


def with_guess_question(board: View, view: ShownDaily, repetition: Repetition, words: Words) -> View:
    """The board with the question whether the player means a guess that repeats a turn."""
    rules = view.game.rules
    options = {**_key(view.game), "guess": format_code_ascii(repetition.guess, rules), CONFIRM: YES}
    confirm = Button(phrases.guess_anyway_button(words), "daily", options)
    blocks = (*board.blocks, *repetition_blocks(repetition, rules, words))
    return replace(board, blocks=blocks, buttons=(confirm, *board.buttons))


def archive(days: Sequence[ArchivedDay], rules: Rules, words: Words) -> View:
    """Earlier days with the player's results, and a button for each."""
    if not days:
        return View((Paragraph(words("There are no earlier days yet.")),))
    rows = [(str(each.day), status(each.game, words)) for each in days]
    buttons = (Button(str(each.day), "daily", {"rules": str(rules), "day": str(each.day)}) for each in days)
    title = words(
        "{game}, earlier days. You can play them, but they don't count:", game=f"{game_name(rules, words)} {rules}"
    )
    return View((Paragraph(title), Preformatted(align(rows))), tuple(buttons))


def _turns(game: DailyGame) -> tuple[Block, ...]:
    rules = game.rules
    rows = [
        (str(number), code_text(turn.guess, rules), format_feedback(turn.feedback, rules), mark)
        for number, turn in enumerate(game.board.turns, 1)
        for mark in [feedback_symbols(turn.feedback, rules)]
    ]
    return (Preformatted(align(rows, right=[0])),) if rows else ()


def _next_step(view: ShownDaily, words: Words, room: RoomKey) -> list[Block]:
    game = view.game
    left: list[Block] = [Status((phrases.tries_left(words, game.board.tries_left), phrases.sealed(words)))]
    if game.board.turns:
        return left
    return [*left, Paragraph(_how_to_guess(view, words, room))]


def _how_to_guess(view: ShownDaily, words: Words, room: RoomKey) -> str:
    command = _guess_command(view, room)
    if room.platform == SLACK:  # its modal has a field for the guess
        return words("The code is the same for everybody, and nobody else sees your guesses.")
    if room.platform == DISCORD:
        return words(
            "The code is the same for everybody. Guess with the button or `{command}`; nobody else sees your guesses.",
            command=command,
        )
    return words(
        "The code is the same for everybody, and nobody else sees your guesses. Type one, such as `{code}`; while "
        "another game is on the screen, `{command}`.",
        code=example_code(view.game.rules),
        command=command,
    )


def _guess_command(view: ShownDaily, room: RoomKey) -> str:
    """How to type a guess in this game."""
    game = view.game
    is_discord = room.platform == DISCORD
    named = game.rules.name or str(game.rules)
    rules = "" if str(game.rules) == DEFAULT_RULES else f" {'rules:' if is_discord else ''}{named}"
    day = "" if game.day == view.today else f" {'day:' if is_discord else ''}{game.day}"
    return f"daily{rules}{day} {'guess:' if is_discord else ''}{example_code(game.rules)}"


def _proof(view: ShownDaily, words: Words) -> tuple[Block, ...]:
    """The proof of the code: first the anchor; after the day has closed and the game has ended, the key."""
    game, chain = view.game, view.chain
    if game.board.outcome is None:
        return (
            ()
            if game.board.turns
            else (
                Footnote(
                    words(
                        "All codes were fixed on {first_day} by `{anchor}`.",
                        first_day=chain.first_day,
                        anchor=chain.anchor,
                    )
                ),
            )
        )
    if view.key is None:
        return (Moment(words("The key that proves the code is shown later: {at}", at=AT), closing_of(game.day)),)
    return (
        Footnote(
            words(
                "Proof, for `hitblow verify`: `{opening}` leads to `{anchor}`.",
                opening=daily_opening(chain, game, view.key),
                anchor=chain.anchor,
            ),
            once=False,
        ),
    )


def _buttons(view: ShownDaily, words: Words) -> tuple[Button, ...]:
    game = view.game
    if game.board.outcome is None:
        guess = Button(
            phrases.button_label(words, "guess"),
            "daily",
            _key(game),
            prompts_for="guess",
            rules=game.rules,
        )
        more = (DailyAction.GIVE_UP, DailyAction.VERIFY, DailyAction.ARCHIVE)
        return (guess, *(_button(action, game, words) for action in more))
    share = (_button(DailyAction.SHARE, game, words),) if view.may_be_shared else ()
    review = Button(phrases.button_label(words, "review"), "review", {"game": f"{game.day} {game.rules}"})
    others = (_button(DailyAction.TEXT, game, words), _button(DailyAction.ARCHIVE, game, words))
    return (*share, *((review,) if game.board.turns else ()), *others)


def _button(action: DailyAction, game: DailyGame, words: Words) -> Button:
    return Button(words(_BUTTONS[action]), "daily", {**_key(game), "action": action.value})


def back_button(daily: Mapping[str, str], words: Words) -> Button:
    """The button that shows the board; `daily` has the rules and the day."""
    return Button(words(_BUTTONS[DailyAction.PLAY]), "daily", daily)


def _key(game: DailyGame) -> dict[str, str]:
    return {"rules": str(game.rules), "day": str(game.day)}


def status(game: DailyGame | None, words: Words) -> str:
    """What somebody has made of a daily, in a few words; None if they have not started it."""
    if game is None:
        return words("not played")
    outcome, guesses = game.board.outcome, len(game.board.turns)
    if outcome is None:
        return words.plural("running, {n:,} guess", "running, {n:,} guesses", guesses)
    return phrases.guess_count(words, guesses) if outcome is Outcome.SOLVED else words("not solved")
