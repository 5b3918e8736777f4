"""Commands for advice: conversations about games played elsewhere, hints, checks and reviews."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from msgspec.structs import replace

from bot.handlers.request import Handler, Request, show_game
from bot.locales import Words
from bot.model import errors
from bot.model.games import ShownGame
from bot.presenters import coach as presenter, phrases
from bot.presenters.versus import FIRST_CORRECTIONS, MAX_CORRECTIONS
from bot.presenters.views import Reply, private_note
from bot.services.coach import ConversationWithAdvice, NextGuessQuestion
from bot.services.services import Services
from core.game.errors import CodeError, FeedbackTextError, NoPendingGuess, UnreadableTurn
from core.game.history import parse_history
from core.solver.strategies import Strategy

_NEW_CONVERSATION = ("history", "rules", "strategy", "lies")
"""Options that start a new conversation. Without any of them, `suggest` resumes the caller's conversation."""


def _asks_first(handler: Handler) -> Handler:
    """The handler of advice, with a question if the advice would count as a hint in running games."""

    @wraps(handler)
    async def asking(request: Request, services: Services) -> Reply:
        try:
            return await handler(request, services)
        except errors.HintNeedsConfirmation as unconfirmed:
            return Reply(note=presenter.advice_question(unconfirmed, request.invocation, request.words))

    return asking


@_asks_first
async def suggest(request: Request, services: Services) -> Reply:
    """Start or resume a conversation.

    A new one has the rules of the previous one, unless others are given or the history starts with `new`.
    """
    options, coach = request.invocation, services.coach
    top, is_new, history = options.integer("top"), *_without_new(options.text("history"), request.words)
    starts = any(name in options.options for name in _NEW_CONVERSATION)
    kept = None if is_new or "rules" in options.options else await coach.conversation_rules(request.caller)
    if kept is not None and not starts:
        resumed = await coach.resume(request.caller, top, is_confirmed=options.is_confirmed)
        return _consultation(resumed, request, is_continued=True)
    rules = kept or options.rules()
    with _by_rules_of_conversation(applies=kept is not None):
        turns = parse_history(history, rules)
    strategy = Strategy(options.text("strategy").strip().lower())
    question = NextGuessQuestion(rules, turns, strategy, options.integer("lies"))
    started = await coach.start(request.caller, question, top, is_confirmed=options.is_confirmed)
    return _consultation(started, request, is_continued=kept is not None)


def _without_new(history: str, words: Words) -> tuple[bool, str]:
    """Whether a history starts with the word that leaves the rules of the conversation; and the history without it."""
    first, _, rest = history.strip().partition(" ")
    is_new = first.lower() in words.in_context("typed for another conversation with the coach", "new").split()
    return is_new, rest if is_new else history


@contextmanager
def _by_rules_of_conversation(*, applies: bool = True) -> Iterator[None]:
    """Name the conversation when a code or feedback is refused by its rules, which the caller may have forgotten."""
    try:
        yield
    except (CodeError, FeedbackTextError, UnreadableTurn) as error:
        if not applies:
            raise
        raise errors.InvalidForConversationRules(error, error.data["rules"]) from error


@_asks_first
async def answer(request: Request, services: Services) -> Reply:
    """Enter the feedback to a guess of the opponent, of a player in a hosted game, or of the coach."""
    options, caller = request.invocation, request.caller
    text = options.text("feedback")
    return await _game_or_conversation(
        request,
        services,
        versus=lambda: services.opponent.give_feedback(caller, text, options.game),
        hosted=lambda: services.hosting.give_feedback(caller, text, options.game, options.step),
        conversation=lambda: services.coach.give_feedback(caller, text, options.text("guess"), options.step),
    )


@_asks_first
async def undo(request: Request, services: Services) -> Reply:
    """Take back the last feedback, in a game or in the conversation."""
    options, caller = request.invocation, request.caller
    return await _game_or_conversation(
        request,
        services,
        versus=lambda: services.opponent.undo_feedback(caller, options.game),
        hosted=lambda: services.hosting.undo_feedback(caller, options.game),
        conversation=lambda: services.coach.undo_turn(caller, options.step),
    )


@_asks_first
async def fix(request: Request, services: Services) -> Reply:
    """Correct contradictory feedback by one of the offered corrections, or list all of them."""
    options, caller = request.invocation, request.caller
    if not options.text("choice"):
        return await _game_or_conversation(
            request,
            services,
            versus=lambda: services.opponent.show_corrections(caller, options.game),
            hosted=lambda: services.hosting.show_corrections(caller, options.game),
            conversation=lambda: services.coach.show_corrections(caller, options.step),
            corrections=MAX_CORRECTIONS,
        )
    choice = options.integer("choice")
    return await _game_or_conversation(
        request,
        services,
        versus=lambda: services.opponent.correct(caller, choice, options.game),
        hosted=lambda: services.hosting.correct(caller, choice, options.game, options.step),
        conversation=lambda: services.coach.apply_correction(caller, choice, options.step),
    )


