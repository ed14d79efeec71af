"""Folders of file-based catalogs: what of each file loads, what opm says of the whole, and what it stops at."""

import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

from builders.packages.case_facts import case_about
from differential.catalogs.cases import generated
from differential.catalogs.traps import traps
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.documents.chunk import StreamBytes
from xpkgtui.documents.stream import Stream, split
from xpkgtui.formats.catalog.format import CatalogReader
from xpkgtui.formats.catalog.model.blobs import Other
from xpkgtui.formats.catalog.rules.ruleset import RULESET
from xpkgtui.formats.catalog.subject import CatalogDocument, Examination
from xpkgtui.readers.folder import FolderReading
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.finding import Acceptance, Finding, Severity, Stage
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.ruleset import Ruleset
from xpkgtui.rules.verdict import conclude
from xpkgtui.sources.folder.walk import OpenedFolder

_FOLDER = "FOLDER"
_DECODING = "error unmarshaling JSON: while decoding JSON: "
_JSON = re.compile(r"(?:json: offset \d+: )?(?:invalid character|unexpected EOF)")
_NOTHING = "object '' is missing root schema field"
_NO_TEXT = re.compile(r'expected value for key "\w+" to be a string, got ')
_DANGLING = 'must be exactly one property with type "olm.package"'
_NO_IMAGE = "bundle image must be set"
_NAMED = re.compile(r'^bundle ("(?:[^"\\]|\\.)*") has')
_TWICE = "duplicate versions found in bundles: "


