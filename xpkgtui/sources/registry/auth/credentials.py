"""Credentials for registries, from the files of Docker and Podman and the programs that keep passwords for them."""

import base64
import binascii
import contextlib
import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from pathlib import Path

from xpkgtui.errors import Malformed
from xpkgtui.oci.json_value import read_object
from xpkgtui.untyped import mapping
from xpkgtui.values import dataclass

_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LARGEST_ANSWER = 64 << 10
_TIMEOUT = 10.0
"""Seconds a helper may take; those of clouds ask their own servers."""

Ask = Callable[[str, str, Mapping[str, str]], tuple[str, str] | None]
"""`(helper, server, environment)` -> user and secret, None where it knows none; raises `Malformed` otherwise."""


def ask(name: str, server: str, environment: Mapping[str, str], timeout: float = _TIMEOUT) -> tuple[str, str] | None:
    """User and secret of `server` from the helper `name`; raises `Malformed` where it cannot be run."""
    if not _NAME.fullmatch(name):
        raise Malformed("the credential helper has an invalid name")
    program = shutil.which(f"docker-credential-{name}", path=environment.get("PATH", os.defpath))
    if program is None or not os.path.isabs(program):
        raise Malformed(f"the credential helper docker-credential-{name} is not installed")
    status, said = _run(program, name, server, environment, timeout)
    if status != 0:
        # Helpers print this on stdout; there is no other sign of "no credentials".
        if "credentials not found" in said.decode("utf-8", "replace").lower():
            return None
        raise Malformed(f"docker-credential-{name} ended with status {status}")
    answer = read_object(said)
    user, secret = answer.get("Username"), answer.get("Secret")
    if not isinstance(user, str) or not isinstance(secret, str):
        raise Malformed(f"docker-credential-{name} answered without Username and Secret")
    return (user, secret) if secret else None


def _run(program: str, name: str, server: str, environment: Mapping[str, str], timeout: float) -> tuple[int, bytes]:
    # Files, not pipes: a grandchild that keeps a pipe open would block the read after the helper has exited.
    with tempfile.TemporaryFile() as question, tempfile.TemporaryFile() as answer:
        question.write(server.encode())
        question.seek(0)
        try:
            child = subprocess.Popen(
                [program, "get"],
                stdin=question,
                stdout=answer,
                stderr=subprocess.DEVNULL,
                env=dict(environment),
                start_new_session=True,
            )
        except OSError as error:
            raise Malformed(f"docker-credential-{name} cannot be started: {error.strerror}") from error
        try:
            status = child.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Malformed(f"docker-credential-{name} gave no answer in {timeout:g} seconds") from None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        answer.seek(0)
        said = answer.read(_LARGEST_ANSWER + 1)
    if len(said) > _LARGEST_ANSWER:
        raise Malformed(f"docker-credential-{name} answered more than 64 kB")
    return status, said


DOCKER_HUB = frozenset({"docker.io", "index.docker.io", "registry-1.docker.io"})
"""The three names of one registry."""
_DOCKER_KEY = "https://index.docker.io/v1/"
_LARGEST = 1 << 20


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

    credential: Credential | None = None
    tried: tuple[str, ...] = ()
    """One sentence for each file and helper, in order; without secrets."""
    notes: tuple[str, ...] = ()
    """Warnings for people."""


class Keychain:
    """The credential files of one environment, in the order of go-containerregistry."""

    def __init__(self, environment: Mapping[str, str], ask: Ask = ask) -> None:
        self._environment = environment
        self._ask = ask

    def find(self, registry: str, repository: str) -> CredentialSearch:
        """The first entry for the repository or its registry in any of the files."""
        tried: list[str] = []
        passed: list[Path] = []
        for path in self._files():
            try:
                configuration = _load(path)
                credential = (
                    None if configuration is None else self._look_up(configuration, registry, repository, tried)
                )
            except Malformed as error:
                tried.append(f"{path}: {error}")
                continue
            if configuration is None:
                tried.append(f"{path}: there is no such file")
                continue
            if credential is None:
                tried.append(f"{path}: no entry for {registry}")
                passed.append(path)
                continue
            tried.append(f"{path}: has an entry for {registry}")
            notes: tuple[str, ...] = ()
            if passed:
                come = f"The credentials for {registry} come from {path}"
                notes = (f"{come}; Crossplane's own tools stop at {passed[0]}.",)
            return CredentialSearch(credential=credential, tried=tuple(tried), notes=notes)
        return CredentialSearch(tried=tuple(tried))

    def has_entry(self, host: str) -> bool:
        """Whether any of the files has an entry for this host, were it an empty one."""
        for path in self._files():
            try:
                configuration = _load(path) or {}
            except Malformed:
                continue
            if any(_matching(mapping(configuration.get(section)), host) for section in ("auths", "credHelpers")):
                return True
        return False

    def _files(self) -> Iterator[Path]:
        value = self._environment.get
        home = value("HOME", "")
        if docker := value("DOCKER_CONFIG"):
            yield Path(docker) / "config.json"
        elif home:
            yield Path(home) / ".docker" / "config.json"
        if named := value("REGISTRY_AUTH_FILE"):
            yield Path(named)
        if runtime := value("XDG_RUNTIME_DIR"):
            yield Path(runtime) / "containers" / "auth.json"
        if configured := value("XDG_CONFIG_HOME") or (home and os.path.join(home, ".config")):
            yield Path(configured) / "containers" / "auth.json"

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


def _load(path: Path) -> dict[str, object] | None:
    """The file as a JSON object; None where it does not exist."""
    try:
        # O_NONBLOCK: a FIFO of that name must not block.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            is_regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            data = file.read(_LARGEST + 1) if is_regular else b""
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise Malformed(f"cannot be read: {getattr(error, 'strerror', None) or 'bad name'}") from error
    if not is_regular:
        raise Malformed("is not a regular file")
    if len(data) > _LARGEST:
        raise Malformed("is larger than 1 MiB")
    try:
        return read_object(data)
    except Malformed:
        # The decoder's message may quote the file, which holds passwords.
        raise Malformed("is not a valid JSON object") from None


def _names(registry: str, repository: str) -> Iterator[str]:
    """The names of an entry: the repository, its parents, then the registry."""
    parts = repository.split("/")
    for length in range(len(parts), 0, -1):
        yield f"{registry}/{'/'.join(parts[:length])}"
    yield registry


def _matching(section: Mapping[str, object], name: str) -> list[str]:
    """The keys for `name`, an identical key first."""
    wanted = _plain(name)
    return sorted((key for key in section if _plain(key) == wanted), key=lambda key: key != name)


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
