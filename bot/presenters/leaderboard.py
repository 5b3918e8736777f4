"""A page of a leaderboard: its title and notes, and the ways to other pages and other leaderboards."""

from collections.abc import Iterator
from dataclasses import replace

from msgspec import structs

from bot.commands.command import ON
from bot.locales import Words, translatable
from bot.model.ratings import RANKED_GAMES
from bot.model.records import MIN_GAMES, Order, Period, Scope
from bot.model.rooms import RoomKey
from bot.presenters.leaderboard_rows import leaderboard_image, panel
from bot.presenters.phrases import choice_name_in_room, is_discord_direct_message, is_terminal
from bot.presenters.rules import counted_game_name
from bot.presenters.views import Block, Button, Heading, Paragraph, Tone, View
from bot.services.records import Leaderboard, LeaderboardRequest
from core.game.items import can_be_played_with_items
from core.game.policy import MIN_RANKED_TRIES, UNSOLVED_COST, typical_average
from core.game.rules import Rules

_ORDERS = {
    Order.AVERAGE: translatable("Average guesses"),
    Order.SOLVED: translatable("Games solved"),
    Order.RATING: translatable("Rating"),
    Order.ITEMS: translatable("Rating with items"),
}
_PERIODS = {
    Period.TODAY: translatable("today"),
    Period.WEEK: translatable("this week"),
    Period.MONTH: translatable("this month"),
    Period.SEASON: translatable("this season"),
    Period.ALL: translatable("all time"),
}
_SCOPES = {
    "channel": translatable("this channel"),
    "room": translatable("this room"),
    "server": translatable("this server"),
    "workspace": translatable("this workspace"),
    "here": translatable("here"),
    "everywhere": translatable("everywhere"),
}
"""Where games were played, by the name that it has on a platform."""


def leaderboard(board: Leaderboard, words: Words, room: RoomKey, *, is_private: bool = False) -> View:
    """A page of a leaderboard that was asked for in `room`, as an image, and as text where there are none.

    Where others see it, it leaves out a caller who is hidden from leaderboards, and has a button instead of the menus
    of other leaderboards.
    """
    if not is_private and not is_terminal(room):
        board = structs.replace(board, entries=[entry for entry in board.entries if not entry.is_hidden])
    asked = board.question
    details = (
        counted_game_name(str(asked.rules), words),
        words(_PERIODS[asked.period]),
        _scope(asked.scope, words, room),
    )
    title = Heading(words(_ORDERS[asked.order]), details, is_drawn=True)
    blocks: list[Block] = [title]
    if board.entries:
        blocks.append(replace(panel(board, words), is_drawn=True))
    if asked.page == 1 and all(entry.rank is None for entry in board.entries):
        blocks.append(Paragraph(_nobody(asked.order, words)))
    pages = tuple(_page_buttons(board, words))
    if is_terminal(room):
        return View((*blocks, *_typed_choices(board, words, room)), pages, tone=Tone.NEUTRAL)
    others = _menus(asked, words, room) if is_private else _public_buttons(asked, words)
    return View(tuple(blocks), (*pages, *others), images=leaderboard_image(board, title, words), tone=Tone.NEUTRAL)


def _scope(scope: Scope, words: Words, room: RoomKey) -> str:
    return words(_SCOPES[choice_name_in_room(scope.value, room)])


def _nobody(order: Order, words: Words) -> str:
    """That nobody is ranked, and what it takes."""
    if not order.is_rating:
        return words("Nobody has finished {games} solo games here yet.", games=MIN_GAMES)
    text = words(
        "Nobody is ranked here yet. That takes {games} rated games, one of them here. Duels, races and games "
        "against the bot are rated.",
        games=RANKED_GAMES,
    )
    return words.joined((text, _only_with_items(words))) if order is Order.ITEMS else text


def _only_with_items(words: Words) -> str:
    return words("Only games with items count for this rating.")


def how_ranked(rules: Rules, order: Order, words: Words) -> View:
    """Who is ranked on a leaderboard, and how."""
    if order.is_rating:
        text = words(
            "At least {games} rated games: duels, races and games against me without hints. 1500 points are "
            "my level normal; 400 more win about ten times for each loss.",
            games=RANKED_GAMES,
        )
        return View((Paragraph(words.joined((text, _only_with_items(words))) if order is Order.ITEMS else text),))
    text = words(
        "Solo games with {tries} tries or more, at least {games} of them. Unsolved, or with a hint: {cost}. So that "
        "luck in a few games doesn't decide, the order counts {games} more games of {typical} for everybody.",
        games=MIN_GAMES,
        tries=MIN_RANKED_TRIES,
        cost=UNSOLVED_COST,
        typical=words.number(typical_average(rules)),
    )
    return View((Paragraph(text),))


def _public_buttons(asked: LeaderboardRequest, words: Words) -> Iterator[Button]:
    """The buttons that answer one person: with the menus of other leaderboards, and with how this one is ranked."""
    yield Button(words("Other boards"), "leaderboard", _options(asked))
    options = {"why": ON, "order": asked.order.value, "rules": str(asked.rules)}
    yield Button(words("How is it ranked?"), "leaderboard", options)


def _options(question: LeaderboardRequest) -> dict[str, str]:
    """The options that ask for a page. Defaults are left out, because a button holds few characters."""
    chosen = {"period": question.period, "scope": question.scope, "order": question.order}
    usual = LeaderboardRequest(question.rules)
    options = {name: value.value for name, value in chosen.items() if value is not getattr(usual, name)}
    return {**options, "rules": str(question.rules), "page": str(question.page)}


def _page_buttons(board: Leaderboard, words: Words) -> Iterator[Button]:
    """The buttons to the previous and the next page."""
    asked = board.question
    if asked.page > 1:
        yield Button(words("Previous"), "leaderboard", _options(structs.replace(asked, page=asked.page - 1)))
    if board.has_more:
        yield Button(words("Next"), "leaderboard", _options(structs.replace(asked, page=asked.page + 1)))


def _menus(asked: LeaderboardRequest, words: Words, room: RoomKey) -> Iterator[Button]:
    """The menus of orders, periods and scopes. They lead to the first page."""
    first = structs.replace(asked, page=1)
    for order in Order:
        if order is not Order.ITEMS or can_be_played_with_items(asked.rules):
            yield _choice(words(_ORDERS[order]), structs.replace(first, order=order), first, words("Sort by"))
    for period in Period:
        yield _choice(words(_PERIODS[period]), structs.replace(first, period=period), first, words("Period"))
    for scope in Scope:
        if scope is not Scope.CHANNEL or not is_discord_direct_message(
            room
        ):  # a direct message is a server of one channel
            yield _choice(_scope(scope, words, room), structs.replace(first, scope=scope), first, words("Place"))


def _choice(label: str, question: LeaderboardRequest, asked: LeaderboardRequest, menu: str) -> Button:
    label = label[:1].upper() + label[1:]
    return Button(label, "leaderboard", _options(question), menu=menu, is_chosen=question == asked)


def _typed_choices(board: Leaderboard, words: Words, room: RoomKey) -> Iterator[Block]:
    """What to type for the next page."""
    if board.has_more:
        options = _options(structs.replace(board.question, page=board.question.page + 1))
        typed = " ".join(f"{name}:{choice_name_in_room(value, room)}" for name, value in options.items())
        yield Paragraph(words("Next page: `{command}`", command=f"leaderboard {typed}"))
