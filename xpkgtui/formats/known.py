"""The table of formats, in the order in which they are asked."""

from typing import TYPE_CHECKING

from xpkgtui.formats.assumed import ASSUMED
from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.xpkg.format import XPKG

if TYPE_CHECKING:
    from xpkgtui.rules.rule import AnyRule

FORMATS: tuple[Format, ...] = (XPKG,)


def recognise(traces: Traces) -> tuple[Format, Evidence | None]:
    """The format that something is of, and why; the assumed one, without evidence, where none recognises it."""
    if traces.format:
        known = format_of(traces.format)
        return known, known.recognise(traces)
    for known in FORMATS:
        if (evidence := known.recognise(traces)) is not None:
            return known, evidence
    return assumed(), None


def assumed() -> Format:
    """The format that is assumed until one is recognised."""
    return format_of(ASSUMED.name)


def format_of(name: str) -> Format:
    """The format of that name; the first one for a name that is not known."""
    return next((known for known in FORMATS if known.summary.name == name), FORMATS[0])


def rules() -> "tuple[AnyRule, ...]":
    """The rules of all formats."""
    return tuple(rule for known in FORMATS for rule in known.catalogue().rules)
