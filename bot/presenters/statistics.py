"""A player's statistics."""

from collections.abc import Iterable, Mapping, Sequence

from bot.commands.command import StatisticsPart
from bot.locales import Words, translatable
from bot.locales.columns import align
from bot.model.ratings import Rating
from bot.model.records import RulesRecord, UnrankedGameCount
from bot.model.results import MOST_CODES, MarkSum
from bot.presenters import phrases
from bot.presenters.charts import PlayerFigures, bar_chart_lines, statistics_image
from bot.presenters.daily import daily_title
from bot.presenters.rules import counted_game_name
from bot.presenters.versus import level_name
from bot.presenters.views import Block, Button, Footnote, Heading, Paragraph, Preformatted, Tone, View
from bot.services.records import LastGame, Statistics
from core.game.daily import Streak
from core.game.policy import read_rules_and_items
from core.game.sides import Level, OutcomeForSide
from core.solver.marks import MAX_MARK

_MAX_RULES = 5
"""Rules whose statistics are listed in full, those played most."""

_SHOWN_MONTHS = 6
"""The last months that are shown."""


_WHAT_COUNTS = translatable(
    "Ranked games count for averages and leaderboards, rated games for the rating, dailies for the daily streak."
)


def rules_played(statistics: Statistics) -> Sequence[str]:
    """The rules that a player has played, those of most games first."""
    return list(dict.fromkeys((*statistics.record.by_rules, *statistics.ratings, *statistics.dailies)))


def stats(statistics: Statistics, words: Words, rules: str, *, is_shared: bool = False, may_share: bool = True) -> View:
    """A player's statistics under some rules as an image, and as text where there are none.

    Args:
        statistics: of a player who has played.
        words: the language.
        rules: the notation of rules that they have played.
        is_shared: whether others see it, without the buttons of the one who asked.
        may_share: whether there are others who could see it.
    """
    shown = _figures(rules, statistics, words)
    lines, texts = bar_chart_lines(shown.won, shown.lost), filter(None, (shown.facts_text, shown.marks_text))
    blocks = (
        Heading(shown.name, (shown.game,), is_drawn=True),
        *((Preformatted(lines, is_drawn=True),) if lines else ()),
        *(Paragraph(text, is_drawn=True) for text in texts),
    )
    buttons = () if is_shared else tuple(_buttons(rules, statistics, words, may_share=may_share))
    images, options = (statistics_image(shown, words),), {"rules": rules, **_player_option(statistics)}
    return View(blocks, buttons, images=images, tone=Tone.NEUTRAL, command="stats", options=options)


def _player_option(statistics: Statistics) -> Mapping[str, str]:
    """The option that names somebody other than the caller."""
    return {"player": statistics.user} if statistics.user else {}


def _figures(rules: str, statistics: Statistics, words: Words) -> PlayerFigures:
    """What the image shows: the solo games or, without any, the dailies."""
    record, daily = (
        statistics.record.by_rules.get(rules, RulesRecord()),
        statistics.dailies.get(rules, UnrankedGameCount()),
    )
    tally, game, figures = record.alone, counted_game_name(rules, words), []
    if tally.games:
        figures = [
            (words("average"), words.number(tally.average_cost)),
            (words("solved"), f"{tally.solved}/{tally.games}"),
        ]
    elif daily.games:
        average = words.number(_mean(daily)) if daily.solved else "-"
        figures = [(words("average"), average), (words("solved"), f"{daily.solved}/{daily.games}")]
        game = f"{game} · {words('Daily')}"
    if (rating := statistics.ratings.get(rules)) is not None:
        figures.append((words.in_context("narrow", "rating"), str(rating.points)))
    if statistics.streak.best:
        figures.append((words("daily streak"), str(statistics.streak.days)))
    figures = figures or [(words("games"), f"{record.games}")]
    months = statistics.history.get(rules, ())
    total = sum((month.marks for month in months), MarkSum())
    marks = ((words("skill"), total.mean_skill), (words("luck"), total.mean_luck)) if months else ()
    return PlayerFigures(statistics.name, game, figures, tally.distribution, tally.games - tally.solved, marks)


