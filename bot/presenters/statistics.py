"""A player's statistics."""

from collections.abc import Iterable, Mapping

from bot.locales import Words
from bot.locales.columns import align
from bot.locales.words import translatable
from bot.model.marks import MOST_CODES, MarkSum
from bot.model.ratings import Rating
from bot.model.records import Count, RulesRecord, Tally
from bot.presenters import phrases
from bot.presenters.charts import Chart, bars, charts_image, marks_image, ratings_image
from bot.presenters.daily import daily_title
from bot.presenters.images import Image
from bot.presenters.rules import counted_game
from bot.presenters.versus import level_name
from bot.presenters.views import Block, Button, Heading, Paragraph, Preformatted, Tone, View
from bot.services.records import LastGame, Statistics
from core.game.daily import Streak
from core.game.policy import UNSOLVED_COST, read_counted_rules
from core.game.sides import Level, SideOutcome
from core.solver.review import MAX_MARK

_MAX_RULES = 5
"""Rules whose statistics are shown in full, those played most."""

_DRAWN_RULES = 2
"""Rules whose statistics are drawn, those played most."""

_SHOWN_MONTHS = 6
"""The last months that are shown."""


_WHAT_COUNTS = translatable(
    "Ranked games count for averages, streaks and leaderboards. Rated games count for the rating, which says how many "
    "did. Dailies count for the daily streak, and everything else only here."
)


def stats(statistics: Statistics, words: Words) -> View:
    """A player's statistics: for each rules the games by mode, then a menu of the last games to review."""
    rules = list(dict.fromkeys((*statistics.record.by_rules, *statistics.ratings, *statistics.dailies)))
    if not rules:
        player = words.person(statistics.name, first=True)
        return View((Paragraph(words("{player} hasn't finished a game yet. Start one with `play`.", player=player)),))
    blocks: list[Block] = [Paragraph(words("{player}'s statistics", player=words.person(statistics.name, first=True)))]
    if statistics.streak.best:
        blocks.append(Paragraph(streak_line(statistics.streak, words)))
    blocks += [block for one in rules[:_MAX_RULES] for block in _rules_blocks(one, statistics, words)]
    if others := rules[_MAX_RULES:]:
        blocks.append(Paragraph(words("Also played: {rules}", rules=words.commas(others))))
    blocks.append(Paragraph(words(_WHAT_COUNTS)))
    menu = words("Review one of your last games")
    buttons = tuple(
        Button(review_label(last, words), "review", {"game": last.game}, menu=menu) for last in statistics.reviewable
    )
    images = tuple(_images(statistics, rules[:_DRAWN_RULES], words))
    return View(tuple(blocks), buttons, images=images, tone=Tone.NEUTRAL)


def review_label(last: LastGame, words: Words) -> str:
    """One of the last games among those to review."""
    if last.day is not None:
        return f"{daily_title(last.rules, last.day, words)}: {phrases.guess_count(words, last.guesses)}"
    return words.plural(
        "#{game}: {rules}, {n:,} guess, {day}",
        "#{game}: {rules}, {n:,} guesses, {day}",
        last.guesses,
        game=last.game,
        rules=str(last.rules),
        day=last.ended_at.date(),
    )


def _images(statistics: Statistics, rules: Iterable[str], words: Words) -> Iterable[Image]:
    """For each rules the distribution of the games alone, and skill, luck and ratings by month if there are several."""
    for place, one in enumerate(rules, 1):
        title = counted_game(one, words)
        tally = statistics.record.by_rules.get(one, RulesRecord()).alone
        if tally.games:
            summary = words.plural(
                "{average} guesses on average, {n:,} game",
                "{average} guesses on average, {n:,} games",
                tally.games,
                average=words.number(tally.average),
            )
            chart = Chart.from_distribution(title, summary, tally.distribution, tally.games - tally.solved)
            yield charts_image([chart], words, f"distribution-{place}")
        months = statistics.history.get(one, ())
        if len(months) > 1:
            yield marks_image(title, months, words, f"marks-{place}")
        rated = statistics.rated.get(one, ())
        if len(rated) > 1:
            yield ratings_image(title, rated, words, f"ratings-{place}")


def _rules_blocks(rules: str, statistics: Statistics, words: Words) -> Iterable[Block]:
    """The games under some rules, a line or more for each mode that was played."""
    record = statistics.record.by_rules.get(rules, RulesRecord())
    yield Heading(counted_game(rules, words))
    if record.alone.games:
        yield from map(Paragraph, _alone_lines(record.alone, statistics.optimal.get(rules), words))
        if lines := bars(record.alone.distribution, record.alone.games - record.alone.solved):
            yield Preformatted(lines)
    yield from _mark_blocks(rules, statistics, words)
    yield from map(Paragraph, _other_lines(rules, record, statistics, words))
    rated = statistics.rated.get(rules, ())[-_SHOWN_MONTHS:]
    if len(rated) > 1:
        rows = [
            (f"{month.first_day:%Y-%m}", str(month.rating.points), f"± {month.rating.uncertainty}") for month in rated
        ]
        yield Preformatted(align([words("month|rating|").split("|"), *rows], right=[1, 2]))


def _other_lines(rules: str, record: RulesRecord, statistics: Statistics, words: Words) -> Iterable[str]:
    if (daily := statistics.dailies.get(rules)) is not None:
        yield _daily_line(daily, words)
    yield from _lines_with_people(record, words)
    if record.hosted.games:
        yield _hosted_line(record.hosted, words)
    if record.duels:
        won, drawn, lost = _score(record.duels)
        yield words("Duels (rated): {won} won, {drawn} drawn, {lost} lost", won=won, drawn=drawn, lost=lost)
    for level in filter(record.against.__contains__, Level):
        won, drawn, lost = _score(record.against[level])
        yield words(
            "Against {level} (rated): {won} won, {drawn} drawn, {lost} lost",
            level=level_name(level, words),
            won=won,
            drawn=drawn,
            lost=lost,
        )
    if (rating := statistics.ratings.get(rules)) is not None:
        yield rating_line(rating, words)


