"""The images of views: what they tell, and how they look."""

import re
from collections.abc import Callable, Sequence
from datetime import date

import pytest
from msgspec.structs import replace
from PIL import Image as Picture, ImageStat

from bot.locales import LANGUAGES, Words
from bot.model.games import ShownGame
from bot.model.ratings import BASE, Rating
from bot.model.records import Order, PlayerRecord, RulesRecord, Tally
from bot.model.results import MarkSum, MonthlyMarkSum
from bot.model.rooms import RoomKey
from bot.presenters import fonts, phrases
from bot.presenters.cards import (
    blow_tile_svg,
    board_card,
    empty_tile_svg,
    hit_tile_svg,
    review_board_card,
    with_board_image,
)
from bot.presenters.coach import review
from bot.presenters.daily_card import card_view, week_view
from bot.presenters.images import (
    BLUE,
    FAINT_INK,
    GOLD,
    GROUND,
    LINE,
    MARGIN,
    MAX_ALTERNATIVE,
    MAX_HEIGHT,
    ORANGE,
    RAISED,
    SMALL,
    WIDTH,
    Image,
    drawable_part,
    move_svg,
    name_svg,
    render_png,
    shorten_to_width,
    svg_document,
    width_of,
)
from bot.presenters.leaderboard import leaderboard
from bot.presenters.statistics import stats
from bot.presenters.views import Block, Heading, Preformatted, View, split_rare_buttons
from bot.services.analysis import ReviewedBoard, ReviewResult
from bot.services.records import Leaderboard, LeaderboardEntry, LeaderboardRequest, Statistics
from core.game.any_game import Who
from core.game.daily import Streak
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.review import Review, ReviewedTurn
from tests.docs.pictures import FOLDER, PICTURES
from tests.presenters import test_duels, test_versus
from tests.presenters.test_daily_card import CARDS, WEEK
from tests.support.games import Deal
from tests.support.images import check_approved, contrast, luminance, opened, texts
from tests.support.present import present

NAME = "Christopher"
HITBLOW, MASTERMIND = Rules.parse("hitblow"), Rules.parse("mastermind")
WIDEST = Rules.parse("10x10-eatbite")
ROOM = RoomKey("discord", "1", "2")
TALLY = Tally(31, 29, 160, {3: 1, 4: 7, 5: 12, 6: 8, 8: 1}, 6, 11)
OTHER = Tally(12, 8, 90, {4: 1, 5: 3, 6: 2, 7: 2}, 6, 11)
FULL = Tally(999_999, 999_000, 9_999_999, dict.fromkeys(range(1, 100), 99_999), 99, 99)


def turns(rules: Rules, feedback: Sequence[tuple[int, int]]) -> list[Turn]:
    shifts = (tuple((place + shift) % rules.symbols for place in range(rules.positions)) for shift in range(99))
    return [Turn(code, Feedback(*each), NAME) for code, each in zip(shifts, feedback, strict=False)]


def marked(rules: Rules, feedback: Sequence[tuple[int, int]], skill: int | None = 92) -> Review:
    reviewed = (ReviewedTurn(turn, 5040, 100, skill, 38, None) for turn in turns(rules, feedback))
    return Review(tuple(reviewed), skill, 38)


def reviewed(rules: Rules, one: Review) -> ReviewResult:
    return ReviewResult("k3qz7", rules, (ReviewedBoard(NAME, one, is_bot=False),))


def entry(rank: int | None, tally: Tally | None = None, rating: Rating | None = None) -> LeaderboardEntry:
    tally = tally or Tally()
    return LeaderboardEntry(rank, NAME, you=False, tally=tally, rating=rating)


def board(order: Order, entries: Sequence[LeaderboardEntry]) -> Leaderboard:
    return Leaderboard(LeaderboardRequest(HITBLOW, order=order), entries)


FEEDBACK = [(0, 2), (0, 0), (1, 2), (4, 0)]
RANKED = [entry(1, TALLY), entry(2, OTHER), replace(entry(2, OTHER), you=True), entry(None, Tally(1, 0, 13))]
RATED = [
    entry(1, rating=Rating(28.8, 1.53, 23)),
    entry(2, rating=Rating(25, 3, 40)),
    entry(None, rating=Rating(21.2, 6.1, 3)),
]

