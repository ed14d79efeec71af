"""References to images, weak and strict, as go-containerregistry 0.21.8 reads them."""

import ipaddress
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.references import fault_of_reference
from xpkgtui.oci.reference import Reference

_HOSTS = (
    "xpkg.crossplane.io",
    "xpkg.crossplane.io:443",
    "XPKG.Upbound.io",
    "localhost",
    "localhost:5000",
    "registry:5000",
    "registry.local",
    "a.localhost",
    "127.0.0.1",
    "127.0.0.1:5000",
    "10.0.0.1:5000",
    "[::1]",
    "[::1]:5000",
    "[2001:db8::1]:5000",
    "docker.io",
    "index.docker.io",
    "a.b",
    "a-b.io",
    # Hosts that no host is called.
    "a..b",
    ".a",
    "a.",
    "-a.io",
    "a-.io",
    "a_b.io",
    "a b.io",
    "a.io:",
    "a.io:x",
    "a.io:0",
    "a.io:99999",
    "a.io:5000:5000",
    "user@a.io",
    "user:secret@a.io",
    "a.io?",
    "a.io#",
    "é.io",
    "a.io\n",
    "..",
    "[::1",
    "::1]",
    "[::1]x5000",
    "[zz]:5000",
    "[:::::]:5000",
    "https:",
    # No hosts at all: the first part of a name on Docker Hub.
    "registry",
    "org",
    "",
)
_PATHS = (
    "org/name",
    "name",
    "ab",
    "a",
    "a/b/c/d/e",
    "a.b/c_d/e-f",
    "a__b",
    "a--b",
    "org/provider-aws-s3",
    "0/1",
    # What the library lets through and the specification's grammar does not.
    "a//b",
    "/a",
    "a/",
    "a/./b",
    "../a",
    "a___b",
    "_a",
    "a.",
    "-a",
    # What neither takes.
    "Org/name",
    "a b",
    "a?b",
    "a#b",
    "a%2fb",
    "é/a",
    "a\n",
    "a\x00b",
    "a" * 255,
    "a" * 256,
    "",
)
_DEPENDENCIES = (
    "[::1]:5000/org/name",
    "[::ffff:1.2.3.4]/org/name",
    "[:::]/org/name",
    "[1.2.3.4]/org/name",
    "[::1]:50:00/org/name",
    "a.io:x:5000/org/name",
    "a.io:x/org/name",
    'a.]<>"/org/name',
    "a%2e.io/org/name",
    "org/name",
    "name",
    "a",
    "",
    "localhost:5000/org/name",
    "registry/org/name",
    "a.io/Org/name",
    "a.io/a//b",
    "a.io/_a",
    "a.io/a b",
    "a b.io/org/name",
    "a_b.io/org/name",
    "user@a.io/org/name",
    "a.io:x/org/name",
    "a.io:/org/name",
    "[::1]:5000/org/name",
    "é.io/org/name",
    "a.io/é",
    "a.io/" + "a" * 255,
    "a.io/" + "a" * 256,
    "https://a.io/b",
)
_HEX = "0123456789abcdef" * 4
_SUFFIXES = (
    ":v1",
    ":v1.2.3-rc.1",
    ":1_0",
    f"@sha256:{_HEX}",
    f":v1@sha256:{_HEX}",
    ":" + "t" * 128,
    ":" + "t" * 129,
    ":",
    ":-v",
    ":.v",
    ":v1+2",
    ":v1 ",
    ":é",
    ":a:b",
    ":a/b",
    "@",
    "@sha256:",
    "@sha256:" + _HEX.upper(),
    f"@sha256:{_HEX}0",
    f"@sha512:{_HEX}{_HEX}",
    f"@md5:{_HEX[:32]}",
    "@sha256:../../x",
    f"@sha256:{_HEX}@sha256:{_HEX}",
    f"@{_HEX}",
)
_GRAMMAR = re.compile(
    r"((?P<host>[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*|\[[a-fA-F0-9:.]+\])"
    r"(:(?P<port>[0-9]+))?/)?"
    r"[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*"
    r"(:\w[\w.-]{0,127})?(@[A-Za-z][A-Za-z0-9]*([+._-][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?",
    re.ASCII,
)
"""References in the grammar of the distribution project."""
_LONGEST_LABEL = 63


