"""Commands for playing: games against a hidden secret and games against the bot."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec.structs import replace

from bot.commands.catalogue import ANYONE, BY_NAME, CHOOSE, MORE
from bot.commands.command import ON, MissingOption, RaceStart, SecretKeeper, UnknownOpponent
from bot.commands.invocation import Invocation
from bot.commands.parsing import most_similar
from bot.handlers.lines import has_secret_in_options
from bot.handlers.request import (
    Request,
    require_others_in_room,
    rules_in_room,
    rules_or_numeron,
    show_game,
    show_more_buttons,
    show_new_game,
    with_feedback_explained,
)
from bot.model.errors import GameRunning, NoGameHere, NoSuchPlayer, NotARace, SeveralDuels
from bot.model.games import ShownGame
from bot.model.names import readable_name
from bot.model.rooms import Caller
from bot.presenters import duels, game_replies, phrases
from bot.presenters.items import ITEMS, digit_choices, items_menu, number_prompt
from bot.presenters.versus import own_code, own_secret
from bot.presenters.views import PrivateInputPrompt, Reply, View, private_note
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.messages import RunningGame
from bot.services.services import Services
from core.errors import CoreError
from core.game.any_game import Who
from core.game.clues import format_items, parse_item, parse_items
from core.game.codes import example_code
from core.game.duels import Duel
from core.game.errors import CodeError, GameError, GuessAwaitsFeedback, HostMayNotGuess, NotYourGame
from core.game.feedback import try_parse_feedback
from core.game.items import DEFENCES, Item, ItemSet, require_playable_with_items
from core.game.races import NO_TIME_LIMIT
from core.game.rules import Rules
from core.game.sides import Level


async def play(request: Request, services: Services) -> Reply:
    """Start a game against a hidden secret."""
    options = request.invocation
    start = options.choice("start", RaceStart) if options.text("start") else None
    if start is RaceStart.NOW:
        return show_game(await services.referee.start_race(request.caller, options.game), request)
    rules, tries = await rules_in_room(request, services), options.integer("tries")
    who = options.choice("who", Who) if "who" in options.options else request.usual_players
    if who is not Who.RACE:
        _refuse_race_options(options)
    minutes = options.integer("minutes")
    if who is Who.EVERYONE and await request.is_alone():
        who = Who.ME  # everyone is the one person there
    if request.open_room is not None:
        request = replace(request, caller=await request.open_room())
    view = await services.referee.start_game(
        request.caller, rules, tries, who, minutes, waits_for_signal=start is RaceStart.SIGNAL
    )
    return show_game(view, request)


async def versus(request: Request, services: Services) -> Reply:
    """Start a game against the bot; ask for the player's secret first if the bot is to keep it."""
    options = request.invocation
    rules, items = await _rules_and_items(request, services)
    level, keep = options.choice("level", Level), options.choice("secret", SecretKeeper)
    if keep is SecretKeeper.BOT and options.private_input is None:
        await services.referee.require_free(request.caller, is_shared=False)
        chosen = {"level": level.value, "rules": str(rules), "secret": keep.value, **_items_option(items)}
        return _ask_for_secret(rules, request, "versus", chosen)
    secret = options.private_input if keep is SecretKeeper.BOT else None
    return show_new_game(await services.opponent.start(request.caller, rules, level, secret, items), request)


def _ask_for_secret(
    rules: Rules, request: Request, command: str, chosen: Mapping[str, str] | None = None, game: str | None = None
) -> Reply:
    """Ask for a secret, with which the command is then given with the options that were chosen, or about a game."""
    text = phrases.secret_prompt(request.words, rules, f"`{example_code(rules)}`")
    return Reply(prompt=PrivateInputPrompt(text, command, chosen or {}, game))


