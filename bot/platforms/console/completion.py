"""What can follow in a typed line: commands, their options and the values of options."""

from collections.abc import Iterable
from itertools import chain

from bot.commands.catalogue import BY_NAME, CATALOGUE
from bot.locales import Words
from bot.presenters.help import terminal_options


def completions(before: str, word: str, words: Words) -> Iterable[tuple[str, str]]:
    """What `word` can become, with what it means.

    Args:
        before: the line up to the cursor, without `/hitblow`.
        word: its last word, which may be empty.
        words: the language of the meanings.
    """
    return ((text, meaning) for text, meaning in _candidates(before, word, words) if text.startswith(word))


def _candidates(before: str, word: str, words: Words) -> Iterable[tuple[str, str]]:
    if " " not in before:
        return ((each.name, words(each.description)) for each in CATALOGUE)
    command = BY_NAME.get(before.split(maxsplit=1)[0])
    if command is None:
        return ()
    option = command.option(word.split(":", maxsplit=1)[0])
    if option and ":" in word:
        return ((f"{option.name}:{choice}", "") for choice in option.choices)
    first = command.options[0].choices if command.options and before.count(" ") == 1 else ()
    named = ((f"{each.name}:", words(each.description)) for each in terminal_options(command))
    return chain(((choice, "") for choice in first), named)
