"""News of a game or a room, and the summaries of its dailies."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby

from bot.locales import Words
from bot.locales.columns import align_within
from bot.locales.safe import channel, name, shorten
from bot.model.daily import DailyGame
from bot.model.games import ShownGame
from bot.model.operations import Announcement
from bot.presenters import phrases
from bot.presenters.board import guess_button, quoted_code
from bot.presenters.cards import board_card
from bot.presenters.charts import Chart, charts_image
from bot.presenters.daily import frozen_days
from bot.presenters.duel_items import item_buttons, item_question
from bot.presenters.duels import challenge_ending, duel_ending, duel_title
from bot.presenters.endings import ending_of
from bot.presenters.hosting import hosted_ending
from bot.presenters.images import Image
from bot.presenters.rules import counted_game, game_name, how_button
from bot.presenters.versus import versus_ending
from bot.presenters.views import Block, Button, Heading, Paragraph, Preformatted, Tone, View
from bot.services.messages import TurnNotice
from bot.services.summaries import RoomSummary
from core.game.any_game import AnyGame
from core.game.challenges import Challenge
from core.game.codes import without_codes
from core.game.duels import Duel
from core.game.feedback import format_feedback
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import Race


def end_news(view: ShownGame, words: Words) -> View | None:
    """The end of a game in one line; None if there is nobody to tell."""
    if not view.has_news:
        return None
    game = view.public
    return View((Paragraph(f"#{view.id}: {_ending(view, game, words)}"),))


def end_news_with_board(view: ShownGame, words: Words) -> View | None:
    """The same, with a board as an image: the one that everybody played on, or that of the winner of a race or duel."""
    news, game = end_news(view, words), view.public
    if news is None or not game.has_begun:
        return news
    has_own_boards, is_won = game.has_own_boards, game.winner is not None
    turns = () if has_own_boards and not is_won else game.board(game.winner or game.starter).turns
    if not turns:
        return news
    names = () if has_own_boards else [view.name_of(turn.by) or phrases.former_player(words) for turn in turns]
    ending = duel_title(view, game, words) if isinstance(game, Duel) else _ending(view, game, words)
    about = counted_game(str(game.rules), words)
    board = board_card(ending, about, turns, game.rules, names, words, is_won=is_won)
    return replace(news, images=(board,), tone=Tone.WON if is_won else Tone.LOST)


def operator_news(announcement: Announcement, words: Words) -> View:
    """What the operator announces."""
    return View((Paragraph(words("From the operator of this bot: {text}", text=announcement.text(words.code))),))


def turn_news(notice: TurnNotice, words: Words, *, is_reminder: bool) -> View:
    """It is somebody's turn, or still is; they are mentioned."""
    view, game, player = notice.view, notice.view.public, notice.player
    buttons: tuple[Button, ...] = ()
    if isinstance(game, Challenge):
        text = _challenge_call(notice, game, words)
    elif isinstance(game, Duel):
        text = _duel_call(view, game, player.id, words)
        asked = item_buttons(game, words) if game.pending_use else (guess_button(game.rules, words),)
        buttons = tuple(replace(button, step=game.side(player.id).guesses + 1) for button in asked)
    else:
        text = words("A guess waits for your feedback.")
    if is_reminder:
        text = words("Still waiting for you. {call}", call=text)
    mentioned = words.mention(player.key.user, player.name)
    return View((Paragraph(f"{mentioned} #{view.id}: {text}"),), buttons, view.id, mention=player.key.user)


def _duel_call(view: ShownGame, game: Duel, player: str, words: Words) -> str:
    """It is a player's turn, and the last guess of the opponent, unless that is hidden."""
    opponent = game.opponent_of(player)
    if asked := item_question(view, game, words):
        return asked
    name = view.name_of(opponent.player)
    turn = words(
        "It's your turn against {opponent} (guess {number}).",
        opponent=words.person(name),
        number=game.side(player).guesses + 1,
    )
    if not opponent.turns:
        return turn
    last = opponent.turns[-1]
    guess = words(
        "{opponent} guessed {code}: {feedback}.",
        opponent=words.person(name, first=True),
        code=quoted_code(last.guess, game.rules),
        feedback=format_feedback(last.feedback, game.rules),
    )
    return words.joined((turn, guess))