def write(folder: Path, case: Mapping[str, Any]) -> None:
    """Writes the files and links of a case; those that the file system does not take make it no case at all."""
    for name, text in case["files"].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    for name, target in case.get("links", {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        os.symlink(target, folder / name)


def _theirs(oracle: Oracle, case: Any) -> Any:
    with tempfile.TemporaryDirectory() as scratch:
        try:
            write(Path(scratch), case)
        except OSError as error:
            raise ValueError(str(error)) from error
        answer = answer_of(oracle.ask("siblings", "catalogs", folder=scratch)["answer"])
    if answer["load"] is not None:
        texts = (text for name, text in case["files"].items() if name in answer["files"])
        answer["olmv1"] = installs_not(oracle, texts)
    return answer


def installs_not(oracle: Oracle, texts: Iterable[str]) -> list[list[str]]:
    """The bundles that OLM v1 refuses to install, each with its message, of files that it loads one by one."""
    told: list[list[str]] = []
    for text in texts:
        found = oracle.ask("olmv1", "requirements", text=text.encode("utf-8", "replace").decode())["answer"]
        told += [[name, says] for name, says in found["bundles"].items() if says]
    return sorted(told)


def answer_of(found: Mapping[str, Any]) -> dict[str, Any]:
    """The files, what is loaded, and the messages: one of `first` is that of opm, or it says all of `every`."""
    files = found["files"]
    if isinstance(files.get("error"), str):
        return {"files": files["error"], "load": None}
    each = {name: one.get("error") or one["documents"] for name, one in files.items()}
    if "error" in found["load"]:
        return {"files": each, "load": None}
    answer: dict[str, Any] = {"files": each, "load": list(found["load"].values())}
    model = found["model"]
    if "tree" in model:
        answer["every"] = sorted({leaf[-1] for leaf in model["tree"]})
    elif "error" in model:
        answer["first"] = sorted(model.get("either") or [model["error"]])
    return answer


def _ours(case: Any) -> Any:
    with tempfile.TemporaryDirectory() as scratch:
        write(Path(scratch), case)
        return judged(Path(scratch))


def judged(path: Path) -> dict[str, Any]:
    """The same of xpkgtui: `every` has all messages, `first` that of the verdict."""
    stream = BytesIO()
    found = CatalogReader().read(OpenedFolder(path, _FOLDER), "", stream, BytesIO())
    data = stream.getvalue()
    reading = Reading(reader="folder", origins=found.origins, files=found.files, size=len(data))
    stream_file = StreamFile(path="", size=len(data), sha256="")
    case = case_about("x", format="catalog", profile="opm", is_assembled=True, reading=reading, stream=stream_file)
    ruleset, examined = _examining()
    judgement = Judgement(case, data, ruleset)
    for _ in judgement.rulings():
        pass
    errors = [one for one in judgement.findings["opm"] if one.severity is Severity.ERROR]
    unread = [one for one in errors if one.place.path in {entry.name for entry in found.files if entry.unread}]
    if ignore := [one for one in unread if str(one.place.path).rpartition("/")[2] == ".indexignore"]:
        return {"files": ignore[0].says, "load": None}
    files = _files(found, data, [one for one in errors if one.stage is Stage.PARSE])
    if any(isinstance(one, str) for one in files.values()):
        return {"files": files, "load": None}
    (examination,) = examined
    model = examination.package().model
    others = sum(isinstance(document.blob, Other) for document in examination.seen)
    kinds = (model.packages, model.channels, model.bundles, model.deprecations)
    culprit = conclude(case, judgement.findings["opm"], RULESET).culprit
    refused = [one for one in judgement.findings["olmv1"] if one.rule == "FBC051"]
    names = Counter(one.name for one in model.bundles)
    return {
        "files": files,
        "load": [*map(len, kinds), others],
        "first": culprit.says if culprit else None,
        "every": sorted({one.says or "" for one in errors}),
        "olmv1": sorted({one.says or "" for one in refused}),
        "loads in OLM v1": _loads(case, judgement.findings["olmv1"]),
        "twice": sorted(name for name, count in names.items() if count > 1),
    }


class _Seeing(Examination):
    """An examination that keeps the documents."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        super().__init__(case, data, stream)
        self.seen: list[CatalogDocument] = []

    def remember(self, subject: CatalogDocument) -> None:
        super().remember(subject)
        self.seen.append(subject)


def _loads(case: Case, findings: Sequence[Finding]) -> bool:
    """Whether OLM v1 loads a catalog; of a template alone nothing is said, and it loads."""
    found = conclude(case, findings, RULESET).acceptance
    return found is Acceptance.ACCEPTED or (found is None and {one.rule for one in findings} == {"FBC005"})


def _examining() -> tuple[Ruleset[Any, Any, Any], list[_Seeing]]:
    """The rules, and the examinations that are made for them: a catalog has thousands of documents to be parsed."""
    made: list[_Seeing] = []

    def examine(case: Case, data: StreamBytes, stream: Stream) -> _Seeing:
        made.append(_Seeing(case, data, stream))
        return made[-1]

    return replace(RULESET, examine=examine), made


def _files(found: FolderReading, data: bytes, errors: list[Finding]) -> dict[str, Any]:
    """The number of documents of each file that is read, or what stops it."""
    counts = {
        one.name: 0
        for one in found.files
        if one.type != "directory" and not one.left_out and one.name.rpartition("/")[2] != ".indexignore"
    }
    for chunk in split(data).chunks:
        origin = found.origins.at(chunk.first_line)
        if origin is not None:
            counts[origin.file] += 1
    first: dict[str, Any] = dict(counts)
    for one in sorted(errors, key=lambda one: one.place.document or 1 << 60, reverse=True):
        first[str(one.place.file or one.place.path)] = one.says or one.message
    return first


def agrees(ours: Any, theirs: Any) -> bool:
    """Whether files and counts are the same, and what opm says is what xpkgtui says, or some of it."""
    if ours["files"] != theirs["files"] or ours["load"] != theirs["load"]:
        return False
    if theirs["load"] is None:
        return True
    if not _agrees_on_olm_v1(ours, theirs["olmv1"]):
        return False
    if "first" in theirs:
        return ours["first"] in theirs["first"]
    return ours["first"] in theirs.get("every", [None]) and set(theirs.get("every", [])) <= set(ours["every"])


def _agrees_on_olm_v1(ours: Any, told: list[list[str]]) -> bool:
    """Whether OLM v1 loads it, as it does, and the same bundles are refused: it says the first of their requirements.

    Of several bundles of one name its answer holds the last one.
    """
    refused = {json.loads(_NAMED.findall(says)[0]) for says in ours["olmv1"]}
    lacking = refused - {name for name, _ in told} - set(ours["twice"])
    return ours["loads in OLM v1"] and {says for _, says in told} <= set(ours["olmv1"]) and not lacking


def _excused(case: Any, ours: Any, theirs: Any) -> str | None:
    if ours["files"] != theirs["files"]:
        linked = {name: case["files"].get(target, "") for name, target in case.get("links", {}).items()}
        return _excused_files(ours["files"], theirs["files"], {**linked, **case["files"]})
    if not _agrees_on_olm_v1(ours, theirs["olmv1"]):
        return None
    lacking = set(theirs.get("every", [])) - set(ours["every"])
    if _DANGLING in ours["every"] and all(one == _NO_IMAGE or one.startswith(_TWICE) for one in lacking):
        return (
            "an entry of an early channel has no bundle, of which opm says three odd things; xpkgtui says one of them"
        )
    return None


def _excused_files(ours: Any, theirs: Any, texts: Mapping[str, str]) -> str | None:
    """An excuse for all files whose messages differ; whether a file can be read never differs."""
    if not isinstance(ours, dict) or not isinstance(theirs, dict) or ours.keys() != theirs.keys():
        return None
    reasons = [_excused_file(ours[name], theirs[name], texts[name]) for name in ours if ours[name] != theirs[name]]
    return None if None in reasons else next(iter(reasons), None)


def _excused_file(ours: Any, theirs: Any, text: str) -> str | None:
    if not isinstance(ours, str) or not isinstance(theirs, str):
        return None
    if text.lstrip().startswith("{") and _JSON.match(theirs):
        return "what Go's reader of JSON says of the syntax is not told; xpkgtui says what YAML's says"
    if _NO_TEXT.match(ours) and _NO_TEXT.match(theirs):
        return "of two keys that should be text Go names either, in the order of its map"
    if "{" in text and ours == _NOTHING and theirs == _NOTHING.replace("''", "'null\n'"):
        return "`null` among JSON objects, which opm quotes"
    if "{" in text and _DECODING + ours.removeprefix(_DECODING) == _DECODING + theirs.removeprefix(_DECODING):
        return "documents in braces among others: opm's message begins as that of YAML for some of them"
    return None


CATALOGS = Subject(
    name="catalogs",
    traps=traps,
    generated=generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    agrees=agrees,
    counted=lambda case: len(case["files"]),
    kept=50,
    largest=2_000,
)
