"""An observer that keeps what it is told."""

from typing_extensions import override

from bot.model.observer import CommandOutcome, Observer, SolverOutcome


class RecordingObserver(Observer):
    """Keeps everything but durations."""

    def __init__(self) -> None:
        self.commands: list[tuple[str, str, CommandOutcome]] = []
        self.boards: list[tuple[str, str]] = []
        self.units: list[tuple[str, bool]] = []
        self.groups: list[int] = []
        self.queue: list[tuple[int, int]] = []
        self.questions: list[tuple[str, SolverOutcome]] = []
        self.games: list[int] = []
        self.delays: list[float] = []

    @override
    def command_handled(self, command: str, platform: str, outcome: CommandOutcome, seconds: float) -> None:
        assert seconds >= 0
        self.commands.append((command, platform, outcome))

    @override
    def board_delivered(self, platform: str, delivery: str, seconds: float) -> None:
        assert seconds >= 0
        self.boards.append((platform, delivery))

    @override
    def unit_of_work_ended(self, access: str, seconds: float, *, failed: bool) -> None:
        assert seconds >= 0
        self.units.append((access, failed))

    @override
    def group_committed(self, units: int, seconds: float) -> None:
        assert seconds >= 0
        self.groups.append(units)

    @override
    def solver_queue_changed(self, waiting: int, running: int) -> None:
        self.queue.append((waiting, running))

    @override
    def solver_question_ended(self, task: str, outcome: SolverOutcome, waited: float, worked: float) -> None:
        assert min(waited, worked) >= 0
        self.questions.append((task, outcome))

    @override
    def games_counted(self, running: int) -> None:
        self.games.append(running)

    @override
    def event_loop_delayed(self, seconds: float) -> None:
        self.delays.append(seconds)
