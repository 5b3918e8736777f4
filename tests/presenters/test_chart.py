"""Charts: what they show, with which contrast, how they sound, and how they look."""

import re
from io import BytesIO
from pathlib import Path

import PIL.Image
import pytest

from bot.locales import LANGUAGES, Words
from bot.presenters import fonts, phrases
from bot.presenters.charts import Chart, bar_text, charts_image
from bot.presenters.images import BLUE, FAINT_INK, GROUND, INK, MARGIN, ORANGE, SMALL, WIDTH, Image, width_of
from core.solver.strategies import STRATEGY_NAMES
from tests.support.images import TEXT, contrast, opened, png, texts

EN = LANGUAGES["en"]
FIRST = Chart("first at 3x6r", "5.2593 guesses on average", (1, 3, 12, 35, 58, 88), 19)
ENTROPY = Chart("entropy at 3x6r", "3.9815 guesses on average", (1, 6, 32, 134, 43))

each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


def bar_lengths(image: Image) -> list[float]:
    return [float(width) for width in re.findall(r'width="([\d.]+)" height="[\d.]+" rx="3"', image.svg)]


def test_bars_are_proportional_to_the_number_of_games() -> None:
    ten, forty, twenty = bar_lengths(charts_image([Chart("", "", (10, 40, 0, 20))], EN))
    assert forty == pytest.approx(4 * ten, rel=0.01)
    assert twenty == pytest.approx(2 * ten, rel=0.01)


def test_a_single_game_among_thousands_is_visible() -> None:
    assert bar_lengths(charts_image([Chart("", "", (1, 500_000))], EN))[0] >= 1


def test_charts_below_one_another_have_the_same_scale() -> None:
    together = bar_lengths(charts_image([FIRST, ENTROPY], EN))
    assert together[0] == together[len(FIRST.won) + 1]
    assert max(together) == together[len(FIRST.won) + 1 + 3]


@pytest.mark.parametrize("games", [1, 1_234_567])
@pytest.mark.parametrize("guesses", [1, 8, 99])
def test_bars_and_their_numbers_fit_however_many_there_are(games: int, guesses: int) -> None:
    drawn = charts_image([Chart("", "", (games,) * guesses)], EN).svg
    beside = re.findall(rf'<text x="([\d.]+)" y="([\d.]+)"[^>]*>{games:,}<', drawn)[-guesses:]
    assert len({y for _, y in beside}) == guesses
    assert max(float(x) for x, _ in beside) + width_of(f"{games:,}", SMALL) <= WIDTH - MARGIN + 0.1


def test_texts_and_shapes_contrast_with_the_paper() -> None:
    drawn = charts_image([FIRST], EN).svg
    used = {match[1] for match in re.finditer('fill="(#[0-9a-f]{6})"', drawn)} - {GROUND}
    assert used == {INK, FAINT_INK, BLUE, ORANGE}
    assert min(contrast(colour, GROUND) for colour in used) >= 4.5


def test_lost_games_differ_from_the_others_without_colours() -> None:
    drawn = charts_image([FIRST], EN).svg
    assert drawn.count('fill="url(#lost)"') == 1
    assert ">lost</text>" in drawn
    assert 'fill="url(#lost)"' not in charts_image([ENTROPY], EN).svg


@each_language
def test_the_text_alternative_says_all_that_the_image_shows(words: Words) -> None:
    image = charts_image([FIRST, ENTROPY], words)
    shown = set(texts(image)) - {words("guesses"), words("games")}
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
    titles = [phrases.plot_title(words, name, "4x10r") for name in STRATEGY_NAMES]
    drawn = charts_image([Chart(title, bar_text(1, 2, words), (1, 2), 3) for title in titles], words).svg
    assert all(map(fonts.can_draw, "".join(text for _, text in TEXT.findall(drawn))))


def test_the_licence_of_the_fonts_lies_beside_them() -> None:
    assert "SIL OPEN FONT LICENSE" in Path(fonts.PATHS[0]).with_name("OFL.txt").read_text("utf-8")


@pytest.mark.parametrize(("length", "size"), [(1, 32), (40, 26), (60, 22), (200, 22)])
def test_a_title_is_as_large_as_its_length_allows_and_never_unreadable(length: int, size: int) -> None:
    drawn = charts_image([Chart("x" * length, "", (1, 2))], EN).svg
    (look,) = [look for look, text in TEXT.findall(drawn) if text == "x" * length]
    assert f'font-size="{size}"' in look


def test_a_long_title_is_not_cut() -> None:
    title = "expected-size,pool=candidates,ties=consistent,win-bonus=x0.95,opening=01234 at 5x10"
    image = opened(charts_image([Chart(title, "", (1, 2))], EN))
    assert image.crop((image.width - 12, 30, image.width, 80)).getcolors() == [(12 * 50, (0x15, 0x18, 0x1F, 255))]
