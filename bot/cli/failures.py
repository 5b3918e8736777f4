"""The sentences for expected errors. The errors of all parts are imported when the first one has happened."""

from bot.locales import Words
from bot.locales.safe import quote_whole
from bot.model.errors import StorageAddressInvalid, StorageError
from bot.platforms.common.errors import PlatformError, ShardRangeInvalid, TokenKeyInvalid, TokenKeyLost
from bot.presenters import phrases
from bot.presenters.refusals import refusal_text
from bot.setting_errors import SettingInvalid, SettingsFileUnreadable, SettingUnprintable
from core.errors import CoreError

WRONG_USAGE = (SettingInvalid, StorageAddressInvalid, ShardRangeInvalid, TokenKeyInvalid, TokenKeyLost)
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
    sentences = [refusal_text(error, words)]
    if isinstance(error, StorageError):
        sentences.append(words("Database: {where}.", where=quote_whole(error.where)))
        if error.cause:
            sentences.append(phrases.quoted_fault_cause(words, error.cause))
    return words.joined(sentences)


def _setting_sentence(error: SettingInvalid, words: Words) -> str:
    if isinstance(error, SettingsFileUnreadable):
        return words("Cannot read {file}.", file=error.variable)
    if isinstance(error, SettingUnprintable):
        return words("`{variable}` has a control character.", variable=error.variable)
    if error.variable.endswith("_URL"):
        schemes = ("`wss://...`", "`ws://...`") if "GATEWAY" in error.variable else ("`https://...`", "`http://...`")
        return _must_be(error, words.alternatives(schemes), words)
    if error.variable.endswith("_PORT"):
        return _must_be(error, words("{low} to {high}", low=1, high=65535), words)
    if error.choices:
        return _must_be(error, words.alternatives(f"`{choice}`" for choice in error.choices), words)
    return words("`{variable}` must be a whole number.", variable=error.variable)


def _must_be(error: SettingInvalid, choices: str, words: Words) -> str:
    return words("`{variable}` must be {choices}.", variable=error.variable, choices=choices)