def _lines_with_people(record: RulesRecord, words: Words) -> Iterable[str]:
    if record.unranked.games:
        yield words.plural(
            "Alone, with a short limit or in a race (not ranked): {n:,} game, {solved} solved",
            "Alone, with a short limit or in a race (not ranked): {n:,} games, {solved} solved",
            record.unranked.games,
            solved=record.unranked.solved,
        )
    if record.together.games:
        yield words.plural(
            "With others (not ranked): {n:,} game, {solved} solved",
            "With others (not ranked): {n:,} games, {solved} solved",
            record.together.games,
            solved=record.together.solved,
        )
    if record.races.games:
        yield words.plural(
            "Races (rated): {n:,} race, {won} won, place {place}",
            "Races (rated): {n:,} races, {won} won, place {place} on average",
            record.races.games,
            won=record.races.won,
            place=words.number(record.races.places / record.races.games),
        )


def _daily_line(count: Count, words: Words) -> str:
    if not count.solved:
        return words("Daily: {solved} of {games} solved", solved=count.solved, games=count.games)
    return words(
        "Daily: {solved} of {games} solved in {average} guesses on average",
        solved=count.solved,
        games=count.games,
        average=words.number(count.guesses / count.solved),
    )


def _hosted_line(count: Count, words: Words) -> str:
    if not count.solved:
        return words.plural(
            "Hosted (not ranked): {n:,} game, {solved} solved",
            "Hosted (not ranked): {n:,} games, {solved} solved",
            count.games,
            solved=count.solved,
        )
    return words.plural(
        "Hosted (not ranked): {n:,} game, {solved} solved in {average} guesses on average",
        "Hosted (not ranked): {n:,} games, {solved} solved in {average} guesses on average",
        count.games,
        solved=count.solved,
        average=words.number(count.guesses / count.solved),
    )


def streak_line(streak: Streak, words: Words) -> str:
    """The streak of dailies."""
    return words.plural(
        "Daily streak: {n:,} day, best {best}", "Daily streak: {n:,} days, best {best}", streak.days, best=streak.best
    )


def rating_line(rating: Rating, words: Words) -> str:
    """A rating, its uncertainty and the number of games."""
    shown = f"{rating.points} ± {rating.uncertainty}"
    if rating.is_provisional:
        return words.plural(
            "Rating: {rating} ({n:,} game, provisional)",
            "Rating: {rating} ({n:,} games, provisional)",
            rating.games,
            rating=shown,
        )
    return words.plural("Rating: {rating} ({n:,} game)", "Rating: {rating} ({n:,} games)", rating.games, rating=shown)


def _alone_lines(tally: Tally, optimal: float | None, words: Words) -> Iterable[str]:
    yield words("Solo (ranked): {solved} of {games} solved", solved=tally.solved, games=tally.games)
    average = words.number(tally.average)
    if optimal is None:
        yield words("Average {average}", average=average)
    else:
        yield words("Average {average} (best play {optimal})", average=average, optimal=words.number(optimal))
    if tally.solved < tally.games:
        yield words(
            "Not solved, or with a hint (-): {games}, each counts as {cost} guesses or more",
            games=tally.games - tally.solved,
            cost=UNSOLVED_COST,
        )
    yield words("Streak: {streak} solved in a row, best {best}", streak=tally.streak, best=tally.best_streak)


def _score(outcomes: Mapping[SideOutcome, int]) -> tuple[int, int, int]:
    """Games won, drawn and lost."""
    lost = outcomes.get(SideOutcome.LOST, 0) + outcomes.get(SideOutcome.RESIGNED, 0)
    return outcomes.get(SideOutcome.WON, 0), outcomes.get(SideOutcome.DRAWN, 0), lost


def _mark_blocks(rules: str, statistics: Statistics, words: Words) -> Iterable[Block]:
    """Skill and luck of the ranked games under some rules, and by month if there are several."""
    months = statistics.history.get(rules, ())
    if months:
        marks = sum((month.marks for month in months), MarkSum())
        yield Paragraph(_means(marks, words))
    elif rules in statistics.record.alone and read_counted_rules(rules)[0].codes > MOST_CODES:
        yield Paragraph(
            words("Skill and luck aren't computed for rules with more than {codes:,} codes.", codes=MOST_CODES)
        )
    if len(months) > 1:
        cells = [phrases.rounded_marks(month.marks) for month in months]
        rows = [
            (f"{month.first_day:%Y-%m}", skill, luck, str(games))
            for month, (skill, luck, games) in zip(months, cells, strict=True)
        ]
        yield Preformatted(align([words("month|skill|luck|games").split("|"), *rows[-_SHOWN_MONTHS:]], right=[1, 2, 3]))


def _means(marks: MarkSum, words: Words) -> str:
    """Mean skill and luck, of how many games; skill may be estimated."""
    skill, luck, games = phrases.rounded_marks(marks)
    if marks.is_exact:
        return words.plural(
            "Skill {skill}, luck {luck} of {most} ({n:,} game)",
            "Skill {skill}, luck {luck} of {most} ({n:,} games)",
            games,
            skill=skill,
            luck=luck,
            most=MAX_MARK,
        )
    return words.plural(
        "Skill {skill}, luck {luck} of {most} ({n:,} game, skill estimated)",
        "Skill {skill}, luck {luck} of {most} ({n:,} games, skill estimated)",
        games,
        skill=skill,
        luck=luck,
        most=MAX_MARK,
    )
