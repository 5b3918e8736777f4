"""The explorer has the books and the rules of hitblow, in its own code and data."""

import json
import random

import pytest
from playwright.async_api import Page

from core.game.codes import Code, all_codes
from core.game.feedback import Feedback, Turn, compute_feedback, format_feedback, possible_feedbacks
from core.game.rules import Rules
from core.solver.book import SHIPPED, find_move, shipped_book
from core.solver.book_format import Book
from core.solver.candidates import find_candidates
from core.solver.mistakes import find_corrections
from core.solver.selection import select_guess
from core.solver.state import Partitioner, State
from core.solver.strategies import Strategy
from tests.docs.documents import ROOT
from tests.docs.explorer.conftest import IN_BROWSER, Site

pytestmark = IN_BROWSER

TOTALS = json.loads((ROOT / "docs" / "totals.json").read_text("utf-8"))["books"]


async def evaluate(page: Page, site: Site, expression: str, argument: object) -> object:
    """The value of an expression that uses `argument` and what the modules of the explorer export."""
    await page.goto(site.url("explorer/"))
    names = "allCodes, computeFeedback, possibleFeedbacks, readBook, Position, chooseGuess, findCorrections"
    modules = "{...await import('./game.js'), ...await import('./book.js'), ...await import('./search.js')}"
    body = f"const {{{names}}} = {modules}, argument = JSON.parse(text); return JSON.stringify({expression})"
    return json.loads(await page.evaluate(f"async (text) => {{{body}}}", json.dumps(argument)))


def as_object(rules: Rules) -> dict[str, object]:
    return {"positions": rules.positions, "symbols": rules.symbols, "repeats": rules.repeats}


WALK = """(await Promise.all(argument.map(async ({name, everywhere}) => {
    const book = readBook(name, await (await fetch(`books/${name}.json`)).json());
    const games = [];
    const walk = (turns) => {
        const {guess, candidates} = new Position(book, turns);
        for (const feedback of new Set(candidates.map((code) => written(computeFeedback(code, guess))))) {
            if (feedback === `${guess.length}H0B`) games[turns.length] = (games[turns.length] ?? 0) + 1;
            else walk([...turns, {guess, feedback}]);
        }
    };
    const written = ({hits, blows}) => `${hits}H${blows}B`;
    if (everywhere) walk([]);
    const start = new Position(book);
    return {name, games, distribution: start.distribution(), total: start.total, proven: start.proven};
})))"""

FEW_CODES = 1000


async def test_its_books_find_every_code_in_the_recorded_numbers_of_guesses(page: Page, site: Site) -> None:
    names = [each["rules"] + ("" if each["objective"] == "total" else "-seldom") for each in TOTALS]
    small = [sum(each["distribution"]) <= FEW_CODES for each in TOTALS]
    argument = [{"name": name, "everywhere": few} for name, few in zip(names, small, strict=True)]
    assert await evaluate(page, site, WALK, argument) == [
        {
            "name": name,
            "games": each["distribution"] if few else [],
            "distribution": each["distribution"],
            "total": each["total"],
            "proven": each["proven"],
        }
        for name, few, each in zip(names, small, TOTALS, strict=True)
    ]


@pytest.mark.parametrize("notation", ["3x10", "4x10", "4x6r"])
async def test_it_finds_games_in_a_book_as_hitblow_does(page: Page, site: Site, notation: str) -> None:
    rules, draw = Rules.parse(notation), random.Random(notation)
    book = shipped_book(rules)
    assert book is not None
    games = [random_turns(rules, draw, turns) for turns in (0, 1, 2, 2, 3, 3, 4) for _ in range(20)]
    games += [renamed(played_by(book, draw.choice(codes_of(rules))), rules, draw) for _ in range(60)]
    expression = """await (async ({name, rules, games}) => {
        const book = readBook(name, await (await fetch(`books/${name}.json`)).json());
        return games.map((turns) => {
            const position = new Position(book, turns);
            return position.guess ? position.total / position.candidates.length : null;
        });
    })(argument)"""
    argument = {"name": notation, "games": [list(map(turn_as_object, game)) for game in games]}
    moves = [find_move(book, game) for game in games]
    expected = [move.expected if move else splitting(rules, game) for move, game in zip(moves, games, strict=True)]
    assert await evaluate(page, site, expression, argument) == pytest.approx(expected)
    assert sum(move is None for move in moves) > 10
    assert sum(move is not None for move in moves) > 60


