"""Where the specific rule speaks, the general one is silent: as data, and applied in one place."""

from collections.abc import Iterable
from enum import Enum

from xpkgtui.rules.finding import Finding


class Within(Enum):
    """How far a rule's word silences another."""

    PACKAGE = "package"
    LAYER = "layer"
    DOCUMENT = "document"
    FIELD = "field"


_UNPARSED = (
    "XPKG501",
    "XPKG502",
    "XPKG503",
    "XPKG506",
    "XPKG508",
    "XPKG509",
    "XPKG602",
    "XPKG603",
    "XPKG604",
    "XPKG616",
)
"""Where the parser stops, a missing meta object is no news: it may be behind the stop."""
SILENCED: tuple[tuple[str, Within, tuple[str, ...]], ...] = (
    ("XPKG102", Within.PACKAGE, ("XPKG103", "XPKG105")),
    ("XPKG201", Within.PACKAGE, ("XPKG110", "XPKG111")),
    ("XPKG204", Within.PACKAGE, ("XPKG007",)),
    ("XPKG205", Within.PACKAGE, ("XPKG006",)),
    ("XPKG206", Within.PACKAGE, ("XPKG005",)),
    ("XPKG212", Within.PACKAGE, ("XPKG006",)),
    ("XPKG301", Within.LAYER, ("XPKG002",)),
    ("XPKG401", Within.PACKAGE, ("XPKG202", "XPKG402")),
    ("XPKG410", Within.LAYER, ("XPKG306",)),
    ("XPKG511", Within.PACKAGE, ("XPKG405",)),
    ("XPKG601", Within.PACKAGE, ("XPKG405", "XPKG511", "XPKG610", *_UNPARSED)),
    ("XPKG602", Within.DOCUMENT, ("XPKG603", "XPKG604", "XPKG606")),
    ("XPKG613", Within.FIELD, ("XPKG614", "XPKG716")),
    ("XPKG615", Within.FIELD, ("XPKG508",)),
    ("XPKG616", Within.FIELD, ("XPKG508", "XPKG610", "XPKG615")),
    ("XPKG702", Within.DOCUMENT, ("XPKG704",)),
    ("XPKG707", Within.FIELD, ("XPKG508", "XPKG616")),
    ("XPKG901", Within.FIELD, ("XPKG915",)),
)
"""(silent rule, how far, rules that speak instead)"""
_KEPT_WITH_DOCUMENT = "XPKG601"
"""Two meta objects are told whatever else is wrong; only their absence is no news, and that is in no document."""


def quieten(findings: Iterable[Finding], spoken: Iterable[Finding] = ()) -> list[Finding]:
    """What is left of `findings`; `spoken` was told before and is not asked again."""
    told = list(findings)
    everything = [*told, *spoken]
    heard = {within: {_key(one, within, one.rule) for one in everything} for within in Within}
    return [one for one in told if not _is_silenced(one, heard)]


def _is_silenced(one: Finding, heard: dict[Within, set[tuple[object, ...]]]) -> bool:
    if one.rule == _KEPT_WITH_DOCUMENT and one.place.document is not None:
        return False
    return any(
        _key(one, within, speaker) in heard[within]
        for silent, within, speakers in SILENCED
        if silent == one.rule
        for speaker in speakers
    )


def _key(one: Finding, within: Within, rule: str) -> tuple[object, ...]:
    if within is Within.PACKAGE:
        return (rule,)
    if within is Within.LAYER:
        return rule, one.place.layer
    if within is Within.DOCUMENT:
        return rule, one.place.document
    return rule, one.place.document, one.place.field
