"""The sentences for expected errors. The errors of all parts are imported when the first one has happened."""

from bot.locales import Words
from bot.locales.safe import whole
from bot.model.errors import StorageAddressInvalid, StorageError
from bot.platforms.common.errors import InvalidShards, PlatformError, TokenKeyInvalid
from bot.presenters import phrases
from bot.presenters.refusals import refusal
from bot.setting_errors import SettingInvalid, SettingsFileUnreadable, SettingUnprintable
from core.errors import CoreError

WRONG_USAGE = (SettingInvalid, StorageAddressInvalid, InvalidShards, TokenKeyInvalid)
"""The errors about settings and options."""


def sentence_if_expected(error: Exception, words: Words) -> str | None:
    """The sentences for an expected error or a file that cannot be written, None for any other error."""
    if isinstance(error, SettingInvalid | PlatformError | CoreError):
        return sentence_for(error, words)
    if isinstance(error, OSError) and error.filename is not None:
        return words("Cannot write {file}.", file=str(error.filename))
    return None


def sentence_for(error: SettingInvalid | PlatformError | CoreError, words: Words) -> str:
    """The sentences for an expected error; for an error of the database, with its location and cause."""
    if isinstance(error, SettingInvalid):
        return _setting_sentence(error, words)
    if isinstance(error, PlatformError):
        return error.explain(words)
    sentences = [refusal(error, words)]
    if isinstance(error, StorageError):
        sentences.append(words("Database: {where}.", where=whole(error.where)))
        if error.cause:
            sentences.append(phrases.fault_cause(words, error.cause))
    return words.joined(sentences)


def _setting_sentence(error: SettingInvalid, words: Words) -> str:
    if isinstance(error, SettingsFileUnreadable):
        return words("Cannot read {file}.", file=error.variable)
    if isinstance(error, SettingUnprintable):
        return words(
            "`{variable}` has a control character.",
            variable=error.variable,
        )
    if error.is_url:
        schemes = ("`wss://`", "`ws://`") if "GATEWAY" in error.variable else ("`https://`", "`http://`")
        return words("`{variable}` must begin with {choices}.", variable=error.variable, choices=words.either(schemes))
    return _value_sentence(error, words)


def _value_sentence(error: SettingInvalid, words: Words) -> str:
    """The sentence that names the values of a setting other than an address."""
    if error.choices or error.is_port:
        choices = words.either(f"`{choice}`" for choice in error.choices) or words("{low} to {high}", low=1, high=65535)
        return words("`{variable}` must be {choices}.", variable=error.variable, choices=choices)
    return words("`{variable}` must be a whole number.", variable=error.variable)
