"""The pictures of ended games, notices of turns, and announcements of the operator."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from bot.locales import Words
from bot.model.games import ShownGame
from bot.model.operations import Announcement
from bot.presenters import phrases
from bot.presenters.board import all_turns_button, ending_of, guess_button, quoted_code
from bot.presenters.cards import board_card
from bot.presenters.duels import challenge_ending, duel_ending, duel_title
from bot.presenters.items import item_buttons, item_question
from bot.presenters.rules import counted_game
from bot.presenters.versus import hosted_ending, versus_ending
from bot.presenters.views import Button, Paragraph, Preformatted, View
from bot.services.messages import TurnNotice
from core.game.any_game import AnyGame
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.feedback import format_feedback
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import Race


def with_picture(board: View, view: ShownGame, words: Words) -> View:
    """The board of an ended game with its turns as an image, or with those of the winner of a race or duel.

    Where everybody played on one board, the image takes the place of its rows, which are shown privately on request.
    """
    game = view.public
    has_own_boards, is_won = game.has_own_boards, game.winner is not None
    is_drawn = game.has_begun and (is_won or not has_own_boards)
    turns = game.board(game.winner or game.starter).turns if is_drawn else ()
    if not turns:
        return board
    ending = duel_title(view, game, words) if isinstance(game, Duel) else _ending(view, game, words)
    about = counted_game(str(game.rules), words)
    names = () if has_own_boards else [view.name_of(turn.by) or phrases.former_player(words) for turn in turns]
    image = board_card(ending, about, turns, game.rules, names, words, is_won=is_won)
    if has_own_boards:
        return replace(board, images=(image,))
    blocks = tuple(replace(each, is_drawn=True) if isinstance(each, Preformatted) else each for each in board.blocks)
    more = all_turns_button(words)
    buttons = board.buttons if more in board.buttons else (*board.buttons, more)
    return replace(board, blocks=blocks, buttons=buttons, images=(image,))


def operator_news(announcement: Announcement, words: Words) -> View:
    """What the operator announces."""
    return View((Paragraph(words("From the operator of this bot: {text}", text=announcement.text(words.code))),))


def turn_news(notice: TurnNotice, words: Words) -> View:
    """It is somebody's turn, or still is; they are mentioned."""
    view, game, player = notice.view, notice.view.public, notice.player
    buttons: tuple[Button, ...] = ()
    if isinstance(game, Challenge):
        text = _challenge_call(notice, game, words)
    elif isinstance(game, Duel):
        text = _duel_call(view, game, player.id, words)
        asked = item_buttons(game, words) if game.pending_use else (guess_button(game.rules, words),)
        buttons = tuple(replace(button, step=game.side(player.id).guesses + 1) for button in asked)
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
        number=game.side(player).guesses + 1,
    )
    if not opponent.turns:
        return turn
    last = opponent.turns[-1]
    guess = words(
        "{opponent} guessed {code}: {feedback}.",
        opponent=words.person(name, first=True),
        code=quoted_code(last.guess, game.rules),
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


_ENDINGS: Mapping[type[AnyGame], Callable[..., str]] = {
    Game: ending_of,
    Race: ending_of,
    HostedGame: hosted_ending,
    Challenge: challenge_ending,
    Duel: duel_ending,
}
"""What tells how a game of a mode ended."""


def _ending(view: ShownGame, game: AnyGame, words: Words) -> str:
    if isinstance(game, Duel) and game.level is not None:
        return versus_ending(view, game, words)
    return _ENDINGS[type(game)](view, game, words)
