"""Games in which people guess one secret, in their plainest form."""

from dataclasses import dataclass, field

from tests.models.plain import Refused, Shown, Terms, Turn, score


@dataclass
class Board:
    """The guesses of everyone, of one player, or of one player of a race."""

    guesser: str | None
    turns: list[Turn] = field(default_factory=list)
    votes: list[str] = field(default_factory=list)
    given_up_by: str | None = None
    hinted: list[str] = field(default_factory=list)
    pending: list[tuple[str, str]] = field(default_factory=list)
    """Who guessed what that still waits for the feedback of a host."""

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys((*(turn[0] for turn in self.turns), *(player for player, _ in self.pending))))


@dataclass
class Guessing(Terms):
    """A game against a hidden secret: `who` is everyone, me or race."""

    secret: str = ""
    who: str = "everyone"
    boards: list[Board] = field(default_factory=list)
    ended_as: str | None = None

    def people(self) -> list[str]:
        return [self.starter, *(player for board in self.boards for player in board.players)]

    def board_of(self, player: str) -> Board:
        guesser = {"me": self.starter, "race": player}.get(self.who)
        return next((board for board in self.boards if board.guesser == guesser), Board(guesser))

    def result_of(self, board: Board) -> str | None:
        if self.is_found(board.turns):
            return "solved"
        if board.given_up_by is not None:
            return "gave_up"
        return "out_of_tries" if self.tries and len(board.turns) >= self.tries else None

    def result(self) -> str | None:
        if self.ended_as:
            return self.ended_as
        results = [self.result_of(board) for board in self.boards]
        if "solved" in results:
            return "solved"
        if not results or None in results:
            return None
        return "out_of_tries" if "out_of_tries" in results else "gave_up"

    def touch(self, player: str) -> Board:
        board = self.board_of(player)
        if board not in self.boards:
            self.boards.append(board)
        return board

    def require_open(self, player: str) -> None:
        if self.is_over:
            raise Refused("GameOver")
        if self.who == "me" and player != self.starter:
            raise Refused("NotYourGame")

    def check_guess(self, player: str) -> None:
        self.require_open(player)
        if self.result_of(self.board_of(player)):
            raise Refused("PartOfRaceOver")

    def guess(self, player: str, code: str) -> None:
        self.check_guess(player)
        self.touch(player).turns.append((player, code, *score(self.secret, code)))

    def asks_about(self, player: str, code: str) -> bool:
        """Whether a guess repeats a turn and costs a try, so that its player is asked first."""
        board = self.board_of(player)
        return self.tries > 0 and code in {guess for _, guess, *_ in (*board.turns, *board.pending)}

    def hint(self, player: str) -> None:
        self.require_open(player)
        if player not in self.people():
            raise Refused("NotPlaying")
        self.check_guess(player)
        board = self.touch(player)
        if player not in board.hinted:
            board.hinted.append(player)

    def give_up(self, player: str, *, is_moderator: bool, is_stuck: bool = False) -> None:
        if self.is_over:
            raise Refused("GameOver")
        has_part = player in self.people() and not (self.who == "race" and self.result_of(self.board_of(player)))
        is_contest = self.who == "race" and len({guesser for board in self.boards for guesser in board.players}) > 1
        if is_moderator and player not in self.people() and (self.who == "me" or is_contest):
            raise Refused("EndedByPlayersOnly")
        if is_moderator and not (self.who == "race" and player in self.people()):
            self._end_all(player)
            return
        self.require_open(player)
        if is_stuck and self.who != "me" and not has_part:
            self._vote(player)
            return
        if player not in self.people():
            raise Refused("OnlyPlayersGiveUp")
        if self.result_of(self.board_of(player)):
            raise Refused("PartOfRaceOver")
        board = self.board_of(player)
        if player == self.starter or board.guesser or board.players == [player]:
            self._give_up(self.touch(player), player)
        else:
            self._vote(player)

    def _vote(self, player: str) -> None:
        """Vote to end the game, for which more than half of its players are needed, and at least two people."""
        votes = self.board_of(self.starter).votes
        if player in votes:
            raise Refused("AlreadyVoted")
        self.touch(self.starter).votes.append(player)
        votes = list(self.board_of(self.starter).votes)
        players = {guesser for board in self.boards for guesser in board.players}
        if len(votes) >= max(2, len(players) // 2 + 1):
            for board in self.boards:
                if not self.result_of(board):
                    board.given_up_by, board.votes = player, list(votes)

    def stopped(self, board: Board) -> bool:
        """Whether a moderator ended a board on which others played."""
        by = board.given_up_by
        if by is None or by in board.votes:
            return False
        return by != board.guesser if board.guesser else by != self.starter and board.players != [by]

    def _end_all(self, moderator: str) -> None:
        if not self.boards:
            self.touch(self.starter)
        for board in self.boards:
            if not self.result_of(board):
                self._give_up(board, moderator)

    def _give_up(self, board: Board, player: str) -> None:
        board.given_up_by = player
        board.votes = [voter for voter in board.votes if voter != player]

    def shown_to(self, viewer: str) -> Shown:
        return {
            "who": self.who,
            "result": self.result(),
            "secret": self.secret if self.is_over else "",
            "boards": [self._board_shown_to(viewer, board) for board in self.boards],
        }

    def _board_shown_to(self, viewer: str, board: Board) -> Shown:
        is_open = self.is_over or self.who != "race" or board.guesser == viewer
        turns = [(by, code if is_open else "", hits, blows) for by, code, hits, blows in board.turns]
        return {
            "guesser": board.guesser,
            "turns": turns,
            "votes": board.votes,
            "given_up_by": board.given_up_by,
            "hinted": board.hinted,
            "pending": board.pending,
            "result": self.result_of(board),
        }
