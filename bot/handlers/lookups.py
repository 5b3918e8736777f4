"""Handlers of help, rules, statistics, leaderboards and privacy, and the option for rules."""

import asyncio

from msgspec.structs import replace

from bot.commands.catalogue import BY_NAME, RULES_ITEMS, RULES_NAMES
from bot.commands.command import PrivacyAction, StatisticsPart, UnknownCommand, UnknownRulesOrPeriod
from bot.commands.invocation import Invocation
from bot.commands.parsing import is_rules_notation, most_similar_command
from bot.handlers.request import Request, rules_in_room, rules_or_numeron
from bot.model.records import Order, Period, Scope
from bot.presenters import coach, daily_card, items, privacy as personal
from bot.presenters.help import help_view
from bot.presenters.leaderboard import how_ranked, leaderboard as leaderboard_view
from bot.presenters.phrases import is_discord_direct_message, is_terminal
from bot.presenters.rules import STEPS, explained_rules, named_rules, whole_worked_example, worked_example_step
from bot.presenters.statistics import no_games_played, review_menu, rules_played, statistics_text, stats as stats_view
from bot.presenters.views import Reply
from bot.services.records import LeaderboardRequest
from bot.services.services import Services
from core.game.history import parse_history
from core.game.items import require_playable_with_items
from core.game.rules import Rules, UnknownRules

_STRATEGIES = {"strategies", "strategy"}
_EXAMPLE_RULES, _EXAMPLE_HISTORY = "hitblow3", "012 0H1B"
"""Rules and a history after which the strategies advise different guesses."""


async def rules(request: Request, _services: Services) -> Reply:
    """Explain rules or items, list the named rules, or show an example, of which a button asks for a step."""
    named = request.invocation.text("rules").strip().lower()
    if named == RULES_NAMES:
        return Reply(note=named_rules(request.words))
    if named == RULES_ITEMS:
        return Reply(note=items.explained_items(request.words))
    if not named and is_terminal(request.caller.room):
        return Reply(note=whole_worked_example(request.words))
    if not named:
        step = request.invocation.step or 1
        return Reply(note=worked_example_step(min(step, STEPS), request.words))
    return Reply(note=explained_rules(request.invocation.rules(), request.words))


async def help_(request: Request, services: Services) -> Reply:
    """Explain one command, a group of commands or the strategies, or list all commands."""
    topic = request.invocation.text("command").strip().lower()
    if topic in _STRATEGIES:
        played = Rules.parse(_EXAMPLE_RULES)
        history = parse_history(_EXAMPLE_HISTORY, played)
        advice = await services.analysis.compare_strategies(request.caller, played, history)
        return Reply(note=coach.strategy_comparison(advice, request.words))
    view = help_view(topic, request.words, request.caller.room)
    if view is not None:
        return Reply(note=view)
    if topic in {RULES_ITEMS, RULES_NAMES} or is_rules_notation(topic):
        return await rules(replace(request, invocation=Invocation(BY_NAME["rules"], {"rules": topic})), services)
    named, _, _ = (most_similar_command(topic) or "").partition(" ")
    view = help_view(named, request.words, request.caller.room) if named else None
    if view is None:
        raise UnknownCommand(topic, None)
    return Reply(note=view)


async def stats(request: Request, services: Services) -> Reply:
    """Show a player's statistics."""
    named = request.invocation.text("player")
    player = (
        None
        if not named or named.strip().lower() in request.words.in_context("typed for oneself", "me myself").split()
        else named
    )
    statistics = await services.records.player_stats(request.caller, player)
    played, options = rules_played(statistics), request.invocation
    if not played:
        return Reply(note=no_games_played(statistics, request.words))
    asked = options.text("rules")
    rules = asked if asked in played else str(options.rules()) if asked else ""
    part = options.choice("show", StatisticsPart)
    if part is StatisticsPart.GAMES:
        return Reply(note=review_menu(statistics, request.words))
    if part is StatisticsPart.ALL or is_terminal(request.caller.room):
        return Reply(note=statistics_text(statistics, request.words, rules, is_explained=part is StatisticsPart.ALL))
    is_shared = part is StatisticsPart.SHARED
    words = request.public_words if is_shared else request.words
    may_share = not is_discord_direct_message(request.caller.room)
    note = stats_view(statistics, words, rules or played[0], is_shared=is_shared, may_share=may_share)
    return Reply(note=note, private=not is_shared)


async def leaderboard(request: Request, services: Services) -> Reply:
    """Show the leaderboard, or privately how it is ranked.

    A page that is asked for by its number is private, as are those that buttons ask for.
    """
    options = request.invocation
    if options.is_on("daily"):
        return Reply(
            note=daily_card.running_week_view(await services.summaries.running_week(request.caller), request.words)
        )
    order = options.choice("order", Order)
    counted = await _rules(request, services, with_items=order is Order.ITEMS)
    if options.is_on("why"):
        return Reply(note=how_ranked(counted, order, request.words))
    question = LeaderboardRequest(
        counted,
        options.choice("period", Period),
        options.choice("scope", Scope),
        order,
        options.integer("page"),
    )
    board = await services.records.leaderboard(request.caller, question)
    is_private = "page" in options.options
    words = request.words if is_private else request.public_words
    return Reply(note=leaderboard_view(board, words, request.caller.room, is_private=is_private), private=is_private)


async def _rules(request: Request, services: Services, *, with_items: bool) -> Rules:
    """The rules of a leaderboard.

    Raises:
        ItemsDoNotFit: no games by these rules have items.
        UnknownRulesOrPeriod: the value of `rules` names no rules; it may have been meant as a period.
        RulesError: the rules are out of range.
    """
    try:
        rules = rules_or_numeron(request) if with_items else await rules_in_room(request, services)
    except UnknownRules as error:
        raise UnknownRulesOrPeriod(error.read) from None
    if with_items:
        require_playable_with_items(rules)
    return rules


async def privacy(request: Request, services: Services) -> Reply:
    """Show, export, hide or delete what is stored about the caller. Deleting has to be confirmed twice."""
    options, caller, words = request.invocation, request.caller, request.words
    action = options.choice("action", PrivacyAction)
    if action is PrivacyAction.EXPORT:
        export = await services.privacy.export(caller)
        file = await asyncio.to_thread(personal.export_file, export)  # there may be many rows
        return Reply(note=personal.export_note(export, words), file=file)
    if action in {PrivacyAction.HIDE, PrivacyAction.UNHIDE}:
        hidden = action is PrivacyAction.HIDE
        await services.privacy.set_hidden(caller, hidden=hidden)
        return Reply(note=personal.hidden_note(hidden, words))
    if action is PrivacyAction.DELETE:
        return await _delete(request, services)
    is_hidden = await services.privacy.is_hidden(caller)
    return Reply(note=personal.privacy_overview(await services.privacy.export(caller), words, is_hidden=is_hidden))


async def _delete(request: Request, services: Services) -> Reply:
    options = request.invocation
    if not options.is_confirmed or not options.is_on("really"):
        await services.privacy.is_hidden(request.caller)  # raises if there is nothing to delete
        return Reply(note=personal.delete_question(request.words, is_second=options.is_confirmed))
    await services.privacy.delete(request.caller)
    services.languages.changes += 1
    return Reply(note=personal.deletion_started_note(request.words))
