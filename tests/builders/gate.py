"""What the gate takes of a walk; `tests/run --whole` takes all of it.

@pytest.mark.whole                  # a walk that the gate leaves out: another test takes some of its steps
few(FOLDERS, 5)                     # five of the table, evenly spread: its first and its last are among them
few(FOLDERS, 5, "olm-fbc/alpha")    # and this one, for what no other has
pairs(COMMANDS, FORMS)              # each command, and each form, in one pair at least; the whole has the product
"""

import os
from collections.abc import Iterable
from itertools import product
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")

SWITCH = "XPKGTUI_THOROUGH"
IS_WHOLE = bool(os.environ.get(SWITCH))


def few(table: Iterable[One], count: int, *kept: One) -> list[One]:
    """As many of a table, the same ones each time, and what is kept; all of it where the whole is run."""
    listed = list(table)
    assert all(one in listed for one in kept), "what is kept is of the table"
    if IS_WHOLE or count >= len(listed):
        return listed
    places = {number * (len(listed) - 1) // (count - 1) for number in range(count)}
    return [one for place, one in enumerate(listed) if place in places or one in kept]


def pairs(some: Iterable[One], others: Iterable[Other]) -> list[tuple[One, Other]]:
    """Each of two tables with the next one of the other in turn; each with all where the whole is run."""
    one, other = list(some), list(others)
    if IS_WHOLE:
        return list(product(one, other))
    return [(one[at % len(one)], other[at % len(other)]) for at in range(max(len(one), len(other)))]
