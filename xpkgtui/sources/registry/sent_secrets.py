"""What was sent to a registry as a secret, so that nothing that it answers brings it to light."""

import base64
import binascii
import re
import threading
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, urlsplit

from xpkgtui.errors import XpkgError

_HIDDEN = "(secret)"
_SHORTEST = 4
"""Characters of what is replaced: shorter ones are in too many words."""
_SHORTEST_OF_QUERY = 8
_SHORTEST_OF_CONTENT = 12
"""Characters of what must not be in a manifest or in a blob, which are refused as a whole."""
_MOST = 500
"""Secrets of one registry that are kept, the newest."""
_MOST_OF_CONTENT = 8
"""Secrets that contents are searched for: each costs a second for a gigabyte or two."""
_FIELDS = ("refresh_token", "password")


class SentSecrets:
    """The secrets that were sent to one registry, and to the hosts that it named. Used by threads."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._words: dict[str, bool] = {}
        """Each with whether it must not be in contents."""
        self._shown: re.Pattern[str] | None = None
        self.in_contents: tuple[bytes, ...] = ()
        """What must not be in manifests and blobs."""

    def add_sent(self, headers: Mapping[str, str], form: Mapping[str, str] | None) -> None:
        """Keeps the secrets of a request."""
        scheme, _, payload = headers.get("Authorization", "").partition(" ")
        words = {payload: True}
        if scheme.lower() == "basic":
            with_user = _decoded(payload)
            words |= {with_user: False, with_user.partition(":")[2]: True}
        words |= {value: True for name, value in (form or {}).items() if name in _FIELDS}
        self._add(words)

    def add_signed(self, url: str) -> None:
        """Keeps what an address that a registry made may have as a signature: its query."""
        query = urlsplit(url).query
        values = (value for _, value in parse_qsl(query))
        self._add({word: False for word in (query, *values) if len(word) >= _SHORTEST_OF_QUERY})

    def hide(self, text: str) -> str:
        """The text without secrets."""
        return self._shown.sub(_HIDDEN, text) if self._shown is not None else text

    def hide_in(self, error: XpkgError) -> None:
        """Takes secrets out of an error."""
        error.title, error.hint = self.hide(error.title), self.hide(error.hint)
        error.args = (error.title,)
        error.tried = tuple(map(self.hide, error.tried))
        error.suggestions = tuple(map(self.hide, error.suggestions))

    def _add(self, words: Mapping[str, bool]) -> None:
        new = {word: strict for word, strict in words.items() if len(word) >= _SHORTEST}
        with self._gate:
            if new.items() <= self._words.items():
                return
            self._words = dict([*self._words.items(), *new.items()][-_MOST:])
            known = sorted(self._words, key=len, reverse=True)
            forms = dict.fromkeys(form for word in known for form in (word, quote(word, safe=""), quote(word)))
            self._shown = re.compile("|".join(map(re.escape, forms)), re.IGNORECASE)
            strict = [one for one, is_strict in self._words.items() if is_strict and len(one) >= _SHORTEST_OF_CONTENT]
            self.in_contents = tuple(one.encode() for one in strict[-_MOST_OF_CONTENT:])


_SENT: dict[str, SentSecrets] = {}
_GATE = threading.Lock()


def sent_to(host: str) -> SentSecrets:
    """The secrets of a registry, whichever of its clients sent them."""
    with _GATE:
        return _SENT.setdefault(host, SentSecrets())


def _decoded(payload: str) -> str:
    try:
        return base64.b64decode(payload, validate=True).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""
