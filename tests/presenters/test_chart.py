import struct
import zlib

from bot.presenters.chart import distribution_png


def rows(png: bytes) -> list[bytes]:
    """The pixels of a PNG with one byte each, read back by its specification."""
    place, data, width = 8, b"", 0
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kind, body = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        assert struct.unpack(">I", png[place + 8 + length : place + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            (width,) = struct.unpack(">I", body[:4])
        data += body if kind == b"IDAT" else b""
        place += 12 + length
    pixels = zlib.decompress(data)
    return [pixels[start + 1 : start + 1 + width] for start in range(0, len(pixels), width + 1)]


def height_of_bar(picture: list[bytes], place: int) -> int:
    return sum(row[24 + 80 * place + 1] == 2 for row in picture)


def test_bars_are_proportional_to_the_number_of_games() -> None:
    picture = rows(distribution_png((10, 40, 0, 20)))
    heights = [height_of_bar(picture, place) for place in range(4)]
    assert heights[2] == 0
    assert heights[0] < heights[3] < heights[1]


def test_a_single_game_among_thousands_is_visible() -> None:
    assert height_of_bar(rows(distribution_png((1, 5000))), 0) > 0


def test_there_is_a_column_for_every_number_of_guesses() -> None:
    widths = {len(rows(distribution_png((1,) * guesses))[0]) for guesses in (1, 2, 3)}
    assert len(widths) == 3
