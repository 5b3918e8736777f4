"""Sets of codes as integers with one byte for every code of the rules, lowest first: 1 if it is in the set.

They are what the answers of a guess to all codes, a string of bytes, turn into most quickly.
"""

from collections.abc import Collection

from core.game.codes import Code
from core.game.feedback import Feedback
from core.game.rules import Rules
from core.solver.candidates import Census, answers
from core.solver.partition import cell_number


def everything(rules: Rules) -> int:
    """All codes."""
    return int.from_bytes(b"\1" * rules.codes, "little")


def answering(guess: Code, feedbacks: Collection[Feedback], rules: Rules) -> int:
    """The codes for which the guess gets one of these feedbacks."""
    return among(answers(guess, rules), feedbacks, rules)


def among(row: bytes, feedbacks: Collection[Feedback], rules: Rules) -> int:
    """The same, from the answers of the guess to all codes."""
    cells = {cell_number(feedback, rules) for feedback in feedbacks}
    return int.from_bytes(row.translate(bytes(byte in cells for byte in range(256))), "little")


def as_census(codes: int, rules: Rules) -> Census:
    """A set to count, list and draw from."""
    return Census(rules, codes.bit_count(), as_bytes(codes, rules))


def as_bytes(codes: int, rules: Rules) -> bytes:
    """The set as one byte for each code."""
    return codes.to_bytes(rules.codes, "little")
