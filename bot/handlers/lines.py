"""Reading typed lines, which may answer a question or belong to a running game, and noticing secrets in them."""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace

from msgspec import Struct, field

from bot.commands.catalogue import BY_NAME
from bot.commands.command import CommandError, DailyAction, SecretKeeper, UnknownCommand
from bot.commands.invocation import Invocation
from bot.commands.parsing import could_be_letter_code, is_code_attempt, is_rules_notation, most_similar, parse_line
from bot.handlers.request import Request
from bot.locales import Words
from bot.locales.safe import quote
from bot.model.errors import StorageError
from bot.presenters import phrases
from bot.presenters.views import Button, Paragraph, Reply, View, is_question, private_note
from bot.services.games.referee import Referee
from core.game.boards import MAX_TRIES
from core.game.clues import parse_item
from core.game.feedback import try_parse_feedback
from core.game.rules import ALPHABETS, DIGITS, Rules
from core.game.sides import Level


class GuessTarget(Struct, frozen=True):
    """Where a typed code is a guess, because it is on the caller's screen.

    Args:
        command: the command for a guess there, `guess` or `daily`.
        option: its option for the code.
        options: its other options.
        game: the id of the game, None for a daily.
    """

    command: str
    option: str
    options: Mapping[str, str] = field(default_factory=dict)
    game: str | None = None


async def read_line(
    line: str, question: View | None, request: Request, referee: Referee, target: GuessTarget | None = None
) -> Invocation | Reply | None:
    """The command that a typed line stands for.

    Args:
        line: the line as typed.
        question: the view with buttons that the caller was shown last, if any. A typed choice belongs to it.
        request: of the caller; its command does not matter.
        referee: knows the game in which a guess of the caller would count.
        target: where a typed code is a guess, None for the game in which it would count.

    Returns:
        The command, the reply to a line that stands for none, or None if the line is empty.

    Raises:
        CommandError: the line cannot be read.
    """
    words = request.words
    if (command := command_with_secret(line)) is not None:
        return private_note(phrases.secret_in_command_warning(words, command), refused=True)
    if question is not None and is_question(question) and _declines(line, words):
        return private_note(words("Nothing was done."))
    answer = None if question is None else _answer(line, question, words)
    try:
        invocation = answer or parse_line(line)
    except UnknownCommand as error:
        guess = _as_guess(line, error, await _rules_on_screen(request, referee, target))
        if guess is None and not _is_yes_or_no(line, words):
            raise
        return _nothing_to_confirm(words) if guess is None else guess if target is None else _aimed(guess, target)
    if invocation is None:
        return None
    rules = await _rules_on_screen(request, referee, target) if _has_only_letters(line, invocation) else None
    if rules is not None and rules.alphabet is DIGITS:
        return _reply_to_letters(line, words)
    coach_waits = question is not None and question.game is None and not is_question(question)
    is_unclear = coach_waits and _is_bare_guess(line, invocation)
    about = invocation if question is None else _about_question(invocation, question)
    return await _on_screen(about, target, request, referee, is_unclear=is_unclear)


async def _on_screen(
    invocation: Invocation, target: GuessTarget | None, request: Request, referee: Referee, *, is_unclear: bool
) -> Invocation | Reply:
    """A command as one about what is on the screen, if it names no game; `is_unclear` is whether to ask before."""
    if invocation.game is not None or invocation.step is not None:
        return invocation
    if target is not None and target.command == "daily" and invocation.command.name in _OF_GAMES:
        return await _in_daily(invocation, target, request, referee)
    aimed = invocation if target is None else _aimed(invocation, target)
    return await _asked(aimed, request, referee) if is_unclear else aimed


def _aimed(invocation: Invocation, target: GuessTarget) -> Invocation:
    """A guess that names no game, as a guess in the target; any other command as it is."""
    if invocation.command.name != "guess":
        return invocation
    options = dict(invocation.options)
    code = options.pop("code")
    return Invocation(BY_NAME[target.command], {**target.options, target.option: code, **options}, target.game)


_OF_GAMES = frozenset({"board", "giveup", "hint", "undo", "answer", "fix", "draw", "claim", "secret", "rematch"})
"""Commands about a game, which mean the one on the screen."""