def _challenge_call(notice: TurnNotice, game: Challenge, words: Words) -> str:
    """A player has to hide a secret: the opponent or, once they have, the one who challenged."""
    hours = round((notice.view.turn_limit or timedelta()) / timedelta(hours=1))
    (other,) = (player for player in game.players if player != notice.player.id)
    player, duration = words.person(notice.view.name_of(other), first=True), words.duration(hours)
    if notice.player.id == game.starter:
        return words(
            "{player} has accepted your challenge. Hide your secret within {duration}.",
            player=player,
            duration=duration,
        )
    return words(
        "{player} challenges you to a duel. You can accept within {duration}.", player=player, duration=duration
    )


_ENDINGS: Mapping[type[AnyGame], Callable[..., str]] = {
    Game: ending_of,
    Race: ending_of,
    HostedGame: hosted_ending,
    Challenge: challenge_ending,
    Duel: duel_ending,
}
"""What tells how a game of a mode ended."""


def _ending(view: ShownGame, game: AnyGame, words: Words) -> str:
    if isinstance(game, Duel) and game.level is not None:
        return versus_ending(view, game, words)
    return _ENDINGS[type(game)](view, game, words)


_MOST = (20, 8, 3)
"""The most names in a line, or rows in a table, from which the first number is chosen that makes a summary fit."""

_MAX_LENGTH = 3_500
"""The most characters of a summary, so that it fits into a message on every platform; see `_length`."""

_MAX_SECTIONS = 12
"""The most rules in a summary."""

_MAX_NAME = 12

_DRAWN_RULES = 2
"""Rules whose results are drawn, those played most."""


def summary_view(summary: RoomSummary, words: Words) -> View:
    """What a room played and its streak: of one day by number of guesses, of several by person, best first.

    Today's code follows if people are invited to play it.
    """
    if not summary.games:
        return View(tuple(_invitation(summary, words)), _todays_buttons(words), tone=Tone.NEUTRAL)
    is_one_day = summary.first == summary.last
    title = (
        words("Results of the daily, {day}", day=words.day(summary.last))
        if is_one_day
        else words(
            "Results of the dailies, {first} to {last}", first=words.day(summary.first), last=words.day(summary.last)
        )
    )
    blocks: list[Block] = [Heading(title), *map(Paragraph, _streak(summary, words))]
    if summary.room is not None:
        blocks.insert(1, Paragraph(words("Played in {room}", room=channel(summary.room.channel))))
    by_rules = [list(games) for _, games in groupby(sorted(summary.games, key=_rules), _rules)]
    by_rules.sort(key=len, reverse=True)
    blocks += _sections(by_rules, summary, words)
    if summary.unreachable is not None:
        blocks.append(
            Paragraph(
                words(
                    "I can't write in {room}, the channel for announcements. `settings` changes it.",
                    room=channel(summary.unreachable.channel),
                )
            )
        )
    images = tuple(_results(games, title, place, words) for place, games in enumerate(by_rules[:_DRAWN_RULES], 1))
    buttons = _todays_buttons(words) if summary.has_todays_code else ()
    blocks += _invitation(summary, words)
    return View(tuple(blocks), buttons, images=images, tone=Tone.NEUTRAL)


def _invitation(summary: RoomSummary, words: Words) -> list[Block]:
    """That there is a new code to find, if people are invited to play it."""
    if not summary.has_todays_code:
        return []
    title = Heading(words("Today's code"), (words.day(summary.last + timedelta(days=1)),))
    return [title, Paragraph(words("It is the same for everybody. How many guesses do you need?"))]


def _todays_buttons(words: Words) -> tuple[Button, ...]:
    return Button(words("Play today's"), "daily"), how_button(words)


