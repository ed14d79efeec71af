"""Names that Kubernetes allows, and its messages about others."""

import re
from collections.abc import Iterator

from xpkgtui.patterns import late

_LABEL_1035 = late(r"[a-z]([-a-z0-9]*[a-z0-9])?")
_LABEL = late(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_SUBDOMAIN = late(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_SAYS_1035 = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')"
)
_SAYS_LABEL = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end "
    "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
_SAYS_SUBDOMAIN = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start "
    "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    r"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
_NAME = late(r"[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?")
_LONGEST_NAME = 63
_CHARACTERS = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)
_SAYS_VALUE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start "
    "and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "
    "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)


def label_1035(text: str) -> str | None:
    """The reasons why a text is not a DNS-1035 label, in one line."""
    return ",".join(faults_of_label_1035(text)) or None


def faults_of_label_1035(text: str) -> list[str]:
    """The reasons why a text is not a DNS-1035 label."""
    return _complaints(text, 63, _LABEL_1035, _SAYS_1035)


def subdomain(text: str) -> str | None:
    """The reasons why a text is not a DNS-1123 subdomain, in one line."""
    return ",".join(faults_of_subdomain(text)) or None


def faults_of_subdomain(text: str, unit: str = "characters") -> list[str]:
    """The reasons why a text is not a DNS-1123 subdomain; older libraries count characters, newer ones bytes."""
    return _complaints(text, 253, _SUBDOMAIN, _SAYS_SUBDOMAIN, unit)


def qualified_name(text: str) -> tuple[str, ...]:
    """All reasons why a text is not a key of a label or an annotation."""
    prefix, slash, name = text.rpartition("/")
    if "/" in prefix:
        optional = "an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
        return (f"a valid label key {_CHARACTERS} with {optional}",)
    complaints = []
    if slash and not prefix:
        complaints.append("prefix part must be non-empty")
    elif prefix:
        # Of keys Kubernetes counts the bytes, of names the characters; both are ASCII where they are right.
        faults = _complaints(prefix, 253, _SUBDOMAIN, _SAYS_SUBDOMAIN, unit="bytes")
        complaints.extend(f"prefix part {fault}" for fault in faults)
    if not name:
        complaints.append("name part must be non-empty")
    elif _size(name) > _LONGEST_NAME:
        complaints.append(f"name part must be no more than {_LONGEST_NAME} bytes")
    if not _NAME.fullmatch(name):
        complaints.append(f"name part {_CHARACTERS}")
    return tuple(complaints)


def faults_of_label(text: str) -> list[str]:
    """The reasons why a text is not one label of DNS, as the name of a namespace is."""
    says = "must not contain dots" if _SUBDOMAIN.fullmatch(text) else _SAYS_LABEL
    return _complaints(text, _LONGEST_NAME, _LABEL, says)


def faults_of_path(path: str) -> Iterator[str]:
    """All reasons why a path is not one that a webhook is called at."""
    if path in ("", "/"):
        return
    if not path.startswith("/"):
        yield "must start with a '/'"
    for number, step in enumerate(path.removesuffix("/")[1:].split("/")):
        if not step:
            yield f"segment[{number}] may not be empty"
        yield from (f"segment[{number}]: {fault}" for fault in (faults_of_subdomain(step) if step else ()))


def is_label(text: str) -> bool:
    """Whether a text is one label of DNS."""
    return len(text) <= _LONGEST_NAME and _LABEL.fullmatch(text) is not None


def label_value(text: str, unit: str = "bytes") -> tuple[str, ...]:
    """All reasons why a text is not a value of a label."""
    complaints = [f"must be no more than {_LONGEST_NAME} {unit}"] if _size(text) > _LONGEST_NAME else []
    if text and not _NAME.fullmatch(text):
        complaints.append(_SAYS_VALUE)
    return tuple(complaints)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _complaints(text: str, longest: int, pattern: re.Pattern[str], says: str, unit: str = "characters") -> list[str]:
    too_long = _size(text) > longest
    complaints = [f"must be no more than {longest} {unit}"] if too_long else []
    if too_long or not pattern.fullmatch(text):
        complaints += [] if too_long and pattern.fullmatch(text[: 4 * longest]) else [says]
    return complaints
