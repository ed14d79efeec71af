"""The set's own objects, as one package that rules about objects judge."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from xpkgtui.formats.definitions.objects.faults import NOWHERE
from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.sets.plan import OwnDocument, OwnObjects, PlannedMember, SetFinding
from xpkgtui.formats.xpkg.dependencies.lock import PACKAGE_API
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, SetCase
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, CRD, XRD, brought
from xpkgtui.formats.xpkg.sets.rules.reading import refused
from xpkgtui.formats.xpkg.sets.signatures import policy_text
from xpkgtui.rules.finding import Finding, ObjectName, Place, Severity

_JUDGED = ((EXTENSIONS, XRD), (EXTENSIONS, COMPOSITION), ("apiextensions.k8s.io", CRD))
_SPEAKING = frozenset(
    f"XPKG{number}"
    for number in (707, 708, 709, 712, 714, 715, 722, 727, 728, 731, 732, 733, 734, 735, 736, 738, 739)
)
"""The rules that speak of an object that is applied in any way; those about packages are left out."""
_BITING = frozenset(("XPKG707", "XPKG708", "XPKG714", "XPKG715", "XPKG733", "XPKG736"))
"""Those without which nothing works, although a package with such an object is installed."""
_OF_THE_API_SERVER = frozenset(("XPKG707", "XPKG712", "XPKG714", "XPKG715", "XPKG736"))
"""Those that say less than SET005, where it speaks of the same object."""


def own_objects(case: SetCase, members: Iterable[PlannedMember]) -> OwnObjects:
    """The objects, behind a meta object that depends on what the set installs."""
    defined = set(_defined(case))
    judged = [
        one
        for one in case.manifests.objects
        if (one.group, one.name.kind) in _JUDGED or (one.group, one.name.kind) in defined
    ]
    if not judged:
        return OwnObjects()
    needed = [
        {
            "apiVersion": PACKAGE_API,
            "kind": one.object.kind,
            "package": one.source,
            "version": one.after.version or one.image.partition("@")[2],
        }
        for one in members
        if one.image and one.after
    ]
    meta = {
        "apiVersion": "meta.pkg.crossplane.io/v1",
        "kind": "Configuration",
        "metadata": {"name": "set"},
        "spec": {"dependsOn": needed},
    }
    texts, documents, line = [json.dumps(meta)], list[OwnDocument](), 3
    for one in judged:
        text, first = _text(one)
        documents.append(OwnDocument(object=one.name, place=one.place, line=line, first=first))
        texts.append(text)
        line += text.count("\n") + 2
    rewrites = (policy_text(one, "rewriteImage") for one in case.best.cluster.configs if one.rewrite is not None)
    return OwnObjects(text="\n---\n".join(texts), documents=tuple(documents), rewrites=tuple(rewrites))


def _defined(case: SetCase) -> Iterator[tuple[str, str]]:
    """The groups and kinds that packages of the set, and its own objects, define."""
    own = (brought(one.value) for one in case.manifests.objects if (one.group, one.name.kind) in _JUDGED)
    for one in (*own, *(each for found in case.known.values() for each in found.objects)):
        if one.group and one.defines:
            yield one.group, one.defines
            yield one.group, one.claim_kind


def _text(one: SetObject) -> tuple[str, int | None]:
    """The object as it is written, and the line that this begins with; as JSON where it has no lines of its own."""
    written = one.written
    if written is None:
        return json.dumps(one.value, default=str), None
    lines = written[0].decode("utf-8", "replace").rstrip("\n").split("\n")
    marks = next((number for number, each in enumerate(lines) if not each.startswith("---")), 0)
    return "\n".join(lines[marks:]), written[1] + marks


def own_findings(own: OwnObjects, found: Iterable[Finding], said: Iterable[SetFinding]) -> Iterator[SetFinding]:
    """The findings about objects of the set, at their own lines; `said` is what the set's own rules say."""
    broken = {(at.file, at.line) for one in said if one.rule == "SET802" for at, _ in one.also}
    lines = own.text.split("\n")
    said = tuple(said)
    by_server = {one.object for one in said if one.rule == refused.id}
    for one in found:
        number = (one.place.document or 1) - 2
        if one.rule not in _SPEAKING or one.by or not 0 <= number < len(own.documents):
            continue
        document = own.documents[number]
        place = Place(file=document.place.file, line=document.place.line, field=one.place.field)
        if document.first is not None and one.place.line:
            place = replace(place, line=document.first + one.place.line - document.line)
        is_told = one.rule in _OF_THE_API_SERVER and document.object in by_server
        if is_told or (one.rule == "XPKG734" and (place.file, place.line) in broken):
            continue
        finding = SetFinding(
            rule=one.rule,
            severity=Severity.ERROR if one.rule in _BITING and one.severity is Severity.WARNING else one.severity,
            message=one.message,
            fix=one.fix,
            says=one.says or "",
            object=document.object,
            place=place,
            excerpt=tuple(lines[max(document.line, one.place.line - 1) - 1 : one.place.line])
            if document.first is not None and one.place.line
            else (),
        )
        yield (
            finding
            if one.rule != "XPKG734" or document.object.kind == COMPOSITION
            else _refused(finding, document.object)
        )


def _refused(found: SetFinding, name: ObjectName) -> SetFinding:
    """The finding about an object that does not fit the definition of its kind."""
    is_unknown = found.message.startswith("unknown field")
    field_of = found.message.split('"')[1] if is_unknown else found.message.partition(": ")[0]
    group = name.api_version.rpartition("/")[0]
    return replace(
        found,
        rule=refused.id,
        title=refused.title,
        severity=Severity.ERROR,
        message=f"{name} has {field_of}, which its definition does not know"
        if is_unknown
        else f"The API server refuses {name}" + (f" for {field_of}" if field_of not in ("", NOWHERE) else ""),
        says=f"strict decoding error: {found.message}"
        if is_unknown
        else f'{name.kind}.{group} "{name.name}" is invalid: {found.message}',
        then="It is not applied.",
        fix="Correct it",
    )
