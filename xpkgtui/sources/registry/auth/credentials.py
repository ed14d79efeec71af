"""Credentials for registries, from the files of Docker and Podman and the programs that keep passwords for them."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from dataclasses import field
from fnmatch import fnmatchcase
from pathlib import Path

from xpkgtui.errors import Malformed
from xpkgtui.sources.registry.auth.credential_programs import Ask, ask
from xpkgtui.sources.registry.auth.files import SPOILED, load, parse, places
from xpkgtui.untyped import mapping
from xpkgtui.values import dataclass

DOCKER_HUB = frozenset({"docker.io", "index.docker.io", "registry-1.docker.io"})
"""The three names of one registry."""
_DOCKER_KEY = "https://index.docker.io/v1/"
_IN_ENVIRONMENT = "DOCKER_AUTH_CONFIG"
"""The variable that holds a whole file, as in the jobs of GitLab; Docker reads it before its files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """A user's password, or one of the two kinds of token; never part of a repr."""

    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    identity_token: str = field(default="", repr=False)
    """A refresh token, to be exchanged for a bearer token."""
    registry_token: str = field(default="", repr=False)
    """A bearer token, to be sent as it is."""

    @property
    def basic(self) -> str:
        """The value of an `Authorization` header; empty without a user."""
        if not self.user:
            return ""
        return "Basic " + base64.b64encode(f"{self.user}:{self.password}".encode()).decode("ascii")


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialSearch:
    """The result of a search for credentials."""

    credentials: tuple[Credential, ...] = ()
    """Those of all files, in the order in which they are tried."""
    tried: tuple[str, ...] = ()
    """One sentence for each file and helper, in order; without secrets."""
    notes: tuple[str, ...] = ()
    """Warnings for people."""
    fault: str = ""
    """Why a helper could not be asked, in words of its own."""
    broken: str = ""
    """The first file that could not be read, and why."""

    @property
    def credential(self) -> Credential | None:
        """Those that are tried first; None where there are none."""
        return self.credentials[0] if self.credentials else None


