"""Regular expressions that are compiled when they are first used: a start names a hundred, and uses few.

Python before 3.11.5 goes on behind what the last round of a possessive group has read in vain: `(?:ab?c)*+` takes the
whole of `aca`. A last alternative that never matches, `(?!)`, leads back to where that round began.
"""

import re
from typing import TYPE_CHECKING, Any

__all__ = ["late"]

if TYPE_CHECKING:
    # To a type checker it is the standard function, whose patterns do the same.
    from re import compile as late
else:

    class _Late:
        """A pattern; what is asked of it is the compiled one's, and kept here."""

        def __init__(self, text: str | bytes, flags: int) -> None:
            self._text = text
            self._flags = flags

        def __getattr__(self, name: str) -> Any:
            found = getattr(re.compile(self._text, self._flags), name)
            setattr(self, name, found)
            return found

    def late(text: str | bytes, flags: int = 0) -> _Late:
        """The pattern; its text is read at the first use."""
        return _Late(text, flags)
