"""The interface by which services, storage and platforms report what happens, for metrics.

They call the methods of an `Observer`; metrics are recorded by a subclass. A reported value is a name, a number or a
duration, never what people typed.
"""

from typing import Literal, TypeAlias

CommandOutcome: TypeAlias = Literal["done", "refused", "failed"]
"""`failed` is an unexpected error or a fault of the storage."""

SolverOutcome: TypeAlias = Literal["done", "refused", "timeout", "failed"]
"""`refused` is a question that was not put into the queue; `failed` is one whose process died, or a bug."""


class Observer:
    """Receives reports of what happens. This class ignores them; a subclass overrides the methods that it needs.

    Methods must return at once and never raise. Durations are in seconds.
    """

    def command_handled(self, command: str, platform: str, outcome: CommandOutcome, seconds: float) -> None:
        """A command of the catalogue was handled.

        Args:
            command: the name of the command.
            platform: the platform, such as `discord`.
            outcome: how it ended.
            seconds: from receiving the event to having the reply.
        """

    def board_delivered(self, platform: str, delivery: str, seconds: float) -> None:
        """A board was sent, or could not be.

        Args:
            platform: the platform, such as `discord`.
            delivery: the name of the `DeliveryOutcome`, in lower case.
            seconds: from the request to show the board to its delivery.
        """

    def unit_of_work_ended(self, access: str, seconds: float, *, failed: bool) -> None:
        """A unit of work ended.

        Args:
            access: the name of its `Access`, in lower case.
            seconds: from entering it to its end, including the wait for a connection or for its turn.
            failed: whether the storage failed.
        """

    def group_committed(self, units: int, seconds: float) -> None:
        """This many units of work were committed together, in one transaction of SQLite."""

    def solver_queue_changed(self, waiting: int, running: int) -> None:
        """The number of questions that wait for the solver, or that it works on, has changed."""

    def solver_question_ended(self, task: str, outcome: SolverOutcome, waited: float, worked: float) -> None:
        """A question to the solver ended.

        Args:
            task: the function of `bot.solving.tasks`.
            outcome: how it ended.
            waited: seconds in the queue.
            worked: seconds from leaving the queue until the result.
        """

    def outdated_boards_counted(self, platform: str, boards: int) -> None:
        """The outdated boards of a platform were counted.

        Args:
            platform: the platform, such as `discord`.
            boards: how many there are. Not more than about 1,000 are counted.
        """

    def games_counted(self, running: int) -> None:
        """The number of running games, counted in the storage every half minute."""

    def event_loop_delayed(self, seconds: float) -> None:
        """A timer of the event loop fired late, by this number of seconds."""


SILENT = Observer()
"""An observer that ignores all reports."""
