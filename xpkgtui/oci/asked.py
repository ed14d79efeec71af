"""How registries were asked, and the flags by which other programs ask them in the same way."""

import os.path
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from xpkgtui.oci.reference import is_loopback
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # a start knows how registries are asked, and prints no command
    from xpkgtui.commands import PrintedCommand

OWN = "xpkgtui"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Flags:
    """The flags of a program; `{side}` is that of a copy, `{value}` a host or a file. Empty where it has none."""

    plain: str = ""
    loopback: str = ""
    """The flag for a registry on this machine; empty where the program uses plain HTTP there by itself."""
    insecure: str = ""
    ca_file: str = ""
    auth_file: str = ""


_PROGRAMS: Mapping[str, _Flags] = {
    "crane": _Flags(plain="--insecure", insecure="--insecure"),
    "cosign": _Flags(
        plain="--allow-http-registry", insecure="--allow-insecure-registry", ca_file="--registry-cacert {value}"
    ),
    "oras": _Flags(
        plain="--{side}plain-http",
        loopback="--{side}plain-http",
        insecure="--{side}insecure",
        ca_file="--{side}ca-file {value}",
        auth_file="--{side}registry-config {value}",
    ),
    "skopeo": _Flags(
        plain="--{side}tls-verify=false",
        loopback="--{side}tls-verify=false",
        insecure="--{side}tls-verify=false",
        auth_file="--authfile {value}",
    ),
    "regctl": _Flags(
        plain="--host reg={value},tls=disabled",
        loopback="--host reg={value},tls=disabled",
        insecure="--host reg={value},tls=insecure",
    ),
    "crossplane": _Flags(),
    OWN: _Flags(
        plain="--plain-http {value}",
        insecure="--insecure {value}",
        ca_file="--ca-file {value}",
        auth_file="--auth-file {value}",
    ),
}
_VERBS: Mapping[tuple[str, ...], _Flags] = {
    ("crossplane", "xpkg", "push"): _Flags(insecure="--insecure-skip-tls-verify"),
}
"""Where a verb has other flags than its program."""
_SIDES: Mapping[tuple[str, ...], tuple[str, str]] = {
    ("skopeo", "copy"): ("src-", "dest-"),
    ("oras", "copy"): ("from-", "to-"),
}
_WIDE = frozenset({"deps", "images", "check", "plan", "outdated"})
"""Commands of this program that ask other registries than that of SOURCE."""
_FROM_LAYOUT = "--from-oci-layout"
_HOST = late(r"(?:docker://)?((?:[\w-]+\.)+[\w-]+(?::\d+)?|[\w-]+:\d+|localhost|\[[0-9a-fA-F:]+\](?::\d+)?)/")
_GO_PLAIN = late(
    r"localhost(:\d+)?|127\.0\.0\.1(:\d+)?|\[?::1\]?(:\d+)?|[^:]+\.local(host)?(:\d+)?"
    r"|(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+(:\d+)?"
)
"""Hosts that go-containerregistry asks over plain HTTP without a flag (pkg/name/registry.go, Scheme)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRegistries:
    """What a person said of registries; every printed command that asks one of them says it too."""

    plain_http: tuple[str, ...] = ()
    insecure: tuple[str, ...] = ()
    ca_file: str = ""
    auth_file: str = ""
    mirrors: bool = False

    def words(self, *words: str) -> tuple[str, ...]:
        """The words with the flags for the registries that they name; none where the program has no such flag."""
        program = words[0]
        flags = next((one for verb, one in _VERBS.items() if words[: len(verb)] == verb), _PROGRAMS[program])
        sides = next((both for verb, both in _SIDES.items() if words[: len(verb)] == verb), ("", ""))
        named = [(number, found[1]) for number, word in enumerate(words) if (found := _HOST.match(word))]
        hosts = [(host, sides[number == len(words) - 1]) for number, host in named]
        said = [self._flag(flags, host, side) for host, side in hosts]
        if None in said or (program == "regctl" and os.path.basename(self.auth_file) not in ("", "config.json")):
            return ()
        given = [one for each in said for one in each or ()]
        if program == OWN and words[1] in _WIDE:
            given += (one for host in self.plain_http for one in _filled(flags.plain, host))
            given += (one for host in self.insecure for one in _filled(flags.insecure, host))
            hosts = [("", "")]
        if program == OWN and hosts and self.mirrors:
            given.append("--mirrors")
        safe = {*self.plain_http, *self.insecure}
        trusted = [one for one in hosts if one[0] not in safe and not is_loopback(one[0])]
        environment = (
            *_file(flags.ca_file, self.ca_file, f"SSL_CERT_FILE={self.ca_file}", trusted, given),
            *_file(flags.auth_file, self.auth_file, _credentials(self.auth_file), hosts, given),
        )
        at = _place(words, [number for number, _ in named], is_copy=any(sides))
        return (*(("env", *environment) if environment else ()), *words[:at], *_once(given), *words[at:])

    def line(self, *words: str) -> str:
        """The command for a shell; empty where the program cannot ask so."""
        from xpkgtui.commands import quoted

        return quoted(*self.words(*words))

    def command(self, *words: str, into: str = "") -> "PrintedCommand":
        """The command; as it stands where the program cannot ask so."""
        from xpkgtui.commands import PrintedCommand

        return PrintedCommand(words=self.words(*words) or words, into=into)

    def said(self, made: "PrintedCommand", context: str = "") -> "PrintedCommand":
        """A command with the flags for the registries that it names, and the context in which kubectl is asked."""
        from xpkgtui.commands import PIPE, PrintedCommand

        parts = []
        for part in made.parts:
            if part[0] == "kubectl":
                part = (*part[:2], *((f"--context={context}",) if context else ()), *part[2:])
            parts.append((part[0] in _PROGRAMS and self.words(*part)) or part)
        words = tuple(word for part in parts for word in (PIPE, *part))[1:]
        return made if words == made.words else PrintedCommand(words=words, into=made.into)

    def _flag(self, flags: _Flags, host: str, side: str) -> list[str] | None:
        """The flags for a host; None where it must be asked in a way that the program has no flag for."""
        if host in self.plain_http:
            return _filled(flags.plain, host, side) or ([] if _GO_PLAIN.fullmatch(host) else None)
        if is_loopback(host):
            return _filled(flags.loopback, host, side)
        return (_filled(flags.insecure, host, side) or None) if host in self.insecure else []


AS_USUAL = AskedRegistries()
"""Nothing was said."""


def _credentials(file: str) -> str:
    """The variable by which programs that are built on go-containerregistry or Docker's library find a file."""
    folder, name = os.path.split(file)
    return f"DOCKER_CONFIG={folder or '.'}" if name == "config.json" else f"REGISTRY_AUTH_FILE={file}"


def _file(flag: str, file: str, variable: str, hosts: list[tuple[str, str]], found: list[str]) -> tuple[str, ...]:
    """Adds the flag of a file to `found`; gives what the environment says where the program has none."""
    if not file or not hosts:
        return ()
    for _, side in hosts if flag else ():
        found += _filled(flag, file, side)
    return () if flag else (variable,)


def _filled(flag: str, value: str, side: str = "") -> list[str]:
    return [part.replace("{side}", side).replace("{value}", value) for part in flag.split()]


def _once(found: list[str]) -> list[str]:
    """The flags, each once with its value."""
    starts = [number for number, one in enumerate(found) if one.startswith("--")]
    pairs = [tuple(found[start:end]) for start, end in pairwise([*starts, len(found)])]
    return [one for pair in dict.fromkeys(pairs) for one in pair]


def _place(words: tuple[str, ...], named: list[int], *, is_copy: bool) -> int:
    """Where flags are put: before the registries, of this program behind all operands."""
    if words[0] == OWN:
        return words.index("--") if "--" in words else len(words)
    if _FROM_LAYOUT in words:
        return words.index(_FROM_LAYOUT) + 1
    return (named[0] if is_copy else named[-1]) if named else len(words)
