"""The names that Kubernetes allows, with its own words about others."""

import re
from collections.abc import Iterator

_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_VALUE = re.compile(r"(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?")
_PART = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_LONGEST_NAME, _LONGEST_LABEL = 253, 63
_SUBDOMAIN_WORDS = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start "
    "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    r"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
_VALUE_WORDS = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start "
    "and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "
    "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)


def _too_long(most: int) -> str:
    return f"must be no more than {most} bytes"


def subdomain_faults(name: str) -> Iterator[str]:
    """What Kubernetes says against a name that must be a DNS subdomain."""
    if len(name.encode()) > _LONGEST_NAME:
        yield _too_long(_LONGEST_NAME)
    if len(name) > 1 << 14 or not _SUBDOMAIN.fullmatch(name):
        yield _SUBDOMAIN_WORDS


def label_value_faults(value: str) -> Iterator[str]:
    """What it says against the value of a label."""
    if len(value.encode()) > _LONGEST_LABEL:
        yield _too_long(_LONGEST_LABEL)
    if not _VALUE.fullmatch(value):
        yield _VALUE_WORDS


def is_label(name: str) -> bool:
    """Whether a name is one label of DNS."""
    return len(name) <= _LONGEST_LABEL and _LABEL.fullmatch(name) is not None


def is_qualified(key: str) -> bool:
    """Whether a key of labels or annotations is well formed: `prefix.example/name`."""
    lead, slash, part = key.rpartition("/")
    if slash and (not lead or len(lead) > _LONGEST_NAME or "/" in lead or not _SUBDOMAIN.fullmatch(lead)):
        return False
    return 0 < len(part) <= _LONGEST_LABEL and _PART.fullmatch(part) is not None