async def guess(request: Request, services: Services) -> Reply:
    """Make a guess, after asking for confirmation if it repeats a turn, or use an item."""
    options = request.invocation
    text, is_confirmed, turn = options.options["code"], options.is_confirmed, options.turn
    try:
        result = await services.referee.guess(request.caller, text, options.game, is_confirmed=is_confirmed, turn=turn)
    except HostMayNotGuess as error:
        if try_parse_feedback(text) is None:
            raise
        return await _as_feedback(services.hosting.give_feedback, request, error)
    except (CodeError, GuessAwaitsFeedback) as error:
        if (item := parse_item(text)) is not None:
            return await use_item(request, services, *item)
        if try_parse_feedback(text) is None:
            raise
        return await _as_feedback(services.opponent.give_feedback, request, error)
    if result.repetition is not None:
        return Reply(note=game_replies.repeated_guess_question(result.view, result.repetition, request.words))
    reply = show_game(result.view, request, result.turn)
    if result.needs_introduction:
        reply = with_feedback_explained(reply, result.view.game.rules, request.words, result.turn)
    # An event that is delivered again has no turn.
    return replace(reply, tells_end=result.view.has_news and result.turn is not None)


async def _as_feedback(
    give: Callable[[Caller, str, str | None], Awaitable[ShownGame]], request: Request, error: CoreError
) -> Reply:
    """Read what was typed as a guess as feedback, because `02` can be either.

    Raises:
        CoreError: `error`, if no guess waits for feedback.
        ImpossibleFeedback: no guess can get this feedback.
    """
    options = request.invocation
    try:
        view = await give(request.caller, options.options["code"], options.game)
    except (GameError, NoGameHere):
        raise error from None
    return replace(show_game(view, request), tells_end=view.has_news)


async def giveup(request: Request, services: Services) -> Reply:
    """Give up the game or the caller's part of a race, or vote to give it up, after asking for confirmation."""
    options = request.invocation
    if not options.is_confirmed:
        preview = await services.referee.preview_give_up(request.caller, options.game)
        if preview.view.game.has_begun:  # nothing is lost by declining one
            return Reply(note=game_replies.give_up_question(preview, request.words))
    view = await services.referee.give_up(request.caller, options.game)
    return replace(show_game(view, request), tells_end=view.has_news)


async def board(request: Request, services: Services) -> Reply:
    """Show the game again or, privately, its commitment or all its turns.

    Without a game, the caller's running games are listed too if there are several.
    """
    options = request.invocation
    verifies, first = options.is_on("verify"), options.integer("turn") if options.text("turn") else None
    is_plain = options.game is None and not options.asks_for_more_buttons and not verifies and first is None
    games = await services.turn_notices.running_games(request.caller) if is_plain else []
    try:
        view = await services.referee.show_board(request.caller, options.game)
    except (NoGameHere, SeveralDuels):
        if not games:
            raise
        return Reply(note=game_replies.running_games(games, request.words, request.caller.room))
    if options.options.get(MORE) == ITEMS and isinstance(view.game, Duel):
        return Reply(note=items_menu(view, view.game, request.words))
    if options.asks_for_more_buttons:
        return await show_more_buttons(view, request, services)
    if verifies:
        return Reply(note=game_replies.verification(view, request.words))
    if first is not None and view.game.has_begun:
        game = view.game
        if game.hidden and game.outcome is None and view.viewer not in game.players:
            raise NotYourGame
        return Reply(note=game_replies.all_turns(view, first, request.words))
    return _with_games(show_game(view, request), view, games, request)


def _with_games(shown: Reply, view: ShownGame, games: Sequence[RunningGame], request: Request) -> Reply:
    """A board with the caller's own secret, where it may be shown, and with their other games, if they have any."""
    if shown.note is None and request.reveals_own_secret:
        shown = replace(shown, note=own_secret(view, request.words), note_repeats_board=False)
    if all(game.view.id == view.id for game in games):
        return shown
    note = shown.note or View(())
    listed = replace(
        note, blocks=(*note.blocks, *game_replies.running_games(games, request.words, request.caller.room).blocks)
    )
    return replace(shown, note=listed, note_repeats_board=False)


def _refuse_race_options(options: Invocation) -> None:
    """Check that no option is given that works in races only.

    Raises:
        NotARace: one is.
    """
    if any(
        options.options.get(name, str(NO_TIME_LIMIT)) not in {"", str(NO_TIME_LIMIT)} for name in ("start", "minutes")
    ):
        raise NotARace