MONTHS = [
    MonthlyMarkSum(date(2025, 12, 1), MarkSum(4, 300, 4, 4, 240)),
    MonthlyMarkSum(date(2026, 1, 1), MarkSum(0, 0, 0, 1, 12)),
    MonthlyMarkSum(date(2026, 3, 1), MarkSum(5, 450, 5, 5, 200)),
    MonthlyMarkSum(date(2026, 4, 1), MarkSum(2, 188, 2, 2, 96)),
]

VIEWS: dict[str, Callable[[Words], View]] = {
    "stats": lambda words: stats(
        Statistics(
            NAME,
            PlayerRecord({"4x10": RulesRecord(TALLY)}),
            {"4x10": Rating(28.8, 1.53, 23)},
            history={"4x10": MONTHS},
            streak=Streak(12, 20),
        ),
        words,
        "4x10",
    ),
    "leaderboard": lambda words: leaderboard(board(Order.AVERAGE, RANKED), words, ROOM),
    "leaderboard_rating": lambda words: leaderboard(board(Order.RATING, RATED), words, ROOM),
    "summary": lambda words: card_view(CARDS["after noon"], words),
    "week": lambda words: week_view(WEEK, words),
    "review": lambda words: review(reviewed(HITBLOW, marked(HITBLOW, FEEDBACK)), words, ROOM),
    "review_colours": lambda words: review(reviewed(MASTERMIND, marked(MASTERMIND, FEEDBACK, None)), words, ROOM),
}
LONGEST: dict[str, Callable[[Words], View]] = {
    "stats": lambda words: stats(
        Statistics(NAME, PlayerRecord({str(WIDEST): RulesRecord(FULL)}), streak=Streak(999, 999)), words, str(WIDEST)
    ),
    "leaderboard": lambda words: leaderboard(
        board(Order.AVERAGE, [entry(number, FULL) for number in range(101, 112)]), words, ROOM
    ),
    "review": lambda words: review(reviewed(WIDEST, marked(WIDEST, [(0, 10)] * 100)), words, ROOM),
}


each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
each_view = pytest.mark.parametrize("name", VIEWS)


@each_language
@each_view
def test_the_text_alternative_of_a_image_has_every_text_and_number_in_it(name: str, words: Words) -> None:
    images = VIEWS[name](words).images
    assert images
    for image in images:
        shown = set(texts(image)) - {words("guesses"), words("games"), words(phrases.LOST_GAMES)}
        missing = [text for text in shown if text.removesuffix("+").lower() not in image.alternative.lower()]
        assert len(shown) > 5
        # Symbols of codes are written together; missing ranks in words.
        assert "".join(missing).strip("RYGBPO0123456789-") == ""


@each_language
@pytest.mark.parametrize("name", sorted(set(PICTURES) - {"evaluation"}))
def test_every_figure_of_an_image_is_in_its_text_alternative(name: str, words: Words) -> None:
    image = PICTURES[name](words)
    figures = {text.removesuffix("+") for text in texts(image) if any(map(str.isdecimal, text))}
    said = image.alternative.replace(",", "")
    assert len(figures) > 3
    assert {figure for figure in figures if figure.replace(",", "") not in said} <= {str(BASE)}  # a line of the grid


@each_language
def test_the_board_of_a_game_begins_with_how_it_ended_and_lights_the_last_row(words: Words) -> None:
    won = PICTURES["board"](words)
    assert "Chie" in won.alternative.splitlines()[0]
    assert won.svg.count(f'fill="{GOLD}"') == 1
    assert won.svg.count('rx="12"') == 1
    lost = board_card("", "", turns(HITBLOW, FEEDBACK[:3]), HITBLOW, (), words, is_won=False)
    assert lost.svg.count(f'fill="{GOLD}"') == lost.svg.count('rx="12"') == 0


def card(name: str, feedback: Sequence[tuple[int, int]] = FEEDBACK) -> Image:
    return review_board_card(Heading(name), marked(HITBLOW, feedback), HITBLOW, LANGUAGES["en"], 1)