def _buttons(rules: str, statistics: Statistics, words: Words, *, may_share: bool) -> Iterable[Button]:
    """Share and review for the player; then, less often needed, all figures and those of other rules."""
    asked = _player_option(statistics)
    if may_share and not statistics.user:
        yield Button(words("Share"), "stats", {"show": StatisticsPart.SHARED.value, "rules": rules})
    if statistics.reviewable:
        yield Button(words("Review a game"), "stats", {"show": StatisticsPart.GAMES.value})
    options = {"show": StatisticsPart.ALL.value, "rules": rules, **asked}
    yield Button(words("All figures"), "stats", options, is_rare=True)
    others = rules_played(statistics)
    for one in others if len(others) > 1 else ():
        game, options, is_chosen = counted_game_name(one, words), {"rules": one, **asked}, one == rules
        yield Button(game, "stats", options, menu=words("Other rules"), is_chosen=is_chosen, is_rare=True)


def no_games_played(statistics: Statistics, words: Words) -> View:
    """That a player has finished no game."""
    player = words.person(statistics.name, first=True)
    return View((Paragraph(words("{player} hasn't finished a game yet. Start one with `play`.", player=player)),))


def review_menu(statistics: Statistics, words: Words) -> View:
    """A menu of the player's last games to review."""
    menu = words("Review one of your last games")
    return View((Paragraph(menu),), tuple(_reviews(statistics, menu, words)))


def _reviews(statistics: Statistics, menu: str, words: Words) -> Iterable[Button]:
    for last in statistics.reviewable:
        yield Button(review_label(last, words), "review", {"game": last.game}, menu=menu)


def statistics_text(statistics: Statistics, words: Words, rules: str, *, is_explained: bool) -> View:
    """A player's statistics in text: for each rules, or for some rules only, the games by mode, and months.

    Args:
        statistics: of a player who has played.
        words: the language.
        rules: the notation of the rules; empty for all, with a menu of the last games.
        is_explained: whether it is said what counts for what.
    """
    played = [rules] if rules else rules_played(statistics)
    blocks: list[Block] = [Paragraph(words("{player}'s statistics", player=words.person(statistics.name, first=True)))]
    if statistics.streak.best:
        blocks.append(Paragraph(streak_line(statistics.streak, words)))
    blocks += [block for one in played[:_MAX_RULES] for block in _rules_blocks(one, statistics, words)]
    if others := played[_MAX_RULES:]:
        blocks.append(Paragraph(words("Also played: {rules}", rules=words.comma_separated(others))))
    if is_explained:
        blocks.append(Footnote(words(_WHAT_COUNTS)))
    buttons = () if rules else tuple(_reviews(statistics, words("Review one of your last games"), words))
    return View(tuple(blocks), buttons, tone=Tone.NEUTRAL)


def review_label(last: LastGame, words: Words) -> str:
    """One of the last games among those to review."""
    if last.day is not None:
        return f"{daily_title(last.rules, last.day, words)}: {phrases.guess_count_text(words, last.guesses)}"
    return words.plural(
        "#{game}: {rules}, {n:,} guess, {day}",
        "#{game}: {rules}, {n:,} guesses, {day}",
        last.guesses,
        game=last.game,
        rules=str(last.rules),
        day=last.ended_at.date(),
    )


def _rules_blocks(rules: str, statistics: Statistics, words: Words) -> Iterable[Block]:
    """The games under some rules, a line for each mode that was played."""
    record = statistics.record.by_rules.get(rules, RulesRecord())
    yield Heading(counted_game_name(rules, words))
    yield from map(Paragraph, _counted_lines(record, statistics.dailies.get(rules, UnrankedGameCount()), words))
    if record.alone.games:
        streak, best = record.alone.streak, record.alone.best_streak
        yield Paragraph(words("Streak: {streak} solved in a row, best {best}", streak=streak, best=best))
        if possible := phrases.best_possible(words, statistics.optimal.get(rules)):
            yield Paragraph(possible)
        if lines := bar_chart_lines(record.alone.distribution, record.alone.games - record.alone.solved):
            yield Preformatted(lines)
    yield from _mark_blocks(rules, statistics, words)
    yield from map(Paragraph, _rated_lines(record, statistics.ratings.get(rules), words))
    rated = statistics.rated.get(rules, ())[-_SHOWN_MONTHS:]
    if len(rated) > 1:
        rows = [
            (f"{month.first_day:%Y-%m}", str(month.rating.points), f"± {month.rating.uncertainty}") for month in rated
        ]
        yield Preformatted(align([words("month|rating|").split("|"), *rows], right=[1, 2]))


