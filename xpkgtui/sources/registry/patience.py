"""How long to wait before a request is tried again."""

import random
import re
import time
from email.utils import parsedate_to_datetime

from xpkgtui.sources.registry.answer import Answer
from xpkgtui.sources.registry.error_answers import waiting

LONGEST = 30.0
"""Seconds of `Retry-After` that are waited for."""


def pause(answer: Answer, waits: int, tried: tuple[str, ...]) -> float:
    """Seconds to wait after `waits` waits; raises `Unreachable` where the server asks for too many."""
    asked = _seconds(answer.header("Retry-After"))
    if asked is None:
        return 0.25 * 2.0**waits * random.uniform(0.7, 1.3)  # noqa: S311  # jitter
    if asked > LONGEST:
        raise waiting(answer.host, asked, tried)
    return asked


def _seconds(header: str) -> float | None:
    """`Retry-After` as seconds, in either of its forms."""
    text = header.strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None
