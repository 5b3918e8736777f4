"""News: new messages, because the edits of a board notify nobody."""

from datetime import timedelta

from bot.locales import Words
from bot.model.games import GameView
from bot.model.operations import Announcement
from bot.presenters.duels import challenge_ending, duel_ending
from bot.presenters.endings import ending_of
from bot.presenters.hosting import hosted_ending
from bot.presenters.versus import versus_ending
from bot.presenters.views import Paragraph, View
from bot.services.messages.turn_notices import TurnNotice
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.games import Game
from core.game.hosting import HostedGame


def end_news(view: GameView, words: Words) -> View | None:
    """The end of a game in one line; None if there is nobody to tell."""
    if not view.has_news:
        return None
    game = view.public
    return View((Paragraph(f"#{view.id}: {_ending(view, game, words)}"),))


def operator_news(announcement: Announcement, words: Words) -> View:
    """What the operator announces."""
    return View((Paragraph(words("From the operator of this bot: {text}", text=announcement.text(words.code))),))


def turn_news(notice: TurnNotice, words: Words, *, is_reminder: bool) -> View:
    """It is somebody's turn, or still is; they are mentioned."""
    view, game, player = notice.view, notice.view.public, notice.player
    if isinstance(game, Challenge):
        text = _challenge_call(notice, game, words)
    elif isinstance(game, Duel):
        opponent = game.opponent_of(player.id)
        text = words(
            "It's your turn against {opponent} (guess {number}).",
            opponent=words.person(view.name_of(opponent.player)),
            number=game.side(player.id).guesses + 1,
        )
    else:
        text = words("A guess waits for your feedback.")
    if is_reminder:
        text = words("Still waiting for you. {call}", call=text)
    return View((Paragraph(f"#{view.id}: {text}"),), mention=player.key.user)


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


def _ending(view: GameView, game: Game | Duel | Challenge, words: Words) -> str:
    if isinstance(game, HostedGame):
        return hosted_ending(view, game, words)
    if isinstance(game, Game):
        return ending_of(view, game, words)
    if isinstance(game, Challenge):
        return challenge_ending(view, game, words)
    return duel_ending(view, game, words) if game.is_between_people else versus_ending(view, game, words)
