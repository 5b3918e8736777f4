"""Private replies about games: questions, the proof of a commitment, all turns, the form for a guess, running games."""

import shlex
from collections.abc import Mapping, Sequence

from bot.commands.catalogue import CONFIRM, YES
from bot.locales import Words
from bot.model.errors import GameRunning
from bot.model.games import ShownGame
from bot.model.rooms import RoomKey
from bot.presenters import phrases
from bot.presenters.boards import board_title, guess_button, quoted_code, turn_panel
from bot.presenters.rules import describe_rules, game_name, unranked_note, who_guesses_text
from bot.presenters.versus import pending_guesses_with_status, versus_title
from bot.presenters.views import Block, Button, Heading, MessageLink, Paragraph, View
from bot.services.games.referee import GiveUpEffect, GiveUpPreview
from bot.services.messages import RunningGame
from core.game.any_game import Who
from core.game.boards import RepeatedGuess
from core.game.codes import format_code_ascii
from core.game.commitment import seal, verify
from core.game.feedback import Feedback
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.rules import Rules
from core.game.sides import BOT


def give_up_question(preview: GiveUpPreview, words: Words) -> View:
    """Whether the player really wants to give up, and what that does."""
    game = preview.view.id
    text = {
        GiveUpEffect.ENDS_GAME: phrases.give_up_question(words, f"#{game}"),
        GiveUpEffect.ENDS_PART: words("Give up your part of game #{game}? The others keep playing.", game=game),
        GiveUpEffect.VOTE: words(
            "Vote to give up game #{game}? It ends when most of its players have voted: yours is vote "
            "{votes} of {needed}. The player who started it, or a moderator, can end it alone.",
            game=game,
            votes=preview.votes,
            needed=preview.needed,
        ),
    }[preview.effect]
    label = words("Vote to give up") if preview.effect is GiveUpEffect.VOTE else phrases.button_label(words, "giveup")
    return View((Paragraph(text),), (Button(label, "giveup", {CONFIRM: YES}),), game)


def running_game_alternatives(error: GameRunning, started: Mapping[str, str], words: Words) -> tuple[Button, ...]:
    """What the caller can do instead of starting a game with the options `started` beside one that is running."""
    end = (Button(words("End it"), "giveup"),)
    if error.is_own:
        return (Button(phrases.button_label(words, "board"), "board"), *end)
    guess = () if error.rules is None else (guess_button(error.rules, words),)
    return (
        *guess,
        Button(words("Show it"), "board"),
        Button(words("Play alone"), "play", {**started, "who": Who.ME.value}),
        *(end if error.is_stuck else ()),
    )


def repeated_guess_question(view: ShownGame, repetition: RepeatedGuess, words: Words) -> View:
    """Whether the player means a guess that repeats a turn."""
    options = {"code": format_code_ascii(repetition.guess, view.game.rules), CONFIRM: YES}
    button = Button(words(phrases.GUESS_ANYWAY), "guess", options)
    return View(repeated_guess_blocks(repetition, view.game.rules, words), (button,), view.id)


def repeated_guess_blocks(repetition: RepeatedGuess, rules: Rules, words: Words) -> tuple[Block, ...]:
    """The question before a guess that repeats a turn, and how to turn such questions off."""
    text = words(
        "{guess} was already guessed in turn {turn}. Guess it anyway?",
        guess=quoted_code(repetition.guess, rules),
        turn=repetition.turn,
    )
    return (Paragraph(text),)


PAGE = 30
"""Turns that are shown at once; more do not fit into a message."""


def verification(view: ShownGame, words: Words) -> View:
    """The commitment of a running game, or why an ended one is not ranked, whether it holds, and a line to check it."""
    blocks: Sequence[Block]
    if view.nonce is not None and (text := view.game.commitment_opening(view.id, view.nonce)) is not None:
        checks = [(text, view.commitment), *zip(view.change_commitment_openings, view.changes, strict=True)]
        blocks = [block for check in checks for block in _checked_commitment(*check, words)]
    elif view.game.outcome is not None or (view.game.in_head and view.game.level is None):
        blocks = (Paragraph(words("There is nothing to verify: I don't keep a secret in this game.")),)
    elif not view.game.has_begun:
        who_begins = words("Both secrets and a random number, which is sealed here, decide who begins.")
        blocks = (Paragraph(who_begins), _commitment(view.commitment, words))
    else:
        blocks = _explained_commitment(view, words)
    note = unranked_note(view.game, words) if isinstance(view.game, Game) else ()
    return View((Heading(words(phrases.VERIFY), (f"#{view.id}",)), *blocks, *note))


def _checked_commitment(text: str, commitment: str, words: Words) -> Sequence[Block]:
    """Whether a commitment is that of the text, and a line for a shell that checks it."""
    checked = (
        words(
            "Checked: the secret was not changed. `{seal}` begins the SHA-256 `{commitment}` of this text:",
            seal=seal(commitment),
            commitment=commitment,
        )
        if verify(text, commitment)
        else words(
            "This does not fit: `{commitment}`, the SHA-256 from the start, is not that of this text:",
            commitment=commitment,
        )
    )
    line = words("In a shell: `{line}`", line=f"printf %s '{text}' | sha256sum")
    return Paragraph(checked), Paragraph(f"`{text}`"), Paragraph(line)


