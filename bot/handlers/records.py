"""Handlers of statistics, leaderboards and what is kept about people."""

import asyncio

from bot.commands.command import PrivacyAction
from bot.commands.errors import UnknownRulesOrPeriod
from bot.handlers.help import rules_in_room
from bot.handlers.request import Request
from bot.model.records import Order, Period, Scope
from bot.presenters import privacy as presenter
from bot.presenters.leaderboard import leaderboard as leaderboard_view
from bot.presenters.statistics import stats as stats_view
from bot.presenters.views import Reply
from bot.services.records import LeaderboardQuestion
from bot.services.services import Services
from core.game.rules import Rules, UnknownRules


async def stats(request: Request, services: Services) -> Reply:
    """Show a player's statistics."""
    named = request.invocation.text("player")
    player = (
        None
        if named is None or named.strip().lower() in request.words.in_context("typed for oneself", "me myself").split()
        else named
    )
    statistics = await services.records.stats(request.caller, player)
    return Reply(note=stats_view(statistics, request.words))


async def leaderboard(request: Request, services: Services) -> Reply:
    """Show the leaderboard. A page that is requested by its number is private."""
    options = request.invocation
    question = LeaderboardQuestion(
        await _rules(request, services),
        options.choice("period", Period),
        options.choice("scope", Scope),
        options.choice("order", Order),
        options.integer("page"),
    )
    board = await services.records.leaderboard(request.caller, question)
    turns_pages = "page" in options.options
    words = request.words if turns_pages else request.public_words
    return Reply(note=leaderboard_view(board, words, request.caller.room), private=turns_pages)


async def _rules(request: Request, services: Services) -> Rules:
    """The rules of a leaderboard.

    Raises:
        UnknownRulesOrPeriod: the value of `rules` names no rules; it may have been meant as a period.
        RulesError: the rules are out of range.
    """
    try:
        return await rules_in_room(request, services)
    except UnknownRules as error:
        raise UnknownRulesOrPeriod(error.read) from None


async def privacy(request: Request, services: Services) -> Reply:
    """Show, export, hide or delete what is stored about the caller. Deleting has to be confirmed twice."""
    options, caller, words = request.invocation, request.caller, request.words
    action = options.choice("action", PrivacyAction)
    if action is PrivacyAction.EXPORT:
        export = await services.privacy.export(caller)
        file = await asyncio.to_thread(presenter.export_file, export)  # there may be many rows
        return Reply(note=presenter.exported(export, words), file=file)
    if action in {PrivacyAction.HIDE, PrivacyAction.UNHIDE}:
        hidden = action is PrivacyAction.HIDE
        await services.privacy.hide(caller, hidden=hidden)
        return Reply(note=presenter.hidden(hidden, words))
    if action is PrivacyAction.DELETE:
        return await _delete(request, services)
    is_hidden = await services.privacy.is_hidden(caller)
    return Reply(note=presenter.overview(await services.privacy.export(caller), words, is_hidden=is_hidden))


async def _delete(request: Request, services: Services) -> Reply:
    options = request.invocation
    if not options.is_confirmed or not options.switch("really"):
        await services.privacy.is_hidden(request.caller)  # raises if there is nothing to delete
        return Reply(note=presenter.delete_question(request.words, is_second=options.is_confirmed))
    await services.privacy.delete(request.caller)
    services.languages.changes += 1
    return Reply(note=presenter.deleted(request.words))
