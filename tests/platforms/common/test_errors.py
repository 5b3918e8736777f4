"""Every reason why a platform cannot be served is explained in every language."""

import pytest

from bot.locales import LANGUAGES
from bot.platforms.common.errors import (
    IntentsRefused,
    InvalidShards,
    PlatformError,
    PlatformUnreachable,
    PortUnavailable,
    SettingsMissing,
    ShardsLost,
    TokenKeyInvalid,
    TokenKeyMissing,
    TokenRefused,
)
from tests.locales.latin import latin_outside_code

ERRORS = (
    SettingsMissing("Discord", (("HITBLOW_DISCORD_TOKEN",),)),
    SettingsMissing("Slack", (("A", "B"), ("C",))),
    TokenRefused("Slack", "HITBLOW_SLACK_BOT_TOKEN"),
    TokenKeyMissing("Slack", "HITBLOW_SLACK_TOKEN_KEYS"),
    TokenKeyInvalid("Slack", "HITBLOW_SLACK_TOKEN_KEYS"),
    TokenKeyInvalid("Slack", "HITBLOW_SLACK_TOKEN_KEYS", is_missing=True),
    PortUnavailable("Slack", 3000),
    PlatformUnreachable("Slack"),
    IntentsRefused("Discord"),
    InvalidShards("Discord", "4-3/16"),
    ShardsLost("Discord", "0-3/16"),
    TokenKeyMissing("Slack", "HITBLOW_SLACK_TOKEN_KEYS"),
    TokenKeyInvalid("Slack", "HITBLOW_SLACK_TOKEN_KEYS"),
    TokenKeyInvalid("Slack", "HITBLOW_SLACK_TOKEN_KEYS", is_missing=True),
)


def test_every_error_is_tested() -> None:
    assert {type(error) for error in ERRORS} == set(PlatformError.__subclasses__())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_names_the_platform_in_a_sentence(error: PlatformError, language: str) -> None:
    sentence = error.explain(LANGUAGES[language])
    assert error.platform.upper() in sentence.upper()
    assert sentence.endswith((".", "。"))
    assert language == "en" or not latin_outside_code(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_token_is_named_by_its_setting(language: str) -> None:
    assert "`HITBLOW_TOKEN`" in TokenRefused("Slack", "HITBLOW_TOKEN").explain(LANGUAGES[language])


def test_missing_settings_are_named_with_their_alternatives() -> None:
    error = SettingsMissing("Slack", (("A", "B"), ("C",)))
    assert "set `A` and `B`, or `C`, in" in error.explain(LANGUAGES["en"])
