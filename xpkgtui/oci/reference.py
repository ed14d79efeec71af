"""References: registry, repository, tag and digest, as distributions and the library of Docker read them."""

import ipaddress
import re
from dataclasses import replace
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.oci.descriptor import Digest
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_HOST_LABEL = late(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_BRACKETED = late(r"\[([0-9a-fA-F:.]{2,45})\]((?::[0-9]+)?)")
_PORT = late(r"[0-9]{1,5}")
_PART = r"[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*"
_COMPONENT = late(_PART)
_TAG = late(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,127}")
_LONGEST = 1000
_DOCKER_HOST = r"(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])"
_DIGEST = r"[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}"
_DOCKER_REFERENCE = late(
    rf"(?P<name>{_DOCKER_HOST}(?:\.{_DOCKER_HOST})*(?::[0-9]+)?/{_PART}(?:/{_PART})*)"
    rf"(?::[A-Za-z0-9_][A-Za-z0-9_.-]{{0,127}})?(?:@(?P<digest>{_DIGEST}))?"
)
_IDENTIFIER = late(r"[a-f0-9]{64}")
_ALGORITHMS = {"sha256": 64, "sha384": 96, "sha512": 128}
_LONGEST_NAME = 255
_DOCKER = "docker.io"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The name of an image; the registry is always spelled out."""

    registry: str
    """Host with its port, as typed."""
    repository: str
    tag: str | None = None
    digest: Digest | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `host/repository[:tag][@digest]`; raises `Malformed` with what is wrong in plain words.

        Linear in the length of the text: a hostile dependency may reach it.
        """
        if len(text) > _LONGEST:
            raise Malformed("a reference has at most 1,000 characters")
        scheme, mark, _ = text.partition("://")
        if mark:
            raise Malformed(f"{text[:120]!r} is a URL: remove {scheme[:20]}://")
        rest, at, digest_text = text.partition("@")
        digest = Digest.parse(digest_text) if at else None
        host, slash, path = rest.partition("/")
        if not slash or not looks_like_host(host):
            raise Malformed(f"{text[:120]!r} has no registry" + _suggestion(rest))
        if not _is_host(host):
            raise Malformed(f"{host[:120]!r} is not a host name")
        colon = path.rfind(":")
        repository, tag = (path[:colon], path[colon + 1 :]) if colon >= 0 else (path, None)
        if tag is not None and not _TAG.fullmatch(tag):
            raise Malformed(f"{tag[:140]!r} is not a tag")
        _require_repository(repository)
        return cls(registry=host, repository=repository, tag=tag, digest=digest)

    @property
    def name(self) -> str:
        """Registry and repository."""
        return f"{self.registry}/{self.repository}"

    def pinned(self, digest: Digest) -> Self:
        """The reference with this digest."""
        return replace(self, digest=digest)

    def tagged(self, tag: str) -> Self:
        """The reference with this tag and without a digest."""
        return replace(self, tag=tag, digest=None)

    def __str__(self) -> str:
        return self.name + (f":{self.tag}" if self.tag else "") + (f"@{self.digest}" if self.digest else "")


def looks_like_host(text: str) -> bool:
    """Whether the first part of a name is a host: with a dot or a port, or `localhost`."""
    return "." in text or ":" in text or text == "localhost"


def is_tag(text: str) -> bool:
    """Whether `text` may be a tag."""
    return bool(_TAG.fullmatch(text))


def familiar(name: str) -> str:
    """An image's name as Docker shows it: without the default host and folder."""
    for host in ("docker.io/", "index.docker.io/"):
        name = name.removeprefix(host)
    return name.removeprefix("library/")


def is_loopback(registry: str) -> bool:
    """Whether the registry is on this machine, so that plain HTTP is the default."""
    host = registry.rpartition(":")[0] if _PORT.fullmatch(registry.rpartition(":")[2]) else registry
    host = host or registry
    return (
        host in ("localhost", "[::1]")
        or host.endswith(".localhost")
        or bool(re.fullmatch(r"127(?:\.[0-9]{1,3}){3}", host))
    )


def _suggestion(path: str) -> str:
    """A full name to write where only the registry is missing."""
    repository = path.partition(":")[0]
    if "/" not in repository or not all(_COMPONENT.fullmatch(part) for part in repository.split("/")):
        return ": write it out, such as xpkg.crossplane.io/org/name"
    return f": write it out, such as xpkg.crossplane.io/{repository[:120]}"


def _is_host(text: str) -> bool:
    if match := _BRACKETED.fullmatch(text):
        return _is_ipv6(match[1]) and (not match[2] or _is_port(match[2][1:]))
    host, colon, port = text.partition(":")
    if colon and not _is_port(port):
        return False
    return len(host) <= 253 and all(_HOST_LABEL.fullmatch(label) for label in host.split("."))


def _is_port(text: str) -> bool:
    return bool(_PORT.fullmatch(text)) and 0 < int(text) < 65536


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _require_repository(text: str) -> None:
    if not text:
        raise Malformed("the repository is missing")
    if len(text) > 255:
        raise Malformed("a repository has at most 255 characters")
    for component in text.split("/"):
        if not _COMPONENT.fullmatch(component):
            raise Malformed(
                f"{component[:80]!r} is not allowed in a repository: use lowercase letters, digits and . _ - only"
            )


def reference_fault(text: str) -> str:
    """The message about a reference; empty for a good one."""
    if _IDENTIFIER.fullmatch(text):
        return f"invalid repository name ({text}), cannot specify 64-byte hexadecimal strings"
    domain, rest = _docker_parts(text)
    name = rest.partition(":")[0]
    if name.lower() != name:
        return "invalid reference format: repository name must be lowercase"
    found = _DOCKER_REFERENCE.fullmatch(f"{domain}/{rest}")
    if found is None:
        return "invalid reference format"
    if len(found["name"]) > _LONGEST_NAME:
        return f"repository name must not be more than {_LONGEST_NAME} characters"
    algorithm, _, digits = (found["digest"] or "").partition(":")
    if not digits:
        return ""
    if algorithm not in _ALGORITHMS:
        return "unsupported digest algorithm"
    if len(digits) != _ALGORITHMS[algorithm]:
        return "invalid checksum digest length"
    return "" if digits == digits.lower() else "invalid checksum digest format"


def is_fixed(text: str) -> bool:
    """Whether a reference has a tag or a digest."""
    return "@" in text or ":" in text.rpartition("/")[2]


def full_reference(text: str, *, is_open: bool = False) -> Reference:
    """The reference with what Docker adds: its registry and folder, and the tag `latest` unless it `is_open`.

    Raises `Malformed` with what is wrong with it.
    """
    if len(text) > _LONGEST:
        raise Malformed("it is too long")
    if fault := reference_fault(text):
        raise Malformed(fault)
    found = Reference.parse("/".join(_docker_parts(text)))
    return found if found.tag or found.digest or is_open else found.tagged("latest")


def _docker_parts(text: str) -> tuple[str, str]:
    """The registry, and the rest below its folder."""
    domain, slash, rest = text.partition("/")
    if not slash or not (set(domain) & set(".:") or domain == "localhost"):
        domain, rest = _DOCKER, text
    domain = _DOCKER if domain == "index.docker.io" else domain
    return domain, f"library/{rest}" if domain == _DOCKER and "/" not in rest else rest