def test_a_long_game_is_cut_to_its_last_turns() -> None:
    image = card(NAME, [(0, 1)] * 20)
    assert "... 5 earlier turns" in image.alternative
    assert "\n5: " not in image.alternative
    assert "\n6: " in image.alternative
    assert opened(image).height <= MAX_HEIGHT


@each_language
@pytest.mark.parametrize("name", LONGEST)
def test_text_alternatives_fit_on_every_platform(name: str, words: Words) -> None:
    images = LONGEST[name](words).images
    assert images
    assert max(len(image.alternative) for image in images) <= MAX_ALTERNATIVE


@each_language
def test_the_text_alternative_of_a_board_fits_with_the_longest_names_and_they_stay_different(words: Words) -> None:
    names = [f"{'n' * 98}{number:02}" for number in range(40)]
    image = board_card(names[0], str(WIDEST), turns(WIDEST, [(0, 10)] * 40), WIDEST, names, words, is_won=False)
    assert len(image.alternative) <= MAX_ALTERNATIVE
    rows = image.alternative.splitlines()[2:]
    assert len({row.rpartition(", ")[2] for row in rows}) == len(rows)
    assert [row.partition(":")[0] for row in rows] == [str(number) for number in range(26, 41)]


@each_language
@pytest.mark.parametrize("name", PICTURES)
def test_images_fit_on_a_phone_and_their_texts_are_large_and_can_be_drawn(name: str, words: Words) -> None:
    image = PICTURES[name](words)
    assert min(map(int, re.findall(r'font-size="(\d+)"', image.svg))) >= SMALL
    assert all(map(fonts.can_draw, "".join(texts(image))))
    with Picture.open(FOLDER / words.code / f"{name}.png") as approved:  # as large as the image
        width, height = approved.size
    assert width == WIDTH
    assert height <= MAX_HEIGHT


def test_images_are_drawn_in_the_bot_s_own_fonts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, object] = {}

    def svg_to_bytes(**options: object) -> bytes:
        given.update(options)
        return b""

    monkeypatch.setattr("resvg_py.svg_to_bytes", svg_to_bytes)
    render_png(card(NAME).svg, "")
    assert given["skip_system_fonts"] is True
    assert given["font_files"] == list(fonts.PATHS)


def test_names_cannot_become_elements_of_the_image() -> None:
    assert '&lt;rect a="&amp;"&gt;' in card('<rect a="&">').svg


def test_bars_of_a_leaderboard_have_one_scale() -> None:
    tallies = [Tally(10, 10, 40, {4: 10}), Tally(40, 40, 180, {4: 20, 5: 20})]
    (image,) = leaderboard(
        board(Order.AVERAGE, [entry(place, tally) for place, tally in enumerate(tallies, 1)]), LANGUAGES["en"], ROOM
    ).images
    assert [float(each) for each in re.findall(r'height="([\d.]+)" rx="3"', image.svg)] == [40, 20, 20]


@each_view
def test_texts_and_shapes_contrast_with_what_is_behind_them(name: str) -> None:
    for image in VIEWS[name](LANGUAGES["en"]).images:
        tiles = re.findall(
            r'<g transform="[^"]*"><rect [^>]*fill="(#\w+)"[^>]*/><text [^>]*fill="(#\w+)"[^>]*>', image.svg
        )
        assert all(contrast(fill, ink) >= 4.5 for fill, ink in tiles)
        outside = re.sub(r'<g transform="[^"]*">.*?</g>', "", image.svg)
        used = set(re.findall(r'(?:fill|stroke)="(#\w{6})"', outside)) - {GROUND, RAISED, LINE}
        assert used
        assert min(contrast(colour, GROUND) for colour in used) >= 4.5
    assert min(contrast(FAINT_INK, behind) for behind in (GROUND, RAISED)) >= 7


@pytest.mark.parametrize("symbol", range(16))
def test_letters_contrast_with_each_of_the_colours(symbol: int) -> None:
    rules = Rules.parse("1x16-colors")
    one = ReviewedTurn(Turn((symbol,), Feedback(1, 0), ""), 16, 1, None, None, None)
    svg = review_board_card(Heading(""), Review((one,), None, None), rules, LANGUAGES["en"], 1).svg
    found = present(re.search(r'<rect [^>]*fill="(#\w+)" stroke="(#\w+)"[^>]*/><text [^>]*fill="(#\w+)"', svg))
    fill, edge, ink = found.groups()
    assert contrast(fill, ink) >= 4.5
    assert contrast(edge, GROUND) >= 4.5


