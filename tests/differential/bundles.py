"""Operator bundles: what opm, operator-sdk and OLM v1 say of a folder."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from builders.packages.bundles import CRD_FILE, CSV, CSV_FILE, SERVICE, SOUND, write
from builders.packages.judged_folders import judged
from differential.bundle_changes import BASES, files_of, generated
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Finding, Severity

_STRUCT = "(a struct of Go)"
"""Stands for messages that print one: xpkgtui repeats none of them."""
_STRUCTS = re.compile(
    r"^(?:spec\.|Error: Field spec\.)[^:]*(?:, Value [^:]*)?: .*(?:apiextensions\.|\[?\{|null|\[\]:)|<nil>", re.DOTALL
)
_POINTER = re.compile(r"^Error: Field \S+, Value POINTER: ")
_TAILS = re.compile(r"\. &\{.*|(?<=Object 'Kind' is missing in).*", re.DOTALL)
_FORMAT = "error validating format in .: Bundle validation errors: "
_PARTS = re.compile(r",(?=Missing ann|Expecting ann|couldn't|API |Package |Invalid semver|Label |The CEL)")
_END = "ends: "
_ENDS = ", no bundle csv found, unable to load bundle from directory manifests"
_TYPES = re.compile(
    r"^(?:cannot (?:restore|convert)|unrecognized type|json: cannot|error unmarshaling JSON|runtime error)|error get"
    r"|^(?:Invalid character|quantities must)"
)
_LISTED, _KINDS = re.compile(r"Migrate the API\(s\) for "), re.compile(r"\w+: \(\[.*?\]\),?")
"""What operator-sdk lists in the order of a map of Go."""
_SIZE = re.compile(r"size=~\S+ [kM]B")
"""Go's gzip packs half a percent better or worse."""
_FOLLOWING = re.compile(r"error getting (?:bundle|CSV)|error decoding v1 CRD")
"""What opm says of a file once more, when it looks at the bundle as a whole."""
_NAMELESS = re.compile(r'(?<=not found in bundle )".*"')
_LOADING = "error loading objs in directory: "
_LOST = "Could not find annotations file"
_KEEPS = "opm keeps what it has read of annotations that do not decode, where another file of metadata/ follows"
_STOPS = "the tool stops at the first file that it cannot read; xpkgtui reports that one and what else is wrong"
_SKIPS = "opm looks no further into an object with a value of another type"
_READ_AS_TEXT = "operator-sdk, and opm in definitions, read a number as text where text belongs, and go on with it"
_UNRESOLVED = "OLM025"
"""OLM v1's resolver refuses dependencies, which its loader does not look at."""
_RESOLVED = "olmv1 resolves"
NO_ENTRY = "opm renders no bundle"
"""Its resolver is asked about none then."""


def _traps() -> Iterator[Any]:
    for base in BASES:
        yield {"base": base, "changes": [], "suite": False}
        yield {"base": base, "changes": [], "suite": True}
    other = CSV.replace("berth", "mooring").replace("Berth", "Mooring")
    for name in ("manifests/a.yaml", "manifests/z.yaml"):
        yield {"files": {**SOUND, name: other.replace("tides.v1.2.0", "other.v1.2.0")}, "suite": False}
    yield {"files": {**SOUND, CSV_FILE: f"{SERVICE}---\n{other}"}, "suite": False}
    for path in (["links", 0, "name"], ["links", 0, "url"], ["maintainers", 0, "name"], ["provider", "name"]):
        yield {"base": "hub-sound", "changes": [["set", CSV_FILE, ["spec", *path], 5]], "suite": True}


def _theirs(oracle: Oracle, case: Any) -> Any:
    with TemporaryDirectory() as folder:
        path = str(write(Path(folder), files_of(case)))
        told = oracle.ask("siblings", "bundles", folder=path)["answer"]
        opm = told["opm"]
        select = {"select": "suite=operatorframework"} if case["suite"] else {}
        sdk = oracle.ask("sdk", folder=path, **select)["answer"]
        olmv1 = oracle.ask("olmv1", "bundles", folder=path)["answer"]
        resolved = resolving(oracle, told["render"])
    return {
        **({} if resolved is None else {_RESOLVED: resolved}),
        "opm": _heads([*_texts(opm["format"]), *_texts(opm["content"])]),
        "sdk": _heads(_of_sdk(sdk, "error")),
        "sdk warns": _heads(_of_sdk(sdk, "warning")),
        "olmv1": _heads(_texts(olmv1["validators"]) if "validators" in olmv1 else [_END + _texts(olmv1)[0]]),
    }


def resolving(oracle: Oracle, rendered: Any) -> str | None:
    """What OLM v1's resolver says of what opm writes into a catalog: the first requirement; None where it cannot."""
    one = rendered[0] if isinstance(rendered, list) else rendered
    if "properties" not in one:
        return NO_ENTRY if str(one.get("error", "")).startswith("render reference") else None
    blob = {"schema": "olm.bundle", **{key: one[key] for key in ("name", "package", "image", "properties")}}
    found = oracle.ask("olmv1", "requirements", text=json.dumps(blob))["answer"]
    return str(found["bundles"][one["name"]]) if "bundles" in found else None


