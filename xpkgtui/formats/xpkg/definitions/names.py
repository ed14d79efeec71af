"""Names as Kubernetes allows them, with its own complaints."""

import re

_LABEL_1035 = re.compile(r"[a-z]([-a-z0-9]*[a-z0-9])?")
_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_SAYS_1035 = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')"
)
_SAYS_SUBDOMAIN = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start "
    "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    r"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)


def label_1035(text: str) -> str | None:
    """Why it is no DNS-1035 label."""
    return _complaint(text, 63, _LABEL_1035, _SAYS_1035)


def subdomain(text: str) -> str | None:
    """Why it is no DNS-1123 subdomain."""
    return _complaint(text, 253, _SUBDOMAIN, _SAYS_SUBDOMAIN)


def _complaint(text: str, longest: int, pattern: re.Pattern[str], says: str) -> str | None:
    too_long = len(text.encode("utf-8", "surrogatepass")) > longest
    said = [f"must be no more than {longest} bytes"] if too_long else []
    if too_long or not pattern.fullmatch(text):
        said += [] if too_long and pattern.fullmatch(text[: 4 * longest]) else [says]
    return ",".join(said) or None