def test_hits_blows_and_misses_differ_in_grey() -> None:
    drawn = (
        opened(Image(svg_document(99, [move_svg(tile(64), 20, 20)]), ""))
        for tile in (hit_tile_svg, blow_tile_svg, empty_tile_svg)
    )
    hit, blow, miss = (ImageStat.Stat(each.convert("L").crop((20, 20, 84, 84))).mean[0] for each in drawn)
    assert hit - blow > 40
    assert blow - miss > 20
    assert abs(luminance(BLUE) - luminance(ORANGE)) < 0.1, "the colours alone would not do"


@each_language
@pytest.mark.parametrize("name", PICTURES)
def test_images_look_as_approved(name: str, words: Words) -> None:
    check_approved(FOLDER / words.code / f"{name}.png", PICTURES[name](words))


def test_the_approved_images_are_small() -> None:
    approved = list(FOLDER.rglob("*.png"))
    assert len(approved) == len(PICTURES) * len(LANGUAGES)
    assert sum(path.stat().st_size for path in approved) < 1_000_000


def test_the_rank_of_one_among_many_players_is_not_cut_off() -> None:
    far_down = replace(entry(123_456, TALLY), you=True)
    (image,) = leaderboard(board(Order.AVERAGE, [far_down]), LANGUAGES["en"], ROOM).images
    found = present(re.search(r'<text x="([\d.]+)"[^>]* font-size="(\d+)"[^>]*>123456<', image.svg))
    end, size = map(float, found.groups())
    assert width_of("123456", int(size)) < end


@each_language
def test_the_figures_of_a_player_do_not_run_into_one_another(words: Words) -> None:
    figures = re.findall(r'font-size="(\d+)"[^>]*"middle"[^>]*>([^<]+)<', LONGEST["stats"](words).images[0].svg)
    assert max(width_of(text, int(size)) for size, text in figures) < (WIDTH - 2 * MARGIN) / (len(figures) / 2)


def test_every_symbol_of_the_colours_looks_different_without_its_letter() -> None:
    rules, shapes = Rules.parse("1x16-colors"), set()
    for symbol in range(rules.symbols):
        one = ReviewedTurn(Turn((symbol,), Feedback(1, 0), ""), 16, 1, None, None, None)
        svg = review_board_card(Heading(""), Review((one,), None, None), rules, LANGUAGES["en"], 1).svg
        shapes.update(re.findall(r'rx="[\d.]+" fill="#\w+" stroke="#\w+"', svg))
    assert len(shapes) == rules.symbols


def test_the_images_of_a_view_have_different_names() -> None:
    one = ReviewedBoard(NAME, marked(HITBLOW, FEEDBACK), is_bot=False)
    images = review(ReviewResult("k3qz7", HITBLOW, (one,) * 2), LANGUAGES["en"], ROOM).images
    assert len({image.file_name for image in images}) == len(images) == 2


@each_language
@pytest.mark.parametrize("name", ["stats", "leaderboard", "leaderboard_rating"])
def test_beside_its_image_a_report_has_no_text_and_few_buttons(name: str, words: Words) -> None:
    view = VIEWS[name](words)
    shown, rare = split_rare_buttons(view.buttons)
    assert view.blocks
    assert view.without_drawn_text.blocks == ()
    assert 1 <= len(shown) + bool(rare) <= 4


@pytest.mark.parametrize(
    "text",
    [
        "Łukasz Østergård Nguyễn Thị Hương",
        "Ζωή Παπαδοπούλου",
        "Владислав Ґалаґан",
        "たかし 髙﨑 技術 𠮷田",
        "김민준 이서연",
        "张伟 陳怡君",
        "สมชาย น้ำ",
        "محمد علي",
        "יוסי כהן",
        "अनुष्का श्रीवास्तव",
    ],
)
def test_names_can_be_read_in_their_script(text: str) -> None:
    assert drawable_part(text) == (text, False)
    drawn = opened(Image(svg_document(60, name_svg(text, 10, 40, 500, is_bold=False)), ""))
    assert len(set(drawn.crop((10, 10, 30, 50)).get_flattened_data())) > 2


