"""Reading typed lines, which may belong to a question that was asked before or to a running game."""

from dataclasses import replace

from bot.commands.catalogue import BY_NAME
from bot.commands.errors import UnknownCommand
from bot.commands.invocation import Invocation
from bot.commands.parsing import parse_line
from bot.commands.secrecy import command_with_secret
from bot.handlers.request import Request
from bot.locales import Words
from bot.model.errors import StorageError
from bot.presenters import phrases
from bot.presenters.views import Reply, View, is_question, note
from bot.services.games.referee import Referee
from core.game.feedback import try_parse_feedback
from core.game.rules import DIGITS, Rules


async def read_line(line: str, question: View | None, request: Request, referee: Referee) -> Invocation | Reply | None:
    """The command that a typed line stands for.

    Args:
        line: the line as typed.
        question: the view with buttons that the caller was shown last, if any. A typed choice belongs to it.
        request: of the caller; its command does not matter.
        referee: knows the game in which a guess of the caller would count.

    Returns:
        The command, the reply to a line that stands for none, or None if the line is empty.

    Raises:
        CommandError: the line cannot be read.
    """
    words = request.words
    if (reply := _reply_without_command(line, question, words)) is not None:
        return reply
    try:
        invocation = _confirmation(line, question, words) or _feedback_asked_for(line, question) or parse_line(line)
    except UnknownCommand as error:
        if (guess := await _as_guess(line, error, request, referee)) is not None:
            return guess
        if _is_yes_or_no(line, words):
            return _nothing_to_confirm(words)
        raise
    if invocation is None:
        return None
    if _has_only_letters(line, invocation) and await _alphabet_is_digits(request, referee):
        is_yes_or_no = _is_yes_or_no(line, words)
        return _nothing_to_confirm(words) if is_yes_or_no else note(phrases.small_talk(words), refused=True)
    return _about_question(invocation, question)


async def _as_guess(line: str, error: UnknownCommand, request: Request, referee: Referee) -> Invocation | None:
    """A guess for an unknown command, if it may be a code of the running game, whose codes have no digits."""
    word = error.read if error.nearest is None else ""
    if not word or word != line.strip():
        return None
    rules = await _rules_of_running_game(request, referee)
    if rules is None or rules.alphabet is DIGITS or len(word) != rules.positions:
        return None
    return Invocation(BY_NAME["guess"], {"code": word})


async def _alphabet_is_digits(request: Request, referee: Referee) -> bool:
    """Whether a guess of the caller would count in a game whose codes consist of digits."""
    rules = await _rules_of_running_game(request, referee)
    return rules is not None and rules.alphabet is DIGITS


async def _rules_of_running_game(request: Request, referee: Referee) -> Rules | None:
    """The rules of the game in which a guess would count, None if there is none or the storage fails."""
    try:
        view = await referee.running(request.caller)
    except StorageError:
        return None
    return view.game.rules if view is not None else None


def _nothing_to_confirm(words: Words) -> Reply:
    return note(words("There is nothing to confirm. `help` lists the commands."), refused=True)


def _has_only_letters(line: str, invocation: Invocation) -> bool:
    """Whether a line that was read as a guess has letters and no digits: `hello`, or a code of letters."""
    is_bare = invocation.command.name == "guess" and not line.lstrip("/`").lower().startswith("guess")
    code = invocation.options.get("code", "")
    return is_bare and any(map(str.isalpha, code)) and not any(map(str.isdigit, code))


def _reply_without_command(line: str, question: View | None, words: Words) -> Reply | None:
    """The reply to a line that contains a secret or declines a question; None for any other line."""
    if (command := command_with_secret(line)) is not None:
        return note(phrases.secret_typed(words, command), refused=True)
    declines = question is not None and is_question(question) and _declines(line, words)
    return note(words("Nothing was done.")) if declines else None


def _is_yes_or_no(line: str, words: Words) -> bool:
    return _confirms(line, words) or _declines(line, words)


def _confirms(line: str, words: Words) -> bool:
    return line.strip().lower() in words.in_context("typed to confirm", "yes y").split()


def _declines(line: str, words: Words) -> bool:
    return line.strip().lower() in words.in_context("typed to decline", "no n").split()


def _feedback_asked_for(line: str, question: View | None) -> Invocation | None:
    """The command `answer`, if a question asks for feedback and the line may be feedback in any notation; else None.

    Feedback that is not among the choices has fewer digits than a code, or else the line is a guess.
    """
    text = line.replace("`", "").strip()
    feedback = try_parse_feedback(text)
    buttons = question.buttons if question and feedback else ()
    labels = (button.options.get("feedback", "") for button in buttons if button.command == "answer")
    choices = [choice for label in labels if (choice := try_parse_feedback(label)) is not None]
    positions = max((choice.hits + choice.blows for choice in choices), default=0)
    is_too_short = sum(map(str.isdigit, text)) < positions
    return Invocation(BY_NAME["answer"], {"feedback": text}) if feedback in choices or is_too_short else None


def _confirmation(line: str, question: View | None, words: Words) -> Invocation | None:
    """The command that a typed `yes` confirms, None if there is no question or the line is something else."""
    if question is None or not is_question(question) or not _confirms(line, words):
        return None
    button = question.buttons[0]
    return Invocation(BY_NAME[button.command], button.options, game=question.game)


def _about_question(invocation: Invocation, question: View | None) -> Invocation:
    """The command with the game and step of the question, as if a button had been pressed, if it has such a button."""
    buttons = question.buttons if question else ()
    button = next((each for each in buttons if each.command == invocation.command.name), None)
    if question is None or button is None:
        return invocation
    return replace(invocation, game=question.game, step=button.step)
