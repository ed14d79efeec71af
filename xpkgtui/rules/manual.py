"""The manual of a rule: the docstring of its function, in sections."""

import re
import sys
from functools import cache

from xpkgtui.patterns import late
from xpkgtui.values import dataclass

HEADINGS = ("Why", "When it bites", "Fix", "Source")
"""The sections of a manual behind its first one."""
_SECTION = late(rf"^({'|'.join(HEADINGS)}):", re.MULTILINE)
_WITHOUT_DOCSTRINGS = 2
"""The level of `-OO`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Manual:
    """What has a name and a manual."""

    id: str
    title: str
    manual: str
    """The docstring: its sections are split when one is asked for."""

    @property
    def what(self) -> str:
        """What the rule says, in a sentence or two."""
        return _sections(self.manual).get("What", "")

    @property
    def why(self) -> str:
        """Why that matters."""
        return _sections(self.manual).get("Why", "")

    @property
    def bites(self) -> str:
        """When a user meets the problem."""
        return _sections(self.manual).get("When it bites", "")

    @property
    def fix(self) -> str:
        """What to do."""
        return _sections(self.manual).get("Fix", "")

    @property
    def source(self) -> str:
        """Where the rule comes from."""
        return _sections(self.manual).get("Source", "")


def require_whole(id: str, title: str, manual: str, has_severity: bool) -> None:  # noqa: A002
    """Raises `TypeError` where a rule has no title, no severity, or lacks a section of its manual."""
    # Python 3.13 and later leave the indentation of docstrings out.
    lacking = [name for name in HEADINGS if f"  {name}: " not in manual and f"\n{name}: " not in manual]
    if sys.flags.optimize < _WITHOUT_DOCSTRINGS and (lacking or not title or not has_severity):
        raise TypeError(f"{id} lacks {', '.join(lacking) or 'a title, or a severity'}")


@cache
def _sections(docstring: str) -> dict[str, str]:
    """The sections of a manual by heading; the text before the first heading is `What`."""
    parts = _SECTION.split("\n".join(line.strip() for line in docstring.strip().split("\n")))
    names = ["What", *parts[1::2]]
    return {name: " ".join(text.split()) for name, text in zip(names, parts[::2], strict=True)}
