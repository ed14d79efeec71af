"""The answer of a judgement: accepted, refused or undecided, and why, in a clause."""

import re
from collections.abc import Sequence

from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Acceptance, Finding, Severity, Verdict
from xpkgtui.rules.profile import Profile, profile_of
from xpkgtui.rules.subject import layer_name
from xpkgtui.visible import size

_NOT_READ = ("XPKG501", Severity.WARNING)
"""A document too large to be read: whatever else is found, acceptance would be a guess."""
_PARSED = frozenset(f"XPKG{number}" for number in (501, 503, 506, 508, 509, 602, 603, 604, 610, 615, 616, 702, 704))
"""Rules about what the parser refuses, document by document."""
_DECODED = frozenset({"XPKG508", "XPKG610", "XPKG615", "XPKG616"})
"""Those of them about the types of fields, of which Go tells one."""
_STEP = re.compile(r'\[(?P<item>\d+)\]|\["(?P<odd>(?:[^"\\]|\\.)*)"\]|(?P<key>[^.\[\]]+)')
_SENTENCES = frozenset({"A", "All", "An", "Layer", "Layers", "Line", "Manifests", "No", "Only", "The", "There", "It"})
_LONGEST, _LONGEST_FILE = 160, 64
_AS_GIVEN = "package.yaml as it is given"
_LAST = 1 << 60
"""Behind every document: where reading stops, all that come before it were read."""


def conclude(case: Case, findings: Sequence[Finding]) -> Verdict:
    """Refused where anything is an error or the reader stopped; undecided where it is no package, or was not read."""
    if case.apart:
        return Verdict(acceptance=None, reason=case.apart)
    errors = [one for one in findings if one.severity is Severity.ERROR]
    if errors:
        culprit = min(errors, key=_order)  # the first of equals: a count of others comes behind them
        return Verdict(acceptance=Acceptance.REFUSED, reason=_clause(culprit), culprit=culprit)
    reading = case.reading
    if reading is not None and reading.unread is not None:
        return Verdict(acceptance=None, reason=_unread(case, reading.unread))
    if reading is not None and reading.stage is not None:
        if profile_of(case.profile) not in {Profile.CROSSPLANE, Profile.BUILD}:
            # These profiles have readers of their own, and what was read was read for Crossplane 2.4.
            return Verdict(acceptance=None, reason="package.yaml was not read: Crossplane 2.4 stops before it")
        reason = reading.message or "the package cannot be read"
        return Verdict(acceptance=Acceptance.REFUSED, reason=_clip(reason))
    if reading is None or case.stream is None:
        return Verdict(acceptance=None, reason="package.yaml was not read")
    too_large = next((one for one in findings if (one.rule, one.severity) == _NOT_READ), None)
    if too_large is not None:
        return Verdict(acceptance=None, reason=_clause(too_large), culprit=too_large)
    return Verdict(acceptance=Acceptance.ACCEPTED, reason=_source(case))


def _order(one: Finding) -> tuple[int, int, tuple[tuple[int, str], ...], int, str]:
    """What a consumer meets first: the image, the parser from document to document, the linter, the API server."""
    number = int(one.rule.removeprefix("XPKG"))
    place = one.place
    if number < 500:
        return 0, number, (), 0, one.rule
    is_linted = (one.crossplane_says or "").startswith("package meta type")
    if (one.rule in _PARSED and not is_linted) or one.rule == "XPKG502":
        return 1, place.document or _LAST, _decoding(one), place.line or 0, one.rule
    return (2 if number < 700 else 3), place.document or 0, (), place.line or 0, one.rule


def _decoding(one: Finding) -> tuple[tuple[int, str], ...]:
    """When the decoder comes by: it is handed JSON whose keys are sorted, wherever the lines stand."""
    if one.rule not in _DECODED:
        return ()
    steps = _STEP.finditer(one.place.field or "")
    return (
        (int(not one.at_once), ""),
        *((int(each["item"] or 0), each["key"] or each["odd"] or "") for each in steps),
    )


def _clause(culprit: Finding) -> str:
    """`document 3: ...`, from the first clause of the finding's sentence."""
    text = culprit.message.partition(";")[0].rstrip(".")
    first = text.partition(" ")[0]
    if first in _SENTENCES:
        text = text[0].lower() + text[1:]
    document, line = culprit.place.document, culprit.place.line
    if text.startswith("Document "):
        text = "d" + text[1:]
    if culprit.place.file is not None:
        text = f"{_end(culprit.place.file)}:{line}: {text}"
    elif document is not None and not text.startswith("document "):
        text = f"document {document}: {text}"
    elif document is None and line is not None:
        text = f"line {line}: {text}"
    return _clip(text)


def _end(file: str) -> str:
    """The end of a long name, which tells more than its begin."""
    return file if len(file) <= _LONGEST_FILE else f"…{file[1 - _LONGEST_FILE :]}"


def _clip(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _unread(case: Case, index: int) -> str:
    layers = case.image.layers if case.image else ()
    price = f" ({size(layers[index].descriptor.size)})" if index < len(layers) else ""
    return f"{layer_name(case, index)} was not read{price}"


def _source(case: Case) -> str:
    reading = case.reading
    if reading is None or reading.layer is None or case.image is None:
        return "the files of the folder as a build assembles them" if case.form == "folder" else _AS_GIVEN
    how = "annotated base" if reading.annotated else "all layers flattened"
    return f"package.yaml from layer {reading.layer} ({how})"
