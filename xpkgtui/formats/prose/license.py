"""License expressions, as SPDX has them."""

import re
from functools import cache
from typing import Any

from xpkgtui.patterns import late

_OWN = late(r"(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+\Z")
_LONGEST = 1_000
COMMON = frozenset(
    {
        *("AGPL-3.0-only", "AGPL-3.0-or-later", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BUSL-1.1", "CC0-1.0"),
        *("EPL-2.0", "GPL-2.0-only", "GPL-3.0-only", "GPL-3.0-or-later", "ISC", "LGPL-3.0-only", "MIT", "MPL-2.0"),
        "Unlicense",
    }
)
"""Names that nearly all packages have; for them the list of 2,500 is not loaded, which takes 30 ms."""
_NICKNAMES = frozenset({"gpl", "bsd-2", "verbatim-man-pages"})
"""Names that the library knows and SPDX never had; its other extra names are former ones of SPDX."""


def is_license(text: str) -> bool:
    """Whether a text is an SPDX expression; `LicenseRef-` names count as known, and `X+` counts as `X`."""
    if text in COMMON:
        return True
    if not text or len(text) > _LONGEST or "\n" in text:
        return False
    words = [("MIT" if _OWN.match(word) else word.removesuffix("+") or word) for word in re.split(r"([\s()]+)", text)]
    if any(word.lower() in _NICKNAMES for word in words):
        return False
    try:
        checked = _licensing().validate("".join(words))
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
        return False  # the library breaks down on expressions that stop in the middle
    return not checked.errors


@cache
def _licensing() -> Any:
    from license_expression import get_spdx_licensing

    return get_spdx_licensing()
