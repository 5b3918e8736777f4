"""The documents for operators agree with the program."""

import re

from bot.platforms.slack.settings import SCOPES
from tests.docs.documents import ROOT
from tests.support.settings import PREFIX, setting_names


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_table_of_settings_has_every_setting_and_no_other() -> None:
    listed = re.findall(rf"^\| `({PREFIX}\w+)` \|", text("docs/operating/settings.md"), re.MULTILINE)
    assert sorted(listed) == setting_names()


def test_the_documents_name_only_settings_that_exist() -> None:
    for document in ("README.md", "docs/operating/discord.md", "docs/operating/slack.md", "docs/ja/index.md"):
        assert set(re.findall(rf"{PREFIX}[A-Z_]+", text(document))) <= set(setting_names())


def test_every_scope_on_slack_is_explained() -> None:
    table = dict(re.findall(r"^\| `([a-z_:]+)` \| (.+) \|$", text("docs/operating/slack.md"), re.MULTILINE))
    assert table.keys() == set(SCOPES)