def test_a_name_in_several_scripts_is_drawn_with_the_font_of_each() -> None:
    japanese, arabic = "Noto Sans CJK JP", "Noto Sans Arabic"
    assert fonts.split_by_font("花aا\N{GRINNING FACE}ب") == [(japanese, "花a"), (arabic, "ا"), (arabic, "ب")]


@pytest.mark.parametrize(
    ("text", "shown", "lacks"),
    [
        ("🦊 Ann 🌸", "Ann", False),
        ("ᎠᎡ", "", True),
        ("ᎠAnn", "Ann", True),
        ("🦊", "", True),
        ("a\ufe0f", "a", False),
    ],
)
def test_emoji_are_left_out_of_names_and_a_person_stands_for_letters_that_no_font_has(
    text: str, shown: str, *, lacks: bool
) -> None:
    assert drawable_part(text) == (shown, lacks)
    svg = name_svg(text, 0, 0, 100, is_bold=False)
    assert ("<circle" in svg) == lacks
    person, (*_, name) = re.findall(r'cx="([\d.]+)"', svg), [0, *re.findall(r'<text x="(-?[\d.]+)"', svg)]
    assert not (shown and person) or float(person[0]) < float(name)


@pytest.mark.parametrize("end", ["A", "B", "太郎", "次郎"])
def test_long_names_with_the_same_start_stay_different_and_fit(end: str) -> None:
    names = [
        shorten_to_width(f"{start}{end}", 120, SMALL)
        for start in ("Christopher Featherstonehaugh", "寿限無寿限無五劫の擦り切れ")
    ]
    assert all(name.endswith(end) and "…" in name and width_of(name, SMALL) <= 120 for name in names)
    assert shorten_to_width("Christopher", 70, SMALL) == "C…er"


RACE = Deal(who=Who.RACE).guesses("Ann 0123", "Bob 0456", "Ann 1234", "Bob 3102")
LOST_RACE = Deal(who=Who.RACE).guesses("Ann 0123", "Bob 0456").give_up("Ann", "Bob")
FOUND = test_versus.TOLD.guess(test_versus.code("012"), "Bob").guess(test_versus.code("527"), "Cleo")


TITLE, ROWS = Heading("title"), Preformatted(("1 0123",))


def told(view: ShownGame, words: Words) -> View:
    return with_board_image(View((TITLE, ROWS), headline=f"{view.name_of(view.public.winner)} won."), view, words)


@each_language
@pytest.mark.parametrize(
    ("view", "drawn", "missing", "beside"),
    [
        (RACE.view(), ["1: 0456", "2: 3102 4H0B"], "0123", (TITLE, ROWS)),
        (test_duels.seen(test_duels.DUELS["duel won"]), ["1: 345", "2: 683 3H0B"], "012", (TITLE, ROWS)),
        (
            replace(test_duels.seen(test_duels.DUELS["duel won"]), names={}),
            ["1: 345", "2: 683 3H0B"],
            "012",
            (TITLE, ROWS),
        ),
        (test_versus.hosted(FOUND), ["1: 012 0H1B, Bob", "2: 527 3H0B, Cleo"], "?", (TITLE,)),
    ],
    ids=["race", "duel", "duel that a former player won", "hosted"],
)
def test_the_board_of_the_winner_is_drawn(
    view: ShownGame, drawn: list[str], missing: str, beside: tuple[Block, ...], words: Words
) -> None:
    news = told(view, words)
    (image,) = news.images
    assert news.without_drawn_text.blocks == beside
    assert image.alternative.startswith(words.person(view.name_of(view.public.winner), first=True))
    assert all(line in image.alternative for line in drawn)
    assert missing not in image.alternative


@each_language
@pytest.mark.parametrize(
    "view",
    [LOST_RACE.view(), *(test_duels.seen(test_duels.DUELS[name]) for name in ("duel both found", "duel stopped"))],
    ids=["race", "draw", "stopped"],
)
def test_without_a_winner_of_a_race_or_duel_nothing_is_drawn(view: ShownGame, words: Words) -> None:
    assert told(view, words).images == ()