class Keychain:
    """The credential files of one environment, in the order of go-containerregistry."""

    def __init__(self, environment: Mapping[str, str], ask: Ask = ask, *, named: str | None = None) -> None:
        """`named`: a file that is read before all others."""
        self._environment = environment
        self._ask = ask
        self._named = named

    def find(self, registry: str, repository: str) -> CredentialSearch:
        """The entries for the repository or its registry in all files."""
        tried: list[str] = []
        passed: list[str] = []
        faults: list[str] = []
        broken: list[str] = []
        found: dict[Credential, str] = {}
        for place, configuration in self._configurations(tried, broken):
            heard: list[str] = []
            try:
                credential = self._look_up(configuration, registry, repository, heard)
            except Malformed as error:
                tried.append(f"{place}: {error}")
                broken.append(f"{place} {error}")
                continue
            tried += heard
            faults += heard
            if credential is None:
                if spoiled := configuration.get(SPOILED):
                    broken.append(f"{place} has {spoiled} of its Secrets in no form that can be read")
                tried.append(f"{place}: no entry for {registry}{', in what can be read of it' if spoiled else ''}")
                passed += () if found else (place,)
                continue
            tried.append(f"{place}: has an entry for {registry}")
            found.setdefault(credential, place)
        notes: tuple[str, ...] = ()
        if found and passed:
            come = f"The credentials for {registry} come from {next(iter(found.values()))}"
            notes = (f"{come}; Crossplane's own tools stop at {passed[0]}.",)
        return CredentialSearch(
            credentials=tuple(found),
            tried=tuple(tried),
            notes=notes,
            fault=next(iter(faults), ""),
            broken=next(iter(broken), ""),
        )

    def has_entry(self, host: str) -> bool:
        """Whether any of the files has an entry for this host, were it an empty one."""
        return any(
            _matching(mapping(configuration.get(section)), host)
            for _, configuration in self._configurations([], [])
            for section in ("auths", "credHelpers")
        )

    def _configurations(self, tried: list[str], broken: list[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
        """Each configuration with its place; adds to both what cannot be read, to `tried` what is absent too."""
        text = self._environment.get(_IN_ENVIRONMENT)
        paths: list[Path | None] = [Path(self._named)] if self._named else []
        # None stands for the variable.
        for path in (*paths, *([None] if text else ()), *places(self._environment)):
            place = str(path or _IN_ENVIRONMENT)
            try:
                configuration = load(path) if path else parse((text or "").encode("utf-8", "replace"))
            except Malformed as error:
                tried.append(f"{place}: {error}")
                broken.append(f"{place} {error}")
                continue
            is_old = path is not None and path.name == ".dockercfg"
            if configuration is not None:
                yield place, {"auths": configuration} if is_old and "auths" not in configuration else configuration
            elif not is_old:
                tried.append(f"{place}: there is no such file")

    def _look_up(
        self, configuration: Mapping[str, object], registry: str, repository: str, tried: list[str]
    ) -> Credential | None:
        """The entry from the helper of the host, the common helper, or the file itself, in this order."""
        helpers = mapping(configuration.get("credHelpers"))
        store = configuration.get("credsStore")
        names = [helpers[key] for key in _matching(helpers, registry)] + [store]
        for name in names:
            if isinstance(name, str) and name:
                try:
                    answer = self._ask(name, _DOCKER_KEY if registry in DOCKER_HUB else registry, self._environment)
                except Malformed as error:
                    tried.append(str(error))
                    continue
                if answer is not None:
                    user, secret = answer
                    is_token = user == "<token>"
                    return Credential(identity_token=secret) if is_token else Credential(user=user, password=secret)
        auths = mapping(configuration.get("auths"))
        for name in _names(registry, repository):
            for key in _matching(auths, name):
                if (credential := _from_entry(auths[key])) is not None:
                    return credential
        return None


def _names(registry: str, repository: str) -> Iterator[str]:
    """The names of an entry: the repository, its parents, then the registry."""
    parts = repository.split("/")
    for length in range(len(parts), 0, -1):
        yield f"{registry}/{'/'.join(parts[:length])}"
    yield registry


def _matching(section: Mapping[str, object], name: str) -> list[str]:
    """The keys for `name`: an identical key first, patterns last."""
    wanted = _plain(name)
    plain = [key for key in section if _plain(key) == wanted]
    return sorted(plain, key=lambda key: key != name) + [key for key in section if _covers(_plain(key), wanted)]


def _covers(pattern: str, name: str) -> bool:
    """Whether a pattern has a name, part by part of the host, as kubelet reads it."""
    host, _, path = pattern.partition("/")
    wanted, _, below = name.partition("/")
    parts, others = host.split("."), wanted.split(".")
    is_pattern = "*" in host and path == below and len(parts) == len(others)
    return is_pattern and all(map(fnmatchcase, others, parts))


def _plain(key: str) -> str:
    """A key without scheme, API version and final slashes, in lower case, with one name for Docker Hub."""
    text = key.strip().lower()
    text = text.partition("://")[2] if "://" in text else text
    text = text.rstrip("/")
    for version in ("/v1", "/v2"):
        text = text.removesuffix(version).rstrip("/")
    host, slash, path = text.partition("/")
    return ("docker.io" if host in DOCKER_HUB else host) + slash + path


def _from_entry(entry: object) -> Credential | None:
    """The credential in an entry of `auths`; None where it is empty, as Docker leaves it beside a helper."""
    if not isinstance(entry, dict):
        return None

    def text(key: str) -> str:
        value = entry.get(key)
        return value if isinstance(value, str) else ""

    user, password = text("username"), text("password")
    if text("auth"):
        user, password = _decoded(text("auth"))
    credential = Credential(
        user=user,
        password=password,
        identity_token=text("identitytoken"),
        registry_token=text("registrytoken"),
    )
    return credential if user or credential.identity_token or credential.registry_token else None


def _decoded(encoded: str) -> tuple[str, str]:
    try:
        plain = base64.b64decode(encoded.strip() + "=" * (-len(encoded.strip()) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        raise Malformed("holds an `auth` that is not user:password in base64") from None
    user, colon, password = plain.partition(":")
    if not colon:
        raise Malformed("holds an `auth` that is not user:password in base64")
    return user, password.strip("\0")
