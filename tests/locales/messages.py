"""The messages of the code and of the translations, for tests."""

from collections.abc import Iterator, Sequence

from babel.messages.catalog import Catalog, Message

from bot.locales import LANGUAGES
from tests.locales.update import catalogue

TRANSLATIONS = {code: catalogue(code) for code in LANGUAGES if code != "en"}


def forms(value: str | Sequence[str] | None) -> tuple[str, ...]:
    return tuple(filter(None, [value] if isinstance(value, str) else value or ()))


def texts(message: Message) -> tuple[str, ...]:
    """The English forms of a message."""
    return forms(message.id)


def translated(message: Message) -> tuple[str, ...]:
    """The translated forms of a message."""
    return forms(message.string)


def messages(found: Catalog) -> Iterator[Message]:
    return (message for message in found if message.id)
