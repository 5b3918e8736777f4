"""The strategy explorer as people use it, in a headless Chromium."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Literal
from urllib.parse import quote, urlparse

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import BrowserContext, Locator, Page, Request, expect

from core.game.codes import Code, all_codes, parse_code
from core.game.feedback import Feedback, Turn, compute_feedback, format_feedback
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.selection import select_guess
from core.solver.state import State
from core.solver.strategies import Strategy
from tests.docs.explorer.conftest import IN_BROWSER, Site

pytestmark = IN_BROWSER

ENGLISH, JAPANESE = "explorer/", "explorer/ja.html"
RULES = Rules.parse("4x10")
CONTRADICTION = "#4x10/0123=0H0B/0415=1H0B/4678=0H0B"
SECRET = parse_code("3102", RULES)


async def open_at(page: Page, site: Site, address: str = "", path: str = ENGLISH) -> None:
    await page.goto(site.url(path + address))
    await expect(page.locator("#explorer")).to_be_visible()


def feedback(page: Page, text: str) -> Locator:
    return page.get_by_role("group").get_by_role("button", name=f"{text}:")


async def guess_of(page: Page) -> Code:
    """The guess that the page suggests, as it is read aloud."""
    spoken = await page.locator("#guess").get_by_role("img").get_attribute("aria-label") or ""
    return parse_code(spoken.replace(" ", ""), RULES)


def given(guess: Code, secret: Code) -> str:
    return format_feedback(compute_feedback(secret, guess), RULES)


async def test_a_game_is_played_to_its_end(page: Page, site: Site) -> None:
    await open_at(page, site)
    turns = 0
    while not await page.get_by_role("heading", name="Solved").is_visible():
        turns += 1
        assert turns <= 7
        await feedback(page, given(await guess_of(page), SECRET)).click()
    await expect(page.get_by_role("heading", name=f"Solved in {turns} guesses")).to_be_visible()
    assert await guess_of(page) == SECRET
    await expect(page.get_by_role("button", name="Start again")).to_be_focused()
    await page.go_back()
    await expect(page.get_by_role("heading", name=f"Guess {turns}")).to_be_visible()


PRESS = """async () => {
    const {allCodes, computeFeedback} = await import("./game.js");
    const pressed = (button) => new Promise((resolve) => {
        new MutationObserver((_, observer) => { observer.disconnect(); resolve(); })
            .observe(document.getElementById("next"), {childList: true});
        button.click();
    });
    const games = [];
    for (const secret of allCodes({positions: 2, symbols: 10, repeats: false})) {
        let turn = 0;
        for (let found = false; !found; turn++) {
            const guess = [...document.querySelectorAll("#guess .tile")].map((tile) => Number(tile.textContent));
            const {hits, blows} = computeFeedback(secret, guess);
            await pressed(document.querySelector(`#feedbacks button[value="${hits}H${blows}B"]`));
            found = hits === 2;
        }
        games[turn - 1] = (games[turn - 1] ?? 0) + 1;
        await pressed(document.getElementById("restart"));
    }
    return games;
}"""


async def test_the_game_of_every_secret_of_a_book_is_played_by_its_buttons(page: Page, site: Site) -> None:
    await open_at(page, site, "#2x10")
    assert await page.evaluate(PRESS) == [1, 2, 6, 14, 30, 37]


async def test_each_feedback_says_how_many_codes_it_leaves(page: Page, site: Site) -> None:
    await open_at(page, site, "#4x10/3H0B")
    guess = await guess_of(page)
    left = [code for code in all_codes(RULES) if given(code, parse_code("0123", RULES)) == "3H0B"]
    await expect(page.get_by_role("heading", name=f"{len(left)} codes left")).to_be_visible()
    await expect(page.locator("#codes li")).to_have_count(len(left))
    counts = Counter(given(guess, code) for code in left)
    for button in await page.get_by_role("group").get_by_role("button").all():
        text, *_, count = (await button.inner_text()).split()
        assert count == str(counts.get(text, "–"))


async def test_a_guess_of_ones_own_is_compared_and_the_book_found_again(page: Page, site: Site) -> None:
    await open_at(page, site)
    await page.get_by_label("Another guess").fill("９８ 7,6")
    await expect(page.locator("#badge")).to_have_text("Your guess")
    await expect(feedback(page, "0H1B")).to_contain_text("1,440")
    await page.get_by_label("Feedback", exact=True).fill("01")
    await page.get_by_role("button", name="Add").click()
    await expect(page).to_have_url(re.compile("#4x10/9876=0H1B$"))
    await expect(page.locator("#badge")).to_have_text("Proven best")
    await expect(page.locator("#why")).to_contain_text("4.51 guesses on average, this one included, and at most 6")


async def test_off_the_book_it_compares_all_guesses(page: Page, site: Site) -> None:
    await open_at(page, site, "#4x10/9876=0H1B/9123=1H1B")
    await expect(page.locator("#badge")).to_have_text("One step, not proven")
    history = [Turn(parse_code(code, RULES), Feedback(*pair)) for code, pair in (("9876", (0, 1)), ("9123", (1, 1)))]
    state = State(RULES, tuple(turn.guess for turn in history), find_candidates(RULES, history).codes())
    chosen = {name: select_guess(Strategy(name), state, Random(0)) for name in ("entropy", "expected-size")}
    assert await guess_of(page) == chosen["entropy"]
    await expect(page.locator("#why")).to_contain_text(
        f"By expected size: {' '.join(map(str, chosen['expected-size']))}"
    )
    await feedback(page, "1H1B").click()
    await expect(page.get_by_role("heading", name="Guess 4")).to_be_visible()
    await expect(page).to_have_url(re.compile(f"/{''.join(map(str, chosen['entropy']))}=1H1B$"))


async def test_a_position_with_many_codes_off_the_book_does_not_stop_the_page(page: Page, site: Site) -> None:
    async with asyncio.timeout(30):  # it would be stopped for a minute; Playwright's own timeouts wait for the page
        await page.goto(site.url(ENGLISH + "#6x6r/000000=0H0B"))
        await expect(page.get_by_role("heading", name="Guess 2")).to_be_visible(timeout=30_000)
        await page.get_by_label("Another guess").fill("112233", timeout=30_000)
        await expect(page.locator("#badge")).to_have_text("Your guess", timeout=30_000)


async def test_wrong_feedback_is_found_and_changed(page: Page, site: Site) -> None:
    await open_at(page, site, "#4x10/0123=0H0B/0415=1H0B")
    await page.get_by_label("Another guess").fill("4678")
    await page.get_by_label("Feedback", exact=True).fill("4h0b")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="No code matches")).to_be_visible()
    buttons = page.locator("#corrections").get_by_role("button")
    first = await buttons.first.inner_text()
    await buttons.first.click()
    await expect(page.get_by_role("heading", name="Guess 4")).to_be_visible()
    changed = re.search(r"Guess (\d): (\w+) instead", first)
    assert changed is not None
    await expect(page.locator("#turns li").nth(int(changed[1]) - 1)).to_contain_text(changed[2])
    await page.go_back()
    await expect(buttons.first).to_have_text(first)


@pytest.mark.parametrize(
    ("guess", "given", "said"), [("0011", "1H", "0011 is no code"), ("", "8", "8 is no feedback"), ("", "3H1B", "3H1B")]
)
async def test_what_cannot_be_read_is_said(page: Page, site: Site, guess: str, given: str, said: str) -> None:
    await open_at(page, site)
    await page.get_by_label("Another guess").fill(guess)
    await page.get_by_label("Feedback", exact=True).fill(given)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("status")).to_contain_text(said)
    await expect(page.get_by_role("heading", name="Guess 1")).to_be_visible()


async def test_undo_and_start_again(page: Page, site: Site) -> None:
    await open_at(page, site, "#3x10/0H2B/1H0B")
    await page.get_by_role("button", name="Undo").click()
    await expect(page).to_have_url(re.compile("#3x10/0H2B$"))
    await page.get_by_role("button", name="Start again").click()
    await expect(page.get_by_role("heading", name="Guess 1")).to_be_visible()
    await expect(page.get_by_role("button", name="Undo")).to_be_disabled()


async def test_an_address_opens_its_position_and_is_copied(page: Page, site: Site) -> None:
    await open_at(page, site, "#4X10/0h2b/11")
    await expect(page.get_by_role("heading", name="Guess 3")).to_be_visible()
    await expect(page.get_by_role("list", name="Guesses so far").get_by_role("listitem")).to_have_count(2)
    await page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    await page.get_by_role("button", name="Copy link").click()
    await expect(page.get_by_role("status")).to_have_text("Link copied")
    assert await page.evaluate("window.copied") == site.url(f"{ENGLISH}#4x10/0H2B/1H1B")


@pytest.mark.parametrize(
    ("address", "said", "shown"),
    [
        ("#4x11/0H2B", "4x11", "Guess 1"),
        ("#4x10/0H2B/9H9B", "9H9B for guess 2", "Guess 2"),
        ("#4x10/0H2B/hello", "HELLO for guess 2", "Guess 2"),
        ("#4x10/%E0%A4%A", "%E0%A4%A", "Guess 1"),
        ("#4x10/4H0B/0H0B", "ends with guess 1", "Solved"),
    ],
)
async def test_a_wrong_address_is_explained(page: Page, site: Site, address: str, said: str, shown: str) -> None:
    await open_at(page, site, address)
    await expect(page.get_by_role("alert")).to_contain_text(said, ignore_case=True)
    await expect(page.get_by_role("heading", name=shown)).to_be_visible()
    await page.get_by_label("Rules").select_option("3x10")
    await expect(page.get_by_role("alert")).to_be_hidden()


async def test_mastermind_is_in_colours(page: Page, site: Site) -> None:
    await open_at(page, site)
    await page.get_by_label("Rules").select_option("4x6r")
    await expect(page).to_have_url(re.compile("#4x6r-colors$"))
    await expect(page.locator("#guess").get_by_role("img", name="red, red, yellow, green")).to_have_text("RRYG")
    await page.get_by_label("Colours instead of digits").uncheck()
    await expect(page.locator("#guess").get_by_role("img", name="0 0 1 2")).to_have_text("0012")


async def test_proven_is_said_only_where_a_book_proves_it(page: Page, site: Site) -> None:
    await open_at(page, site, "#4x10")
    await expect(page.locator("#badge")).to_have_text("Proven best")
    await page.get_by_label("Rules").select_option("5x10")
    await expect(page.locator("#badge")).to_have_text("Best known")
    await expect(page.locator("#why")).to_contain_text("5.68 guesses on average, this one included, and at most 8")
    await page.get_by_label("Rules").select_option("4x10-seldom")
    await expect(page.locator("#badge")).to_have_text("Best known")
    await expect(page.locator("#why")).to_contain_text("seven guesses for as few codes as is known")


async def test_everything_can_be_done_with_the_keyboard(page: Page, site: Site) -> None:
    await open_at(page, site)
    await page.keyboard.type("02")
    await expect(page.get_by_role("heading", name="Guess 2")).to_be_visible()
    await page.keyboard.type("40x")
    await expect(page.get_by_role("heading", name="Solved in 2 guesses")).to_be_visible()
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Backspace")
    await page.keyboard.type("0211")
    await expect(page.get_by_role("heading", name="Guess 3")).to_be_visible()
    await page.keyboard.type("49")
    await expect(page.get_by_role("status")).to_have_text("There is no feedback 4H9B in these rules.")
    await page.keyboard.press("r")
    await expect(page.get_by_role("heading", name="Guess 1")).to_be_visible()
    await page.get_by_label("Colours instead of digits").focus()
    await page.keyboard.press("Tab")
    await expect(feedback(page, "0H0B")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowDown")
    await expect(feedback(page, "0H2B")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Guess 2")).to_be_visible()
    await expect(feedback(page, "0H2B")).to_be_focused()


async def test_the_keys_can_be_switched_off_for_good(page: Page, site: Site) -> None:
    await open_at(page, site)
    await page.get_by_text("Keyboard").click()
    await page.get_by_label("Use these keys").uncheck()
    await page.reload()
    await page.keyboard.type("02")
    await expect(page.get_by_role("heading", name="Guess 1")).to_be_visible()


async def test_the_focus_never_gets_lost(page: Page, site: Site) -> None:
    await open_at(page, site, "#4x10/0H0B")
    await feedback(page, "3H0B").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Guess 3")).to_be_visible()
    await expect(page.locator("#feedbacks button:focus")).to_be_visible()


async def test_it_works_without_a_network_once_it_was_loaded(context: BrowserContext, page: Page, site: Site) -> None:
    await open_at(page, site)
    await page.evaluate("navigator.serviceWorker.ready")
    site.close()
    await context.set_offline(True)
    for path in (ENGLISH, JAPANESE, "explorer/index.html"):
        await open_at(page, site, "#5x10/0H2B", path)
        await expect(page.locator("#turns li")).to_have_count(1)
    await open_at(page, site, "#4x10/9876=0H1B/9123=1H1B")
    await expect(page.locator("#badge")).to_have_text("One step, not proven")


FIRST_USE = 75_000
"""Bytes that take 1.5 s at 400 kbit/s."""


@pytest.mark.parametrize("path", [ENGLISH, JAPANESE])
async def test_little_is_loaded_before_it_can_be_used_and_the_book_first(
    page: Page, site: Site, built: Path, path: str
) -> None:
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))  # noqa: PLW0108  # a method of a list is not taken
    await open_at(page, site, path=path)
    asked = [request.url.rpartition("/explorer/")[2] for request in requests]
    assert max(map(asked.index, ("books/index.json", "books/4x10.json"))) < asked.index("explorer.js")
    assert sum((built / "explorer" / (name or "index.html")).stat().st_size for name in asked) <= FIRST_USE


async def test_without_its_data_it_says_so(page: Page, site: Site) -> None:
    await page.route("**/4x10.json", lambda route: route.abort())
    await page.goto(site.url(ENGLISH))
    await expect(page.get_by_role("alert")).to_contain_text("could not be loaded")


@pytest.mark.parametrize("address", ["#5x10/0H2B/1H2B", "#4x6r-colors/1H1B/0H2B", "#4x6r-colors/4H0B", CONTRADICTION])
@pytest.mark.parametrize("path", [ENGLISH, JAPANESE])
@pytest.mark.parametrize("width", [320, 390])
async def test_nothing_is_cut_off(page: Page, site: Site, path: str, address: str, width: int) -> None:
    await page.set_viewport_size({"width": width, "height": 800})
    await open_at(page, site, address, path)
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    wide = "[...document.querySelectorAll('button')].filter((each) => each.scrollWidth > each.clientWidth).length"
    assert await page.evaluate(wide) == 0


async def test_it_speaks_japanese(page: Page, site: Site) -> None:
    await open_at(page, site, "#4x10/0H2B")
    await page.get_by_role("link", name="日本語").click()
    await expect(page).to_have_url(re.compile("ja.html#4x10/0H2B$"))
    await expect(page.get_by_role("heading", name="2回目の推理")).to_be_visible()
    await expect(page.locator("#badge")).to_have_text("最善と証明済み")
    assert set(re.compile(r"[A-Za-z]{4,}").findall(await page.locator("main").inner_text())) == set()
    await page.get_by_role("link", name="English").click()
    await expect(page.get_by_role("heading", name="Guess 2")).to_be_visible()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("path", [ENGLISH, JAPANESE])
@pytest.mark.parametrize("address", ["#5x10/0H2B/2H1B", "#3x10-colors/0H1B/0H1B", "#4x10/4H0B/0H0B", CONTRADICTION])
async def test_it_meets_the_guidelines_for_accessibility(
    page: Page, site: Site, address: str, path: str, scheme: Literal["dark", "light"]
) -> None:
    await page.emulate_media(color_scheme=scheme)
    await open_at(page, site, address, path)
    await page.locator("summary").click()
    checked = await Axe().run(page)
    assert [(each["id"], each["nodes"][0]["html"]) for each in checked.response["violations"]] == []


@pytest.mark.parametrize("path", [ENGLISH, JAPANESE])
async def test_it_leads_back_to_the_documentation(page: Page, site: Site, path: str) -> None:
    await open_at(page, site, path=path)
    await page.get_by_role("link", name="hitblow").click()
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert await page.evaluate("document.documentElement.lang") == ("ja" if path == JAPANESE else "en")


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
