"""The explorer has the books and the rules of hitblow, in its own code and data."""

import json
import random

from playwright.async_api import Page

from core.game.codes import Code, all_codes
from core.game.feedback import compute_feedback, possible_feedbacks
from core.game.rules import Rules
from core.solver.book import SHIPPED
from core.solver.state import Partitioner
from tests.docs.documents import ROOT
from tests.docs.explorer.conftest import IN_BROWSER, Site

pytestmark = IN_BROWSER

TOTALS = json.loads((ROOT / "docs" / "totals.json").read_text("utf-8"))["books"]


async def evaluate(page: Page, site: Site, expression: str, argument: object) -> object:
    """The value of an expression that uses `argument` and what the modules of the explorer export."""
    await page.goto(site.url("explorer/"))
    names = "allCodes, computeFeedback, possibleFeedbacks, readBook, Position"
    modules = "{...await import('./game.js'), ...await import('./book.js')}"
    body = f"const {{{names}}} = {modules}, argument = JSON.parse(text); return JSON.stringify({expression})"
    return json.loads(await page.evaluate(f"async (text) => {{{body}}}", json.dumps(argument)))


def as_object(rules: Rules) -> dict[str, object]:
    return {"positions": rules.positions, "symbols": rules.symbols, "repeats": rules.repeats}


WALK = """Object.entries(await (await fetch("books.json")).json()).map(([name, numbers]) => {
    const games = [];
    let wrong = 0;
    const walk = (position, turn) => {
        const before = games.reduce((sum, count, index) => sum + count * (index + 1), 0);
        for (const [feedback, cell] of position.cells) {
            if (feedback === position.winning) games[turn] = (games[turn] ?? 0) + cell.length;
            else walk(position.after(feedback), turn + 1);
        }
        const after = games.reduce((sum, count, index) => sum + count * (index + 1), 0);
        if (after - before !== position.total + turn * position.candidates.length) wrong++;
    };
    const start = Position.start(readBook(name, numbers));
    walk(start, 0);
    return {distribution: games, quick: start.distribution(), total: start.total, proven: start.proven, wrong};
})"""


async def test_its_books_find_every_code_in_the_recorded_numbers_of_guesses(page: Page, site: Site) -> None:
    assert await evaluate(page, site, WALK, None) == [
        {
            "distribution": each["distribution"],
            "quick": each["distribution"],
            "total": each["total"],
            "proven": each["proven"],
            "wrong": 0,
        }
        for each in TOTALS
    ]


async def test_it_gives_the_feedback_of_every_pair_of_codes(page: Page, site: Site) -> None:
    rules = Rules.parse("4x6r")
    codes = tuple(all_codes(rules))
    expression = """allCodes(argument).map((guess, _, codes) => codes.map((secret) => {
        const {hits, blows} = computeFeedback(secret, guess);
        return String.fromCharCode(hits * (argument.positions + 1) + blows);
    }).join(""))"""
    partitioner = Partitioner(codes, rules)
    expected = [partitioner.cell_numbers(guess).decode("latin-1") for guess in codes]
    assert await evaluate(page, site, expression, as_object(rules)) == expected


async def test_it_has_the_codes_and_the_feedback_of_the_rules(page: Page, site: Site) -> None:
    expression = """argument.map(({rules, pairs}) => ({
        codes: allCodes(rules).map((code) => code.join("")).join(" "),
        possible: possibleFeedbacks(rules).map(({hits, blows}) => [hits, blows]),
        given: pairs.map((pair) => computeFeedback(...pair)).map(({hits, blows}) => [hits, blows]),
    }))"""
    questions, answers = zip(*map(question_and_answer, SHIPPED), strict=True)
    assert await evaluate(page, site, expression, questions) == list(answers)


def question_and_answer(notation: str) -> tuple[dict[str, object], dict[str, object]]:
    """Some rules with 2,000 pairs of codes, and what the explorer should say of them."""
    rules, draw = Rules.parse(notation), random.Random(notation)
    codes = list(all_codes(rules))
    pairs: list[tuple[Code, Code]] = [(draw.choice(codes), draw.choice(codes)) for _ in range(2000)]
    answer: dict[str, object] = {
        "codes": " ".join("".join(map(str, code)) for code in codes),
        "possible": list(map(list, possible_feedbacks(rules))),
        "given": [list(compute_feedback(*pair)) for pair in pairs],
    }
    return {"rules": as_object(rules), "pairs": pairs}, answer
