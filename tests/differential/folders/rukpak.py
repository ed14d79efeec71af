"""Bundles and BundleDeployments: what RukPak's definitions and webhook refuse."""

from collections.abc import Iterator
from random import Random
from typing import Any

from builders.packages.judged_folders import judged_text
from builders.packages.pairs.rukpak import rukpak_pairs
from builders.packages.rukpak_objects import CASES, CLASS, COMMIT, PINNED, config_map
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.documents.stream import split
from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS
from xpkgtui.rules.finding import Severity

_BEHIND = ("--- x\n", "---\n- a\n", "---\n5\n", "---\n~\n", "status: 5\n", "status: ~\n", "...\nx\n")
_UNKNOWN = "no CRD has this version and kind"
_KINDS = ("git", "image", "configMaps", "upload", "http")
_ODD = ("5", "yes", "~", "[]", "{}", "''", "text", "[a]", "{a: b}", "1.5")
_CLASSES = (CLASS, CLASS, CLASS, "provisionerClassName: my-own", "provisionerClassName: Foo_", "")
_NAMES = ("boat", "boat", "ship", "a" * 45, "a" * 46, "a" * 52, "a" * 53)
_BLOCKS = {
    "image": (
        f"{{ref: '{PINNED}'}}",
        "{ref: a/b:v1}",
        "{ref: ''}",
        "{}",
        "{ref: x, pullSecret: s}",
        "{pullSecret: 5}",
    ),
    "upload": ("{}",),
    "http": ("{url: https://example.org/x.tgz}", "{}", "{url: u, auth: {secret: {name: s}}}", "{url: u, auth: 5}"),
}
_PATHS = ("a", "../a", "..", "/etc", "a/../../b", "a/..", "''", ".", "./../x", "5")


def _traps() -> Iterator[dict[str, str]]:
    yield from ({"text": text} for text in CASES.values())
    one = CASES["an image"]
    yield from ({"text": one + more} for more in _BEHIND)
    yield {"text": one.replace("metadata:", "metadata: ~\nx:")}
    for pair in rukpak_pairs().values():
        yield from ({"text": text} for packed in pair for text in packed.files.values())


def _generated(chance: Random) -> dict[str, str]:
    objects = [_object(chance) for _ in range(chance.choice((1, 1, 1, 2)))]
    maps = config_map(chance.choice(("", "immutable: true\n", "immutable: false\n", "immutable: ~\n")))
    return {"text": "---\n".join(objects) + (maps if chance.random() < 0.3 else "")}


def _object(chance: Random) -> str:
    if chance.random() < 0.2:
        return chance.choice(list(CASES.values()))
    name, version = chance.choice(_NAMES), "v1alpha1" if chance.random() < 0.95 else "v1alpha2"
    spec, kind = _spec(chance), "Bundle"
    if chance.random() < 0.4:
        kind, template = "BundleDeployment", f"{{spec: {spec}}}" if chance.random() < 0.9 else chance.choice(_ODD)
        spec = _mapping(chance.choice(_CLASSES), "" if chance.random() < 0.05 else f"template: {template}")
        if chance.random() < 0.1:
            spec = spec.replace("}}", "}, config: {a: 1}}", 1)
    return f"apiVersion: core.rukpak.io/{version}\nkind: {kind}\nmetadata: {{name: {name}}}\nspec: {spec}\n"


def _spec(chance: Random) -> str:
    if chance.random() < 0.05:
        return chance.choice(_ODD)
    source = chance.choice(_ODD) if chance.random() < 0.05 else _source(chance)
    return _mapping(chance.choice(_CLASSES), "" if chance.random() < 0.03 else f"source: {source}")


def _source(chance: Random) -> str:
    kinds = chance.sample(_KINDS, chance.choice((1, 1, 1, 1, 1, 2, 0)))
    said = kinds[0] if kinds and chance.random() < 0.85 else chance.choice((*_KINDS, "foo", "5", "~"))
    blocks = (f"{kind}: {chance.choice(_ODD) if chance.random() < 0.08 else _block(kind, chance)}" for kind in kinds)
    return _mapping("" if chance.random() < 0.05 else f"type: {said}", *blocks)


def _block(kind: str, chance: Random) -> str:
    if kind == "git":
        refs = chance.sample(
            (f"commit: '{COMMIT}'", "branch: main", "tag: v1", "commit: 5"), chance.choice((1, 1, 1, 2, 0))
        )
        folder = f"directory: {chance.choice(_PATHS)}" if chance.random() < 0.4 else ""
        address = "" if chance.random() < 0.1 else f"repository: {chance.choice(('https://example.org/x', '5'))}"
        ref = chance.choice(_ODD) if chance.random() < 0.1 else _mapping(*refs)
        return _mapping(address, "" if chance.random() < 0.05 else f"ref: {ref}", folder)
    if kind == "configMaps":
        maps = []
        for _ in range(chance.choice((0, 1, 1, 2))):
            name = chance.choice(("{name: x}", "{name: other}", "{name: 5}", "{}", "5"))
            path = f"path: {chance.choice(_PATHS)}" if chance.random() < 0.6 else ""
            maps.append(_mapping("" if chance.random() < 0.1 else f"configMap: {name}", path))
        return f"[{', '.join(maps)}]"
    return chance.choice(_BLOCKS[kind])


def _mapping(*parts: str) -> str:
    return f"{{{', '.join(part for part in parts if part)}}}"


def _theirs(oracle: Oracle, case: dict[str, str]) -> Any:
    told = oracle.ask("rukpak", "objects", text=case["text"])["answer"]
    if "objects" not in told:
        return told
    return [_messages(_told_once([*one["crd"], one.get("webhook")])) for one in told["objects"]]


def _told_once(found: list[str | None]) -> list[str]:
    """Without what the validator says of all alternatives for a value of another type."""
    told = [one for one in found if one]
    if _UNKNOWN in told:
        return [_UNKNOWN]
    mistyped = {one.partition(":")[0] for one in told if "must be of type object" in one}
    return [one for one in told if not any(f'"{path}" must validate one and only one' in one for path in mistyped)]


def _ours(case: dict[str, str]) -> Any:
    found = judged_text(RUKPAK_OBJECTS, case["text"])
    own = [
        chunk.number
        for chunk in split(found.data).chunks
        if (chunk.api_version or "").startswith("core.rukpak.io/") and not chunk.empty
    ]
    errors = [one for one in found.findings if one.severity is Severity.ERROR and one.rule != "RPK009"]
    if broken := [one for one in errors if one.rule == "RPK010"]:
        return {"error": broken[0].says}
    return [_messages(one.says or _UNKNOWN for one in errors if one.place.document == number) for number in own]


def _messages(found: Any) -> list[str]:
    return sorted({one for one in found if one})


RUKPAK = Subject(name="rukpak", traps=_traps, generated=_generated, theirs=_theirs, ours=_ours, kept=150)