async def duel(request: Request, services: Services) -> Reply:
    """Challenge somebody, or anyone in the room. Challenging the bot starts a game against it.

    Without a name, a form asks for one, in which none means anyone.

    Raises:
        MissingOption: nobody is named in a terminal, which has no forms.
    """
    options = request.invocation
    rules, items = await _rules_and_items(request, services)
    terms = DuelTerms(rules, options.integer("tries"), options.is_on("hidden"), items=items)
    named = options.text("opponent").strip()
    if named == CHOOSE or not (named or options.private_input):
        if phrases.is_terminal(request.caller.room):
            raise MissingOption(options.command.name, "opponent")
        await require_others_in_room(request)
        return Reply(form=duels.new_challenge_form(terms.rules, request.words))
    opponent = None if named in {"", ANYONE} else await _opponent(request, services, named)
    if opponent is not None and opponent.is_self:
        against_bot = {"rules": str(terms.rules), "secret": SecretKeeper.BOT.value, **_items_option(items)}
        return await versus(replace(request, invocation=Invocation(BY_NAME["versus"], against_bot)), services)
    await require_others_in_room(request)
    return await _challenge(request, services, opponent, terms)


async def _rules_and_items(request: Request, services: Services) -> tuple[Rules, ItemSet | None]:
    """The rules, which with items are those of Numer0n unless others are given, and the items, if any.

    Raises:
        ItemsDoNotFit: the rules do not fit items.
    """
    items = request.invocation.text("items")
    if not items:
        return await rules_in_room(request, services), None
    rules = rules_or_numeron(request)
    require_playable_with_items(rules)
    return rules, parse_items(items)


def _items_option(items: ItemSet | None) -> dict[str, str]:
    return {"items": format_items(items)} if items else {}


async def _challenge(
    request: Request, services: Services, opponent: NamedPerson | None, terms: DuelTerms, ended: str | None = None
) -> Reply:
    """Challenge somebody, or anyone; ask for the challenger's secret first. `ended` is the duel before a rematch."""
    options, caller = request.invocation, request.caller
    if options.private_input is not None:
        view = await services.duels.challenge(caller, opponent, terms, options.private_input)
        return show_game(view, request)
    await services.duels.require_challenge_allowed(
        caller, opponent, stores_opponent=not phrases.is_terminal(caller.room)
    )
    if ended is not None:
        return _ask_for_secret(terms.rules, request, "rematch", game=ended)
    limited = {"tries": str(terms.tries)} if terms.tries else {}
    limited |= {"hidden": ON} if terms.hidden else {}
    chosen = {"opponent": options.text("opponent") or ANYONE, "rules": str(terms.rules), **limited}
    chosen |= _items_option(terms.items)
    return _ask_for_secret(terms.rules, request, "duel", chosen)


async def secret(request: Request, services: Services) -> Reply:
    """Hide the caller's secret in a challenge, after asking for it privately."""
    entered, game = request.invocation.private_input, request.invocation.game
    if entered is not None:
        return show_game(await services.duels.hide_secret(request.caller, entered, game), request)
    view = await services.duels.challenge_awaiting_secret(request.caller, game)
    return _ask_for_secret(view.game.rules, request, "secret", game=view.id)


async def draw(request: Request, services: Services) -> Reply:
    """Offer a draw, or accept one."""
    return show_game(await services.duels.offer_draw(request.caller, request.invocation.game), request)


async def claim(request: Request, services: Services) -> Reply:
    """Claim a duel in which the other player has taken too long."""
    return show_game(await services.duels.claim_win(request.caller, request.invocation.game), request)


async def _opponent(request: Request, services: Services, text: str) -> NamedPerson:
    """The person whom an option names.

    Raises:
        NoSuchPlayer: neither the platform nor the storage knows them.
        UnknownOpponent: the same in a terminal.
    """
    named = text.removeprefix("@")
    if (person := await request.find_person(named)) is not None:
        return person
    try:
        return await services.duels.find_person(request.caller, named)
    except NoSuchPlayer:
        if not phrases.is_terminal(request.caller.room):
            raise
    return await _new_opponent(request, services, named, is_meant=text.startswith("@"))


