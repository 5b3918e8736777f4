"""The summary of a room's dailies."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.locales import Words
from bot.locales.columns import align_within
from bot.locales.safe import channel, name, shorten
from bot.model.daily_games import DailyGame
from bot.presenters import phrases
from bot.presenters.chart import Chart, charts_picture
from bot.presenters.daily import frozen_days
from bot.presenters.pictures import Picture
from bot.presenters.places import local_command
from bot.presenters.rules import game_name
from bot.presenters.views import Block, Heading, Paragraph, Preformatted, Tone, View
from bot.services.daily.summaries import RoomSummary

_MAX_NAMES = 20
"""The most names in a line; the others are counted."""

_MAX_NAME = 12

_DRAWN_RULES = 2
"""Rules whose results are drawn, those played most."""


def summary_view(summary: RoomSummary, words: Words) -> View:
    """What a room played and its streak: of one day by number of guesses, of several by person, best first."""
    is_one_day = summary.first == summary.last
    title = (
        words("Results of the daily, {day}", day=summary.last)
        if is_one_day
        else words("Results of the dailies, {first} to {last}", first=summary.first, last=summary.last)
    )
    blocks: list[Block] = [Heading(title), *map(Paragraph, _streak(summary, words))]
    if summary.room is not None:
        blocks.insert(1, Paragraph(words("Played in {room}", room=channel(summary.room.channel))))
    by_rules = [list(games) for _, games in groupby(sorted(summary.games, key=_rules), _rules)]
    by_rules.sort(key=len, reverse=True)
    for games in by_rules:
        blocks += (_day if is_one_day else _people)(games, summary, words)
    if summary.unreachable is not None:
        change = local_command("settings server announcements:", summary.unreachable)
        blocks.append(
            Paragraph(
                words(
                    "I can't write in {room}, the channel for announcements. `{change}` changes it.",
                    room=channel(summary.unreachable.channel),
                    change=change,
                )
            )
        )
    pictures = tuple(_results(games, title, place, words) for place, games in enumerate(by_rules[:_DRAWN_RULES], 1))
    return View(tuple(blocks), pictures=tuple(filter(None, pictures)), tone=Tone.NEUTRAL)


def _results(games: Sequence[DailyGame], title: str, number: int, words: Words) -> Picture | None:
    """The chart of the results under the same rules, without those who have not finished; None if nobody has."""
    counted = [game for game in games if game.is_counted]
    if not counted:
        return None
    rules, solved = counted[0].rules, Counter(_guesses(game) for game in counted if game.is_solved_in_time)
    found = words.plural(
        "{solved} of {n:,} game solved", "{solved} of {n:,} games solved", len(counted), solved=solved.total()
    )
    summary = f"{game_name(rules, words)} {rules} · {found}"
    return charts_picture([Chart.of(title, summary, solved, len(counted) - solved.total())], words, f"summary-{number}")


def _rules(game: DailyGame) -> str:
    return str(game.rules)


def _streak(summary: RoomSummary, words: Words) -> list[str]:
    streak = summary.streak
    days = phrases.daily_room_streak(words, streak.days, streak.best) if streak.best else ""
    return [sentence for sentence in (days, frozen_days(streak, words)) if sentence]


def _day(games: Sequence[DailyGame], summary: RoomSummary, words: Words) -> Iterable[Block]:
    """The results of one day and rules."""
    solved = sorted((game for game in games if game.is_solved_in_time), key=_guesses)
    yield Paragraph(words("{game} `{rules}`:", game=game_name(games[0].rules, words), rules=str(games[0].rules)))
    for guesses, tied in groupby(solved, _guesses):
        yield Paragraph(
            words.plural(
                "{n:,} guess: {names}", "{n:,} guesses: {names}", guesses, names=_names(list(tied), summary, words)
            )
        )
    missed = [game for game in games if game.is_counted and not game.is_solved_in_time]
    if missed:
        yield Paragraph(words("Not solved: {names}", names=_names(missed, summary, words)))
    unfinished = [game for game in games if not game.is_counted]
    if unfinished:
        yield Paragraph(words("Not finished: {names}", names=_names(unfinished, summary, words)))


def _people(games: Sequence[DailyGame], summary: RoomSummary, words: Words) -> Iterable[Block]:
    """The results of several days, one row for each person: days solved, of how many played, and guesses on average."""
    by_player = {
        player: [game for game in games if game.player == player] for player in {game.player for game in games}
    }
    ranked = sorted(by_player.items(), key=lambda item: (_merit(item[1]), summary.names[item[0]]))
    rows = [
        (
            shorten(name(summary.names[player]), _MAX_NAME),
            words("{solved} of {played}", solved=_solved(theirs), played=len(theirs)),
            _average(theirs, words),
        )
        for player, theirs in ranked
    ]
    yield Paragraph(words("{game} `{rules}`:", game=game_name(games[0].rules, words), rules=str(games[0].rules)))
    yield Preformatted(align_within([rows], right=[2]))


def _guesses(game: DailyGame) -> int:
    return len(game.board.turns)


def _solved(games: Sequence[DailyGame]) -> int:
    return sum(game.is_solved_in_time for game in games)


def _mean(games: Sequence[DailyGame]) -> float | None:
    """The mean number of guesses of the games that were solved in time, None without any."""
    guesses = [_guesses(game) for game in games if game.is_solved_in_time]
    return sum(guesses) / len(guesses) if guesses else None


def _merit(games: Sequence[DailyGame]) -> tuple[int, float]:
    return -_solved(games), _mean(games) or 0.0


def _average(games: Sequence[DailyGame], words: Words) -> str:
    mean = _mean(games)
    return "-" if mean is None else words.number(mean)


def _names(games: Sequence[DailyGame], summary: RoomSummary, words: Words) -> str:
    names = sorted(name(summary.names[game.player]) for game in games)
    others = len(names) - _MAX_NAMES
    shown = words.commas(names[:_MAX_NAMES])
    return words("{names}, {others} more", names=shown, others=others) if others > 0 else shown