def _traps() -> Iterator[str]:
    for host in _HOSTS:
        yield f"{host}/org/name:v1"
        yield f"{host}/org/name"
    for path in _PATHS:
        yield f"a.io/{path}:v1"
        yield f"a.io/{path}"
        yield f"docker.io/{path}:v1"
    yield from (f"{host}/org/name{suffix}" for host in ("a.io", "localhost:5000") for suffix in _SUFFIXES)
    yield from _DEPENDENCIES
    yield from ("name", "name:v1", "org/name", "a.io", "a.io:v1", " a.io/b/c:v1", "@", "/", ":")


def _generated(chance: Random) -> str:
    host = chance.choice(_HOSTS) if chance.random() < 0.8 else _letters(chance, "ab09.:-_[]AB", 12)
    path = chance.choice(_PATHS) if chance.random() < 0.6 else _letters(chance, "ab09._-//", 12)
    suffix = "" if chance.random() < 0.3 else chance.choice(_SUFFIXES)
    text = chance.choice((f"{host}/{path}{suffix}",) * 8 + (f"{path}{suffix}", f"{host}{suffix}"))
    if chance.random() < 0.3:
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice("aA0.:/@-_[] %?#~!é\n") + text[at + chance.randint(0, 1) :]
    return text


def _letters(chance: Random, letters: str, most: int) -> str:
    return "".join(chance.choices(letters, k=chance.randint(1, most)))


def _theirs(oracle: Oracle, case: str) -> dict[str, Any]:
    told = oracle.ask("packages", "references", reference=case)["answer"]
    weak, strict = (
        None
        if "error" in told[word]
        else [_familiar(told[word]["registry"]), told[word]["repository"], told[word]["identifier"]]
        for word in ("weak", "strict")
    )
    return {"strict": strict, "weak": weak, "dependency": weak is not None if _is_bare(case) else None}


def _familiar(registry: str) -> str:
    """The registry as people write it; the library writes index.docker.io where docker.io was typed."""
    return registry.removeprefix("index.") if registry == "index.docker.io" else registry


def _is_bare(text: str) -> bool:
    """Whether a reference has no tag and no digest, as in a dependency."""
    return "@" not in text and ":" not in text.rpartition("/")[2]


def _ours(case: str) -> dict[str, Any]:
    dependency = fault_of_reference(case) is None if _is_bare(case) else None
    try:
        found = Reference.parse(case)
    except Malformed:
        return {"strict": None, "weak": None, "dependency": dependency}
    identifier = found.digest or found.tag
    parts = [_familiar(found.registry), found.repository, str(identifier or "latest")]
    return {"strict": parts if identifier else None, "weak": parts, "dependency": dependency}


def _excused(case: str, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    differing = [word for word in theirs if ours[word] != theirs[word]]
    if "dependency" in differing:
        return None
    reasons = [_reason(case, ours[word], theirs[word]) for word in differing]
    return next(iter(reasons)) if all(reasons) else None


def _reason(case: str, ours: list[str] | None, theirs: list[str] | None) -> str | None:
    if ours is None and theirs is not None:
        match = _GRAMMAR.fullmatch(case)
        if match is None:
            return "the grammar of the distribution project forbids it"
        if match["host"] is None or theirs[0] not in (_familiar(match["host"]), case.partition("/")[0]):
            return "xpkgtui asks that the registry be written out"
        return None if _may_be_host(match["host"], match["port"]) else "no host or port is called so"
    if ours is not None and ours[0] == "docker.io" and "/" not in ours[1]:
        asked = theirs is None or theirs == ["docker.io", f"library/{ours[1]}", ours[2]]
        return "a name on Docker Hub is shown as typed; the registry is asked for library/name" if asked else None
    if theirs is None and ours is not None:
        if not ours[2].startswith("sha256:") and "@" in case:
            return "the distribution grammar has other digests than sha256: such an image can be inspected"
        if len(ours[1]) == 1:
            return "the distribution grammar has names of one letter: such an image can be inspected"
        return None
    return None


def _may_be_host(host: str, port: str | None) -> bool:
    if port is not None and not 0 < int(port) < 1 << 16:
        return False
    if not host.startswith("["):
        return all(len(label) <= _LONGEST_LABEL for label in host.split("."))
    try:
        ipaddress.IPv6Address(host[1:-1])
    except ValueError:
        return False
    return True


REFERENCES = Subject(
    name="references",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
)
