"""Operator bundles: what opm, operator-sdk, OLM v1 and RukPak say of a folder."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from builders.packages.bundles import (
    ANNOTATIONS_FILE,
    CRD_FILE,
    CSV,
    CSV_FILE,
    DEPENDENCIES_FILE,
    SERVICE,
    SOUND,
    write,
)
from builders.packages.judged_folders import Judged, is_applied, judged_by
from differential.bundle_changes import BASES, files_of, generated
from differential.bundle_excuses import COLLECTS, READ_AS_TEXT, SKIPS, STOPS, excuse, excuse_of_refusal, sets_a_scalar
from differential.bundle_messages import (
    END,
    STRUCT,
    TOOLS,
    begins_otherwise,
    first_of,
    head,
    of_olm_v1,
    refused_as_released,
)
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Finding, Severity

_LIST = "apiVersion: v1\nkind: List\nitems: "
_ODD_FILES = (
    "~\n",
    "kind: A\n--- x\n",
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n--- x\n",
    "apiVersion: a/b/c\nkind: A\n",
    f"{_LIST}5\n",
    f"{_LIST}[5]\n",
    f"{_LIST}[{{kind: A}}]\n",
    "{}\n",
    '{"kind": 5}',
    "{a: b}",
    "{",
    "{kind: ConfigMap, apiVersion: v1, metadata: {name: a}}",
    "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nspec: {version: x}\n",
)
_FORMAT = "error validating format in .: Bundle validation errors: "
_PARTS = re.compile(r",(?=Missing ann|Expecting ann|couldn't|API |Package |Invalid semver|Label |The CEL)")
_ENDS = ", no bundle csv found, unable to load bundle from directory manifests"
_FIRST = "first"
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
    spec, examples = ["spec"], ["metadata", "annotations", "alm-examples"]
    for path, value in (
        ([*spec, "version"], None),
        ([*spec, "replaces"], 1.5),
        ([*spec, "skips"], 5),
        ([*spec, "release"], ["a"]),
        (examples, "[5]"),
        (examples, "[null]"),
        (examples, '[{"kind": "A"}, {"a": "b"}]'),
    ):
        yield {"base": "dependent", "changes": [["set", CSV_FILE, path, value]], "suite": False}
    for dependency in ({}, {"type": "olm.label"}, {"type": "olm.gvk"}):
        change = ["set", DEPENDENCIES_FILE, ["dependencies", 2], dependency]
        yield {"base": "dependent", "changes": [change], "suite": False}
    modes: list[object] = ["set", CSV_FILE, [*spec, "installModes"], [{"type": "OwnNamespace", "supported": True}]]
    services = ["set", CSV_FILE, [*spec, "apiservicedefinitions"], {"owned": [{"name": "a.b.c", "kind": "A"}]}]
    for changes in ([modes], [services], [modes, services], [["set", CSV_FILE, [*spec, "installModes"], []]]):
        yield {"base": "dependent", "changes": changes, "suite": False}
    for field, wrong in (
        (["scope"], ""),
        (["scope"], None),
        (["group"], "tides.k8s.io"),
        (["group"], "kubernetes.io"),
        (["version"], "v2"),
        (["version"], "A_b"),
        (["versions"], []),
        (["versions", 0, "schema"], {"openAPIV3Schema": {"type": "object"}}),
        (["validation"], None),
        (["names"], {}),
        (["conversion"], {"strategy": "Webhook"}),
        ([], {}),
    ):
        yield {"base": "crd-beta-plain", "changes": [["set", CRD_FILE, [*spec, *field], wrong]], "suite": False}
    for text in _ODD_FILES:
        yield {"files": {**SOUND, "manifests/c.yaml": text}, "suite": False}
    for text in ("- a\n", "5\n", "annotations: 5\n", "annotations: [a]\n", "a: [\n", ""):
        yield {"files": {**SOUND, ANNOTATIONS_FILE: text}, "suite": False}
    schema = ["spec", "versions", 0, "schema"]
    yield {"base": "dependent", "changes": [["set", CRD_FILE, schema, -1]], "suite": False}


def _theirs(oracle: Oracle, case: Any) -> Any:
    with TemporaryDirectory() as folder:
        path = str(write(Path(folder), files_of(case)))
        told = oracle.ask("siblings", "bundles", folder=path)["answer"]
        opm = told["opm"]
        select = {"select": "suite=operatorframework"} if case["suite"] else {}
        sdk = oracle.ask("sdk", folder=path, **select)["answer"]
        olmv1 = oracle.ask("olmv1", "bundles", folder=path)["answer"]
        refused = refused_as_released(oracle.ask("bundle-v1", folder=path)["answer"])
        rukpak = oracle.ask("rukpak", "registry", folder=path)["answer"]
        resolved = resolving(oracle, told["render"])
        ordered = _in_order(oracle, path, select) if "fatal" not in sdk else {**sdk}
    return {
        **({} if resolved is None else {_RESOLVED: resolved}),
        _FIRST: {
            "opm": first_of([_texts(opm["format"]), _texts(opm["content"])]),
            "sdk": first_of([_of_sdk(ordered, "error")]),
            "olmv1": first_of(
                [of_olm_v1(olmv1["validators"], refused)] if "validators" in olmv1 else [_ending(olmv1)]
            ),
            "rukpak": first_of([_of_rukpak(rukpak)]),
        },
        "opm": _heads([*_texts(opm["format"]), *_texts(opm["content"])]),
        "sdk": _heads(_of_sdk(sdk, "error")),
        "sdk warns": _heads(_of_sdk(sdk, "warning")),
        "olmv1": _heads([*refused, *_texts(olmv1["validators"])] if "validators" in olmv1 else _ending(olmv1)),
        "rukpak": _heads(_of_rukpak(rukpak)),
    }


def _of_rukpak(answer: Any) -> list[str]:
    return [] if "objects" in answer else _ending(answer)


def _ending(answer: Any) -> list[str]:
    return [END + _texts(answer)[0]]


def _in_order(oracle: Oracle, path: str, select: dict[str, str]) -> Any:
    """What operator-sdk prints, in its own order."""
    optional = [word for key, value in select.items() for word in (f"--{key}-optional", value)]
    text = oracle.run("sdk", "validate", ".", "--output", "json-alpha1", *optional, folder=path)
    return json.loads(text[("\n" + text).rfind("\n{") :])


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
        return END + text.partition("\n")[0]
    return END + message.removeprefix("[").removesuffix("]").removesuffix(_ENDS)


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
    return sorted({head(one) for one in messages})


def _ours(case: Any) -> Any:
    with TemporaryDirectory() as folder:
        path = write(Path(folder), files_of(case))
        asked = ("hub" if case["suite"] else "sdk", "opm", "olmv1", "rukpak")
        judged = judged_by(REGISTRY_V1, path, asked)
        sdk, opm, olmv1, rukpak = (_before_the_server(*one) for one in judged.items())
    tools = {"opm": opm, "sdk": sdk, "olmv1": olmv1, "rukpak": rukpak}
    return {
        **{tool: _said(one.findings) for tool, one in tools.items()},
        _FIRST: {tool: _culprit(one) for tool, one in tools.items()},
        "sdk warns": sorted(
            {head(one.says) for one in sdk.findings if one.says and one.severity is Severity.WARNING}
        ),
        _RESOLVED: sorted({one.says or "" for one in olmv1.findings if one.rule == _UNRESOLVED}),
    }


def _before_the_server(profile: str, one: Judged) -> Judged:
    culprit = one.verdict.culprit
    verdict = (
        one.verdict if culprit is None or not is_applied(profile, culprit) else replace(one.verdict, culprit=None)
    )
    found = tuple(each for each in one.findings if not is_applied(profile, each))
    return replace(one, findings=found, verdict=verdict)


def _culprit(one: Judged) -> str | None:
    """What the verdict names; None where that is the resolver's word."""
    culprit = one.verdict.culprit
    return None if culprit is None or culprit.rule == _UNRESOLVED else _words(culprit)


