"""Packages with `.registry`: whether Crossplane 0.12 unpacks them, what it says, and the record that it makes."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.packages.judged_folders import Judged, judged
from builders.packages.pairs.stacks import CASES as PAIRS
from builders.packages.stacks import BINDINGS, CASES
from differential.folders.stack_trees import TRAPS, random_stack
from differential.folders.written import Files, shortened, written
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.documents.stream import split
from xpkgtui.formats.go_decoding.loosely import lowered, text_of
from xpkgtui.formats.stack.binding import MEDIA_TYPES
from xpkgtui.formats.stack.files import INSTALLED
from xpkgtui.formats.stack.format import STACK
from xpkgtui.formats.stack.record import Record, record_of
from xpkgtui.formats.stack.shapes import found
from xpkgtui.formats.stack.subject import StackExamination
from xpkgtui.rules.finding import Acceptance
from xpkgtui.untyped import field, listing, mapping

SCOPES = ("Cluster", "Namespaced")
_PREFIX = "packages.crossplane.io/"
_SAID = ("title", "overviewShort", "overview", "version", "category", "company", "license", "packageType", "website")
_FITS_NOT = "is not permitted by unpack invocation parameters"
_NUMBER = re.compile(r"number \d+")
_KEYS = {"titlePlural": "title-plural", "overviewShort": "overview-short"}


def _traps() -> Iterator[Files]:
    yield from CASES.values()
    yield from BINDINGS.values()
    yield from TRAPS
    yield from (side for pair in PAIRS.values() for side in pair)


def _theirs(oracle: Oracle, case: Files) -> Any:
    with written(case, ".registry") as folder:
        told = oracle.ask("stacks", folder=str(folder / ".registry"))["answer"]
    for scope in SCOPES:
        if "objects" in told[scope]:
            return {"scope": scope, "record": _their_record(told[scope]["objects"])}
    errors = [shortened(told[scope].get("error") or f"panic: {told[scope]['panic']}") for scope in SCOPES]
    return {"scope": None, "says": next((one for one in errors if _FITS_NOT not in one), errors[0])}


def _their_record(objects: list[dict[str, Any]]) -> Any:
    spec = objects[-1]["spec"]
    pod = field(spec, "controller", "deployment", "spec", "template", "spec")
    return {
        "kind": objects[-1]["kind"],
        "said": {key: spec[key] for key in _SAID if spec.get(key)},
        "icons": [_media(one.get("mediatype", "")) for one in spec.get("icons") or ()],
        "listed": [
            f"{one.get('apiVersion', '')} {one.get('kind', '')}"
            for one in spec.get("customresourcedefinitions") or ()
        ],
        "controller": pod and [one.get("name", "") for one in pod.get("containers") or ()],
        "rules": [[rule["apiGroups"][0], *rule["resources"]] for rule in spec["permissions"]["rules"]],
        "definitions": [_their_definition(one) for one in objects[:-1]],
    }


def _their_definition(definition: dict[str, Any]) -> Any:
    notes = definition["metadata"].get("annotations") or {}
    kept = {key.removeprefix(_PREFIX): text for key, text in notes.items() if key.startswith(_PREFIX) and text}
    kept.pop("package-title", None)
    media, _, data = kept.pop("icon-data-uri", "").partition(";base64,")
    icon = [_media(media.removeprefix("data:")), base64.b64decode(data).decode()] if media else None
    return [definition["metadata"].get("name", ""), kept, icon]


def _media(media: str) -> str:
    """The media type, where it does not depend on the machine."""
    return media if media in MEDIA_TYPES.values() else "another"


def _ours(case: Files) -> Any:
    with written(case, ".registry") as folder:
        result = judged(STACK, folder)
        if result.verdict.acceptance is Acceptance.ACCEPTED:
            record = record_of(_values(result), [name for name in case if not name.endswith("/")])
            scope = text_of(found(record.values.get(record.app or ""), "permissionScope"))
            return {"scope": scope, "record": _our_record(record, folder / ".registry")}
    culprit = result.verdict.culprit
    says = culprit.says if culprit is not None else None
    return {"scope": None, "says": says.replace(INSTALLED, "FOLDER") if says else str(result.verdict.acceptance)}


def _values(result: Judged) -> dict[str, Any]:
    stream = split(result.data)
    examination = StackExamination(result.case, result.data, stream)
    documents = [examination.document(chunk) for chunk in stream.chunks if not chunk.empty]
    for one in documents:
        examination.remember(one)
    documents.extend(examination.package().beyond)
    return {one.file: one.value for one in documents if one.is_first}


def _our_record(record: Record, folder: Path) -> Any:
    app = mapping(record.values.get(record.app or ""))
    controller = record.values.get(record.controller or "")
    pod = field(controller, "spec", "template", "spec")
    containers = [text_of(field(one, "name")) for one in listing(field(pod, "containers"))]
    if record.controller and record.controller.endswith("behavior.yaml"):
        containers = ["package-behavior-manager"]
    return {
        "kind": "StackDefinition" if record.behavior else "Package",
        "said": {key: said for key in _SAID if (said := text_of(lowered(app, key)))},
        "icons": [
            *(_media(text_of(lowered(mapping(one), "mediatype"))) for one in listing(lowered(app, "icons"))),
            *(_media_of(path) for path in record.icons),
        ],
        "listed": [f"{one.group}/{one.version}".removeprefix("/") + f" {one.kind}" for one in record.listed],
        "controller": containers if record.controller else None,
        "rules": [[one.group, *one.resources] for one in record.permissions()],
        "definitions": [_our_definition(record, one, folder) for one in record.kept],
    }


def _our_definition(record: Record, one: Any, folder: Path) -> Any:
    bound = record.bound(one)
    kept = {
        f"{lead}-{_KEYS.get(name, name)}": said
        for lead, path in (("group", bound.group), ("resource", bound.resource))
        for name, said in record.texts(path).items()
        if not (lead == "group" and name == "titlePlural")
    }
    given = mapping(found(record.values.get(one.path), "metadata", "annotations"))
    before = {key.removeprefix(_PREFIX): text_of(text) for key, text in given.items() if key.startswith(_PREFIX)}
    forms = [before.get("ui-schema", ""), *((folder / path).read_text().strip("\n") for path in bound.ui_schemas)]
    if joined := "\n---\n".join(forms[0 if forms[0] else 1 :]):
        kept["ui-schema"] = joined
    icon = [_media_of(bound.icon), (folder / bound.icon).read_text()] if bound.icon else None
    return [one.name, kept, icon]


def _media_of(path: str) -> str:
    return MEDIA_TYPES.get(path.rpartition(".")[2].lower(), "another") if "." in path else "another"


def _excused(case: Files, ours: Any, theirs: Any) -> str | None:
    says = [str(one.get("says")) for one in (ours, theirs)]
    if _NUMBER.sub("", says[0]) == _NUMBER.sub("", says[1]):
        return "a whole number beyond 64 bits in a Deployment is rounded before it is decoded"
    if any("\t" in text and not text.strip() for text in case.values()):
        return "a file of blanks with a tab is empty for xpkgtui, and no YAML for the library"
    if "json: unsupported value" in says[0]:
        return "where text is expected, infinity and NaN become text in this library"
    return None


STACKS = Subject(
    name="stacks", traps=_traps, generated=random_stack, theirs=_theirs, ours=_ours, excused=_excused, kept=60
)