async def _new_opponent(request: Request, services: Services, named: str, *, is_meant: bool) -> NamedPerson:
    """Somebody who has not used the bot; in a terminal, everybody plays under the name they choose.

    Raises:
        UnknownOpponent: the name may be mistyped.
    """
    caller = request.caller
    if readable_name(named) and (is_meant or named == caller.player.user):
        return NamedPerson(replace(caller.player, user=named), named)
    names = {name.lower(): name for name in await services.duels.workspace_player_names(caller)}
    raise UnknownOpponent(named, names.get(most_similar(named, names) or ""))


async def host(request: Request, services: Services) -> Reply:
    """Start a game that the caller hosts; ask for the secret first if the bot is to keep it."""
    options = request.invocation
    if has_secret_in_options(options):
        return private_note(phrases.secret_in_command_warning(request.words, options.command.name), refused=True)
    await require_others_in_room(request)
    rules = await rules_in_room(request, services)
    tries, keep = options.integer("tries"), options.choice("keep", SecretKeeper)
    if keep is SecretKeeper.BOT and options.private_input is None:
        await services.referee.require_free(request.caller, is_shared=True)
        chosen = {"rules": str(rules), "tries": str(tries), "keep": keep.value}
        return _ask_for_secret(rules, request, "host", chosen)
    secret = options.private_input if keep is SecretKeeper.BOT else None
    return show_new_game(await services.hosting.start(request.caller, rules, secret, tries), request)


async def rematch(request: Request, services: Services) -> Reply:
    """Start the room's last game again with a new secret."""
    view = await services.referee.show_board(request.caller, request.invocation.game)
    game = view.game
    if game.is_duel_between_people:
        opponent, terms = await services.duels.rematch_of(request.caller, view.id, request.has_left)
        return await _challenge(request, services, opponent, terms, view.id)
    keep = SecretKeeper.HEAD if game.in_head else SecretKeeper.BOT
    if game.level is not None:
        if game.outcome is None and keep is SecretKeeper.BOT:
            raise GameRunning(view.id)  # before a secret is asked for; other games are refused when they start
        options = {"level": game.level.value, "rules": str(game.rules), "secret": keep.value}
        options |= _items_option(game.items)
        return await versus(replace(request, invocation=Invocation(BY_NAME["versus"], options)), services)
    if game.is_host(game.starter):
        options = {"rules": str(game.rules), "tries": str(game.tries), "keep": keep.value}
        return await host(replace(request, invocation=Invocation(BY_NAME["host"], options)), services)
    options = {"rules": str(game.rules), "tries": str(game.tries), "who": game.who.value}
    if game.minutes:
        options["minutes"] = str(game.minutes)
    return await play(replace(request, invocation=Invocation(BY_NAME["play"], options)), services)


async def use_item(request: Request, services: Services, item: Item, details: str) -> Reply:
    """Use an item, after asking for what it needs, privately if that is about the caller's own number.

    `details` are what was typed after the item's name.
    """
    options, words = request.invocation, request.words
    is_defence, entered = item in DEFENCES, options.private_input
    if is_defence and sum(map(str.isdigit, details)) > 1:
        return private_note(phrases.secret_in_command_warning(words, f"guess {item}"), refused=True)
    if (is_defence and entered is None) or (item is Item.TARGET and not details):
        view = await services.opponent.game_before_item(request.caller, item, options.game)
        in_head = own_code(view) is None
        if item is Item.TARGET or (in_head and item is Item.CHANGE and not details):
            return Reply(note=digit_choices(view, item, words))
        if not in_head:
            return Reply(prompt=PrivateInputPrompt(number_prompt(item, words), "guess", {"code": item.value}, view.id))
    view = await services.opponent.use_item(request.caller, item, entered or details, options.game)
    shown = replace(show_game(view, request), tells_end=view.has_news)
    if not (is_defence and request.reveals_own_secret):
        return shown
    return replace(shown, note=own_secret(view, words), note_repeats_board=False)
