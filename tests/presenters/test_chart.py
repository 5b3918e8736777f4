"""Charts: what they show, with which contrast, how they sound, and how they look."""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import PIL.Image
import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

import bot.presenters.fonts
from bot.locales import LANGUAGES, Words
from bot.presenters import phrases
from bot.presenters.charts import Chart, axes, bar_in_words, charts_image
from bot.presenters.images import BLUE, FAINT_INK, INK, ORANGE, PAPER, Image
from core.solver.strategies import STRATEGY_NAMES
from tests.support.images import TEXT, check_approved, contrast, opened, png, texts, ticks

EN = LANGUAGES["en"]
FIRST = Chart("first at 3x6r", "5.2593 guesses on average", (1, 3, 12, 35, 58, 88), 19)
ENTROPY = Chart("entropy at 3x6r", "3.9815 guesses on average", (1, 6, 32, 134, 43))

each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


def bar_heights(image: Image) -> list[float]:
    return [float(height) for height in re.findall(r'<rect x="[^>]* height="([\d.]+)"', image.svg)]


def test_bars_are_proportional_to_the_number_of_games() -> None:
    heights = bar_heights(charts_image([Chart("", "", (10, 40, 0, 20))], EN))
    assert heights[2] == 0
    assert heights[1] == pytest.approx(4 * heights[0])
    assert heights[3] == pytest.approx(2 * heights[0])


def test_a_single_game_among_thousands_is_visible() -> None:
    assert bar_heights(charts_image([Chart("", "", (1, 500_000))], EN))[0] >= 1


def test_charts_below_one_another_have_the_same_scale() -> None:
    together = bar_heights(charts_image([FIRST, ENTROPY], EN))
    assert together[0] == together[len(FIRST.won) + 1]
    assert max(together) == together[len(FIRST.won) + 1 + 3]


@pytest.mark.parametrize(
    ("games", "highest", "step"),
    [
        (1, 1, 1),
        (5, 5, 1),
        (6, 6, 2),
        (50, 50, 10),
        (51, 60, 20),
        (100, 100, 20),
        (101, 150, 50),
        (125, 150, 50),
        (250, 250, 50),
        (251, 300, 100),
        (5040, 6000, 2000),
        (10_000_000, 10_000_000, 2_000_000),
    ],
)
def test_the_axis_has_few_round_numbers_and_ends_above_the_highest_bar(games: int, highest: int, step: int) -> None:
    drawn = charts_image([Chart("", "", (games,))], EN)
    assert ticks(drawn) == list(range(0, highest + 1, step))


@pytest.mark.parametrize("guesses", [1, 8, 99])
def test_numbers_do_not_overlap_however_many_there_are(guesses: int) -> None:
    drawn = charts_image([Chart("", "", (1_234_567,) * guesses)], EN).svg
    above = [float(x) for x, text in re.findall(r'<text x="([\d.]+)"[^>]*>([\d,]+)<', drawn) if text == "1,234,567"]
    assert len(above) == guesses
    assert all(right - left > 9 * 7.5 for left, right in pairwise(above))


def test_texts_and_shapes_contrast_with_the_paper() -> None:
    drawn = charts_image([FIRST], EN).svg
    used = {match[1] for match in re.finditer('fill="(#[0-9a-f]{6})"', drawn)} - {PAPER}
    assert used == {INK, FAINT_INK, BLUE, ORANGE}
    assert min(contrast(colour, PAPER) for colour in used) >= 4.5


def test_lost_games_differ_from_the_others_without_colours() -> None:
    drawn = charts_image([FIRST], EN).svg
    assert drawn.count('fill="url(#lost)"') == 1
    assert ">lost</text>" in drawn
    assert 'fill="url(#lost)"' not in charts_image([ENTROPY], EN).svg


@each_language
def test_the_text_alternative_says_all_that_the_image_shows(words: Words) -> None:
    image = charts_image([FIRST, ENTROPY], words)
    shown = set(texts(image)) - set(axes(words))
    assert shown
    assert [text for text in shown if text not in image.alternative] == []
    lines = image.alternative.splitlines()
    assert len(lines) == len(FIRST.won) + len(ENTROPY.won) + len(["lost", "title", "space", "title"])


def test_the_text_alternative_is_the_description_of_the_file() -> None:
    image = charts_image([ENTROPY], LANGUAGES["ja"])
    with PIL.Image.open(BytesIO(png(image))) as opened_file:
        opened_file.load()
        assert opened_file.info["Description"] == image.alternative


@each_language
def test_the_font_has_every_character_of_the_images(words: Words) -> None:
    folder = Path(bot.presenters.fonts.__file__).parent
    known = TTFont(folder / "NotoSansCJKjp-subset.otf").getBestCmap()
    titles = [phrases.plot_title(words, name, "4x10r") for name in STRATEGY_NAMES]
    drawn = charts_image([Chart(title, bar_in_words(1, 2, words), (1, 2), 3) for title in titles], words).svg
    assert {character for _, text in TEXT.findall(drawn) for character in text if ord(character) not in known} == set()
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text("utf-8")


@pytest.mark.parametrize(("length", "size"), [(1, 20), (41, 20), (45, 18), (90, 9), (200, 9)])
def test_a_title_is_as_large_as_its_length_allows_and_never_unreadable(length: int, size: int) -> None:
    drawn = charts_image([Chart("x" * length, "", (1, 2))], EN).svg
    (look,) = [look for look, text in TEXT.findall(drawn) if text == "x" * length]
    assert f'font-size="{size}"' in look


def test_a_long_title_is_not_cut() -> None:
    title = "expected-size,pool=candidates,ties=consistent,win-bonus=x0.95,opening=01234 at 5x10"
    image = opened(charts_image([Chart(title, "", (1, 2))], EN))
    beside = image.crop((image.width - 12, 0, image.width, 80))
    assert beside.getcolors() == [(12 * 80, (255, 255, 255))]


@each_language
def test_charts_look_as_approved(words: Words) -> None:
    title, summary = phrases.plot_title(words, "entropy", "3x6r"), bar_in_words(4, 134, words)
    image = charts_image([Chart(title, summary, (1, 6, 32, 134), 43), ENTROPY], words)
    check_approved(f"chart_{words.code}", image)