async def _in_daily(
    invocation: Invocation, target: GuessTarget, request: Request, referee: Referee
) -> Invocation | Reply:
    """A command about a game while a daily is on the screen; refused if a daily has no such command."""
    words, command, options = request.words, invocation.command.name, invocation.options
    game = await referee.running_game(request.caller)
    if command in {"answer", "fix"} and game is None:  # they can only mean the conversation with the coach
        return invocation
    if command == "giveup":
        return Invocation(BY_NAME["daily"], {**target.options, "action": DailyAction.GIVE_UP, **options})
    if command == "board" and (game is None or options):
        action = DailyAction.VERIFY if "verify" in options else DailyAction.PLAY
        return Invocation(BY_NAME["daily"], {**target.options, "action": action})
    told = [words("The daily is on the screen, and `{command}` does not work in it.", command=command)]
    if game is not None:
        told.append(words("Game #{game} goes on: `board #{game}` shows it.", game=game.id))
    return private_note(words.joined(told), refused=True)


async def _asked(guess: Invocation, request: Request, referee: Referee) -> Invocation | Reply:
    """The question whether a code is meant as a guess, because the coach waits for feedback."""
    words, code = request.words, guess.options.get("code") or guess.options["guess"]
    if guess.command.name != "daily" and await referee.running_game(request.caller) is None:
        return guess
    asked = words("Is {code} a guess?", code=quote(code))
    told = words("For the coach, type it with its feedback, as in {example}.", example=quote(f"{code} 0H1B"))
    button = Button(phrases.button_label(words, "guess"), guess.command.name, guess.options)
    return Reply(note=View((Paragraph(words.joined([asked, told])),), (button,), guess.game, asks=True), refused=True)


def _is_bare_guess(line: str, invocation: Invocation) -> bool:
    """Whether a line was read as a code without the command, and not as an item."""
    is_bare = invocation.command.name == "guess" and not line.lstrip("/`").lower().startswith("guess")
    return is_bare and parse_item(invocation.options["code"]) is None


def _as_guess(line: str, error: UnknownCommand, rules: Rules | None) -> Invocation | None:
    """A guess for an unknown command, if it may be a code under rules whose codes have no digits."""
    is_word = error.nearest is None and error.read == line.strip()
    may_be_code = rules is not None and rules.alphabet is not DIGITS and len(error.read) == rules.positions
    return Invocation(BY_NAME["guess"], {"code": error.read}) if is_word and may_be_code else None


async def _rules_on_screen(request: Request, referee: Referee, target: GuessTarget | None) -> Rules | None:
    """The rules under which a typed code would be a guess, None if there is no game or the storage fails."""
    if target is not None and "rules" in target.options:
        return Rules.parse(target.options["rules"])
    try:
        view = await referee.running_game(request.caller)
    except StorageError:
        return None
    return view.game.rules if view is not None else None


def _reply_to_letters(line: str, words: Words) -> Reply:
    """The reply to letters where codes have none."""
    small_talk = private_note(words(phrases.SMALL_TALK), refused=True)
    return _nothing_to_confirm(words) if _is_yes_or_no(line, words) else small_talk


def _nothing_to_confirm(words: Words) -> Reply:
    return private_note(words("That doesn't work now. `board` shows what does."), refused=True)


def _has_only_letters(line: str, invocation: Invocation) -> bool:
    """Whether a line that was read as a guess has letters and no digits: `hello`, or a code of letters."""
    code = invocation.options.get("code", "")
    has_only_letters = any(map(str.isalpha, code)) and not any(map(str.isdigit, code))
    return has_only_letters and _is_bare_guess(line, invocation)


def _is_yes_or_no(line: str, words: Words) -> bool:
    return _confirms(line, words) or _declines(line, words)


def _confirms(line: str, words: Words) -> bool:
    return line.strip().lower() in words.in_context("typed to confirm", "yes y").split()


def _declines(line: str, words: Words) -> bool:
    return line.strip().lower() in words.in_context("typed to decline", "no n").split()


def _feedback_asked_for(line: str, question: View) -> Invocation | None:
    """The command `answer`, if that is asked for and the line may be a clue or feedback in any notation; else None.

    Feedback that is not among the choices has fewer digits than a code, or else the line is a guess.
    """
    text = line.replace("`", "").strip()
    if (clue := _clue_asked_for(text.lower(), question)) is not None:
        return Invocation(BY_NAME["answer"], {"feedback": clue})
    feedback = try_parse_feedback(text)
    buttons = question.buttons if feedback else ()
    labels = (button.options.get("feedback", "") for button in buttons)
    choices = [choice for label in labels if (choice := try_parse_feedback(label)) is not None]
    positions = max((choice.hits + choice.blows for choice in choices), default=0)
    is_too_short = sum(map(str.isdigit, text)) < positions
    return Invocation(BY_NAME["answer"], {"feedback": text}) if feedback in choices or is_too_short else None


