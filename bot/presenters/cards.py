"""Cards: the turns of one board as tiles, for the end of a game and a review."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from bot.locales import Words
from bot.locales.safe import shorten_distinctly
from bot.model.games import ShownGame
from bot.presenters import images, phrases
from bot.presenters.boards import all_turns_button
from bot.presenters.duels import duel_winner_text
from bot.presenters.rules import counted_game_name
from bot.presenters.views import Heading, Preformatted, View
from core.game.codes import Code, format_code_ascii
from core.game.duels import Duel
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.rules import COLORS, Rules

if TYPE_CHECKING:
    from core.solver.review import Review  # slow to load

_TOP = images.HEAD_HEIGHT + 16
_LEFT = images.MARGIN + 40
"""Where the tiles start, right of the numbers."""

_BOARD_TOP = 96
"""Where the turns of a board that has ended start, in pixels from the top."""

_MAX_ROWS = 15
"""The most turns on a card, the last ones of a game."""

_DARK, _LIGHT = "#ffffff", "#15181f"
_FILLS = (
    ("#c62828", _DARK),
    ("#fdd835", _LIGHT),
    ("#2e7d32", _DARK),
    ("#1565c0", _DARK),
    ("#8e24aa", _DARK),
    ("#fb8c00", _LIGHT),
    ("#6d4c41", _DARK),
)
_SYMBOL_FILLS = (*_FILLS, ("#000000", _DARK), ("#ffffff", _LIGHT), *_FILLS)
"""The fill of each symbol of the alphabet `colors`, and the colour of the letter on it."""

_ROUND_SYMBOLS = 9
"""The first symbols of the alphabet `colors` are circles, the others squares."""


def hit_tile_svg(size: float) -> str:
    """A bright tile with a disc."""
    middle = size / 2
    return (
        f'<rect width="{size:.1f}" height="{size:.1f}" rx="{size / 5:.1f}" fill="{images.BLUE}"/>'
        f'<circle cx="{middle:.1f}" cy="{middle:.1f}" r="{size / 4:.1f}" fill="{images.GROUND}"/>'
    )


def blow_tile_svg(size: float) -> str:
    """A dark tile with an edge and a ring, so that hits and blows differ in grey too."""
    line, middle = max(2.0, size / 14), size / 2
    inner = size - line
    stroke = f'fill="{images.GROUND}" stroke="{images.ORANGE}" stroke-width="{line:.1f}"'
    return (
        f'<rect x="{line / 2:.1f}" y="{line / 2:.1f}" width="{inner:.1f}" height="{inner:.1f}" rx="{size / 5:.1f}" '
        f'{stroke}/><circle cx="{middle:.1f}" cy="{middle:.1f}" r="{size / 4.5:.1f}" {stroke}/>'
    )


def empty_tile_svg(size: float) -> str:
    """A dark tile without an edge."""
    return f'<rect width="{size:.1f}" height="{size:.1f}" rx="{size / 5:.1f}" fill="{images.RAISED}"/>'


def _tiles(feedback: Feedback, positions: int) -> Iterator[Callable[[float], str]]:
    """The tiles of feedback, hits first, so that they do not look like positions."""
    yield from [hit_tile_svg] * feedback.hits
    yield from [blow_tile_svg] * feedback.blows
    yield from [empty_tile_svg] * (positions - feedback.hits - feedback.blows)


def _last(turns: Sequence[Turn]) -> Sequence[tuple[int, Turn]]:
    """The turns that a card shows, with their numbers."""
    return list(enumerate(turns, 1))[-_MAX_ROWS:]


def _earlier(turns: Sequence[Turn], words: Words) -> list[str]:
    """In place of the turns that a card leaves out."""
    left_out = len(turns) - len(_last(turns))
    return [phrases.earlier_turns_omitted(words, left_out)] if left_out else []


_ROW = 52
_CODE_WIDTH, _FEEDBACK_WIDTH, _MARK_WIDTH = 192, 140, 72
"""The widths of the columns of codes and feedback, if a code has few symbols, and of marks, in pixels."""

_LETTER = 34
"""The largest size of the symbols of a code without colours, in pixels."""

_MOST_TILES = 6
"""The most tiles of feedback in a column; more positions have feedback as text."""


class _Columns(Struct, frozen=True):
    """Where the columns of a board are, in pixels from the left, and the sizes of their tiles."""

    rules: Rules

    @property
    def symbol(self) -> float:
        """The size of a symbol of a code: of a tile with a letter, or of the letter alone."""
        most = 44.0 if self.rules.alphabet is COLORS else _LETTER
        return max(images.SMALL, min(most, _CODE_WIDTH / self.rules.positions - 4))

    @property
    def tile(self) -> float:
        """The size of a tile of feedback."""
        return min(30.0, _FEEDBACK_WIDTH / self.rules.positions - 4)

    @property
    def step(self) -> float:
        """The distance of two symbols."""
        return self.symbol + 4 if self.rules.alphabet is COLORS else 0.72 * self.symbol

    @property
    def feedback(self) -> float:
        """Where the feedback starts."""
        return _LEFT + self.rules.positions * self.step + 24

    @property
    def rest(self) -> float:
        """Where the column after the feedback starts."""
        tiles = self.rules.positions * (self.tile + 4)
        longest = images.width_of(format_feedback(Feedback(self.rules.positions, 0), self.rules), images.SMALL)
        return self.feedback + (tiles if self.rules.positions <= _MOST_TILES else longest) + 14

    def code(self, number: int, code: Code, y: float) -> Iterator[str]:
        """A code after the number of its turn."""
        middle = y + _ROW / 2
        yield images.TextLine(
            str(number), images.MARGIN + 24, middle + images.SMALL * 0.36, colour=images.FAINT_INK, anchor="end"
        ).svg()
        for place, value in enumerate(code):
            symbol = _symbol(value, self.rules, self.symbol)
            yield images.move_svg(symbol, _LEFT + place * self.step, middle - self.symbol / 2)

    def turn(self, number: int, turn: Turn, y: float) -> Iterator[str]:
        """The number, the code and the feedback of a turn."""
        middle, rules = y + _ROW / 2, self.rules
        yield from self.code(number, turn.guess, y)
        if rules.positions <= _MOST_TILES:
            tiles = _tiles(turn.feedback, rules.positions)
            for place, tile in enumerate(tiles):
                yield images.move_svg(tile(self.tile), self.feedback + place * (self.tile + 4), middle - self.tile / 2)
        else:
            yield images.TextLine(
                format_feedback(turn.feedback, rules), self.feedback, middle + images.SMALL * 0.36
            ).svg()


def _symbol(value: int, rules: Rules, size: float) -> str:
    """A symbol of a code: a letter, of a colour on a tile. Fruit are letters, because the fonts have no emoji."""
    key, middle = rules.alphabet.keys[value], size / 2
    if rules.alphabet is not COLORS:
        return images.TextLine(key, middle, middle + size * 0.36, int(size), anchor="middle").svg()
    fill, ink = _SYMBOL_FILLS[value]
    radius = size / 2 if value < _ROUND_SYMBOLS else size / 6
    inner = f'width="{size - 1:.1f}" height="{size - 1:.1f}" rx="{radius:.1f}"'
    shape = f'<rect x="0.5" y="0.5" {inner} fill="{fill}" stroke="{images.FAINT_INK}"/>'
    letter = max(images.SMALL, int(size * 0.6))
    return shape + images.TextLine(key, middle, middle + letter * 0.36, letter, ink, "middle").svg()


def board_card(  # noqa: PLR0913, PLR0917  # what the end of a game has
    ending: str, game: str, turns: Sequence[Turn], rules: Rules, names: Sequence[str], words: Words, *, is_won: bool
) -> images.Image:
    """The whole board of a game that has ended, below the number of guesses.

    Args:
        ending: how it ended, for the text alternative.
        game: the name of the game and its rules.
        turns: from the first.
        rules: of the game.
        names: of the players of the turns; none if all are of one player.
        words: the language.
        is_won: whether somebody has solved it; the last turn is then on a bright ground.
    """
    columns, shown = _Columns(rules), _last(turns)
    about = " · ".join((game, *_earlier(turns, words)))
    drawn, rows = [_count(len(turns), about, words, is_won=is_won)], list[str]()
    step = _row_height(len(shown), _BOARD_TOP)
    for place, (number, turn) in enumerate(shown):
        y, is_last = _BOARD_TOP + place * step, is_won and number == len(turns)
        drawn += [images.highlighted_row_svg(y, step)] if is_last else []
        drawn += columns.turn(number, turn, y + (step - _ROW) / 2)
        rows.append(f"{number}: {format_code_ascii(turn.guess, rules)} {format_feedback(turn.feedback, rules)}")
        if names:
            by, left = names[number - 1], columns.rest
            drawn.append(
                images.name_svg(
                    by, left, y + step / 2 + 8, images.WIDTH - images.MARGIN - left, images.SMALL, is_bold=is_last
                )
            )
    alternative = "\n".join((ending, about, *_with_players(rows, names[-len(rows) :])))
    if len(alternative) > images.MAX_ALTERNATIVE:
        shorter = shorten_distinctly(names[-len(rows) :], images.SHORTER_NAME)
        alternative = "\n".join((ending, about, *_with_players(rows, shorter)))
    return images.Image(
        images.svg_document(_BOARD_TOP + len(shown) * step + images.MARGIN / 2, drawn), alternative, "board"
    )


def _with_players(rows: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """The rows, each with the name of its player if there are names."""
    yield from (", ".join(filter(None, each)) for each in zip_longest(rows, names, fillvalue=""))


def _count(guesses: int, about: str, words: Words, *, is_won: bool) -> str:
    """The number of guesses in large, after a star or a cross, and at the right what the game was."""
    number = images.TextLine(str(guesses), _LEFT, 66, 52, is_bold=True)
    beside = phrases.guess_count_text(words, guesses).removeprefix(number.content).strip()
    unit = images.TextLine(beside, _LEFT + images.width_of(number.content, number.size) + 12, 66, 26)
    right = images.WIDTH - images.MARGIN - (unit.x + images.width_of(unit.content, unit.size) + 16)
    text, size = images.fit_font_size(about, right, images.SMALL)
    at_right = images.TextLine(text, images.WIDTH - images.MARGIN, 66, size, images.FAINT_INK, "end").svg()
    return (
        (images.star_svg if is_won else images.cross_svg)(images.MARGIN + 14, 48) + number.svg() + unit.svg() + at_right
    )


def with_board_image(board: View, view: ShownGame, words: Words) -> View:
    """The board of an ended game with its turns as an image, or with those of the winner of a race or duel.

    Where everybody played on one board, the image takes the place of its rows, which are shown privately on request.
    """
    game = view.public
    has_own_boards, is_won = game.has_own_boards, game.winner is not None
    turns = game.board(game.winner or game.starter).turns if is_won or not has_own_boards else ()
    if not turns:
        return board
    ending = duel_winner_text(view, game, words) if isinstance(game, Duel) else board.headline
    about = counted_game_name(str(game.rules), words)
    names = () if has_own_boards else [view.name_of(turn.by) or words(phrases.FORMER_PLAYER) for turn in turns]
    image = board_card(ending, about, turns, game.rules, names, words, is_won=is_won)
    if has_own_boards:
        return structs.replace(board, images=(image,))
    blocks = tuple(replace(each, is_drawn=True) if isinstance(each, Preformatted) else each for each in board.blocks)
    more = all_turns_button(words)
    buttons = board.buttons if more in board.buttons else (*board.buttons, more)
    return structs.replace(board, blocks=blocks, buttons=buttons, images=(image,))


def review_board_card(title: Heading, review: "Review", rules: Rules, words: Words, number: int) -> images.Image:
    """The card of a reviewed board: the code and the feedback of each guess, with its marks for skill and luck.

    `number` is that of the board in the review, from 1.
    """
    turns = [turn.turn for turn in review.turns]
    columns, shown = _Columns(rules), _last(turns)
    marks = phrases.skill_and_luck_text(phrases.mark_text(review.skill), phrases.mark_text(review.luck), words)
    summary = " · ".join((*title.details, marks, *_earlier(turns, words)))
    ends = images.WIDTH - images.MARGIN - _MARK_WIDTH, images.WIDTH - images.MARGIN
    heads = zip((words("skill"), words("luck")), ends, strict=True)
    drawn = [
        images.heading_svg(title.title, summary),
        *(_mark(head, end, _TOP + 14, images.FAINT_INK) for head, end in heads),
    ]
    said, better = [title.title, summary], _better(review, words)
    step = _row_height(len(shown) + bool(better))
    for place, (turn_number, turn) in enumerate(shown):
        y = _TOP + _HEADS + place * step
        reviewed = review.turns[turn_number - 1]
        skill, luck = phrases.mark_text(reviewed.skill), phrases.mark_text(reviewed.luck)
        drawn += columns.turn(turn_number, turn, y)
        drawn += [_mark(mark, end, y + _ROW / 2 + 8, images.INK) for mark, end in zip((skill, luck), ends, strict=True)]
        code, feedback = format_code_ascii(turn.guess, rules), format_feedback(turn.feedback, rules)
        said.append(f"{turn_number}: {code} {feedback}, {phrases.skill_and_luck_text(skill, luck, words)}")
    if better:
        turn_number, best, saved = better
        y = _TOP + _HEADS + len(shown) * step + 8
        drawn.append(f'<path d="M{images.MARGIN} {y - 4:.1f}H{images.WIDTH - images.MARGIN}" stroke="{images.LINE}"/>')
        drawn += columns.code(turn_number, best, y)
        text, size = images.fit_font_size(saved, images.WIDTH - images.MARGIN - columns.feedback, images.SMALL)
        drawn.append(images.TextLine(text, columns.feedback, y + _ROW / 2 + 8, size).svg())
        said.append(f"{turn_number}: {format_code_ascii(best, rules)} {saved}")
    height = _TOP + _HEADS + (len(shown) + bool(better)) * step + 8 * bool(better) + images.MARGIN / 2
    return images.Image(images.svg_document(height, drawn), "\n".join(said), f"review-{number}")


def _better(review: "Review", words: Words) -> tuple[int, Code, str] | None:
    """The number of the turn that cost the most, the best guess in it, and what that would have saved."""
    number = review.costliest_turn
    check = review.turns[number - 1].check if number else None
    if number is None or check is None:
        return None
    loss = words.number(check.loss, 1)
    return number, check.best.code, words("about {loss} guesses better", loss=loss)


_HEADS = 28
"""The height of the heads of the columns of marks, in pixels."""


def _mark(text: str, end: float, y: float, colour: str) -> str:
    return images.TextLine(text, end, y, colour=colour, anchor="end").svg()


def _row_height(rows: int, top: float = _TOP + _HEADS) -> float:
    return min(_ROW, (images.MAX_HEIGHT - top - images.MARGIN) / rows)