@_asks_first
async def check(request: Request, services: Services) -> Reply:
    """Compare a guess with the best one."""
    options = request.invocation
    rules, history = options.rules(), options.text("history")
    turns = parse_history(history, rules) if history or "rules" in request.invocation.options else None
    guess, is_confirmed = options.text("guess"), options.is_confirmed
    with _by_rules_of_conversation(applies=turns is None):
        result = await services.analysis.compare_with_best(
            request.caller, guess, rules, turns, is_confirmed=is_confirmed
        )
    return Reply(note=presenter.guess_comparison(result, request.words))


async def review(request: Request, services: Services) -> Reply:
    """Review a finished game turn by turn, for the caller or, if they want that, for everybody in the room.

    Raises:
        ReviewNotShareable: everybody must not see it here.
    """
    game = request.invocation.text("game") or request.invocation.game
    result = await services.analysis.review(request.caller, game.strip().lstrip("#").lower() if game else None)
    is_shared = request.invocation.is_on("share")
    if is_shared and not result.is_shareable:
        raise errors.ReviewNotShareable
    words = request.public_words if is_shared else request.words
    return Reply(note=presenter.review(result, words, request.caller.room, is_shared=is_shared), private=not is_shared)


async def hint(request: Request, services: Services) -> Reply:
    """Suggest one good guess in the running game, after asking for confirmation."""
    options, caller = request.invocation, request.caller
    if not options.is_confirmed and (asked := await services.analysis.preview_hint(caller, options.game)) is not None:
        return Reply(note=presenter.hint_question(asked, request.words))
    hint = await services.analysis.hint(caller, options.game)
    shown, note = show_game(hint.view, request), presenter.hint(hint, request.words)
    if shown.note is not None and not shown.note_repeats_board:  # the hint may replace the player's own board
        note = replace(shown.note, blocks=(*shown.note.blocks, *note.blocks))
    return replace(shown, note=note, note_repeats_board=False)


async def _game_or_conversation(  # noqa: PLR0913  # what the command does in each
    request: Request,
    services: Services,
    *,
    versus: Callable[[], Awaitable[ShownGame]],
    hosted: Callable[[], Awaitable[ShownGame]],
    conversation: Callable[[], Awaitable[ConversationWithAdvice]],
    corrections: int = FIRST_CORRECTIONS,
) -> Reply:
    """Apply a command to the game in which a guess waits for the caller's feedback, else to the conversation.

    A button belongs to a certain game, or to the conversation. `versus`, `hosted` and `conversation` do what the
    command does in a game against the bot, in one that the caller hosts, and in the conversation.
    """
    game = request.invocation.game
    if game is None and request.invocation.step is not None:
        return await _in_conversation(conversation, request, corrections)
    try:
        is_hosted = await services.hosting.receives_feedback(request.caller, game)
        view = await (hosted if is_hosted else versus)()
        return _after_feedback(view, request, corrections, is_hosted=is_hosted)
    except (NoPendingGuess, errors.NoGameHere) as no_game:
        if game is not None:
            raise
        try:
            return await _in_conversation(conversation, request, corrections)
        except errors.NoCoachConversation:
            if isinstance(no_game, NoPendingGuess):
                raise no_game from None
            raise


async def _in_conversation(
    consultation: Callable[[], Awaitable[ConversationWithAdvice]], request: Request, corrections: int
) -> Reply:
    with _by_rules_of_conversation():
        return _consultation(await consultation(), request, corrections)


def _after_feedback(view: ShownGame, request: Request, corrections: int, *, is_hosted: bool) -> Reply:
    """The game after its feedback was changed; the host is told so where the board says nothing else."""
    reply = replace(show_game(view, request, corrections=corrections), tells_end=view.has_news)
    is_corrected = is_hosted and reply.note is None and request.invocation.command.name == "fix"
    return replace(reply, note=private_note(request.words(phrases.BOARD_UPDATED)).note) if is_corrected else reply


def _consultation(
    consultation: ConversationWithAdvice,
    request: Request,
    corrections: int = FIRST_CORRECTIONS,
    *,
    is_continued: bool = False,
) -> Reply:
    return Reply(
        note=presenter.conversation_with_advice(consultation, request.words, corrections, is_continued=is_continued)
    )