def _sections(by_rules: Sequence[Sequence[DailyGame]], summary: RoomSummary, words: Words) -> list[Block]:
    """The results of each rules, as many as fit; those of the last ones are counted."""
    show = _day if summary.first == summary.last else _people
    shown = by_rules[:_MAX_SECTIONS]
    sections: list[list[Block]] = []
    for most in _MOST:
        sections = [list(show(games, summary, words, most)) for games in shown]
        if sum(map(_length, sections)) <= _MAX_LENGTH:
            break
    while sum(map(_length, sections)) > _MAX_LENGTH:
        sections.pop()
    blocks = [block for section in sections for block in section]
    if others := sum(map(len, by_rules[len(sections) :])):
        more = words.plural("and {n:,} more result by other rules", "and {n:,} more results by other rules", others)
        blocks.append(Paragraph(more))
    return blocks


def _length(section: Sequence[Block]) -> int:
    """The characters of some blocks, in which punctuation counts twice because platforms may escape it."""
    texts = ("\n".join(block.lines) if isinstance(block, Preformatted) else block.text for block in section)
    return sum(len(text) + sum(not (letter.isalnum() or letter.isspace()) for letter in text) + 8 for text in texts)


def _results(games: Sequence[DailyGame], title: str, number: int, words: Words) -> Image:
    """The chart of the results under the same rules."""
    rules, solved = games[0].rules, Counter(_guesses(game) for game in games if game.is_solved_in_time)
    found = words.plural(
        "{solved} of {n:,} game solved", "{solved} of {n:,} games solved", len(games), solved=solved.total()
    )
    summary = f"{game_name(rules, words)} {rules} · {found}"
    return charts_image(
        [Chart.from_distribution(title, summary, solved, len(games) - solved.total())], words, f"summary-{number}"
    )


def _rules(game: DailyGame) -> str:
    return str(game.rules)


def _streak(summary: RoomSummary, words: Words) -> list[str]:
    streak = summary.streak
    days = phrases.daily_room_streak(words, streak.days, streak.best) if streak.best else ""
    return [sentence for sentence in (days, frozen_days(streak, words)) if sentence]


def _day(games: Sequence[DailyGame], summary: RoomSummary, words: Words, most: int) -> Iterable[Block]:
    """The results of one day and rules in one paragraph, with at most so many names in a line."""
    solved = sorted((game for game in games if game.is_solved_in_time), key=_guesses)
    lines = [words("{game} `{rules}`:", game=game_name(games[0].rules, words), rules=str(games[0].rules))]
    for guesses, tied in groupby(solved, _guesses):
        names = _names(list(tied), summary, words, most)
        lines.append(words.plural("{n:,} guess: {names}", "{n:,} guesses: {names}", guesses, names=names))
    missed = [game for game in games if not game.is_solved_in_time]
    if missed:
        lines.append(words("Not solved: {names}", names=_names(missed, summary, words, most)))
    yield Paragraph("\n".join(lines))


def _people(games: Sequence[DailyGame], summary: RoomSummary, words: Words, most: int) -> Iterable[Block]:
    """The results of several days, one row for each person: days solved, of how many played, and guesses on average.

    At most so many people are shown.
    """
    by_player = {
        player: [game for game in games if game.player == player] for player in {game.player for game in games}
    }
    ranked = sorted(by_player.items(), key=lambda item: (_merit(item[1]), summary.names[item[0]]))
    rows = [
        (
            shorten(_name(player, games, summary), _MAX_NAME),
            words("{solved} of {played}", solved=_solved(theirs), played=len(theirs)),
            _average(theirs, words),
        )
        for player, theirs in ranked[:most]
    ]
    yield Paragraph(words("{game} `{rules}`:", game=game_name(games[0].rules, words), rules=str(games[0].rules)))
    yield Preformatted(align_within([rows], right=[2]))
    if (others := len(ranked) - most) > 0:
        yield Paragraph(words("and {others} more", others=others))


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


def _names(games: Sequence[DailyGame], summary: RoomSummary, words: Words, most: int) -> str:
    names = sorted(_name(game.player, games, summary) for game in games)
    others = len(names) - most
    shown = words.commas(names[:most])
    return words("{names}, {others} more", names=shown, others=others) if others > 0 else shown


def _name(player: str, games: Sequence[DailyGame], summary: RoomSummary) -> str:
    """A player's name. It must not tell a code that others may still be guessing."""
    return name(without_codes(summary.names[player], games[0].rules))
