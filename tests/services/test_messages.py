"""The messages that show games, and notices, which tell the player whom a duel waits for once, and remind them once."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.model.games import ShownGame
from bot.model.rooms import Caller, MessageKey, NewsKind, PendingNews, PostClaimOutcome, StoredBoard
from bot.services.background import GameExpiry
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.messages import CLAIM_SECONDS
from core.game.any_game import Who
from core.game.errors import NotPossibleNow
from core.game.games import Game
from core.game.sides import Level
from tests.services.harness import ANN, BOB, CAT, CLASSIC, WRONG, Harness, again, caller
from tests.support.storage import committed

BOARD = MessageKey("C1", "1.0")
DAY, MOMENT = timedelta(days=1), timedelta(microseconds=1)


async def challenge(harness: Harness) -> ShownGame:
    view = await harness.duels.challenge(again(ANN), NamedPerson(BOB.player, BOB.name), DuelTerms(CLASSIC))
    await harness.services.messages.record_posted(view.id, BOARD, "en")
    return view


async def start(harness: Harness, challenged: ShownGame) -> ShownGame:
    await harness.duels.hide_secret(again(BOB), "0123", challenged.id)
    return await harness.duels.hide_secret(again(ANN), "4567", challenged.id)


async def duel(harness: Harness) -> ShownGame:
    view = await start(harness, await challenge(harness))
    await tell(harness)
    return view


async def pending(harness: Harness) -> list[PendingNews]:
    return list(await harness.services.news.pending("chat"))


async def called(harness: Harness) -> list[str | None]:
    """The names of those whom the pending news mentions, None for news that is not told."""
    calls = [await harness.services.turn_notices.notice_for(news) for news in await pending(harness)]
    return [None if call is None else call.player.name for call in calls]


async def tell(harness: Harness) -> list[NewsKind]:
    """Tell what is pending; its kinds."""
    news = await pending(harness)
    for each in news:
        await harness.services.news.claim(each.key)
        await harness.services.news.record_told(each.key)
    return [each.key.kind for each in news]


async def look(harness: Harness) -> bool:
    """Do what is due; whether anything was."""
    expiry = GameExpiry(harness.database.unit, harness.clock)
    is_due = await expiry.may_be_due()
    await expiry.run_step()
    return is_due


def mover_of(view: ShownGame) -> tuple[str, str]:
    """The names of the player to move and of the other one."""
    return ("ann", "bob") if harness_name(view) == "ann" else ("bob", "ann")


def harness_name(view: ShownGame) -> str:
    game = view.public
    return view.names[getattr(game, "awaited_player")]  # noqa: B009  # of a challenge or duel


CALLERS = {"ann": ANN, "bob": BOB}


async def test_the_opponent_is_called_by_the_challenge_itself(harness: Harness) -> None:
    assert (await challenge(harness)).called == BOB.player.user
    assert await pending(harness) == []


async def test_the_challenger_is_told_when_the_opponent_accepts(harness: Harness) -> None:
    view = await challenge(harness)
    await tell(harness)
    await harness.duels.hide_secret(again(BOB), "0123", view.id)
    assert await called(harness) == ["ann"]


async def test_a_player_is_told_once_that_it_is_their_turn(harness: Harness) -> None:
    view = await duel(harness)
    first, second = mover_of(view)
    await harness.guess(CALLERS[first], "8901", view.id)
    assert await called(harness) == [second]
    assert await tell(harness) == [NewsKind.TURN]
    await harness.duels.offer_draw(again(CALLERS[second]), view.id)
    assert await pending(harness) == []


async def test_a_move_withdraws_what_the_mover_was_not_told_yet(harness: Harness) -> None:
    view = await duel(harness)
    first, second = mover_of(view)
    await harness.guess(CALLERS[first], "8901", view.id)
    await harness.guess(CALLERS[second], "8901", view.id)
    assert await called(harness) == [first]


async def test_nobody_is_told_of_a_challenge_that_has_ended(harness: Harness) -> None:
    await harness.give_up(BOB, (await challenge(harness)).id)
    assert [news.key.kind for news in await pending(harness)] == [NewsKind.PASSED]


async def test_the_end_replaces_a_mention(harness: Harness) -> None:
    view = await duel(harness)
    first, second = mover_of(view)
    await harness.guess(CALLERS[first], "8901", view.id)
    await harness.give_up(CALLERS[second], view.id)
    assert [news.key.kind for news in await pending(harness)] == [NewsKind.END]


async def test_a_player_is_reminded_once_at_half_the_limit(harness: Harness) -> None:
    first, _ = mover_of(await duel(harness))
    harness.clock.advance(DAY - MOMENT)
    await look(harness)
    assert await pending(harness) == []
    harness.clock.advance(MOMENT)
    await look(harness)
    assert await called(harness) == [first]
    assert await tell(harness) == [NewsKind.REMINDER]
    for _ in range(8):
        harness.clock.advance(DAY - MOMENT)
        await look(harness)
        assert await pending(harness) == []


async def test_each_turn_has_a_reminder_of_its_own(harness: Harness) -> None:
    view = await duel(harness)
    for _ in range(3):
        mover, _ = mover_of(await harness.board(ANN, view.id))
        harness.clock.advance(DAY)
        await look(harness)
        assert await called(harness) == [mover]
        assert await tell(harness) == [NewsKind.REMINDER]
        await harness.guess(CALLERS[mover], "8901", view.id)
        assert await tell(harness) == [NewsKind.TURN]


@pytest.mark.parametrize("down", [timedelta(days=1), timedelta(days=5)])
async def test_a_reminder_that_became_due_while_the_bot_was_down_is_given_once(
    harness: Harness, down: timedelta
) -> None:
    await duel(harness)
    harness.clock.advance(down)
    assert [await look(harness) for _ in range(2)] == [True, False]
    assert await tell(harness) == [NewsKind.REMINDER]


async def test_a_room_can_switch_off_reminders(harness: Harness) -> None:
    await choose(harness, reminders="off")
    await duel(harness)
    harness.clock.advance(2 * DAY)
    await look(harness)
    assert await pending(harness) == []


async def test_one_person_notifies_another_three_times_an_hour_by_challenges(harness: Harness) -> None:
    async def calls(*challengers: Caller) -> int:
        told = 0
        for by in challengers:
            view = await harness.duels.challenge(again(by), NamedPerson(BOB.player, BOB.name), DuelTerms(CLASSIC))
            await harness.services.messages.record_posted(view.id, MessageKey("C1", view.id), "en")
            told += view.called is not None
            await harness.give_up(by, view.id)
            await tell(harness)
            harness.clock.advance()
        return told

    ann_elsewhere = caller("ann", channel="garden")
    assert await calls(ANN, ANN, ann_elsewhere, ANN, ann_elsewhere, ANN) == 3
    await harness.services.privacy.delete(again(ANN))
    assert await calls(ANN) == 0
    assert await calls(CAT) == 1
    harness.clock.advance(timedelta(minutes=52) - MOMENT)
    assert await calls(ANN) == 0
    assert await calls(ANN) == 1
    harness.clock.advance(timedelta(hours=1))
    assert await calls(ANN) == 1


async def test_a_room_can_switch_off_mentions(harness: Harness) -> None:
    await choose(harness, mentions="off")
    view = await challenge(harness)
    assert view.called is None
    await start(harness, view)
    assert await called(harness) == [None]


async def test_players_can_switch_off_mentions_of_themselves(harness: Harness) -> None:
    async with committed(harness.database.unit) as unit:
        for who in (ANN, BOB):
            player = await unit.players.get_or_add(who.player, who.room.workspace, who.name)
            await unit.players.change_settings(player.id, {"mentions": "off"})
    view = await challenge(harness)
    assert view.called is None
    await start(harness, view)
    assert await called(harness) == [None]


async def test_the_limits_are_those_of_the_room(harness: Harness) -> None:
    hour = timedelta(hours=1)
    await choose(harness, turn="2")
    view = await duel(harness)
    first, second = mover_of(view)
    assert view.turn_limit == 2 * hour
    harness.clock.advance(hour)
    await look(harness)
    assert await called(harness) == [first]
    with pytest.raises(NotPossibleNow):
        await harness.duels.claim_win(again(CALLERS[second]), view.id)
    harness.clock.advance(hour)
    assert (await harness.duels.claim_win(again(CALLERS[second]), view.id)).game.outcome is not None


async def test_a_turn_that_a_wrong_clock_has_dated_ahead_counts_from_when_that_is_noticed(harness: Harness) -> None:
    harness.clock.advance(400 * DAY)
    view = await duel(harness)
    harness.clock.advance(-400 * DAY)
    await look(harness)
    _, second = mover_of(view)
    harness.clock.advance(2 * DAY - MOMENT)
    with pytest.raises(NotPossibleNow):
        await harness.duels.claim_win(again(CALLERS[second]), view.id)
    harness.clock.advance(MOMENT)
    assert (await harness.duels.claim_win(again(CALLERS[second]), view.id)).game.outcome is not None


async def choose(harness: Harness, **texts: str) -> None:
    """Choose settings of the room."""
    await harness.services.shared_settings.change(replace(again(ANN), is_manager=True), texts, in_channel=True)


async def test_a_change_of_settings_that_is_delivered_again_changes_nothing(harness: Harness) -> None:
    manager = replace(again(ANN), is_manager=True)
    for text, changed in (("48", 1), ("24", 0)):
        assert len(await harness.services.shared_settings.change(manager, {"idle": text})) == changed


async def listed(harness: Harness, who: Caller, most: int = 10) -> list[ShownGame]:
    return [game.view for game in await harness.services.turn_notices.running_games(again(who), most)]


async def test_running_games_are_those_one_began_or_guessed_in_newest_first(harness: Harness) -> None:
    shared = await harness.play(BOB)
    await harness.guess(ANN, WRONG)
    harness.clock.advance()
    own = await harness.play(ANN, Who.ME)
    harness.clock.advance()
    there = await harness.play(caller("ann", channel="elsewhere"))

    found = await listed(harness, ANN)

    assert [view.id for view in found] == [there.id, own.id, shared.id]
    assert [view.id for view in await listed(harness, BOB)] == [shared.id]
    assert [view.id for view in await listed(harness, ANN, 2)] == [there.id, own.id]
    assert all(isinstance(view.game, Game) and view.game.secret == () for view in found)
    assert found[-1].names[found[-1].game.starter] == "bob"


async def test_games_that_wait_for_somebody_are_listed_first_with_their_places(harness: Harness) -> None:
    view = await challenge(harness)
    own = await harness.play(BOB, Who.ME)
    first, second = await harness.services.turn_notices.running_games(again(BOB))
    assert [first.view.id, second.view.id] == [view.id, own.id]
    assert [first.is_awaited, second.is_awaited] == [True, False]
    assert [first.room, first.message] == [BOB.room, BOARD]
    assert [second.room, second.message] == [BOB.room, None]


async def test_one_process_at_a_time_may_post_the_message_of_a_game(harness: Harness) -> None:
    messages = harness.services.messages
    game, other = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)

    assert await messages.claim(game.id, None) is PostClaimOutcome.NEW
    assert await messages.claim(game.id, None) is PostClaimOutcome.TAKEN
    assert await messages.claim(other.id, None) is PostClaimOutcome.NEW

    await messages.release_claim(game.id)
    assert await messages.claim(game.id, None) is PostClaimOutcome.RENEWED
    harness.clock.advance(timedelta(seconds=CLAIM_SECONDS + 1))
    assert await messages.claim(game.id, None) is PostClaimOutcome.RENEWED


async def test_a_claim_that_is_renewed_does_not_expire(harness: Harness) -> None:
    messages = harness.services.messages
    game = await harness.play(ANN)
    assert await messages.claim(game.id, None) is PostClaimOutcome.NEW
    for _ in range(3):
        harness.clock.advance(timedelta(seconds=CLAIM_SECONDS - 1))
        await messages.renew_claim(game.id, None)
        assert await messages.claim(game.id, None) is PostClaimOutcome.TAKEN


async def test_a_deleted_message_is_replaced_once(harness: Harness) -> None:
    messages = harness.services.messages
    game, deleted, posted = await harness.play(ANN), MessageKey("C1", "1.0"), MessageKey("C1", "2.0")
    await messages.record_posted(game.id, deleted, "en")

    assert await messages.claim(game.id, deleted) is PostClaimOutcome.NEW
    assert await messages.claim(game.id, deleted) is PostClaimOutcome.TAKEN
    await messages.release_claim(game.id)
    assert await messages.claim(game.id, deleted) is PostClaimOutcome.RENEWED
    harness.clock.advance(timedelta(seconds=CLAIM_SECONDS + 1))
    assert await messages.claim(game.id, deleted) is PostClaimOutcome.RENEWED
    await messages.record_posted(game.id, posted, "en")
    assert await messages.claim(game.id, deleted) is PostClaimOutcome.TAKEN
    assert await messages.claim(game.id, posted) is PostClaimOutcome.NEW


async def test_a_board_is_outdated_until_its_newest_revision_is_shown(harness: Harness) -> None:
    messages = harness.services.messages
    game, other = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)
    await messages.record_posted(game.id, MessageKey("C1", "1.0"), "ja")
    assert {board.game for board in await messages.outdated("chat")} == {game.id, other.id}

    assert await messages.record_shown({game.id: 0, other.id: 0}, ()) == {
        game.id: StoredBoard(0, MessageKey("C1", "1.0")),
        other.id: StoredBoard(0, None),
    }
    assert await messages.outdated("chat") == []

    await harness.guess(ANN, "0456")
    (outdated,) = await messages.outdated("chat")
    assert (outdated.game, outdated.revision, outdated.language) == (game.id, 1, "ja")
    assert outdated.message == MessageKey("C1", "1.0")
    assert await messages.outdated("discord") == []

    assert (await messages.record_shown({game.id: 0}, ()))[game.id].revision == 1
    assert len(await messages.outdated("chat")) == 1


@pytest.mark.parametrize("kind", ["shared", "own", "race", "hosted", "against the bot", "challenge"])
async def test_a_game_that_nobody_has_guessed_in_is_withdrawn(harness: Harness, kind: str) -> None:
    game = await started(harness, kind)
    assert await harness.services.messages.claim(game.id, None) is PostClaimOutcome.NEW
    await harness.services.messages.release_claim(game.id)

    assert await harness.services.messages.remove_game_if_unseen(game.id)

    assert await harness.services.referee.public_view(game.id) is None
    assert await harness.services.messages.outdated("chat") == []
    assert await harness.services.news.pending("chat") == []
    assert not await harness.services.messages.remove_game_if_unseen(game.id)
    await harness.play(ANN)


async def started(harness: Harness, kind: str) -> ShownGame:
    """A new game of Ann's."""
    services = harness.services
    if kind == "race":
        return await services.referee.start_game(ANN, CLASSIC, who=Who.RACE)
    if kind == "hosted":
        return await services.hosting.start(ANN, CLASSIC, None)
    if kind == "against the bot":
        return await services.opponent.start(ANN, CLASSIC, Level.EASY, "0123")
    if kind == "challenge":
        return await services.duels.challenge(ANN, NamedPerson(BOB.player, BOB.name), DuelTerms(CLASSIC))
    return await harness.play(ANN, Who.ME if kind == "own" else Who.EVERYONE)


async def test_a_game_that_was_shown_guessed_in_or_ended_is_not_withdrawn(harness: Harness) -> None:
    messages = harness.services.messages
    shown, guessed = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)
    await messages.record_posted(shown.id, MessageKey("C1", "1.0"), "en")
    await harness.guess(BOB, WRONG)
    ended = await harness.give_up(CAT, (await harness.play(CAT, Who.ME)).id)

    assert [await messages.remove_game_if_unseen(game.id) for game in (shown, guessed, ended)] == [False] * 3
    assert all([await harness.services.referee.public_view(game.id) for game in (shown, guessed, ended)])
