"""Bundles in two states: which updates RukPak's webhook refuses, because the spec of a Bundle is immutable.

Keys in other letters (`Directory`) are not asked: an API server drops them before the webhook decodes what is left.
"""

import json
from copy import deepcopy
from random import Random
from typing import Any

from builders.packages.judged_folders import judged_text
from builders.packages.rukpak_objects import COMMIT, PINNED
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS
from xpkgtui.rules.case import KnownObject, KnownPackage
from xpkgtui.rules.finding import Severity

_CLASS = "core-rukpak-io-plain"
_AUTHS: tuple[dict[str, Any], ...] = (
    {},
    {"secret": {}},
    {"secret": {"name": "s"}},
    {"insecureSkipVerify": False},
    {"insecureSkipVerify": True},
)
_VALUES: tuple[Any, ...] = (
    "",
    "a",
    "b",
    False,
    True,
    {},
    {"name": ""},
    {"name": "s"},
    {"secret": {"name": ""}},
    [],
    None,
    5,
)
_FIELDS = (
    ("source", "type"),
    ("provisionerClassName",),
    ("odd",),
    *(("source", "git", one) for one in ("directory", "auth", "repository", "odd")),
    *(("source", "git", "ref", one) for one in ("branch", "tag", "commit", "odd")),
    *(("source", "git", "auth", one) for one in ("secret", "insecureSkipVerify", "odd")),
    *(("source", "image", one) for one in ("ref", "pullSecret", "odd")),
    *(("source", "http", one) for one in ("url", "auth", "odd")),
    ("source", "upload", "odd"),
)


def _spec(chance: Random) -> dict[str, Any]:
    auth = {"auth": deepcopy(chance.choice(_AUTHS))} if chance.random() < 0.5 else {}
    kind = chance.choice(("git", "image", "configMaps", "upload", "http"))
    source: dict[str, Any] = {
        "git": {"repository": "x", "ref": {"commit": COMMIT}, **auth},
        "image": {"ref": chance.choice((PINNED, "a/b:v1", ""))},
        "configMaps": [_map(chance) for _ in range(chance.choice((1, 1, 2)))],
        "upload": {},
        "http": {"url": "u", **auth},
    }
    if kind == "git" and chance.random() < 0.3:
        source["git"]["directory"] = chance.choice(("", "a"))
    return {"provisionerClassName": _CLASS, "source": {"type": kind, kind: source[kind]}}


def _map(chance: Random) -> dict[str, Any]:
    path = {"path": chance.choice(("", "a", "b"))} if chance.random() < 0.5 else {}
    return {"configMap": chance.choice(({"name": "x"}, {"name": "y"}, {}, {"name": ""})), **path}


def _changed(spec: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The spec with a field set or taken away, or with one more ConfigMap; where it has no such field, as it is."""
    new: dict[str, Any] = deepcopy(spec)
    maps = new["source"].get("configMaps")
    if maps and chance.random() < 0.8:
        maps[chance.randrange(len(maps))] = _map(chance)
        return new
    *above, name = chance.choice(_FIELDS)
    at: Any = new
    for key in above:
        at = at.get(key) if isinstance(at, dict) else None
    if isinstance(at, dict) and chance.random() < 0.3:
        at.pop(name, None)
    elif isinstance(at, dict):
        at[name] = deepcopy(chance.choice(_VALUES))
    return new


def _generated(chance: Random) -> dict[str, str]:
    old = _spec(chance)
    new = _spec(chance) if chance.random() < 0.1 else old
    for _ in range(chance.choice((0, 1, 1, 1, 2))):
        new = _changed(new, chance)
    return {"old": _bundle(old), "text": _bundle(new)}


def _bundle(spec: dict[str, Any]) -> str:
    head = {"apiVersion": "core.rukpak.io/v1alpha1", "kind": "Bundle", "metadata": {"name": "boat"}}
    return json.dumps({**head, "spec": spec})


def _theirs(oracle: Oracle, case: dict[str, str]) -> str:
    (one,) = oracle.ask("rukpak", "objects", **case)["answer"]["objects"]
    return "refused" if one["crd"] or one.get("webhook") or one.get("decode") else one.get("update", "")


def _ours(case: dict[str, str]) -> str:
    facts = RUKPAK_OBJECTS.meta_facts(json.loads(case["old"]))
    before = KnownPackage(
        repository="", is_earlier=True, objects=(KnownObject(kind="Bundle", name="boat", fixed=facts.fixed),)
    )
    found = judged_text(RUKPAK_OBJECTS, case["text"], known=(before,))
    errors = [one for one in found.findings if one.severity is Severity.ERROR]
    if any(one.rule != "RPK009" for one in errors):
        return "refused"
    return errors[0].says or "" if errors else ""


RUKPAK_UPDATES = Subject(
    name="rukpak-updates",
    traps=lambda: (),
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    kept=100,
)
