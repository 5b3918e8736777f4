"""The practice page as people use it, in a headless Chromium."""

import re
from typing import Literal

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import BrowserContext, Page, expect

from core.game.codes import Code, all_codes, parse_code
from core.game.feedback import Turn, compute_feedback, format_feedback
from core.game.rules import Rules
from core.solver.book import find_move, shipped_book
from core.solver.candidates import find_candidates
from tests.docs.explorer.conftest import IN_BROWSER, Site

pytestmark = IN_BROWSER

ENGLISH, JAPANESE = "explorer/play.html", "explorer/play.ja.html"
RULES = Rules.parse("4x10")
SEEDED = "#4x10/tuesday"


async def open_at(page: Page, site: Site, address: str = "", path: str = ENGLISH) -> None:
    await page.goto("about:blank")
    await page.goto(site.url(path + address))
    await expect(page.locator("#practice")).to_be_visible()


async def secret_of(page: Page, site: Site, address: str) -> Code:
    """The code that an address hides, as it is told to those who give up."""
    await open_at(page, site, address)
    await page.get_by_role("button", name="Give up").click()
    spoken = await page.locator("#entered").get_by_role("img").get_attribute("aria-label") or ""
    return parse_code(spoken.replace(" ", ""), RULES)


async def type_guess(page: Page, code: Code) -> None:
    await page.keyboard.type("".join(map(str, code)))
    await page.keyboard.press("Enter")


async def test_a_game_is_played_and_reviewed(page: Page, site: Site) -> None:
    secret = await secret_of(page, site, SEEDED)
    await open_at(page, site, "#4x10/another")
    await open_at(page, site, SEEDED)
    guesses = [parse_code("0123", RULES), parse_code("4567", RULES), secret]
    for guess in guesses:
        await type_guess(page, guess)
    await expect(page.get_by_role("heading", name="Solved in 3 guesses")).to_be_visible()
    turns = [Turn(guess, compute_feedback(secret, guess)) for guess in guesses]
    left = [5040, *(len(find_candidates(RULES, turns[:count]).codes()) for count in (1, 2))]
    after = [*left[1:], 0]
    items = await page.locator("#steps li").all_inner_texts()
    for item, turn, before, rest in zip(items, turns, left, after, strict=True):
        assert format_feedback(turn.feedback, RULES) in item
        assert f"{before:,} → {rest:,} code" in item
    assert "931.41 on average" in items[0]
    book = shipped_book(RULES)
    assert book is not None
    line: list[Turn] = []
    while move := find_move(book, line):
        line.append(Turn(move.guess, compute_feedback(secret, move.guess)))
    await expect(page.locator("#line li")).to_have_count(len(line))
    await page.get_by_role("link", name="Explore the position before guess 3").click()
    await expect(page.get_by_role("heading", name=re.compile(f"^{left[2]} codes? left"))).to_be_visible()


async def test_a_seed_is_the_same_code_for_everybody(page: Page, site: Site) -> None:
    secrets = [await secret_of(page, site, f"#4x10/{seed}") for seed in ("tuesday", "tuesday", "wednesday")]
    assert secrets[0] == secrets[1]
    assert secrets[1] != secrets[2]


async def test_codes_without_a_seed_differ_and_cover_the_rules(page: Page, site: Site) -> None:
    await open_at(page, site, "#2x3")
    seen = set()
    for _ in range(60):
        await page.get_by_role("button", name="Give up").click()
        seen.add(await page.locator("#entered").get_by_role("img").get_attribute("aria-label"))
        await page.get_by_role("button", name="New code").click()
    assert seen == {" ".join(map(str, code)) for code in all_codes(Rules.parse("2x3"))}


async def test_a_game_goes_on_after_reloading_but_a_link_begins_it_anew(page: Page, site: Site) -> None:
    await open_at(page, site, SEEDED)
    await type_guess(page, parse_code("0123", RULES))
    await page.reload()
    await expect(page.get_by_role("heading", name="Guess 2")).to_be_visible()
    await expect(page.locator("#turns li")).to_have_count(1)
    await open_at(page, site, SEEDED)
    await expect(page.get_by_role("heading", name="Guess 1")).to_be_visible()


async def test_what_is_copied_tells_no_code(page: Page, site: Site) -> None:
    secret = await secret_of(page, site, SEEDED)
    await open_at(page, site, SEEDED)
    await page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    await page.get_by_role("button", name="Copy link to this code").click()
    assert await page.evaluate("window.copied") == site.url(ENGLISH + SEEDED)
    await type_guess(page, secret)
    await page.get_by_role("button", name="Copy result").click()
    await expect(page.get_by_role("status")).to_have_text("Result copied")
    assert await page.evaluate("window.copied") == "hitblow practice 4x10 · 1 guess\n●●●●"


