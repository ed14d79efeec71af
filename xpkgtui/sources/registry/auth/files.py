"""The files that hold credentials for registries: of Docker and Podman, and Secrets of Kubernetes."""

import base64
import binascii
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from xpkgtui.errors import Malformed
from xpkgtui.oci.json_value import read_object
from xpkgtui.untyped import mapping

_LARGEST = 1 << 20


def places(environment: Mapping[str, str]) -> Iterator[Path]:
    """The files of the tools in the order in which they are read."""
    value = environment.get
    home = value("HOME", "")
    if docker := value("DOCKER_CONFIG"):
        yield Path(docker) / "config.json"
    elif home:
        yield Path(home) / ".docker" / "config.json"
        # Docker's own before 2015, which holds what is `auths` today.
        yield Path(home) / ".dockercfg"
    if chosen := value("REGISTRY_AUTH_FILE"):
        yield Path(chosen)
    if runtime := value("XDG_RUNTIME_DIR"):
        yield Path(runtime) / "containers" / "auth.json"
    if configured := value("XDG_CONFIG_HOME") or (home and os.path.join(home, ".config")):
        yield Path(configured) / "containers" / "auth.json"


def load(path: Path) -> dict[str, object] | None:
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
    return parse(data)


def parse(data: bytes) -> dict[str, object]:
    """The configuration in the text of a file, or in a Secret of Kubernetes; raises `Malformed`."""
    try:
        return _of_secret(_read(data.removeprefix(b"\xef\xbb\xbf")))
    except Malformed:
        # The decoder's message may quote the file, which holds passwords.
        raise Malformed("is not a valid JSON object") from None


def _read(data: bytes) -> dict[str, object]:
    """An object of JSON, or a Secret as kubectl writes it: one document of YAML."""
    if not re.search(rb"^kind: *Secret *$", data, re.MULTILINE):
        return read_object(data)
    found: dict[str, object] = {}
    for name, text in re.findall(rb"^  ([.a-z-]+): *\"?([A-Za-z0-9+/=]+)\"? *$", data, re.MULTILINE):
        found[name.decode()] = text.decode()
    return {"kind": "Secret", "data": found}


def _of_secret(document: dict[str, object]) -> dict[str, object]:
    """The configuration that a Secret holds; another object is its own."""
    if document.get("kind") != "Secret":
        return document
    data, plain = mapping(document.get("data")), mapping(document.get("stringData"))
    for name in (".dockerconfigjson", ".dockercfg"):
        if isinstance(written := plain.get(name), str):
            inner = read_object(written.encode("utf-8", "replace"))
            return inner if name == ".dockerconfigjson" else {"auths": inner}
        if isinstance(held := data.get(name), str):
            try:
                inner = read_object(base64.b64decode(held, validate=True))
            except (binascii.Error, ValueError):
                break
            return inner if name == ".dockerconfigjson" else {"auths": inner}
    raise Malformed("holds no docker configuration")
