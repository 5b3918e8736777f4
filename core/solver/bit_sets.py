"""Sets as integers ("masks"): bit i stands for element i.

`&`, `^`, `|` and `int.bit_count` then work on all elements at once, in C.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

_BLOCK_BYTES = 64
"""Elements are found by their rank in blocks of this many bytes."""


def elements(mask: int) -> Iterator[int]:
    """The elements in ascending order."""
    digits = f"{mask:b}"
    last = len(digits) - 1
    index = digits.rfind("1") if mask else -1
    while index >= 0:
        yield last - index
        index = digits.rfind("1", 0, index)


def elements_at_ranks(mask: int, ranks: Iterable[int]) -> Iterator[int]:
    """The element at each of some ranks, which are counted from 0 for the lowest element."""
    data = mask.to_bytes(-(-mask.bit_length() // 8), "little")
    blocks = [
        int.from_bytes(data[start : start + _BLOCK_BYTES], "little") for start in range(0, len(data), _BLOCK_BYTES)
    ]
    ends = list(accumulate(map(int.bit_count, blocks), initial=0))
    for rank in ranks:
        block = bisect_right(ends, rank) - 1
        yield 8 * _BLOCK_BYTES * block + _bit_at(blocks[block], rank - ends[block])


def _bit_at(block: int, rank: int) -> int:
    """The element at a rank of a block."""
    start, width = 0, 8 * _BLOCK_BYTES
    while width > 1:
        width //= 2
        lower = block & ((1 << width) - 1)
        if rank < (count := lower.bit_count()):
            block = lower
        else:
            block, rank, start = block >> width, rank - count, start + width
    return start


def repeat_mask(mask: int, width: int, times: int) -> int:
    """A mask of `width` bits, written some times one after another."""
    result = done = 0
    while times:
        if times & 1:
            result |= mask << done
            done += width
        times >>= 1
        if times:
            mask |= mask << width
            width *= 2
    return result


def bit_planes_of_counts(masks: Iterable[int]) -> list[int]:
    """The number of masks that have each bit, as masks of its binary digits ("bit planes"), the lowest digit first."""
    bit_planes: list[int] = []
    for carry in masks:
        for index, digit in enumerate(bit_planes):
            if not carry:
                break
            bit_planes[index], carry = digit ^ carry, digit & carry  # noqa: PLW2901  # the carry to the next digit
        if carry:
            bit_planes.append(carry)
    return bit_planes


def split_by_value(bit_planes: Sequence[int], mask: int) -> Iterator[tuple[int, int]]:
    """The elements of a mask by the numbers whose binary digits are given: each with its mask, the lowest first.

    Only a few masks exist at a time, because those for 10,000,000 codes take 1.3 MB each.
    """
    if not bit_planes:
        yield 0, mask
        return
    *lower, highest = bit_planes
    ones = mask & highest
    if zeros := mask ^ ones:
        yield from split_by_value(lower, zeros)
        del zeros
    if ones:
        for value, same in split_by_value(lower, ones):
            yield value + (1 << len(lower)), same


def split_by_bit_planes(
    parts: Iterable[tuple[int, int]], bit_planes: Iterable[int], unit: int = 1
) -> list[tuple[int, int]]:
    """The parts of numbered masks by numbers whose binary digits are given, without empty ones.

    Like `split_by_value`, but faster and with all masks at a time. The number of a part grows by its value in units.
    """
    parts = list(parts)
    for digit in bit_planes:
        split = []
        for number, same in parts:
            if ones := same & digit:
                split.append((number + unit, ones))
                if zeros := same ^ ones:
                    split.append((number, zeros))
            else:
                split.append((number, same))
        parts, unit = split, 2 * unit
    return parts


def masks_by_value(values: bytes, highest: int) -> dict[int, int]:
    """The masks of the elements with each value; element i has the i-th of at least one, none above the highest."""
    ones = int.from_bytes(b"\1" * -(-len(values) // 8), "little")
    every_eighth = [int.from_bytes(values[start::8], "little") for start in range(8)]
    bit_planes = [
        sum([(part & ones << power) << start for start, part in enumerate(every_eighth)]) >> power
        for power in range(highest.bit_length())
    ]
    return dict(split_by_bit_planes([(0, (1 << len(values)) - 1)], bit_planes))


def elements_with_value(bit_planes: Sequence[int], value: int, mask: int) -> int:
    """The elements of a mask that have a number whose binary digits are given."""
    if value >> len(bit_planes):
        return 0
    for power, digit in enumerate(bit_planes):
        mask &= digit if value >> power & 1 else ~digit
    return mask
