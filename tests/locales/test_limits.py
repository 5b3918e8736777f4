"""Texts are as short as Discord and Slack require, in every language."""

from itertools import product

import pytest

from bot.locales import LANGUAGES, Words
from bot.model.room_settings import GROUPS, RoomSettings, SettingsScope
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.platforms.discord.commands import command_texts
from bot.platforms.slack.incoming import EncodedPlace
from bot.platforms.slack.modals import private_modal
from bot.platforms.slack.settings import manifest
from bot.presenters.phrases import YOUR_SECRET, secret_prompt
from bot.presenters.settings import group_form, own_form
from bot.presenters.views import PrivateInputPrompt
from bot.services.settings import ShownSettings
from core.game.codes import example_code
from core.game.rules import NAMED_RULES, Rules

DESCRIPTION, LABEL, TITLE, APP = 100, 45, 24, 140
"""The most characters of a command on Discord, of a field there, of a form on Slack, and of the app there."""

each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


@each_language
def test_descriptions_of_commands_are_short(words: Words) -> None:
    assert [text for text in command_texts(words) if not 1 <= len(text) <= DESCRIPTION] == []


@each_language
def test_the_form_for_a_secret_is_short(words: Words) -> None:
    prompts = [secret_prompt(words, rules, example_code(rules)) for rules in map(Rules.parse, NAMED_RULES)]
    modal = private_modal(PrivateInputPrompt("", "secret"), EncodedPlace("T1", "C1"), words)
    titles = [words(YOUR_SECRET), modal["submit"]["text"], modal["close"]["text"]]
    assert max(map(len, prompts)) <= DESCRIPTION
    assert max(map(len, titles)) <= TITLE


@each_language
def test_forms_for_settings_are_short(words: Words) -> None:
    shown = ShownSettings(RoomSettings(), RoomSettings(), (), {})
    caller = Caller(RoomKey("slack", "acme", "games"), PlayerKey("slack", "acme", "ann"), "Ann", "event")
    scopes = (SettingsScope.CHANNEL, SettingsScope.SERVER)
    forms = [group_form(group, scope, shown, caller, words) for group, scope in product(GROUPS, scopes)]
    forms.append(own_form({}, words))
    assert max(len(form.title) for form in forms) <= TITLE
    assert max(len(field.label) for form in forms for field in form.fields) <= LABEL


@each_language
def test_the_app_on_slack_is_described_briefly(words: Words) -> None:
    assert 1 <= len(manifest(words)["display_information"]["description"]) <= APP