@pytest.mark.parametrize("notation", ["3x10", "4x10", "4x6r"])
async def test_it_chooses_the_guesses_of_the_strategies(page: Page, site: Site, notation: str) -> None:
    rules, draw = Rules.parse(notation), random.Random(notation)
    games = [random_turns(rules, draw, turns) for turns in (0, 1, 1, 2, 2, 3, 3) for _ in range(2)]
    expression = """argument.games.map((turns) => {
        const steps = chooseGuess(argument.rules, turns);
        let step = steps.next();
        while (!step.done) step = steps.next();
        return [step.value.bySize, step.value.byEntropy].map(({guess}) => guess);
    })"""
    argument = {"rules": as_object(rules), "games": [list(map(turn_as_object, game)) for game in games]}
    chosen = await evaluate(page, site, expression, argument)
    assert chosen == [[list(choose(name, rules, game)) for name in ("expected-size", "entropy")] for game in games]


async def test_it_finds_wrong_feedback_as_the_coach_does(page: Page, site: Site) -> None:
    rules, draw = Rules.parse("4x10"), random.Random(5)
    games = [wrong_turns(rules, draw) for _ in range(60)]
    expression = """argument.games.map((turns) => findCorrections(argument.rules, turns)
        .map(({index, feedback, candidates}) => [index, feedback, candidates]))"""
    argument = {"rules": as_object(rules), "games": [list(map(turn_as_object, game)) for game in games]}
    found = await evaluate(page, site, expression, argument)
    assert isinstance(found, list)
    assert [sorted(each) for each in found] == [sorted(corrections(rules, game)) for game in games]
    assert [each[0] for each in found] == [corrections(rules, game)[0] for game in games]


def corrections(rules: Rules, game: list[Turn]) -> list[list[object]]:
    """The single changes that make a game possible, the likeliest first."""
    found = [(correction.changes, correction.candidate_count) for correction in find_corrections(rules, game)]
    return [
        [change.number - 1, format_feedback(change.feedback, rules), count]
        for (change, *_), count in found
        if isinstance(change.feedback, Feedback)
    ]


def codes_of(rules: Rules) -> list[Code]:
    return list(all_codes(rules))


def turn_as_object(turn: Turn) -> dict[str, object]:
    return {"guess": turn.guess, "feedback": f"{turn.feedback.hits}H{turn.feedback.blows}B"}


def random_turns(rules: Rules, draw: random.Random, count: int) -> list[Turn]:
    """Turns of random guesses that do not find the secret."""
    secret, *guesses = draw.sample(codes_of(rules), count + 1)
    return [Turn(guess, compute_feedback(secret, guess)) for guess in guesses]


def played_by(book: Book, secret: Code) -> list[Turn]:
    """The turns of a book before it finds a secret, without some of the last."""
    turns: list[Turn] = []
    while (move := find_move(book, turns)) and move.guess != secret:
        turns.append(Turn(move.guess, compute_feedback(secret, move.guess)))
    return turns[: len(secret) - 1]


def renamed(turns: list[Turn], rules: Rules, draw: random.Random) -> list[Turn]:
    """The same game with other positions and symbols, in another order."""
    places, symbols = (
        draw.sample(range(rules.positions), rules.positions),
        draw.sample(range(rules.symbols), rules.symbols),
    )
    changed = [turn._replace(guess=tuple(symbols[turn.guess[place]] for place in places)) for turn in turns]
    return draw.sample(changed, len(changed))


def splitting(rules: Rules, game: list[Turn]) -> float | None:
    """The average of a guess that tells all candidates apart, where there is one."""
    state = state_after(rules, game)
    count = len(state.candidates)
    return None if state.find_splitter() is None else (2 * count - 1) / count


def state_after(rules: Rules, game: list[Turn]) -> State:
    return State(rules, tuple(turn.guess for turn in game), find_candidates(rules, game).codes())


def choose(name: str, rules: Rules, game: list[Turn]) -> Code:
    return select_guess(Strategy(name), state_after(rules, game), random.Random(0))


def wrong_turns(rules: Rules, draw: random.Random) -> list[Turn]:
    """A game in which one feedback is wrong, so that no code is left, but another feedback would leave some."""
    while True:
        game, index = random_turns(rules, draw, 5), draw.randrange(5)
        game[index] = game[index]._replace(feedback=draw.choice(possible_feedbacks(rules)[:-1]))
        if any(len(correction.changes) == 1 for correction in find_corrections(rules, game)):
            return game


@pytest.mark.parametrize("notation", ["3x10", "4x6r"])
async def test_it_gives_the_feedback_of_every_pair_of_codes(page: Page, site: Site, notation: str) -> None:
    rules = Rules.parse(notation)
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
