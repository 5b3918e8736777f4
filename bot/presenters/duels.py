"""Boards of challenges and of duels between two people."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import zip_longest

from bot.locales import Words
from bot.locales.columns import PHONE_CELLS, align_within, width
from bot.locales.safe import shorten
from bot.model.games import ShownGame
from bot.presenters import phrases
from bot.presenters.board import (
    MAX_NAME,
    SHOWN_TURNS,
    board_title,
    code_text,
    command_button,
    commitment_shown,
    end_buttons,
    guess_button,
    quoted_code,
    rules_button,
    short_name,
    unrated_note,
    verify_button,
    whole_board_buttons,
)
from bot.presenters.duel_items import (
    game_with_items,
    item_buttons,
    item_question,
    items_in_play,
    new_commitment,
    next_step,
)
from bot.presenters.endings import ending_heading
from bot.presenters.rules import describe_rules
from bot.presenters.views import (
    Block,
    Button,
    Field,
    FieldKind,
    Footnote,
    Form,
    Paragraph,
    Preformatted,
    Status,
    Tone,
    View,
)
from core.game.challenges import Challenge, ChallengeEnding
from core.game.codes import example_code, format_code_ascii
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.rated import MIN_TURN_HOURS
from core.game.rules import Rules
from core.game.sides import DuelEnding, SideOutcome, Unrated


def challenge_form(rules: Rules, words: Words) -> Form:
    """The form in which somebody chooses an opponent and hides a secret."""
    hint = words("Leave it empty to challenge anyone here.")
    opponent = Field("opponent", words("Whom do you challenge?"), FieldKind.PERSON, hint=hint)
    secret = phrases.secret_prompt(words, rules, example_code(rules))
    return Form(words("Challenge"), "duel", {"rules": str(rules)}, (opponent,), secret)


def challenge_board(view: ShownGame, game: Challenge, words: Words) -> View:
    """Who challenges whom, who has hidden a secret, and what to do next or how the challenge ended."""
    if game.outcome is None and game.has_hidden(game.starter):
        return _open_challenge(view, game, words)
    title = board_title(view, phrases.duel_title(words), describe_rules(game.rules, words))
    agreed = Status(tuple(_terms(view, game, words)))
    challenges = _challenges(view, game, words)
    blocks: list[Block] = [title, agreed, Paragraph(challenges)]
    if game.outcome is not None:
        ending = ending_heading(challenge_ending(view, game, words), Tone.LOST)
        return View((*blocks, ending), (), view.id, view.revision, ending.text, tone=Tone.LOST)
    blocks += [Paragraph(*_waiting(view, game, words)), *_small_print(view, words)]
    buttons = _challenge_buttons(game, words)
    return View(tuple(blocks), buttons, view.id, view.revision, challenges, tone=Tone.NEUTRAL)


def _challenges(view: ShownGame, game: Challenge, words: Words) -> str:
    """Who challenges whom."""
    challenger, *challenged = (words.person(view.name_of(player), first=True) for player in game.players)
    if not challenged:
        return words("{challenger} challenges anyone to a duel", challenger=challenger)
    opponent = words.person(view.name_of(game.opponent))
    return words("{challenger} challenges {opponent} to a duel.", challenger=challenger, opponent=opponent)


def _open_challenge(view: ShownGame, game: Challenge, words: Words) -> View:
    """The call to the opponent, who is mentioned and has only to accept, or to anyone."""
    call = _challenges(view, game, words)
    if game.opponent is not None:
        call = words(
            "{opponent}, {challenger} challenges you to a duel",
            opponent=words.mention(view.called, view.name_of(game.opponent)),
            challenger=words.person(view.name_of(game.starter)),
        )
    time = words("{duration} to accept", duration=words.duration(_hours(view)))
    line = " · ".join((f"⚔ {call}", describe_rules(game.rules, words), *_terms(view, game, words), time, f"#{view.id}"))
    typed = words.joined((f"{line}.", words("Type `secret` to accept, `giveup` to decline.")))
    blocks: tuple[Block, ...] = (Paragraph(line, typed), *_small_print(view, words))
    return View(blocks, _challenge_buttons(game, words), view.id, view.revision, mention=view.called, tone=Tone.NEUTRAL)


def _small_print(view: ShownGame, words: Words) -> Sequence[Footnote]:
    """Why the duel will not be rated, if that is known, and the commitment."""
    reason = Unrated.SHORT_TURNS if view.turn_time < timedelta(hours=MIN_TURN_HOURS) else None
    return *unrated_note(reason, words), Footnote(phrases.nonce_commitment(words, view.commitment))


def _terms(view: ShownGame, game: Challenge, words: Words) -> Iterator[str]:
    """How long a turn may take, and what is special about a duel."""
    yield words("{duration} a turn", duration=words.duration(view.turn_time // timedelta(hours=1)))
    if game.tries:
        yield words.plural("{n:,} guess each", "{n:,} guesses each", game.tries)
    if game.hidden:
        yield words("guesses hidden until the end")
    if game.items is not None:
        yield items_in_play(game.items, words)


def _waiting(view: ShownGame, game: Challenge, words: Words) -> Iterator[str]:
    """Who has hidden a secret, who has yet to, and how long the challenge stays open, with and without buttons."""
    ready = [view.name_of(player) for player in game.players if game.has_hidden(player)]
    missing = [view.name_of(player) for player in game.players if not game.has_hidden(player)]
    done = [words("{players} has hidden a secret.", players=words.people(ready))] if ready else []
    players, duration = words.people(missing), words.duration(_hours(view))
    yield words.joined(
        [
            *done,
            words(
                "Waiting for a secret from {players}: press the button or type `secret` within {duration}.",
                players=players,
                duration=duration,
            ),
        ]
    )
    yield words.joined(
        [
            *done,
            words(
                "Waiting for a secret from {players}: type `secret` within {duration}.",
                players=players,
                duration=duration,
            ),
        ]
    )


def duel_board(view: ShownGame, game: Duel, words: Words) -> View:
    """The guesses of both players side by side, and what to do next or how the duel ended."""
    title = board_title(view, phrases.duel_title(words), describe_rules(game.rules, words))
    table = _round_panel(view, game, words)
    blocks: tuple[Block, ...]
    buttons: tuple[Button, ...]
    tone = Tone.NEUTRAL
    if game.outcome is not None:
        is_drawn = game.outcome_for(game.starter) is SideOutcome.DRAWN
        if not is_drawn:
            tone = Tone.LOST if game.winner is None else Tone.WON
        ending = ending_heading(duel_ending(view, game, words), tone)
        blocks = (ending, *_secrets(view, game, words), *unrated_note(view.unrated, words))
        buttons, headline = end_buttons(words), ending.text
    else:
        blocks = (*_next_step(view, game, words), *unrated_note(game.unrated, words))
        buttons = _duel_buttons(game, words)
        headline = item_question(view, game, words) or phrases.your_turn(words, view.name_of(game.waits_for))
    more = whole_board_buttons(game.sides[0].turns, words)
    if any(side.hidden_turns for side in game.sides):
        more = (Button(words("My guesses"), "board", {"turn": "1"}),)
    return View((title, *table, *blocks), (*buttons, *more), view.id, view.revision, headline, tone=tone)


def duel_ending(view: ShownGame, game: Duel, words: Words) -> str:
    """How a duel ended; empty while it goes on."""
    if game.outcome is None:
        return ""
    winner = game.winner
    if winner is None:
        return _without_winner(view, game, words)
    first = words.person(view.name_of(winner), first=True)
    loser = words.person(view.name_of(game.opponent_of(winner).player))
    if game.outcome is DuelEnding.RESIGNED:
        return words("{winner} wins: {loser} gave up.", winner=first, loser=loser)
    if game.outcome in {DuelEnding.CLAIMED, DuelEnding.EXPIRED}:
        return words("{winner} wins: {loser} ran out of time.", winner=first, loser=loser)
    return words.plural(
        "{winner} found {loser}'s secret in {n:,} guess and wins.",
        "{winner} found {loser}'s secret in {n:,} guesses and wins.",
        game.side(winner).guesses,
        winner=first,
        loser=loser,
    )


def duel_title(view: ShownGame, game: Duel, words: Words) -> str:
    """Who has won a duel, in few words; empty if nobody has."""
    if game.winner is None:
        return ""
    loser = words.person(view.name_of(game.opponent_of(game.winner).player))
    return words("{winner} beats {loser}", winner=words.person(view.name_of(game.winner), first=True), loser=loser)


def _without_winner(view: ShownGame, game: Duel, words: Words) -> str:
    if game.outcome is DuelEnding.OUT_OF_TRIES:
        return words("It's a draw: nobody found the secret.")
    if game.outcome is DuelEnding.AGREED:
        return words("It's a draw by agreement.")
    if game.outcome is DuelEnding.STOPPED:
        return words(
            "{player}, a moderator, ended the duel. It doesn't count.",
            player=words.person(view.name_of(game.ended_by), first=True),
        )
    if game.outcome is DuelEnding.EXPIRED:
        return words("Nobody moved for too long. The duel doesn't count.")
    first, second = (side.guesses for side in game.sides)
    if first != second:  # one of them has used DOUBLE
        return words("It's a draw: both found the secret in the same turn.")
    return words.plural(
        "It's a draw: both found the secret in {n:,} guess.",
        "It's a draw: both found the secret in {n:,} guesses.",
        first,
    )


def challenge_ending(view: ShownGame, game: Challenge, words: Words) -> str:
    """How a challenge ended; empty while it is open."""
    if game.outcome is None:
        return ""
    if game.outcome is ChallengeEnding.EXPIRED and game.opponent is None:
        return words("Nobody accepted the challenge in time.")
    if game.outcome is ChallengeEnding.EXPIRED:
        late = [view.name_of(player) for player in game.players if not game.has_hidden(player)]
        return words("The challenge has expired: {players} didn't hide a secret in time.", players=words.people(late))
    player = words.person(view.name_of(game.ended_by), first=True)
    if game.outcome is ChallengeEnding.DECLINED:
        return words("{player} declined.", player=player)
    if game.outcome is ChallengeEnding.WITHDRAWN:
        return words("{player} withdrew.", player=player)
    return words("{player}, a moderator, ended the challenge.", player=player)


def _round_panel(view: ShownGame, game: Duel, words: Words) -> tuple[Preformatted, ...]:
    """The last rounds, with the others for places where length does not matter; nothing without rounds."""
    if game.items is not None:
        return tuple(game_with_items(view, game, words, SHOWN_TURNS))
    if not (lines := _rounds(view, game, words, SHOWN_TURNS)):
        return ()
    rounds = max(len(side.turns) for side in game.sides)
    return (Preformatted(lines, whole=partial(_rounds, view, game, words, rounds) if rounds > SHOWN_TURNS else None),)


def _rounds(view: ShownGame, game: Duel, words: Words, most: int) -> tuple[str, ...]:
    names = [view.name_of(side.player) for side in game.sides]
    if any(side.hidden_turns for side in game.sides):
        return tuple(
            words.plural(
                "{player}: {n:,} guess", "{player}: {n:,} guesses", side.guesses, player=words.person(who, first=True)
            )
            for who, side in zip(names, game.sides, strict=True)
        )
    first, second = (side.turns for side in game.sides)
    rounds = list(enumerate(zip_longest(first, second), 1))
    if not rounds:
        return ()
    shown = rounds[-most:]
    rows = [[str(number), *(_turn_text(turn, game.rules) for turn in turns)] for number, turns in shown]
    who = [short_name(each, words) for each in names]
    lines = align_within([[["", *who], *rows]], right=[0])
    if max(map(width, lines)) > PHONE_CELLS:
        lines = _stacked_rounds(shown, who, game.rules)
    hidden = len(rounds) - len(shown)
    return (phrases.earlier_turns(words, hidden), *lines) if hidden else lines


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
    cut = ([(*row[:-1], shorten(row[-1], cells)) for row in rows] for cells in range(MAX_NAME, 3, -1))
    return align_within(cut, right=[0])


def _turn_text(turn: Turn | None, rules: Rules) -> str:
    return f"{code_text(turn.guess, rules)} {format_feedback(turn.feedback, rules)}" if turn else ""


def _next_step(view: ShownGame, game: Duel, words: Words) -> tuple[Block, ...]:
    blocks = [*next_step(view, game, words)]
    if game.draw_offered_by is not None:
        blocks.append(
            Paragraph(
                words("{player} offers a draw.", player=words.person(view.name_of(game.draw_offered_by), first=True))
            )
        )
    if not game.sides[0].guesses:
        blocks.append(
            Paragraph(
                words(
                    "{player} begins. A turn may take {duration}; then the other player can `claim` the duel.",
                    player=words.person(view.name_of(game.sides[0].player), first=True),
                    duration=words.duration(_hours(view)),
                )
            )
        )
    blocks.append(Status((words("both secrets sealed"),), "" if game.hidden else phrases.reply_to_guess(words)))
    blocks += commitment_shown(view, words, is_new=not game.sides[0].guesses)
    blocks += new_commitment(view, game, words)
    return tuple(blocks)


def _secrets(view: ShownGame, game: Duel, words: Words) -> tuple[Block, ...]:
    sides = (game.side(game.starter), game.opponent_of(game.starter))
    secrets = [
        words(
            "{player} {secret}",
            player=words.person(view.name_of(side.player)),
            secret=quoted_code(number, game.rules),
        )
        for side in sides
        if (number := game.number_of(side.player))
    ]
    if len(secrets) < len(sides):
        return ()
    return (Paragraph(words("The secrets: {secrets}.", secrets=words.commas(secrets))),)


def _challenge_buttons(game: Challenge, words: Words) -> tuple[Button, ...]:
    is_accepted = game.opponent_secret is not None
    label = words("Hide a secret") if is_accepted else words("Accept and hide a secret")
    leave = words("Withdraw") if is_accepted or game.opponent is None else words("Decline")
    return Button(label, "secret"), Button(leave, "giveup"), rules_button(game.rules, words)


def _duel_buttons(game: Duel, words: Words) -> tuple[Button, ...]:
    draw = Button(words("Accept draw"), "draw") if game.draw_offered_by else command_button("draw", words)
    last = verify_button(words), rules_button(game.rules, words)
    buttons = tuple(item_buttons(game, words))
    return guess_button(game.rules, words), *buttons, draw, command_button("giveup", words), *last


def _hours(view: ShownGame) -> int:
    return round((view.turn_limit or timedelta()) / timedelta(hours=1))
