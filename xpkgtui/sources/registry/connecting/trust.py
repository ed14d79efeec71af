"""Whose certificates are trusted, and what is shown to a host."""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from xpkgtui.errors import Usage
from xpkgtui.sources.access import Access
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

_SYSTEM_FILES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
)
"""Where systems keep all authorities in one file, as Go looks for them."""
_SYSTEM_FOLDERS = ("/etc/ssl/certs", "/etc/pki/tls/certs")
_MOST = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateTrust:
    """What certificates of one host are verified against, beside the authorities of certifi."""

    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """Folders whose names are hashes, as `openssl rehash` makes them."""
    client: tuple[str, str] | None = None
    """Certificate and key that are shown to the host."""


def trust_for(access: Access, host: str) -> CertificateTrust:
    """The authorities of the system, of the user, and of container tools for this host, and what is shown to it.

    Raises `Usage` where the user names a file that does not exist, or holds no certificate.
    """
    named = [("--ca-file", access.ca_file)]
    named += [(name, access.environment.get(name)) for name in ("REQUESTS_CA_BUNDLE", "SSL_CERT_FILE")]
    given = [_checked(name, path) for name, path in named if path]
    files = [path for path in given if not os.path.isdir(path)]
    folders = [path for path in given if os.path.isdir(path)]
    folders += [path for path in access.environment.get("SSL_CERT_DIR", "").split(":") if os.path.isdir(path)]
    if not access.environment.get("SSL_CERT_DIR"):
        folders += filter(os.path.isdir, _SYSTEM_FOLDERS)
    hashed = tuple(path for path in folders if _is_hashed(path))
    if not access.environment.get("SSL_CERT_FILE") and not hashed:
        # A folder of hashes costs nothing; a file of all takes some ten milliseconds for each connection.
        files += [path for path in _SYSTEM_FILES if os.path.exists(path)][:1]
    for folder in folders:
        if folder not in hashed and folder not in _SYSTEM_FOLDERS:
            files += _in(folder, (".pem", ".crt"))
    own = [folder for folder in _of_tools(access.environment, host) if folder.is_dir()]
    files += [path for folder in own for path in _in(str(folder), (".crt",))]
    pairs = [(path, path.removesuffix(".cert") + ".key") for folder in own for path in _in(str(folder), (".cert",))]
    client = next((pair for pair in pairs if os.path.exists(pair[1])), None)
    return CertificateTrust(files=tuple(files), folders=hashed, client=client)


def _of_tools(environment: Mapping[str, str], host: str) -> Iterator[Path]:
    """Where Docker and Podman keep what belongs to one host."""
    if "/" in host or host in ("", ".."):
        return
    names = (host, host.removesuffix(":443")) if host.endswith(":443") else (host,)
    home = environment.get("HOME", "")
    settings = environment.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    places = ["/etc/docker/certs.d", "/etc/containers/certs.d"]
    if home:
        places += [f"{home}/.docker/certs.d", f"{settings}/docker/certs.d", f"{settings}/containers/certs.d"]
    yield from (Path(place) / name for place in places for name in names)


def _in(folder: str, endings: tuple[str, ...]) -> list[str]:
    try:
        names = sorted(os.listdir(folder))[:_MOST]
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names if name.endswith(endings)]


@cache
def _is_hashed(folder: str) -> bool:
    try:
        return any(name.endswith(".0") for name in os.listdir(folder))
    except OSError:
        return False


def _checked(name: str, path: str) -> str:
    """A path that the user names; raises `Usage` where no certificate is there."""
    if not os.path.exists(path):
        raise Usage(f"{name} names {path}, which is not there.", hint="Name a file of PEM certificates.")
    if not _holds_certificates(path):
        raise Usage(f"{name} names {path}, which holds no certificate.", hint="Name a file of PEM certificates.")
    return path


@cache
def _holds_certificates(path: str) -> bool:
    import ssl

    try:
        ssl.create_default_context(cafile=None if os.path.isdir(path) else path)
    except (ssl.SSLError, OSError):
        return False
    return True


def issuer_of(certificate: bytes) -> str:
    """The name of who issued a certificate (DER, RFC 5280), as one visible line; empty where it cannot be read."""
    try:
        fields = list(_parts(_parts_of(_parts_of(certificate)[0])[0]))
        # Behind the version, which is optional, the serial number and the algorithm.
        issuer = fields[3 if fields[0][0] == 0xA0 else 2][1]
        names: dict[bytes, str] = {}
        for _, each in _parts(issuer):
            for _, pair in _parts(each):
                (_, kind), (_, value) = list(_parts(pair))[:2]
                names[kind] = value.decode("utf-8", "replace")
    except (IndexError, ValueError):
        return ""
    found = names.get(b"\x55\x04\x03") or names.get(b"\x55\x04\x0a") or ""
    return line(clip(found, 100))


def _parts_of(data: bytes) -> list[bytes]:
    return [value for _, value in _parts(data)]


def _parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The elements of DER, each with its tag; raises `IndexError` where they break off."""
    at = 0
    while at < len(data):
        tag, length, at = data[at], data[at + 1], at + 2
        if length & 0x80:
            count = length & 0x7F
            length, at = int.from_bytes(data[at : at + count]), at + count
        if at + length > len(data):
            raise IndexError(at)
        yield tag, data[at : at + length]
        at += length