async def test_it_is_played_with_the_keypad_alone(page: Page, site: Site) -> None:
    await open_at(page, site, "#4x6r-colors/x")
    for color in ("red", "red", "red", "yellow"):
        await page.get_by_role("button", name=color, exact=True).click()
    await expect(page.get_by_role("button", name="blue", exact=True)).to_be_disabled()
    await page.get_by_role("button", name="Delete").click()
    await page.get_by_role("button", name="green", exact=True).click()
    await page.get_by_role("button", name="Guess", exact=True).click()
    await expect(page.locator("#turns").get_by_role("img", name="red, red, red, green")).to_be_visible()


async def test_a_code_that_breaks_the_rules_is_no_guess(page: Page, site: Site) -> None:
    await open_at(page, site, SEEDED)
    await page.keyboard.type("00")
    await expect(page.get_by_role("status")).to_contain_text("0 is there already")
    await page.get_by_role("button", name="Guess", exact=True).dispatch_event("click")
    await expect(page.get_by_role("status")).to_have_text("3 more symbols to enter.")
    await expect(page.get_by_role("heading", name="Guess 1")).to_be_visible()


async def test_other_rules_can_be_played(page: Page, site: Site) -> None:
    await open_at(page, site)
    await page.locator("summary").click()
    await page.get_by_label("Rules such as").fill("５X5R")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile("#5x5r/"))
    await page.get_by_role("button", name="Give up").click()
    await expect(page.locator("#book")).to_be_hidden()


@pytest.mark.parametrize("name", ["9x9", "4x11", "1x1", "5x4", "%e0%a4%a", "hello"])
async def test_rules_that_it_does_not_have_are_explained(page: Page, site: Site, name: str) -> None:
    await open_at(page, site, f"#{name}/x")
    await expect(page.get_by_role("alert")).to_contain_text(name)
    await expect(page).to_have_url(re.compile("#4x10/"))


@pytest.mark.parametrize("path", [ENGLISH, JAPANESE])
async def test_it_works_without_a_network_once_it_was_loaded(
    context: BrowserContext, page: Page, site: Site, path: str
) -> None:
    await open_at(page, site, path=path)
    await page.evaluate("navigator.serviceWorker.ready")
    site.close()
    await context.set_offline(True)
    await open_at(page, site, SEEDED, path)
    await page.locator("#giveup").click()
    await expect(page.locator("#line li").first).to_be_visible()


async def test_a_review_without_the_book_says_so(page: Page, site: Site) -> None:
    await page.add_init_script("delete Navigator.prototype.serviceWorker")  # which keeps the books
    await page.route("**/4x10.json", lambda route: route.abort())
    await open_at(page, site, SEEDED)
    await type_guess(page, parse_code("0123", RULES))
    await page.get_by_role("button", name="Give up").click()
    await expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    await expect(page.locator("#steps li")).to_have_count(1)


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("path", [ENGLISH, JAPANESE])
@pytest.mark.parametrize("address", ["#4x10/x", "#6x6r-colors/x", "#6x8/x"])
async def test_nothing_is_cut_off(page: Page, site: Site, path: str, address: str, width: int) -> None:
    await page.set_viewport_size({"width": width, "height": 800})
    await open_at(page, site, address, path)
    await page.keyboard.type("01234567"[: int(address[1])])
    await page.keyboard.press("Enter")
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    await page.locator("#giveup").click()
    assert await page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("path", [ENGLISH, JAPANESE])
async def test_it_meets_the_guidelines_for_accessibility(
    page: Page, site: Site, path: str, scheme: Literal["dark", "light"]
) -> None:
    await page.emulate_media(color_scheme=scheme)
    for address in (SEEDED, "#4x6r-colors/x"):
        await open_at(page, site, address, path)
        await page.locator("summary").click()
        await page.keyboard.type("0123")
        for _ in ("while it is played", "at its end"):
            checked = await Axe().run(page)
            assert [(each["id"], each["nodes"][0]["html"]) for each in checked.response["violations"]] == []
            await page.keyboard.press("Enter")
            if await page.locator("#giveup").is_visible():
                await page.locator("#giveup").click()


async def test_it_speaks_japanese(page: Page, site: Site) -> None:
    await open_at(page, site, SEEDED)
    await page.get_by_role("link", name="日本語").click()
    await expect(page).to_have_url(re.compile("play.ja.html#4x10/tuesday$"))
    await page.locator("#giveup").click()
    assert set(re.compile(r"[A-Za-z]{4,}").findall(await page.locator("main").inner_text())) == set()
