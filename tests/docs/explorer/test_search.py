"""What the site's search answers, in a headless Chromium: the page for a question is among the first two."""

import re
from collections.abc import Iterable
from urllib.parse import quote, urlparse

import pytest
from playwright.async_api import Page, expect

from tests.docs.explorer.conftest import IN_BROWSER, Site

pytestmark = IN_BROWSER

QUESTIONS = {
    "": {
        "rules": "playing/rules/",
        "how to play": "playing/rules/",
        "mastermind": "playing/rules/",
        "keypad": "playing/rules/",
        "play with friends": "playing/others/",
        "race": "playing/others/",
        "give up": "playing/others/",
        "duel": "playing/duels/",
        "numer0n": "playing/items/",
        "daily": "playing/daily/",
        "streak": "playing/daily/",
        "hint": "playing/fair-play/",
        "why isn't it ranked": "faq/",
        "leaderboard": "playing/statistics/",
        "rating": "playing/statistics/",
        "settings": "playing/settings/",
        "delete my data": "faq/",
        "can the bot cheat": "faq/",
        "best first guess": "faq/",
        "explorer": "research/explorer/",
        "practice": "research/explorer/",
        "token": "operating/discord/",
        "backup": "operating/backups/",
    },
    "ja/": {
        "ルール": "playing/rules/",
        "遊び方": "playing/rules/",
        "マスターマインド": "playing/rules/",
        "キーパッド": "playing/rules/",
        "レース": "playing/others/",
        "あきらめる": "playing/others/",
        "降参": "playing/others/",
        "対決": "playing/duels/",
        "ヌメロン": "playing/items/",
        "今日の問題": "playing/daily/",
        "連続記録": "playing/daily/",
        "ヒント": "playing/fair-play/",
        "順位の対象外": "faq/",
        "順位表": "playing/statistics/",
        "レーティング": "playing/statistics/",
        "設定": "playing/settings/",
        "データ 削除": "faq/",
        "ずる": "faq/",
        "最善手": "playing/coach/",
        "初手": "faq/",
        "端末": "playing/terminal/",
        "トークン": "operating/discord/",
        "Slack": "operating/slack/",
    },
}
"""What players and operators type, and the page that answers it, by the folder of the language."""


async def first_pages(page: Page, question: str, most: int) -> Iterable[str]:
    """The addresses of the first results, each page once."""
    results = page.get_by_role("option")
    await page.get_by_role("combobox").fill("qqqq")  # the site shows results until it has others
    await expect(results).to_have_count(0)
    await page.get_by_role("combobox").fill(question)
    await expect(results.first).to_have_attribute("href", re.compile(f"[?]h={quote(question.split(maxsplit=1)[0])}"))
    found = [urlparse(await each.get_attribute("href") or "").path for each in (await results.all())[:most]]
    return dict.fromkeys(found)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_question_leads_to_its_page(page: Page, site: Site, language: str) -> None:
    await page.goto(site.url(language))
    await page.locator(".md-search__button:visible, label[for=__search]:visible").first.click()
    missed = {
        question: found
        for question, answer in QUESTIONS[language].items()
        if f"/{language}{answer}" not in (found := await first_pages(page, question, 2))
    }
    assert missed == {}


async def test_what_is_for_contributors_is_not_found(page: Page, site: Site) -> None:
    await page.goto(site.url(""))
    await page.locator(".md-search__button:visible, label[for=__search]:visible").first.click()
    found = await first_pages(page, "tests", 100)
    assert not [address for address in found if address.startswith(("/contributing", "/decisions", "/changelog"))]
