"""Boards of challenges and of duels between two people, and notices of turns."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import zip_longest

from msgspec.structs import replace

from bot.locales import Words
from bot.locales.columns import PHONE_CELLS, align_within, width
from bot.locales.safe import shorten
from bot.model.games import ShownGame
from bot.presenters import boards, phrases
from bot.presenters.items import (
    calls_and_items_panel,
    changed_number_seals,
    item_count,
    item_menu_or_answers,
    item_question,
    next_step,
)
from bot.presenters.rules import describe_rules
from bot.presenters.views import (
    AT,
    Block,
    Button,
    FieldKind,
    Form,
    FormField,
    Heading,
    Paragraph,
    Preformatted,
    StatusLine,
    TimeParagraph,
    Tone,
    View,
)
from bot.services.messages import TurnNotice
from core.game.challenges import Challenge, ChallengeEnding
from core.game.codes import example_code, format_code_ascii
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.rated import MIN_TURN_HOURS
from core.game.rules import Rules
from core.game.sides import DuelEnding, OutcomeForSide, UnratedReason

USUAL_TURN = timedelta(hours=48)
"""The time for a turn that settings have unless somebody changes them; boards say only another one."""


def new_challenge_form(rules: Rules, words: Words) -> Form:
    """The form in which somebody chooses an opponent and hides a secret."""
    hint = words("Leave it empty to challenge anyone here.")
    opponent = FormField("opponent", words("Whom do you challenge?"), FieldKind.PERSON, hint=hint)
    secret = phrases.secret_prompt(words, rules, example_code(rules))
    return Form(words("Challenge"), "duel", {"rules": str(rules)}, (opponent,), secret)


def challenge_board(view: ShownGame, game: Challenge, words: Words) -> View:
    """Who challenges whom and until when, or how the challenge ended. Who has only to accept is mentioned."""
    if game.outcome is not None:
        ending = Heading(challenge_ending(view, game, words), (), view.id)
        return View((ending,), (), view.id, view.revision, ending.title, tone=Tone.LOST)
    called = view.called if game.has_hidden_secret(game.starter) else None
    ready = words("{player} is ready.", player=words.person(view.name_of(game.opponent), first=True))
    line = words.joined(
        [f"⚔ {_call(view, game, words, called)}", *([ready] if game.opponent_secret is not None else [])]
    )
    typed = words.joined([line, words("Type `secret` to accept, `giveup` to decline.")])
    terms = " · ".join((describe_rules(game.rules, words), *_terms(view, game, words)))
    reason = UnratedReason.SHORT_TURNS if view.turn_time < timedelta(hours=MIN_TURN_HOURS) else None
    until = " · ".join((terms, words("ends {at}", at=AT)))
    when = Paragraph(terms) if view.turn_ends_at is None else TimeParagraph(until, view.turn_ends_at)
    blocks = (
        Paragraph(line, typed),
        when,
        *boards.unrated_footnote(reason, words),
        boards.seal_footnote(view.commitment, words),
    )
    buttons = _challenge_buttons(game, words)
    return View(blocks, buttons, view.id, view.revision, mention=called, tone=Tone.NEUTRAL)


def _call(view: ShownGame, game: Challenge, words: Words, called: str | None) -> str:
    """Who challenges whom, or anyone."""
    challenger = words.person(view.name_of(game.starter), first=True)
    if game.opponent is None:
        return words("{challenger} challenges anyone.", challenger=challenger)
    opponent = words.mention(called, view.name_of(game.opponent))
    return words("{opponent}, {challenger} challenges you.", opponent=opponent, challenger=challenger)


def _terms(view: ShownGame, game: Challenge, words: Words) -> Iterator[str]:
    """What is special about a duel."""
    if view.turn_time != USUAL_TURN:
        yield words("{duration} a turn", duration=words.duration(view.turn_time // timedelta(hours=1)))
    if game.tries:
        yield words.plural("{n:,} guess each", "{n:,} guesses each", game.tries)
    if game.hidden:
        yield words("guesses hidden")
    if game.items is not None:
        yield item_count(game.items, words)


def duel_board(view: ShownGame, game: Duel, words: Words) -> View:
    """The guesses of both players side by side, and whose turn it is or how the duel ended."""
    table = _round_panel(view, game, words)
    more = boards.omitted_turns_buttons(game.sides[0].turns, words)
    if any(side.hidden_turns for side in game.sides):
        more = (boards.all_turns_button(words),)
    if game.outcome is not None:
        ending, unrated = duel_ending(view, game, words), boards.unrated_footnote(view.unrated, words)
        blocks = (Heading(ending, (), view.id), *table, *_secrets(view, game, words), *unrated)
        is_drawn = game.outcome_for(game.starter) is OutcomeForSide.DRAWN
        tone = Tone.NEUTRAL if is_drawn else Tone.LOST if game.winner is None else Tone.WON
        return View(blocks, (*boards.end_buttons(game.rules, words), *more), view.id, view.revision, ending, tone=tone)
    title = boards.board_title(view, words(phrases.DUEL), describe_rules(game.rules, words))
    if game.items is not None:
        title = boards.board_title(view, words("Duel with items"), words.symbol_count(game.rules))
    headline = item_question(view, game, words) or phrases.your_turn(words, view.name_of(game.awaited_player))
    blocks = (title, *table, *_state(view, game, words))
    return View(blocks, (*_duel_buttons(view, game, words), *more), view.id, view.revision, headline, tone=Tone.NEUTRAL)


def duel_ending(view: ShownGame, game: Duel, words: Words) -> str:
    """How an ended duel ended."""
    winner = game.winner
    if winner is None:
        if game.outcome is DuelEnding.STOPPED:
            return boards.ended_by_moderator_text(view.name_of(game.ended_by), words)
        return words(boards.MOVED_TOO_LATE if game.outcome is DuelEnding.EXPIRED else boards.DRAWN)
    first = words.person(view.name_of(winner), first=True)
    loser = words.person(view.name_of(game.opponent_of(winner).player))
    if game.outcome is DuelEnding.RESIGNED:
        return words("{winner} wins: {loser} gave up.", winner=first, loser=loser)
    if game.outcome in {DuelEnding.CLAIMED, DuelEnding.EXPIRED}:
        return words("{winner} wins: {loser} ran out of time.", winner=first, loser=loser)
    return boards.win_text(view.name_of(winner), game.side(winner).guess_count, words)


def duel_winner_text(view: ShownGame, game: Duel, words: Words) -> str:
    """Who has won a duel, in few words; empty if nobody has."""
    if game.winner is None:
        return ""
    loser = words.person(view.name_of(game.opponent_of(game.winner).player))
    return words("{winner} beats {loser}", winner=words.person(view.name_of(game.winner), first=True), loser=loser)


def challenge_ending(view: ShownGame, game: Challenge, words: Words) -> str:
    """How an ended challenge ended."""
    if game.outcome is ChallengeEnding.EXPIRED:
        return words("The challenge has expired.")
    if game.outcome is ChallengeEnding.STOPPED:
        return boards.ended_by_moderator_text(view.name_of(game.ended_by), words)
    player = words.person(view.name_of(game.ended_by), first=True)
    is_declined = game.outcome is ChallengeEnding.DECLINED
    return words("{player} declined.", player=player) if is_declined else words("{player} withdrew.", player=player)


def _round_panel(view: ShownGame, game: Duel, words: Words) -> tuple[Preformatted, ...]:
    """The last rounds, with the others for places where length does not matter; nothing without rounds."""
    if game.items is not None:
        return tuple(calls_and_items_panel(view, game, words, boards.SHOWN_TURNS))
    if not (lines := _rounds(view, game, words, boards.SHOWN_TURNS)):
        return ()
    rounds = max(len(side.turns) for side in game.sides)
    return (
        Preformatted(lines, whole=partial(_rounds, view, game, words, rounds) if rounds > boards.SHOWN_TURNS else None),
    )


def _rounds(view: ShownGame, game: Duel, words: Words, most: int) -> tuple[str, ...]:
    names = [view.name_of(side.player) for side in game.sides]
    if any(side.hidden_turns for side in game.sides):
        return tuple(
            words.plural(
                "{player}: {n:,} guess",
                "{player}: {n:,} guesses",
                side.guess_count,
                player=words.person(who, first=True),
            )
            for who, side in zip(names, game.sides, strict=True)
        )
    first, second = (side.turns for side in game.sides)
    rounds = list(enumerate(zip_longest(first, second), 1))
    if not rounds:
        return ()
    shown = rounds[-most:]
    rows = [
        [
            str(number),
            *(
                f"{boards.code_text(turn.guess, game.rules)} {format_feedback(turn.feedback, game.rules)}"
                if turn
                else ""
                for turn in turns
            ),
        ]
        for number, turns in shown
    ]
    who = [boards.short_name(each, words) for each in names]
    lines = align_within([[["", *who], *rows]], right=[0])
    if max(map(width, lines)) > PHONE_CELLS:
        lines = _stacked_rounds(shown, who, game.rules)
    hidden = len(rounds) - len(shown)
    return (phrases.earlier_turns_omitted(words, hidden), *lines) if hidden else lines


def _stacked_rounds(
    rounds: Sequence[tuple[int, tuple[Turn | None, ...]]], names: Sequence[str], rules: Rules
) -> tuple[str, ...]:
    """Each turn in a line of its own, where two of them do not fit side by side."""
    rows = [
        (str(number), format_code_ascii(turn.guess, rules), format_feedback(turn.feedback, rules), who)
        for number, turns in rounds
        for turn, who in zip(turns, names, strict=True)
        if turn
    ]
    cut = ([(*row[:-1], shorten(row[-1], cells)) for row in rows] for cells in range(boards.MAX_NAME, 3, -1))
    return align_within(cut, right=[0])


def _state(view: ShownGame, game: Duel, words: Words) -> Iterator[Block]:
    """Whose turn it is and until when, what waits for an answer and, before the first guess, the seal."""
    yield from next_step(view, game, words)
    if game.draw_offered_by is not None:
        by = words.person(view.name_of(game.draw_offered_by), first=True)
        yield Paragraph(words("{player} offers a draw.", player=by))
    if not game.hidden:
        yield StatusLine((), words(phrases.REPLY_TO_GUESS))
    if not game.sides[0].guess_count:
        yield from boards.unrated_footnote(game.unrated, words)
        yield from boards.expiry_and_seal_footnotes(view, words)
    yield from changed_number_seals(view, game, words)


def _secrets(view: ShownGame, game: Duel, words: Words) -> tuple[Block, ...]:
    sides = (game.side(game.starter), game.opponent_of(game.starter))
    secrets = [
        words(
            "{player} {secret}",
            player=words.person(view.name_of(side.player)),
            secret=boards.quoted_code(number, game.rules),
        )
        for side in sides
        if (number := game.secret_of(side.player))
    ]
    if len(secrets) < len(sides):
        return ()
    return (Paragraph(words.comma_separated(secrets)),)


def _challenge_buttons(game: Challenge, words: Words) -> tuple[Button, ...]:
    is_accepted = game.opponent_secret is not None
    label = words("Hide a secret") if is_accepted else words("Accept")
    leave = words("Withdraw") if is_accepted or game.opponent is None else words("Decline")
    last = boards.verify_button(words), boards.rules_button(game.rules, words)
    return Button(label, "secret"), Button(leave, "giveup"), *last


def _duel_buttons(view: ShownGame, game: Duel, words: Words) -> tuple[Button, ...]:
    """The buttons, of which a guess, its keypad and one more are in sight, or the answers to an item."""
    is_offered, is_late = game.draw_offered_by is not None, view.is_late
    draw = Button(words("Accept the draw"), "draw") if is_offered else boards.command_button("draw", words)
    claim = (Button(words("Claim the win"), "claim"),) if is_late else ()
    guess = () if game.pending_use else (boards.guess_button(game.rules, words),)
    is_rare = (is_late or is_offered) and not game.pending_use
    items = [replace(each, is_rare=is_rare) for each in item_menu_or_answers(game, words)]
    draw = replace(draw, is_rare=is_late or not is_offered)
    return (*claim, *guess, *items, draw, *boards.rare_buttons(game.rules, words))


def turn_news(notice: TurnNotice, words: Words) -> View:
    """It is somebody's turn, or still is; they are mentioned."""
    view, game, player = notice.view, notice.view.public, notice.player
    buttons: tuple[Button, ...] = ()
    if isinstance(game, Challenge):
        text = _challenge_call(notice, game, words)
    elif isinstance(game, Duel):
        text = _duel_call(view, game, player.id, words)
        asked = item_menu_or_answers(game, words) if game.pending_use else (boards.guess_button(game.rules, words),)
        buttons = tuple(replace(button, step=game.side(player.id).guess_count + 1) for button in asked)
    else:
        text = words("A guess waits for your feedback.")
    mentioned = words.mention(player.key.user, player.name)
    blocks = (Paragraph(f"{mentioned} #{view.id}: {text}"),)
    return View(blocks, buttons, view.id, mention=player.key.user, place=notice.place)


def _duel_call(view: ShownGame, game: Duel, player: str, words: Words) -> str:
    """It is a player's turn, and the last guess of the opponent, unless that is hidden."""
    opponent = game.opponent_of(player)
    if asked := item_question(view, game, words):
        return asked
    name = view.name_of(opponent.player)
    turn = words(
        "It's your turn against {opponent} (guess {number}).",
        opponent=words.person(name),
        number=game.side(player).guess_count + 1,
    )
    if not opponent.turns:
        return turn
    last = opponent.turns[-1]
    guess = words(
        "{opponent} guessed {code}: {feedback}.",
        opponent=words.person(name, first=True),
        code=boards.quoted_code(last.guess, game.rules),
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
