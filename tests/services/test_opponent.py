"""Games against the opponent."""

from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import NoReturn, cast

import pytest

from bot.services.errors import GameRunning, NoGameHere
from bot.services.model import Caller, GameView
from core.game.codes import Code, parse_code
from core.game.errors import NoPendingGuess, NotYourTurn, RepeatedSymbol
from core.game.feedback import Feedback, compute_feedback
from core.game.rules import Rules
from core.game.versus import Level, Verdict, Versus
from tests.services.harness import ANN, BOB, Harness, again

SMALL = Rules.parse("3x10")
HIDDEN = parse_code("012", SMALL)
MINE = "987"


class Match(Harness):
    """A harness with the opponent at it, who is dealt HIDDEN."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.random_source.coin_shows = False

    async def begin(self, told: str | None = MINE, level: Level = Level.HARD, who: Caller = ANN) -> Versus:
        self.random_source.deal("012")
        return versus(await self.opponent.begin(again(who), SMALL, level, told))

    async def guesses(self, text: str, who: Caller = ANN) -> Versus:
        return versus((await self.guess(who, text)).view)

    async def answers(self, text: str) -> GameView:
        return await self.opponent.give_feedback(again(ANN), text)


def versus(view: GameView) -> Versus:
    assert isinstance(view.game, Versus)
    return view.game


@pytest.fixture
def match() -> Match:
    return Match()


async def test_the_two_guess_turn_about_and_the_told_secret_answers_by_itself(match: Match) -> None:
    await match.begin()

    game = await match.guesses("345")

    assert [turn.guess for turn in game.player_turns] == [(3, 4, 5)]
    assert len(game.opponent_turns) == 1
    assert game.opponent_turns[0].feedback == compute_feedback(parse_code(MINE, SMALL), game.opponent_turns[0].guess)


async def test_the_opponent_begins_when_the_coin_says_so(match: Match) -> None:
    match.random_source.coin_shows = True

    game = await match.begin()

    assert len(game.opponent_turns) == 1
    assert not game.player_turns


async def test_the_opponent_is_told_rules_history_and_level_only(match: Match) -> None:
    await match.begin(level=Level.EASY)
    game = await match.guesses("345")
    await match.guesses("346")

    assert match.solver.moves == [(SMALL, (), Level.EASY), (SMALL, game.opponent_turns, Level.EASY)]


async def test_finding_the_secret_first_wins_and_gives_the_other_its_last_guess(match: Match) -> None:
    await match.begin()

    game = await match.guesses("012")

    assert len(game.opponent_turns) == 1
    assert game.outcome is Verdict.WON
    assert game.secret == HIDDEN


async def test_both_finding_it_in_as_many_guesses_is_a_draw(match: Match) -> None:
    await match.begin(told=None)
    await match.guesses("012")

    met = await match.answers("3H0B")

    assert versus(met).outcome is Verdict.DRAWN


async def test_a_secret_kept_in_the_head_is_answered_for(match: Match) -> None:
    await match.begin(told=None)
    asked = (await match.guesses("345")).pending_guess
    assert asked is not None

    met = await match.answers("0H1B")

    assert versus(met).opponent_turns[-1] == (asked, Feedback(0, 1), "")
    with pytest.raises(NoPendingGuess):
        await match.answers("0H1B")


async def test_while_a_guess_waits_for_its_answer_it_is_not_the_players_turn(match: Match) -> None:
    await match.begin(told=None)
    await match.guesses("345")

    with pytest.raises(NotYourTurn):
        await match.guesses("346")


async def test_an_answer_can_be_taken_back_and_given_again(match: Match) -> None:
    await match.begin(told=None)
    asked = (await match.guesses("345")).pending_guess
    await match.answers("0H1B")

    met = await match.opponent.undo_feedback(again(ANN))

    assert versus(met).pending_guess == asked
    assert not versus(met).opponent_turns
    assert versus(await match.answers("1H0B")).opponent_turns[0].feedback == Feedback(1, 0)


async def test_contradictory_answers_are_noticed_and_put_right(match: Match) -> None:
    secret = parse_code(MINE, SMALL)
    await match.begin(told=None, level=Level.EXPERT)
    wrong_at = 1
    number = 0
    met = None
    while met is None or met.repairs is None:
        number += 1
        assert number < 12
        asked = (await match.guesses("345")).pending_guess
        if asked is None:
            met = await match.board(ANN)
            break
        right = compute_feedback(secret, asked)
        told = Feedback(0, 0) if number == wrong_at and right != (0, 0) else right
        met = await match.answers(f"{told.hits},{told.blows}")
    assert met.repairs
    for choice, repair in enumerate(met.repairs, 1):
        if all(
            compute_feedback(secret, versus(met).opponent_turns[c.number - 1].guess) == c.feedback
            for c in repair.changes
        ):
            met = await match.opponent.repair(again(ANN), choice)
            break

    assert met.repairs is None
    assert all(turn.feedback == compute_feedback(secret, turn.guess) for turn in versus(met).opponent_turns)


async def test_a_repair_where_nothing_is_wrong_is_refused(match: Match) -> None:
    await match.begin(told=None)
    await match.guesses("345")
    await match.answers("0H1B")

    with pytest.raises(NoPendingGuess):
        await match.opponent.repair(again(ANN), 1)


async def unanswered_guess(match: Match) -> GameView:
    """Ann's guess is stored, but the opponent's is not made; the view as it was stored."""
    await match.begin()
    match.solver.error = BrokenProcessPool()
    with pytest.raises(BrokenProcessPool):
        await match.guess(ANN, "345")
    match.solver.error = None
    (view,) = await match.referee.running_games(again(ANN))
    return view


async def test_an_opponent_that_never_got_to_move_moves_when_anybody_looks(match: Match) -> None:
    view = await unanswered_guess(match)

    shown = await match.board(BOB, view.id)

    assert len(versus(shown).opponent_turns) == 1


async def test_two_who_look_at_once_make_it_move_once(match: Match) -> None:
    view = await unanswered_guess(match)

    await match.opponent.settle(again(ANN), view)
    later = await match.opponent.settle(again(ANN), view)

    assert len(versus(later).opponent_turns) == 1


async def test_everybody_sees_the_boards_and_nobody_a_secret(match: Match) -> None:
    await match.begin()
    await match.guesses("345")

    view = await match.board(ANN)

    assert isinstance(view.public, Versus)
    assert isinstance(view.game, Versus)
    assert view.public.secret == view.game.secret == ()
    assert view.public.player_secret == ()
    assert view.game.player_secret == parse_code(MINE, SMALL)


async def test_a_player_has_one_game_of_their_own_at_a_time(match: Match) -> None:
    await match.begin()

    with pytest.raises(GameRunning):
        await match.begin()
    assert (await match.begin(who=BOB)).starter != ""


async def test_a_secret_that_is_no_code_begins_nothing(match: Match) -> None:
    with pytest.raises(RepeatedSymbol):
        await match.begin(told="998")
    with pytest.raises(NoGameHere):
        await match.board(ANN)


async def test_the_same_event_begins_and_answers_once(match: Match) -> None:
    match.random_source.deal("012")
    asked = again(ANN)
    first = await match.opponent.begin(asked, SMALL, Level.HARD, None)
    second = await match.opponent.begin(asked, SMALL, Level.HARD, None)
    assert first.id == second.id

    await match.guesses("345")
    told = again(ANN)
    await match.opponent.give_feedback(told, "0H0B")
    met = await match.opponent.give_feedback(told, "0H0B")
    assert len(versus(met).opponent_turns) == 1


async def test_results_are_kept_by_level(match: Match) -> None:
    await match.begin(level=Level.EASY)
    await match.guesses("012")
    await match.begin(level=Level.EASY)
    await match.referee.give_up(again(ANN))
    await match.begin(level=Level.HARD)
    await match.guesses("345")
    await match.referee.give_up(again(ANN))

    record = await match.records.stats(again(ANN))

    assert record.against[Level.EASY] == {Verdict.WON: 1}
    assert record.against[Level.HARD] == {Verdict.RESIGNED: 1}
    assert not record.alone


class Untouchable:
    """A secret that raises when read."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(name)

    def __iter__(self) -> NoReturn:
        raise AssertionError("the secret was read")

    def __getitem__(self, _key: object) -> NoReturn:
        raise AssertionError("the secret was read")


async def test_thinking_never_reads_the_secret(match: Match) -> None:
    view = await unanswered_guess(match)
    guarded = cast("Code", Untouchable())
    seen = replace(versus(view), secret=guarded, player_secret=guarded)

    met = await match.opponent.settle(again(ANN), replace(view, game=seen))

    assert len(versus(met).opponent_turns) == 1