def _words(one: Finding) -> str:
    return head(one.says) if one.says else STRUCT if one.rule == "OLM054" else one.rule


def _said(findings: tuple[Finding, ...]) -> list[str]:
    errors = [one for one in findings if one.severity is Severity.ERROR and one.rule != _UNRESOLVED]
    return sorted(set(map(_words, errors)))


def _agrees(ours: Any, theirs: Any) -> bool:
    """Whether every tool says the same, the same first; of the requirements the resolver names the first one.

    A tool that stops says one thing, with which the verdict agrees; xpkgtui tells the rest, too.
    """
    same = all(_tells(tool, ours, theirs) for tool in theirs if tool not in (_RESOLVED, _FIRST))
    return same and _resolves_alike(ours, theirs) and not begins_otherwise(ours[_FIRST], theirs[_FIRST])


def _tells(tool: str, ours: Any, theirs: Any) -> bool:
    if ours[tool] == theirs[tool]:
        return True
    refuses_alike = tool not in TOOLS or bool(ours[tool]) == bool(theirs[tool])
    return refuses_alike and excuse(tool, ours, theirs) in (STOPS, COLLECTS)


def _resolves_alike(ours: Any, theirs: Any) -> bool:
    if theirs.get(_RESOLVED) == NO_ENTRY:
        return not ours[_RESOLVED]
    return theirs.get(_RESOLVED) is None or theirs[_RESOLVED] in (ours[_RESOLVED] or [""])


def _excused(case: Any, ours: Any, theirs: Any) -> str | None:
    changes = case.get("changes", [])
    if any(bool(ours[tool]) != bool(theirs[tool]) for tool in TOOLS):
        return excuse_of_refusal(ours, theirs, changes)
    if not _resolves_alike(ours, theirs):
        return None
    otherwise = begins_otherwise(ours[_FIRST], theirs[_FIRST])
    differing = [tool for tool in (*TOOLS, "sdk warns") if ours[tool] != theirs[tool]]
    reasons = [excuse(tool, ours, theirs) for tool in dict.fromkeys((*otherwise, *differing))]
    if otherwise and set(reasons) <= {STOPS, SKIPS}:
        reasons = [None]
    if None not in reasons:
        return next(iter(reasons), None)
    return READ_AS_TEXT if any(map(sets_a_scalar, changes)) else None


BUNDLES = Subject(
    name="bundles",
    traps=_traps,
    generated=generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    agrees=_agrees,
    kept=60,
)
