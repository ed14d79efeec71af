"""The verdict of a judgement: accepted, refused or undecided, and the reason in a clause."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.case import Case, layer_name
from xpkgtui.rules.finding import Acceptance, Finding, OtherVerdict, Severity, Stage, Verdict
from xpkgtui.rules.ruleset import Ruleset
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import clip, ending, size

_SENTENCES = frozenset(
    (
        *("A", "An", "Deprecations", "Flattening", "It", "Layer", "Layers", "Manifests", "No", "Only", "Rule"),
        *("Several", "The", "There", "This"),
    )
)
"""First words of messages that are no names."""
_ITSELF = {
    Acceptance.ACCEPTED: "it accepts the package itself",
    Acceptance.REFUSED: "it refuses the package itself too: {}",
    None: "it leaves the package itself undecided: {}",
}
_LONGEST, _LONGEST_FILE = 160, 64
_LAST = 1 << 60
"""A number greater than that of any document: where reading stops, all documents before it were read."""


def conclude_all(case: Case, findings: Mapping[str, Sequence[Finding]], ruleset: Ruleset[Any, Any, Any]) -> Verdict:
    """The verdict of the chosen profile, with those of the others; `findings` has what was found under each."""
    chosen, *others = *ruleset.profiles_of(case.profile), *ruleset.judged_separately(case)
    found, beside = findings.get(chosen, ()), ruleset.beside.get(chosen, "")
    verdict = conclude(case, found, ruleset)
    if case.platforms.not_a_package:
        return verdict
    told = {one: conclude(replace(case, profile=one), findings.get(one, ()), ruleset) for one in others}
    if beside and verdict.acceptance is Acceptance.ACCEPTED:
        other = conclude(replace(case, profile=beside), [one for one in found if one.by], ruleset, beside)
        if other.acceptance is not Acceptance.ACCEPTED:
            told = {chosen: verdict, **{one: each for one, each in told.items() if one != beside}}
            verdict = replace(other, by=beside)
    return replace(verdict, others=tuple(_other(one, each, ruleset) for one, each in told.items()))


def _other(profile: str, verdict: Verdict, ruleset: Ruleset[Any, Any, Any]) -> OtherVerdict:
    rule = verdict.culprit.rule if verdict.culprit else ""
    other = OtherVerdict(profile=profile, acceptance=verdict.acceptance, reason=verdict.reason, place=verdict.place)
    return replace(other, rule=rule, but=verdict.but, archived=profile in ruleset.archived)


def conclude(case: Case, findings: Iterable[Finding], ruleset: Ruleset[Any, Any, Any], by: str = "") -> Verdict:
    """Refused on an error or where the reader stopped; undecided where it is not a package or was not read.

    `by` names the profile of the findings where they are listed under another one.
    """
    if case.platforms.not_a_package:
        return Verdict(acceptance=None, reason=case.platforms.not_a_package)
    findings = [one for one in findings if one.by == by]
    if errors := [one for one in findings if one.severity is Severity.ERROR and one.stage is not Stage.RUN]:
        # The first of equals: a count of the others follows them.
        culprit = min(errors, key=lambda one: _met(one, ruleset, case.profile) or _order(one))
        place, reason = _clause(culprit, _odd_name(case, ruleset.wording.stream_file))
        if culprit.stage is Stage.FETCH:
            rest = conclude(case, [one for one in findings if one.stage is not Stage.FETCH], ruleset, by)
            reason = clip(culprit.message.partition(": ")[2], _LONGEST)
            place, reason = "", f"{reason}; {_ITSELF[rest.acceptance].format(rest.reason)}"
        by = ruleset.build_of(case, culprit.stage) if ruleset.build_of and case.source.is_assembled else ""
        return Verdict(acceptance=Acceptance.REFUSED, reason=reason, place=place, culprit=culprit, by=by)
    reading, wording = case.reading, ruleset.wording
    undecided = next((finding for finding in findings if finding.undecided), None)
    if undecided is not None:
        place, reason = _clause(undecided)
        return Verdict(acceptance=None, reason=reason, place=place, culprit=undecided)
    if reading is not None and reading.unread is not None:
        return Verdict(acceptance=None, reason=_unread(case, reading.unread))
    if reading is not None and reading.stage is ReadStage.FETCH:
        return Verdict(
            acceptance=None, reason=clip(reading.message or f"{wording.stream_file} was not read", _LONGEST)
        )
    if reading is not None and reading.stage is not None:
        if ruleset.profile_of(case.profile) not in ruleset.bound_to_reader:
            # These profiles have their own readers, and the deciding one made the reading.
            reason = f"{wording.stream_file} was not read: {wording.reader} stops before it"
            return Verdict(acceptance=None, reason=reason)
        evidence = reading.steps[-1].evidence if reading.steps else ""
        reason = reading.message or evidence or "the package cannot be read"
        return Verdict(acceptance=Acceptance.REFUSED, reason=clip(reason, _LONGEST))
    if reading is None or case.stream is None:
        return Verdict(acceptance=None, reason=f"{wording.stream_file} was not read")
    but = ruleset.reservation(case.profile, findings) if ruleset.reservation else ""
    return Verdict(acceptance=Acceptance.ACCEPTED, reason=_source(case, wording), but=but)


def _met(finding: Finding, ruleset: Ruleset[Any, Any, Any], profile: str) -> tuple[Any, ...] | None:
    """What the format knows of the order in which a consumer meets findings."""
    return ruleset.met(ruleset.profile_of(profile), finding) if ruleset.met else None


def _order(one: Finding) -> tuple[int, int, tuple[str, ...], int, int, tuple[tuple[int, str], ...], int, int, str]:
    """The order in which a consumer meets findings: image, parser (by document), linter, API server."""
    place, (turn, step) = one.place, one.met
    if one.stage < Stage.PARSE:
        return one.stage, turn, (), 0, step, (), 0, 0, one.rule
    if one.stage is Stage.PARSE:
        return (
            one.stage,
            turn,
            one.walked,
            place.document or _LAST,
            step,
            one.turn,
            place.line or 0,
            place.column or 0,
            one.rule,
        )
    # What a linter finds at once, it finds before it looks at any document.
    return (
        one.stage,
        turn,
        (),
        0 if one.turn else place.document or 0,
        step,
        (),
        place.line or 0,
        place.column or 0,
        one.rule,
    )


def _clause(culprit: Finding, stream: str = "") -> tuple[str, str]:
    """`document 3` and `document 3: ...`, from the cause of the finding; an odd name of the `stream` is added."""
    text = (culprit.cause or culprit.message).rstrip(".")
    first = text.partition(" ")[0]
    if first in _SENTENCES:
        text = text[0].lower() + text[1:]
    place, document, line = "", culprit.place.document, culprit.place.line
    if text.startswith(("Document ", "Documents ")):
        text = "d" + text[1:]
    if culprit.place.file is not None:
        place = f"{ending(culprit.place.file, _LONGEST_FILE)}:{line}"
    elif document is not None and not text.startswith(("document ", "documents ")):
        place = f"document {document}{f' of {stream}' if stream else ''}"
    elif document is None and line is not None:
        place = f"line {line}"
    return place, clip(f"{place}: {text}" if place else text, _LONGEST)


def _odd_name(case: Case, stream_file: str) -> str:
    """The file that was taken for the package, where it is not the one in the root folder."""
    name = case.reading.stream_name(stream_file) if case.reading and case.image else stream_file
    return "" if name.removeprefix("./") == stream_file else ending(name, _LONGEST_FILE)


def _unread(case: Case, index: int) -> str:
    layers = case.image.layers if case.image else ()
    price = f" ({size(layers[index].descriptor.size)})" if index < len(layers) else ""
    return f"{layer_name(case, index)} was not read{price}"


def _source(case: Case, wording: Wording) -> str:
    reading, stream_file = case.reading, wording.stream_file
    if reading is None or reading.layer is None or case.image is None:
        made = "built" if wording.builds else "put together"
        return (
            f"{stream_file} {made} from this folder" if case.source.is_assembled else f"{stream_file} read directly"
        )
    how = "annotated base" if reading.annotated else "all layers flattened"
    count = len({part.layer for part in reading.parts})
    where = f"layer {reading.layer}" if count <= 1 or wording.builds else f"{count} layers"
    return f"{reading.stream_name(stream_file)} from {where} ({how})"
