"""The tables of the documents and the manual page say what their records and the help say."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from bot.commands.catalogue import CATALOGUE
from bot.commands.command import Command, Option
from bot.locales import LANGUAGES, Words
from bot.model.room_settings import SETTINGS, Setting, SettingsScope
from bot.presenters.items import item_effects_and_examples
from bot.presenters.rules import describe_rules
from core.game.rules import NAMED_RULES, NamedRules, Rules
from tests.docs.documents import ROOT, replace
from tests.support.snapshots import REWRITING

HEADS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "commands": ("command", "options and their defaults", "description", "reply"),
        "items": ("item", "effect", "example: your opponent's number is 872, yours is 061"),
        "rules": ("name", "notation", "game", "a code has"),
        "settings": ("setting", "what it means", "default", "for"),
    },
    "ja": {
        "commands": ("コマンド", "オプションと既定値", "内容", "返信"),
        "items": ("アイテム", "効果", "例（相手の番号は872、自分の番号は061）"),
        "rules": ("名前", "表記", "ゲーム", "コード"),
        "settings": ("設定", "内容", "既定値", "対象"),
    },
}
"""The heads of each table, by language."""

JAPANESE: Mapping[str, str] = {
    "public": "全員",
    "private": "自分だけ",
    "me": "自分",
    "channel": "チャンネル",
    "server": "サーバー",
}
"""What English cells say that no screen of the bot does."""


def table(*rows: tuple[str, ...]) -> str:
    """Rows of cells as a table in Markdown; the first has the heads."""
    heads, *others = rows
    return "\n".join((line(heads), f"|{'---|' * len(heads)}", *map(line, others)))


def line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def said(text: str, words: Words) -> str:
    return JAPANESE[text] if words.code == "ja" else text


def command(of: Command, words: Words) -> tuple[str, ...]:
    """A command of the catalogue."""
    seen = said("public" if of.is_public else "private", words)
    return f"`{of.name}`", ", ".join(map(option, of.options)), words(of.description), seen


def option(of: Option) -> str:
    if of.required:
        return f"`{of.name}`"
    return f"`[{of.name}]` {of.default}" if of.default else f"`[{of.name}]`"


def rules(named: tuple[str, NamedRules], words: Words) -> tuple[str, ...]:
    """Rules that have a name."""
    name, of = named
    return f"`{name}`", f"`{of.notation}`", words(of.game), describe_rules(Rules.parse(name), words)


def setting(of: Setting, words: Words) -> tuple[str, ...]:
    """A setting of people, channels or servers."""
    scopes = (said(each.value, words) for each in SettingsScope if each in of.scopes)
    default = "" if of.default is None else of.type.write(of.default)
    return f"`{of.name}`", words(of.description), f"`{default}`" if default else "", words.comma_separated(scopes)


def commands_in(words: Words) -> str:
    return table(HEADS[words.code]["commands"], *(command(each, words) for each in CATALOGUE))


def rules_in(words: Words) -> str:
    return table(HEADS[words.code]["rules"], *(rules(each, words) for each in NAMED_RULES.items()))


def items_in(words: Words) -> str:
    return table(HEADS[words.code]["items"], *item_effects_and_examples(words))


def settings_in(words: Words) -> str:
    return table(HEADS[words.code]["settings"], *(setting(each, words) for each in SETTINGS.values()))


MAKERS: Mapping[str, Callable[[Words], str]] = {
    "commands": commands_in,
    "items": items_in,
    "rules": rules_in,
    "settings": settings_in,
}
FOLDERS = {"en": ROOT / "docs" / "playing", "ja": ROOT / "docs" / "ja" / "playing"}
TABLES: Mapping[tuple[Path, str], Callable[[], str]] = {
    (folder / f"{name}.md", name): partial(make, LANGUAGES[language])
    for language, folder in FOLDERS.items()
    for name, make in MAKERS.items()
}
"""What makes each table, by its document and the comments around it."""


@pytest.mark.parametrize(("document", "name"), TABLES, ids=[name for _, name in TABLES])
def test_a_table_shows_what_its_records_say(document: Path, name: str) -> None:
    pattern = re.compile(rf"<!-- {name} -->\n(?P<text>.*?)\n<!-- /{name} -->", re.DOTALL)
    wanted = TABLES[document, name]()
    if REWRITING:
        replace(document, pattern, 0, wanted)
    assert pattern.findall(document.read_text("utf-8")) == [wanted]


FILE = ROOT / "contrib" / "man" / "hitblow.1"


def test_the_manual_page_says_what_the_help_of_the_commands_says() -> None:
    command, english = [sys.executable, "-m", "tests.docs.man_page"], {**os.environ, "HITBLOW_LANG": "en"}
    made = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=english).stdout
    if REWRITING:
        FILE.write_text(made, "utf-8")
    assert FILE.read_text("utf-8") == made
