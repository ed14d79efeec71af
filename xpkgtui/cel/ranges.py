"""Ranges of sizes and costs, in whole numbers of 64 bits that do not overflow, as cel-go counts them."""

import math

Range = tuple[int, int]
"""The least and the most."""
HIGHEST = 2**64 - 1
NONE, ONE, ALL = (0, 0), (1, 1), (0, HIGHEST)


def plus(*ranges: Range) -> Range:
    """The sum."""
    low = high = 0
    for least, most in ranges:
        low, high = min(low + least, HIGHEST), min(high + most, HIGHEST)
    return low, high


def times(one: Range, other: Range) -> Range:
    """The product."""
    return min(one[0] * other[0], HIGHEST), min(one[1] * other[1], HIGHEST)


def scaled(one: Range, factor: float) -> Range:
    """A range times a factor, rounded up."""
    return _scaled(one[0], factor), _scaled(one[1], factor)


def union(one: Range, other: Range) -> Range:
    """The smallest range with both in it."""
    return min(one[0], other[0]), max(one[1], other[1])


def _scaled(number: int, factor: float) -> int:
    found = math.ceil(float(number) * factor)
    return HIGHEST if float(found) >= 2.0**64 else found
