"""Names that OLM makes of a hash: of the JSON of a permission, as Go's encoder writes it."""

import hashlib
import json
import string
from typing import Any

from xpkgtui.untyped import listing, mapping

_LONGEST = 63
_DIGITS = string.digits + string.ascii_lowercase + string.ascii_uppercase
_RULE = ("verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs")
_ESCAPED = (("&", "\\u0026"), ("<", "\\u003c"), (">", "\\u003e"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))


def permission_of(value: object) -> dict[str, Any]:
    """A permission of a ClusterServiceVersion with the fields that Go knows, in its order."""
    found = mapping(value)
    rules = found.get("rules")
    return {
        "serviceAccountName": found.get("serviceAccountName") or "",
        "rules": None if rules is None else [_rule(one) for one in listing(rules)],
    }


def hashed(value: object, base: int, *, line: bool = True) -> str:
    """The SHA-224 of a value's JSON as a number to a base; a `line` ends with a newline, as Go's encoders do."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for sign, code in _ESCAPED:
        text = text.replace(sign, code)
    number = int.from_bytes(hashlib.sha224(text.encode("utf-8", "replace") + b"\n" * line).digest())
    digits = ""
    while number:
        number, rest = divmod(number, base)
        digits = _DIGITS[rest] + digits
    return digits or "0"


def suffixed(name: str, suffix: str) -> str:
    """A name with a suffix, cut in front of it so that no more than 63 bytes are left."""
    data = name.encode("utf-8", "replace")
    if len(data) + len(suffix) > _LONGEST:
        data = data[: _LONGEST - len(suffix) - 1]
    return f"{data.decode('utf-8', 'replace')}-{suffix}"


def _rule(value: object) -> dict[str, Any]:
    found = mapping(value)
    return {key: found.get(key) for key in _RULE if found.get(key) or key == "verbs"}
