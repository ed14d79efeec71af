"""What the settings of Docker and of Podman's kin say of a registry, its mirrors among it."""

import ipaddress
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from xpkgtui.errors import parsed
from xpkgtui.oci.reference import Reference
from xpkgtui.untyped import listing, mapping, text
from xpkgtui.visible import clip, few, line

_MOST = 500
_LARGEST = 1 << 20
_MOST_MIRRORS = 5
_PULLS = {"digest-only": "@", "tag-only": ":"}
"""How the names begin behind the repository that a mirror is for."""


def mirrors_of(name: str, mark: str, environment: Mapping[str, str]) -> Iterator[Reference]:
    """The repositories that stand for this one by registries.conf, in the order in which Podman asks them.

    `mark`: what follows the name, `:` before a tag, `@` before a digest; empty for neither.
    """
    prefix, (_, entry) = _entry_of(name, environment)
    rest, usual = name[_matched(prefix, name) :], entry.get("mirror-by-digest-only") is True
    places = [*map(mapping, listing(entry.get("mirror"))), {"location": entry.get("location")}]
    for number, one in enumerate(places):
        location, pulls = text(one.get("location")), text(one.get("pull-from-mirror"))
        if usual and number < len(places) - 1:
            pulls = pulls or "digest-only"
        reference = parsed(Reference.parse, location + rest) if location else None
        if reference is not None and reference.name != name and _PULLS.get(pulls or "", mark) == mark:
            yield reference


def said_by_tools(name: str, environment: Mapping[str, str]) -> Iterator[str]:
    """What those settings say of a repository, a sentence each; none of it is followed without an option."""
    registry = name.partition("/")[0]
    for path, document in _settings(environment):
        if path.suffix != ".json":
            continue
        if any(_is_in(registry, one) for one in listing(document.get("insecure-registries"))):
            yield f"{path}: insecure there; `--insecure` or `--plain-http` says so here"
        mirrors = [one for one in listing(document.get("registry-mirrors")) if isinstance(one, str)]
        if registry == "docker.io" and mirrors:
            yield f"{path}: has a mirror there, which Crossplane does not ask: {_shown(mirrors)}"
    prefix, (path, entry) = _entry_of(name, environment)
    if entry.get("insecure") is True:
        yield f"{path}: {prefix} is insecure there; `--insecure` or `--plain-http` says so here"
    if entry.get("blocked") is True:
        yield f"{path}: {prefix} is blocked there, which Crossplane does not read"
    named = dict.fromkeys(one.name for mark in (":", "@") for one in mirrors_of(name, mark, environment))
    if named:
        yield f"{path}: {prefix} has a mirror there, which Crossplane does not ask: {_shown([*named])} (`--mirrors`)"


def said_of_short_name(name: str, environment: Mapping[str, str]) -> Iterator[str]:
    """Where Podman looks for a name without a registry."""
    bare = name.partition("@")[0].partition(":")[0]
    for path, document in _settings(environment):
        if alias := text(mapping(document.get("aliases")).get(bare)):
            yield f"{path}: {_shown([bare])} stands for {_shown([alias])} there"
        if hosts := [one for one in listing(document.get("unqualified-search-registries")) if isinstance(one, str)]:
            yield f"{path}: names without a registry are looked for in {_shown(hosts)} there"


def _shown(names: list[str]) -> str:
    return few(names, _MOST_MIRRORS, lambda one: line(clip(one, 100)))


def _entry_of(name: str, environment: Mapping[str, str]) -> tuple[str, tuple[Path, Mapping[str, object]]]:
    """The entry whose prefix is the longest of those that the name has, with the prefix; later files override."""
    found: dict[str, tuple[Path, Mapping[str, object]]] = {}
    for path, document in _settings(environment):
        for entry in map(mapping, listing(document.get("registry"))):
            prefix = text(entry.get("prefix")) or text(entry.get("location")) or ""
            if prefix and _matched(prefix, name):
                found[prefix] = path, entry
    return max(found.items(), key=lambda pair: len(pair[0]), default=("", (Path(), {})))


def _matched(prefix: str, name: str) -> int:
    """How many characters of a name a prefix takes (`a.example/acme`, `*.example`); 0 where it is not its own."""
    bare = prefix[1:] if prefix.startswith("*.") else prefix
    at = name.find(bare) if bare != prefix else 0 if name.startswith(bare) else -1
    end = at + len(bare)
    return 0 if at < 0 or "/" in name[:at] or name[end : end + 1] not in ("", "/") else end


def _is_in(registry: str, entry: object) -> bool:
    """Whether an entry of `insecure-registries` means the registry: a host, or a network of addresses."""
    try:
        host = urlsplit(f"//{registry}").hostname or ""
        return entry == registry or ipaddress.ip_address(host) in ipaddress.ip_network(str(entry))
    except ValueError:
        return False


def _settings(environment: Mapping[str, str]) -> Iterator[tuple[Path, Mapping[str, object]]]:
    """The files of Docker and of Podman's kin that can be read; of two registries.conf that of the user counts."""
    import tomllib

    home = environment.get("XDG_CONFIG_HOME") or os.path.join(environment.get("HOME", ""), ".config")
    folders = (Path("/etc/containers"), Path(home) / "containers")
    chosen = environment.get("CONTAINERS_REGISTRIES_CONF")
    mains = [Path(chosen)] if chosen else [folder / "registries.conf" for folder in reversed(folders)]
    paths = [*filter(os.path.isfile, mains)][:1]
    paths += [path for folder in folders for path in sorted((folder / "registries.conf.d").glob("*.conf"))[:_MOST]]
    docker = Path(environment.get("HOME", "")) / ".config/docker/daemon.json"
    for path in (Path("/etc/docker/daemon.json"), docker, *paths):
        try:
            if path.is_file() and path.stat().st_size <= _LARGEST:
                data = path.read_text("utf-8")
                yield path, mapping(json.loads(data) if path.suffix == ".json" else tomllib.loads(data))
        except (OSError, ValueError, RecursionError):
            continue