def _clue_asked_for(text: str, question: View) -> str | None:
    """The clue among the choices of a question that ends with a typed word, such as `highlow hhl` with `hhl`."""
    choices = (button.options.get("feedback", "") for button in question.buttons)
    return next((choice for choice in choices if choice.endswith(f" {text}")), None)


def _answer(line: str, question: View, words: Words) -> Invocation | None:
    """The command that a typed `yes` confirms, or that enters the feedback asked for; None if the line is neither."""
    if not is_question(question) or not _confirms(line, words):
        return _feedback_asked_for(line, question)
    button = question.buttons[0]
    return Invocation(BY_NAME[button.command], button.options)


def _about_question(invocation: Invocation, question: View) -> Invocation:
    """The command with the game and step of the question, as if a button had been pressed, if it has such a button."""
    button = next((each for each in question.buttons if each.command == invocation.command.name), None)
    return invocation if button is None else replace(invocation, game=question.game, step=button.step)


_TRIES_DIGITS = len(str(MAX_TRIES))

_PICTURES = frozenset("".join(alphabet.glyphs for alphabet in ALPHABETS.values() if alphabet.pictorial))


def command_with_secret(text: str) -> str | None:
    """The name of the command into whose text somebody typed what looks like a secret; None if nobody did."""
    first, _, rest = text.strip().removeprefix("/hitblow").strip().partition(" ")
    command = unicodedata.normalize("NFKC", first).lower()
    if command not in _TELLS_SECRET:
        return None
    tells, unreadable_tells = _TELLS_SECRET[command]
    try:
        invocation = parse_line(f"{'versus' if command == 'secret' else command} {rest}")
    except CommandError:
        return command if unreadable_tells(rest) else None
    return command if invocation is None or tells(invocation.options) else None


def has_secret_in_options(invocation: Invocation) -> bool:
    """Whether the options of an invocation hold what looks like a secret."""
    typed = " ".join(f'{name}:"{value}"' for name, value in invocation.options.items())
    return command_with_secret(f"{invocation.command.name} {typed}") is not None


def _tells_in_versus(options: Mapping[str, str]) -> bool:
    """Whether some value is neither one that its option takes, nor a single mistyped word."""
    level, keep, rules = (options.get(name, "").strip() for name in ("level", "secret", "rules"))
    return not (
        (not level or (level.isalpha() and (most_similar(level, Level) is not None or not could_be_letter_code(level))))
        and keep.lower() in {*SecretKeeper, ""}
        and len(rules.split()) <= 1
        and not rules.isdigit()
        and not any(map(str.isdigit, options.get("items", "")))
    )


def _tells_in_host(options: Mapping[str, str]) -> bool:
    keep, rules, tries = (options.get(name, "").strip() for name in ("keep", "rules", "tries"))
    return not (
        keep.lower() in {*SecretKeeper, ""}
        and len(rules.split()) <= 1
        and (is_rules_notation(rules) or not _could_be_secret(rules))
        and len(tries) <= _TRIES_DIGITS
    )


def _tells_in_duel(options: Mapping[str, str]) -> bool:
    """Whether the options hold more figures than a person's ID and the usual options."""
    surplus = options.get("opponent", "").split()[1:]
    return len(options.get("tries", "")) > _TRIES_DIGITS or any(map(is_code_attempt, surplus))


def _unreadable_versus_tells(text: str) -> bool:
    return any(map(str.isdigit, text)) or any(map(could_be_letter_code, text.split()))


def _unreadable_host_tells(text: str) -> bool:
    figures = sum(map(str.isdigit, text))
    return figures > _TRIES_DIGITS or any(_could_be_secret(word) for word in text.split() if word.isalpha())


def _could_be_secret(word: str) -> bool:
    """Whether a word that is no value of an option has figures, pictures or only letters that codes consist of."""
    plain = unicodedata.normalize("NFKC", word).lower()
    is_notation = "x" in plain and plain[0].isdigit()
    return any((each.isdigit() and not is_notation) or each in _PICTURES for each in plain) or (
        bool(plain) and could_be_letter_code(plain)
    )


_TELLS_SECRET: Mapping[str, tuple[Callable[[Mapping[str, str]], bool], Callable[[str], bool]]] = {
    "versus": (_tells_in_versus, _unreadable_versus_tells),
    "host": (_tells_in_host, _unreadable_host_tells),
    "duel": (_tells_in_duel, bool),
    "secret": (_tells_in_versus, _unreadable_versus_tells),
}
"""Whether options, and text that cannot be read, hold a secret, for the commands that are about one."""
