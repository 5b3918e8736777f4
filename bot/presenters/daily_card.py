"""The card of a room's daily, how its people have played, and the result of its week."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, groupby

from msgspec.structs import replace

from bot.commands.command import DailyAction
from bot.locales import Words
from bot.locales.columns import align_within
from bot.locales.safe import MAX_NAME, mark_channel, safe_name, shorten
from bot.model.daily import DailyGame
from bot.presenters import images
from bot.presenters.boards import quoted_code, turn_panel
from bot.presenters.charts import Chart, bar_svg, charts_image
from bot.presenters.daily import daily_heading, proof_footnote, unusual_rules_name
from bot.presenters.phrases import channel_out_of_reach
from bot.presenters.rules import counted_game_name, game_name
from bot.presenters.views import Block, Button, Footnote, Heading, Paragraph, Preformatted, Table, Tone, View
from bot.services.cards import DayResults, RoomCard, RoomWeek
from core.game.codes import without_codes
from core.game.policy import UNSOLVED_COST
from core.game.rules import Rules

_DISC = "●"
_MAX_NAME = 12
_MOST_LINES = 24
"""The most people who have a line each; more are listed by their number of guesses."""

_MOST_NAMES = 60
"""The most people who are named in a list."""

_MOST_TURNS = 50
"""The most lines of the boards in a private message, names included."""


def card_view(card: RoomCard, words: Words) -> View:
    """The card: a line for each person, the day before by number of guesses, and ways to play."""
    if card.is_over:
        return _former(card, words)
    days = words.plural("{n:,} day", "{n:,} days", card.streak.days)
    streak = (words("room streak {days}", days=days),) if card.streak.days > 1 else ()
    week = () if card.week is None else (_week_totals(card.week, words),)
    title, people = daily_heading(card.rules, card.today.day, words, *streak), _people(card, words)
    proven = [block for results in _days_of(card) for block in _proven(results, card.rules, words)]
    pictured = tuple(_images(card, words)) if card.is_pictured else ()
    former = None if card.former is None else _former(card.former, words)
    rules, day = {"rules": str(card.rules)}, {"day": str(card.today.day), "action": DailyAction.BOARDS.value}
    play, boards = Button(words("Play"), "daily", rules), Button(words("Boards"), "daily", {**rules, **day})
    buttons = (play, boards, Button(words("How to play"), "rules"))
    return View((*week, title, *people, *proven), buttons, images=pictured, former=former)


def _days_of(card: RoomCard) -> Iterator[DayResults]:
    """The results of the day and, if there are any, of the day before."""
    return filter(None, (card.today, card.before))


def _former(card: RoomCard, words: Words) -> View:
    """A card that is over: who solved it, and no buttons. What may still change of its day is on the next one."""
    solved = DayResults(card.today.day, [game for game in card.today.games if game.is_solved_in_time])
    title = daily_heading(card.rules, card.today.day, words)
    return View((title, Paragraph(_by_guesses(solved, card, words))) if solved.games else (title,))


def _people(card: RoomCard, words: Words) -> Iterator[Block]:
    """A line for each person: solved by guesses, then the others by name, so that the order tells no progress."""
    games = sorted(card.today.games, key=lambda game: _order(game, card))
    if not games:
        yield Paragraph(words("It is the same for everybody. How many guesses do you need?"))
    elif len(games) > _MOST_LINES:
        yield Paragraph(_by_guesses(card.today, card, words))
    else:
        yield Preformatted(align_within([[_row(game, card, words) for game in games]], right=[2]))
    if card.before is not None:
        most = _MOST_LINES // 3 if len(games) > _MOST_LINES else _MOST_LINES
        yield Paragraph(words("Yesterday: {results}", results=_by_guesses(card.before, card, words, most)))


def _order(game: DailyGame, card: RoomCard) -> tuple[int, str]:
    return len(game.board.turns) if game.is_solved_in_time else UNSOLVED_COST, card.names[game.player]


def _row(game: DailyGame, card: RoomCard, words: Words) -> tuple[str, ...]:
    """A name, a disc for each guess, their number if it is solved, and what else may be told."""
    guesses = len(game.board.turns)
    facts = [] if game.rules == card.rules else [game_name(game.rules, words)]
    if not game.is_solved_in_time:
        facts.append(words("playing") if card.today.proof is None else words("not solved"))
    elif (days := card.streaks.get(game.player, 0)) > 1:
        facts.append(words("streak {days}", days=days))
    number = str(guesses) if game.is_solved_in_time else ""
    return shorten(_name(card.names[game.player], game.rules), _MAX_NAME), _DISC * guesses, number, " · ".join(facts)


def _by_guesses(results: DayResults, card: RoomCard, words: Words, most: int = _MOST_NAMES) -> str:
    """At most so many people of a day by number of guesses: `3 Ann · 5 Bob, Cy · not solved Dee`."""
    games = sorted(results.games, key=lambda game: _order(game, card))[:most]
    parts, cells = [], MAX_NAME if len(games) <= _MOST_LINES else _MAX_NAME
    for cost, tied in groupby(games, lambda game: _order(game, card)[0]):
        names = words.comma_separated([shorten(_name(card.names[game.player], game.rules), cells) for game in tied])
        unsolved = words("playing") if results.proof is None else words("not solved")
        parts.append(f"{unsolved if cost == UNSOLVED_COST else cost} {names}")
    if others := len(results.games) - len(games):
        parts.append(words("and {others} more", others=others))
    return " · ".join(parts)


def _proven(results: DayResults, rules: Rules, words: Words) -> Iterator[Block]:
    """The code of a day that has closed, with its proof."""
    if results.proof is not None:
        code, opening, anchor = results.proof
        day = words.day_and_month(results.day)
        yield Paragraph(words("The code of {day} was {code}.", day=day, code=quoted_code(tuple(code), rules)))
        yield proof_footnote(opening, anchor, words)


def _images(card: RoomCard, words: Words) -> Iterator[images.Image]:
    """The pictures of the week and of the days that have closed."""
    if card.week is not None:
        yield week_image(card.week, words)
    for results in _days_of(card):
        games = [game for game in results.games if game.rules == card.rules]
        if results.proof is not None and games:
            yield _day_image(results, games, card.rules, words)


def _day_image(results: DayResults, games: Sequence[DailyGame], rules: Rules, words: Words) -> images.Image:
    """How many people needed how many guesses."""
    solved = Counter(len(game.board.turns) for game in games if game.is_solved_in_time)
    title = words("Results of the daily, {day}", day=words.day_and_month(results.day))
    found = words.plural(
        "{solved} of {n:,} game solved", "{solved} of {n:,} games solved", len(games), solved=solved.total()
    )
    summary = f"{counted_game_name(str(rules), words)} · {found}"
    chart = Chart.from_distribution(title, summary, solved, len(games) - solved.total())
    return charts_image([chart], words, f"daily-{results.day}")


def boards_view(boards: Sequence[tuple[str, DailyGame]], words: Words) -> View:
    """How everybody has played, as much as fits."""
    if not boards:
        return View((Paragraph(words("Nobody else has finished it yet.")),))
    boards = sorted(boards, key=lambda each: (not each[1].is_solved_in_time, len(each[1].board.turns)))
    lengths = accumulate(1 + len(game.board.turns) for _, game in boards)
    most = max(1, sum(length <= _MOST_TURNS for length in lengths))
    shown: list[tuple[Block, ...]] = [
        (Heading(_name(player, game.rules)), *turn_panel(game.board.turns, game.rules, words))
        for player, game in boards[:most]
    ]
    others = (Paragraph(words("and {others} more", others=len(boards) - most)),) if len(boards) > most else ()
    return View((*chain.from_iterable(shown), *others))


def with_progress_of_others(board: View, boards: Sequence[tuple[str, DailyGame]], words: Words) -> View:
    """The board of a daily with the other people of a terminal below it, by the number of their guesses."""
    told = [
        f"{_name(player, game.rules)} {guesses if game.is_solved_in_time else words('playing')} {_DISC * guesses}"
        for player, game in boards
        for guesses in [len(game.board.turns)]
    ]
    return replace(board, blocks=(*board.blocks, Paragraph(" · ".join(told)))) if told else board


def week_view(week: RoomWeek, words: Words) -> View:
    """The result of a week, where it is not part of a card: what each day has cost each person."""
    details = (*unusual_rules_name(week.rules, words), *(() if week.is_final else (words("final at noon UTC"),)))
    blocks: list[Block] = [Heading(_week_title(week, words), details), *_week_table(week, words)]
    blocks.append(Footnote(words("- missed or not solved: {cost}", cost=UNSOLVED_COST), once=False))
    if week.winner_ids:
        names = words.comma_separated([_name(week.names[player], week.rules) for player in week.winner_ids])
        blocks.append(Paragraph(words("Lowest total: {names}", names=names)))
    if week.room is not None:
        blocks.insert(1, Paragraph(words("Played in {room}", room=mark_channel(week.room.channel))))
    if week.unreachable is not None:
        blocks.append(Paragraph(channel_out_of_reach(words, mark_channel(week.unreachable.channel))))
    return View(tuple(blocks), images=(week_image(week, words),), tone=Tone.NEUTRAL)


def running_week_view(week: RoomWeek | None, words: Words) -> View:
    """The days of this week that are over; on Monday those of the week before."""
    return (
        View((Paragraph(words("Nobody has played a daily here this week.")),))
        if week is None
        else week_view(week, words)
    )


def _week_totals(week: RoomWeek, words: Words) -> Paragraph:
    """The result of a week in one line."""
    totals = [
        f"{_name(week.names[player], week.rules)} {total}" for _, player, total in week.ranked_players[:_MOST_NAMES]
    ]
    return Paragraph(f"{_week_title(week, words)}: {words.comma_separated(totals)}")


def _week_title(week: RoomWeek, words: Words) -> str:
    return words("The week of {day}", day=words.day_and_month(week.first))


def _week_table(week: RoomWeek, words: Words) -> Iterator[Block]:
    """A row for each person: place, name, what each day has cost, total. At most so many people are shown."""
    heads, right = ("", "", *(str(day.day) for day in week.days), ""), [0, *range(2, len(week.days) + 3)]
    versions = [[heads, *_week_rows(week, cells)] for cells in (_MAX_NAME, _MAX_NAME - 4)]
    table = Table(tuple(versions[0]), frozenset(right))
    yield Preformatted(align_within(versions, right), table, is_drawn=len(week.ranked_players) <= _DRAWN_PEOPLE)
    if (others := len(week.ranked_players) - _MOST_LINES) > 0:
        yield Paragraph(words("and {others} more", others=others))


def _week_rows(week: RoomWeek, cells: int) -> Iterator[tuple[str, ...]]:
    for place, player, total in week.ranked_players[:_MOST_LINES]:
        name_ = shorten(_name(week.names[player], week.rules), cells)
        yield str(place), name_, *_costs(player, week), str(total)


def _costs(player: str, week: RoomWeek) -> list[str]:
    solved = [week.solved.get((player, day)) for day in week.days]
    return ["-" if guesses is None else str(guesses) for guesses in solved]


_BARS_TOP, _BAR_ROW, _TOTAL_WIDTH = images.HEAD_HEIGHT + 16, 58, 60
_NAMES_LEFT, _BARS_LEFT = images.MARGIN + 34, 236
_DRAWN_PEOPLE = 10


def week_image(week: RoomWeek, words: Words) -> images.Image:
    """The best people of a week, each with a bar in which every day is as long as its cost."""
    title, winners = _week_title(week, words), set(week.winner_ids)
    shown = week.ranked_players[:_DRAWN_PEOPLE]
    scale = (images.WIDTH - images.MARGIN - _TOTAL_WIDTH - _BARS_LEFT) / (UNSOLVED_COST * len(week.days))
    people = words.plural("{n:,} person", "{n:,} people", len(week.ranked_players))
    parts, said = [images.HATCH, images.heading_svg(title, people)], [f"{title}: {people}"]
    for number, (place, player, total) in enumerate(shown):
        top, x, shown_name = _BARS_TOP + number * _BAR_ROW, float(_BARS_LEFT), _name(week.names[player], week.rules)
        line = top + _BAR_ROW / 2 + images.SMALL * 0.36
        label = images.shorten_to_width(
            images.drawable_part(shown_name)[0], _BARS_LEFT - _NAMES_LEFT - 12, images.SMALL
        )
        colour = images.GOLD if player in winners else images.INK
        parts.append(images.TextLine(str(place), images.MARGIN, line, colour=images.FAINT_INK).svg())
        parts.append(images.TextLine(label, _NAMES_LEFT, line, colour=colour, is_bold=player in winners).svg())
        for day, cost in zip(week.days, week.daily_costs(player), strict=True):
            fill = images.BLUE if (player, day) in week.solved else "url(#lost)"
            parts.append(bar_svg(x, top + 8, cost * scale - 3, _BAR_ROW - 16, fill))
            x += cost * scale
        parts.append(
            images.TextLine(
                str(total), images.WIDTH - images.MARGIN, line, colour=colour, anchor="end", is_bold=True
            ).svg()
        )
        said.append(f"{place} {shown_name} {total}: {', '.join(_costs(player, week))}")
    drawing = images.svg_document(_BARS_TOP + len(shown) * _BAR_ROW + 20, parts)
    return images.Image(drawing, "\n".join(said)[: images.MAX_ALTERNATIVE], f"week-{week.first}")


def _name(shown: str, rules: Rules) -> str:
    """A name. It must not tell a code that others may still be guessing."""
    return safe_name(without_codes(shown, rules))
