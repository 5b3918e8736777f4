"""What happens in this process, as those who count and time it are told.

Services, storage and platforms call an `Observer` that they are given; metrics are one subclass of it. A reported value
is a name, a number or a duration, never what people typed.
"""

from typing import Literal, TypeAlias

CommandOutcome: TypeAlias = Literal["done", "refused", "failed"]
"""`failed` is an unexpected error or a fault of the storage."""

SolverOutcome: TypeAlias = Literal["done", "refused", "timeout", "failed"]
"""`refused` is a question that was not put into the queue; `failed` is one whose process died, or a bug."""


class Observer:
    """Is told what happens. This class records nothing; a subclass overrides what it records.

    Every method returns at once and never raises. Durations are in seconds.
    """

    def command_handled(self, command: str, platform: str, outcome: CommandOutcome, seconds: float) -> None:
        """The reply to a command of the catalogue was made, this long after the event was received."""

    def board_delivered(self, platform: str, delivery: str, seconds: float) -> None:
        """A board was sent or could not be, this long after it was to be shown.

        Args:
            platform: as in keys of players, such as `discord`.
            delivery: the name of the `Delivery`, in lower case.
            seconds: since somebody asked for the board to be shown.
        """

    def unit_ended(self, access: str, seconds: float, *, failed: bool) -> None:
        """A unit of work ended.

        Args:
            access: the name of its `Access`, in lower case.
            seconds: from entering it, its wait for a connection or a turn included.
            failed: whether the storage failed.
        """

    def group_committed(self, units: int, seconds: float) -> None:
        """This many units of work were committed together, in one transaction of SQLite."""

    def solver_queue(self, waiting: int, running: int) -> None:
        """The number of questions that wait for the solver, or that it works on, has changed."""

    def solver_question_ended(self, task: str, outcome: SolverOutcome, waited: float, worked: float) -> None:
        """A question to the solver ended.

        Args:
            task: the function of `bot.solving.tasks`.
            outcome: how.
            waited: time in the queue.
            worked: time from leaving the queue until the result.
        """

    def boards_behind(self, platform: str, boards: int) -> None:
        """This many boards of a platform were behind their games at the last look, 100 or a little more at most."""

    def games_counted(self, running: int) -> None:
        """This many games run, counted in the storage now and then."""

    def event_loop_delay(self, seconds: float) -> None:
        """A timer of the event loop fired this long after its time."""


SILENT = Observer()
"""Records nothing."""
