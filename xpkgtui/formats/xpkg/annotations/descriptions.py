"""What a meta object says of its package in annotations, and whether its description is one sentence."""

import re
from collections.abc import Mapping

from xpkgtui.patterns import late

PREFIX = "meta.crossplane.io/"
RECOMMENDED = ("maintainer", "source", "license", "description", "readme")
"""The annotations that the specification defines for tools that show packages."""
_END = late(r"(?:[.!?][\"')\]]*\s|[\u3002\uff01\uff1f])(?=\s*\w)")
"""The end of a sentence before another one."""
_SHORT = late(
    r"(?:^|[\s(])(?:(?:[A-Za-z]\.)+[A-Za-z]|vs|etc|approx|incl|resp|Inc|Ltd|Co|Corp|No|St|Mr|Ms|Dr)\.\Z",
    re.IGNORECASE,
)
"""An abbreviation, whose full stop ends no sentence."""
_LONGEST = 64
"""Characters that an abbreviation may have, with those before it: a long text has many ends."""
_PARAGRAPH = late(r"\n[ \t]*\n")


def missing(annotations: Mapping[str, object], *, is_v2: bool) -> tuple[str, ...]:
    """The recommended annotations that are not given; Package Format v2 writes them without a prefix, too."""
    return tuple(
        name for name in RECOMMENDED if not annotations.get(PREFIX + name) and not (is_v2 and annotations.get(name))
    )


def is_one_sentence(description: str) -> bool:
    """Whether it is no more than a sentence; lines of one sentence may be wrapped."""
    text = description.strip().replace("\r\n", "\n")
    if _PARAGRAPH.search(text):
        return False
    ends = (end.start() + 1 for end in _END.finditer(text))
    return all(_SHORT.search(text[max(0, end - _LONGEST) : end]) for end in ends)
