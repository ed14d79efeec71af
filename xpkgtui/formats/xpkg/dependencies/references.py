"""References to packages without their registry's defaults written out, as go-containerregistry parses them."""

import ipaddress
from typing import Self

from xpkgtui.errors import Malformed, parsed
from xpkgtui.oci.reference import Reference
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

UNQUALIFIED = "must be a fully qualified image name, including the registry, repository, and tag or digest"
"""The API server's message where a package object does not name its registry."""
_QUALIFIED = late(r"[^./]+(\.[^./]+)+(/[^/:@]+)+")
_REPOSITORY = late(r"[a-z0-9_\-./]{2,255}")
_NONE = r"\x00-\x20#%/?@\[\\^`{|}\x7f"
"""Characters that no host has. A set of those that it may have, most of Unicode, would take 5 ms to compile."""
_HOST = late(rf"\[(?P<ipv6>[0-9A-Fa-f:.]*)\](?::[0-9]*)?|[^{_NONE}:]*|[^{_NONE}]*:[0-9]*")
"""A host and its port, as Go's package net/url accepts them."""
_TAG = late(r"[A-Za-z0-9_\-.]{1,128}")
_DIGEST = late(r"sha256:[0-9a-f]{64}")
_DEFAULT = "index.docker.io"
_LONGEST = 4_096
"""Characters of a reference that are read."""
_LONGEST_LABEL = 63


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageReference:
    """A reference as Crossplane holds it: its text, and what the text means."""

    text: str
    registry: str
    """The host; `index.docker.io` where the text has none."""
    repository: str
    """The path; below `library/` where Docker Hub keeps it there."""
    identifier: str
    """The digest or the tag; `latest` where the text has neither."""

    @classmethod
    def parse(cls, text: str, *, is_strict: bool = False) -> Self:
        """Reads a reference as `name.ParseReference` does; raises `Malformed` with its message.

        A strict one has a tag or a digest, and names its registry.
        """
        found = _with_tag(text, is_strict=is_strict) or _with_digest(text, is_strict=is_strict)
        if found is None:
            raise Malformed(f"could not parse reference: {text}")
        (registry, repository), identifier = found
        return cls(text=text, registry=registry, repository=repository, identifier=identifier)

    @property
    def name(self) -> str:
        """Registry and repository, by which two references are compared."""
        return f"{self.registry}/{self.repository}"

    @property
    def source(self) -> str:
        """The text without tag and digest."""
        return self.text.removesuffix(self.identifier).rstrip(":@")


def versioned(source: str, version: str) -> str:
    """The reference of one version of a package, as Crossplane writes it: a tag may follow a tag."""
    return f"{source}{'@' if version.startswith('sha256:') else ':'}{version}"


def is_digest(text: str) -> bool:
    """Whether a version is a digest; Crossplane knows only sha256."""
    return bool(_DIGEST.fullmatch(text))


def _with_tag(text: str, *, is_strict: bool) -> tuple[tuple[str, str], str] | None:
    """Registry and repository, and the tag; None where the text is no reference with or without a tag."""
    base, colon, tag = text.rpartition(":")
    if not colon or "/" in tag:  # a port, or no colon at all
        base, tag = text, ""
    if not _TAG.fullmatch(tag) and (is_strict or base != text):
        return None
    found = _repository(base, is_strict=is_strict)
    return (found, tag or "latest") if found else None


def _with_digest(text: str, *, is_strict: bool) -> tuple[tuple[str, str], str] | None:
    """Registry and repository, and the digest; a tag before it counts for nothing."""
    base, _, digest = text.partition("@")
    if not _DIGEST.fullmatch(digest):
        return None
    tagged = _with_tag(base, is_strict=is_strict)
    found = tagged[0] if tagged else _repository(base, is_strict=is_strict)
    return (found, digest) if found else None


def has_registry(text: str) -> bool:
    """Whether a reference names its registry."""
    return bool(_split(text)[0])


def _split(text: str) -> tuple[str, str]:
    """The host, empty where there is none, and the path."""
    host, slash, path = text.partition("/")
    return (host, path) if slash and ("." in host or ":" in host or host == "localhost") else ("", text)


def _repository(text: str, *, is_strict: bool) -> tuple[str, str] | None:
    """Registry and repository; None where they cannot be parsed."""
    if len(text) > _LONGEST:
        return None
    host, path = _split(text)
    if not _REPOSITORY.fullmatch(path) or not _is_host(host) or (is_strict and not host):
        return None
    registry = _DEFAULT if host in ("", "docker.io") else host
    if registry == _DEFAULT and "/" not in path:
        return None if is_strict else (registry, f"library/{path}")
    return registry, path


def fault_of_reference(text: str) -> str | None:
    """The reason why Crossplane cannot parse a reference without tag and digest; None where it can.

    As go-containerregistry parses references: more is allowed than the specification's grammar says.
    """
    if not text:
        return "it is empty"
    if len(text) > _LONGEST:
        return "it is too long"
    host, path = _split(text)
    if not _is_host(host):
        return f"{host[:80]} is not a host"
    if not _REPOSITORY.fullmatch(path):
        return "a repository has 2 to 255 lowercase letters, digits and - _ . /"
    return None


def _is_host(text: str) -> bool:
    match = _HOST.fullmatch(text)
    if match is None or match["ipv6"] is None:
        return match is not None
    try:
        ipaddress.IPv6Address(match["ipv6"])
    except ValueError:
        return False
    return True


def is_qualified(text: str) -> bool:
    """Whether the API server of Crossplane 2.0 and later accepts it: the host is written out and has a dot."""
    return bool(_QUALIFIED.fullmatch(text))


def repository_of(source: str) -> str | None:
    """Registry and repository of a reference; None for any other source."""
    reference = parsed(Reference.parse, source)
    return reference.name if reference is not None else None


def function_names(repository: str) -> frozenset[str]:
    """The names under which a function from this repository is called: Crossplane's own, and the last part."""
    host, slash, path = repository.partition("/")
    if not slash or not ("." in host or ":" in host or host == "localhost"):
        path = repository
    return frozenset({dns_label(path), path.rpartition("/")[2]})


def dns_label(text: str) -> str:
    """The name that Crossplane gives to a package from a repository."""
    data, kept = text.encode("utf-8", "surrogatepass"), ""
    for number, octet in enumerate(data[:_LONGEST_LABEL]):
        letter = chr(octet)
        if "a" <= letter <= "z" or "0" <= letter <= "9":
            kept += letter
        elif letter in "./:-" and number not in {0, _LONGEST_LABEL - 1, len(data) - 1}:
            kept += "-"
    return kept.strip("-")
