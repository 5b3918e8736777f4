"""English: the base of all languages.

Every sentence is a method whose docstring tells translators when it is shown and what its arguments are. Short texts
that belong to a name, such as the descriptions of commands, are tables. Texts are plain, except that backticks mark
code.
"""

from gettext import NullTranslations

from bot.locales.words import Words


class English(
    Words,
):
    """Every text in English. Another language is a subclass that overrides what it has translated."""

    code: str = "en"
    """The language tag: `en`, `ja`, `pt-BR`."""

    def __init__(self, translations: NullTranslations | None = None) -> None:
        super().__init__(self.code, translations)