def _of_sdk(answer: Any, kind: str) -> list[str]:
    if "fatal" in answer:
        return [_fatal(answer["fatal"])] if kind == "error" else []
    said = [one["message"] for one in answer.get("outputs") or [] if one["type"] == kind]
    return [part for one in said for part in (_PARTS.split(one.removeprefix(_FORMAT)) if _FORMAT in one else [one])]


def _fatal(text: str) -> str:
    try:
        message = str(json.loads(text))
    except json.JSONDecodeError:
        return _END + text.partition("\n")[0]
    return _END + message.removeprefix("[").removesuffix("]").removesuffix(_ENDS)


def _texts(found: Any) -> list[str]:
    match found:
        case None:
            return []
        case list():
            return [text for one in found for text in _texts(one)]
        case dict():
            return [text for value in found.values() for text in _texts(value)]
    return [str(found)]


def _heads(messages: list[str]) -> list[str]:
    """Messages as far as both have them."""
    return sorted({_head(one.replace("FOLDER/", "")) for one in messages})


def _head(message: str) -> str:
    if message.startswith("Invalid CEL expression"):
        return "OLM024"
    message = _TAILS.sub("", _POINTER.sub("", message)).removeprefix("panic: ")
    message = _SIZE.sub("size=", message)
    if (listed := _LISTED.search(message)) is not None:
        message = message[: listed.end()] + "".join(sorted(_KINDS.findall(message, listed.end())))
    return _STRUCT if _STRUCTS.search(message) else message


def _ours(case: Any) -> Any:
    with TemporaryDirectory() as folder:
        path = write(Path(folder), files_of(case))
        found = {profile: judged(REGISTRY_V1, path, profile).findings for profile in ("opm", "sdk", "hub", "olmv1")}
    sdk = found["hub" if case["suite"] else "sdk"]
    return {
        "opm": _said(found["opm"]),
        "sdk": _said(sdk),
        "sdk warns": sorted({_head(one.says) for one in sdk if one.says and one.severity is Severity.WARNING}),
        "olmv1": _said(found["olmv1"]),
        _RESOLVED: sorted({one.says or "" for one in found["olmv1"] if one.rule == _UNRESOLVED}),
    }


def _said(findings: tuple[Finding, ...]) -> list[str]:
    errors = [one for one in findings if one.severity is Severity.ERROR and one.rule != _UNRESOLVED]
    return sorted({_head(one.says) if one.says else _STRUCT if one.rule == "OLM054" else one.rule for one in errors})


def _agrees(ours: Any, theirs: Any) -> bool:
    """Whether every tool says the same; of the requirements the resolver names the first one."""
    return _resolves_alike(ours, theirs) and all(
        ours[tool] == said for tool, said in theirs.items() if tool != _RESOLVED
    )


def _resolves_alike(ours: Any, theirs: Any) -> bool:
    if theirs.get(_RESOLVED) == NO_ENTRY:
        return not ours[_RESOLVED]
    return theirs.get(_RESOLVED) is None or theirs[_RESOLVED] in (ours[_RESOLVED] or [""])


def _excused(case: Any, ours: Any, theirs: Any) -> str | None:
    if any(bool(ours[tool]) != bool(theirs[tool]) for tool in ("opm", "sdk", "olmv1")):
        return None
    if not _resolves_alike(ours, theirs):
        return None
    tools = [tool for tool in theirs if tool != _RESOLVED and ours[tool] != theirs[tool]]
    reasons = [_reason(tool, ours[tool], theirs[tool], theirs) for tool in tools]
    if None not in reasons:
        return next(iter(reasons), None)
    return _READ_AS_TEXT if any(map(_sets_a_scalar, case.get("changes", []))) else None


def _sets_a_scalar(change: Any) -> bool:
    """Whether a number or boolean stands where a definition, or metadata, has text."""
    match change:
        case ["set", file, [first, *_], value]:
            return file in (CRD_FILE, CSV_FILE) and first != "apiVersion" and isinstance(value, (bool, int, float))
    return False


def _reason(tool: str, ours: list[str], theirs: list[str], all_of_theirs: Any) -> str | None:
    if tool == "sdk warns":
        return _STOPS if any(one.startswith(_END) for one in all_of_theirs["sdk"]) else None
    if len(theirs) == 1 and theirs[0].startswith(_END):
        return _STOPS if any(one.removeprefix(_LOADING) in theirs[0] for one in ours) else None
    if tool == "opm" and _LOST in ours and _LOST not in theirs:
        return _KEEPS
    if tool == "opm" and any(map(_TYPES.search, theirs)):
        rest = {_NAMELESS.sub("", one) for one in theirs if not _FOLLOWING.search(one)}
        return _SKIPS if rest <= {_NAMELESS.sub("", one) for one in ours} else None
    return None


BUNDLES = Subject(
    name="bundles",
    traps=_traps,
    generated=generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    agrees=_agrees,
    kept=90,
)