def _explained_commitment(view: ShownGame, words: Words) -> Sequence[Block]:
    """What the commitment of a running game stands for."""
    explained = (
        words(
            "Both secrets were hidden before the first guess. The hash of them and a random number fits no others. The "
            "challenger begins if it starts with 0 to 7."
        )
        if view.game.is_between_people
        else words(
            "The secret was chosen before the first guess. The hash of it and a random number fits no other. After the "
            "end, Verify (`board verify:on`) checks it."
        )
    )
    return Paragraph(explained), *(_commitment(each, words) for each in (view.commitment, *view.changes))


def _commitment(commitment: str, words: Words) -> Paragraph:
    """A commitment and its seal."""
    return Paragraph(words("`{seal}`, SHA-256 `{commitment}`", seal=seal(commitment), commitment=commitment))


def all_turns(view: ShownGame, first: int, words: Words) -> View:
    """The turns of the viewer's board, or of both boards of a duel, from the number `first` or the last turn on."""
    game = view.game
    boards = game.boards_seen_by(view.viewer)
    most, first = PAGE // len(boards), min(first, max(1, *(len(board.turns) for board in boards)))
    blocks: list[Block] = [board_title(view, game_name(game.rules, words), describe_rules(game.rules, words))]
    for board in boards:
        who = phrases.BOT_NAME if board.guesser == BOT else view.name_of(board.guesser)
        names = view.names if board.guesser is None else None
        if len(boards) > 1 and board.turns:
            blocks.append(Heading(who or words(phrases.FORMER_PLAYER)))
        blocks += turn_panel(board.turns, game.rules, words, names, numbers=range(first, first + most))
    later = first + most
    is_more = any(len(board.turns) >= later for board in boards)
    more = (Button(words("From turn {first}", first=later), "board", {"turn": str(later)}),) if is_more else ()
    return View(tuple(blocks), more, view.id)


def first_feedback(feedback: Feedback, rules: Rules, words: Words) -> str:
    """What the first feedback of somebody's life means."""
    hits, blows, noun = feedback.hits, feedback.blows, words.symbol_noun(rules)
    if hits and blows:
        return words("{hits} in the right place, {blows} elsewhere.", hits=hits, blows=blows)
    if hits:
        return words.plural("{n} is in its place.", "{n} are in their places.", hits)
    if not blows:
        return words("None of these {noun}s is in it.", noun=noun)
    return words.plural(
        "{n} {noun} is right, in another place.", "{n} {noun}s are right, in another place.", blows, noun=noun
    )


FORM_TURNS = 6
"""The most lines of turns that the form shows."""


def turn_lines_of_own_board(view: ShownGame, words: Words) -> Sequence[str]:
    """The turns on the board on which the viewer guesses, in lines. Opponents' guesses do not help to guess."""
    game = view.game
    turns, pending = (
        game.board(view.viewer).turns,
        pending_guesses_with_status(game, words) if isinstance(game, HostedGame) else (),
    )
    shown = turn_panel(turns, game.rules, words, pending=pending, numbers=range(1, len(turns) + 1))
    return shown[0].lines if shown else ()


def last_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """The last lines, as many as the form shows."""
    return tuple(lines[-FORM_TURNS:])


def running_games(games: Sequence[RunningGame], words: Words, here: RoomKey) -> View:
    """The games, each with a link to its board, and in which of them it is the turn of the reader, who is `here`.

    Terminals have no links, so other rooms are named there.
    """
    items = (MessageLink(_line(game, words, here), game.room, game.message) for game in games)
    return View((*your_turn_in(games, words), Paragraph(words("Your running games:")), *items))


def your_turn_in(games: Sequence[RunningGame], words: Words) -> tuple[Block, ...]:
    """In which games it is the reader's turn; nothing if it is in none."""
    awaited = [f"#{game.view.id}" for game in games if game.is_awaited]
    return (Paragraph(words("It's your turn in {games}.", games=words.comma_separated(awaited))),) if awaited else ()


def _line(running: RunningGame, words: Words, here: RoomKey) -> str:
    line, room = _description(running, words), running.room.channel
    if not phrases.is_terminal(here) or running.room == here:
        return line
    return words(
        "{game} (room `{room}`: `hitblow --room {argument}`)", game=line, room=room, argument=shlex.quote(room)
    )


def _description(running: RunningGame, words: Words) -> str:
    view, game, details = running.view, running.view.game, describe_rules(running.view.game.rules, words)
    others = [view.name_of(player) for player in game.players if player != view.viewer]
    if game.is_duel_between_people and others:
        opponent = words.person(others[0])
        return words("#{game}: duel with {opponent}, {rules}", game=view.id, opponent=opponent, rules=details)
    if game.level is not None:
        details = f"{versus_title(game.level, words)} · {details}"
    elif not game.is_duel_between_people and (who := who_guesses_text(game.who, words)):
        details = f"{details} · {who}"
    return words("#{game}: {rules}", game=view.id, rules=details)
