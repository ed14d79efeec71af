"""The log of requests and answers, for `-v` and `-vv`: no secret is in it, and nothing that a terminal obeys."""

import logging
import re
from collections.abc import Mapping

from xpkgtui.sources.access import REQUESTS, Exchange
from xpkgtui.visible import clip, line

_SHOWN = re.compile(
    r"accept|accept-ranges|age|content-(?:encoding|length|range|type)|date|docker-[a-z-]+|etag|oci-[a-z-]+|range"
    r"|retry-after|server|transfer-encoding|user-agent|via|www-authenticate|x-cache|x-request-id"
)
"""Headers that hold no secrets; a list of those that do would never be complete."""
_MOST, _LONGEST = 40, 300


def log_exchange(scheme: str, exchange: Exchange) -> None:
    """Logs a request with its status, its size and the time that it took."""
    status = exchange.status or "no answer"
    REQUESTS.info(
        "%s %s://%s%s  %s  %s bytes  %s ms",
        *(exchange.method, scheme, exchange.host, exchange.path, status, f"{exchange.size:,}", exchange.milliseconds),
    )


def log_headers(what: str, headers: Mapping[str, str]) -> None:
    """Logs the headers of a request or an answer; of those that may hold a secret, the names."""
    if not REQUESTS.isEnabledFor(logging.DEBUG):
        return
    for name, value in list(headers.items())[:_MOST]:
        shown = line(clip(value, _LONGEST)) if _SHOWN.fullmatch(name.lower()) else "(not shown)"
        REQUESTS.debug("  %s  %s: %s", what, line(clip(name, 80)), shown)