def _counted_lines(record: RulesRecord, daily: UnrankedGameCount, words: Words) -> Iterable[str]:
    """The games of each mode in which a secret is guessed, the solved ones, and the average where it is counted."""
    alone, hosted = record.alone, record.hosted
    for mode, count, average in (
        (words("Solo"), alone, alone.average_cost),
        (words("Daily"), daily, _mean(daily)),
        (words("Solo, not ranked"), record.unranked, 0.0),
        (words("With others"), record.guessed_with_others, 0.0),
        (words("Hosted"), hosted, _mean(hosted)),
    ):
        if count.games:
            solved = words("{mode}: {solved}/{games} solved", mode=mode, solved=count.solved, games=count.games)
            guesses = [words("average {average}", average=words.number(average))] if average else []
            yield words.comma_separated([solved, *guesses])


def _mean(count: UnrankedGameCount) -> float:
    """The guesses in a solved game on average; 0 if they are not known."""
    return count.guesses / count.solved if count.solved else 0.0


def _rated_lines(record: RulesRecord, rating: Rating | None, words: Words) -> Iterable[str]:
    """Races, duels and games against the bot, and the rating."""
    if (races := record.races).games:
        place = words.number(races.places / races.games)
        yield words("Races: {won}/{games} won, average place {place}", won=races.won, games=races.games, place=place)
    against = {words("Against {level}", level=level_name(level, words)): record.against.get(level) for level in Level}
    for mode, outcomes in {words("Duels"): record.duels, **against}.items():
        if outcomes:
            won, drawn = outcomes.get(OutcomeForSide.WON, 0), outcomes.get(OutcomeForSide.DRAWN, 0)
            lost = outcomes.get(OutcomeForSide.LOST, 0) + outcomes.get(OutcomeForSide.RESIGNED, 0)
            yield words("{mode}: {won} won, {drawn} drawn, {lost} lost", mode=mode, won=won, drawn=drawn, lost=lost)
    if rating is not None:
        yield rating_line(rating, words)


def streak_line(streak: Streak, words: Words) -> str:
    """The streak of dailies."""
    return words.plural(
        "Daily streak: {n:,} day, best {best}", "Daily streak: {n:,} days, best {best}", streak.days, best=streak.best
    )


def rating_line(rating: Rating, words: Words) -> str:
    """A rating, its uncertainty and the number of games."""
    shown = f"{rating.points} ± {rating.uncertainty}"
    said = words.plural("Rating: {rating} ({n:,} game)", "Rating: {rating} ({n:,} games)", rating.games, rating=shown)
    return said if rating.is_ranked else words("{rating}, provisional", rating=said)


def _mark_blocks(rules: str, statistics: Statistics, words: Words) -> Iterable[Block]:
    """Skill and luck of the ranked games under some rules, and by month if there are several."""
    months = statistics.history.get(rules, ())
    if months:
        marks = sum((month.marks for month in months), MarkSum())
        yield Paragraph(_means(marks, words))
    elif rules in statistics.record.ranked_alone and read_rules_and_items(rules)[0].code_count > MOST_CODES:
        yield Paragraph(
            words("Skill and luck aren't computed for rules with more than {codes:,} codes.", codes=MOST_CODES)
        )
    if len(months) > 1:
        cells = [_rounded(month.marks) for month in months]
        rows = [
            (f"{month.first_day:%Y-%m}", skill, luck, str(games))
            for month, (skill, luck, games) in zip(months, cells, strict=True)
        ]
        yield Preformatted(align([words("month|skill|luck|games").split("|"), *rows[-_SHOWN_MONTHS:]], right=[1, 2, 3]))


def _rounded(marks: MarkSum) -> tuple[str, str, int]:
    """Mean skill and luck, and the number of games."""
    return phrases.mark_text(marks.mean_skill), phrases.mark_text(marks.mean_luck), max(marks.games, marks.lucky_games)


def _means(marks: MarkSum, words: Words) -> str:
    """Mean skill and luck, of how many games; skill may be estimated."""
    skill, luck, games = _rounded(marks)
    said = words.plural(
        "Skill {skill}, luck {luck} of {most} ({n:,} game)",
        "Skill {skill}, luck {luck} of {most} ({n:,} games)",
        games,
        skill=skill,
        luck=luck,
        most=MAX_MARK,
    )
    return said if marks.is_exact else words("{means}, skill estimated", means=said)
