"""The files that hold credentials for registries: of Docker and Podman, and Secrets of Kubernetes."""

import base64
import binascii
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from xpkgtui.errors import Malformed, Usage
from xpkgtui.oci.json_value import read_object
from xpkgtui.untyped import field, listing, mapping

SPOILED = "Secrets that cannot be read"
"""The key of their number beside the entries of the others."""
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
    """The configuration in the text of a file, or in Secrets of Kubernetes; raises `Malformed`."""
    try:
        text = data.removeprefix(b"\xef\xbb\xbf")
        if text.lstrip()[:1] == b"{":
            document = read_object(text)
            return _of_secrets((document, *listing(document.get("items")))) or document
        # Few files are manifests, and the parser is slow to load.
        from xpkgtui.formats.cluster_objects import objects_of

        if found := _of_secrets(objects_of(text.decode("utf-8", "replace"), "it", "")):
            return found
    except (Malformed, Usage):
        # The decoder's message may quote the file, which holds passwords.
        pass
    raise Malformed("is not a valid JSON object")


def _of_secrets(objects: Iterable[object]) -> dict[str, object]:
    """The configuration that the Secrets among objects hold, the first of them first; empty where there is none.

    Raises `Malformed` where none of them can be read; those that cannot are counted beside the others.
    """
    entries: dict[str, object] = {}
    spoiled: list[Malformed] = []
    for one in objects:
        if field(one, "kind") != "Secret":
            continue
        for name in (".dockerconfigjson", ".dockercfg"):
            try:
                text = _text_of(one, name)
                inner = read_object(text) if text is not None else {}
            except Malformed as error:
                spoiled.append(error)
                continue
            entries = {**(mapping(inner.get("auths")) if name == ".dockerconfigjson" else inner), **entries}
    if spoiled and not entries:
        raise spoiled[0]
    return {"auths": entries, SPOILED: len(spoiled)} if entries else {}


def _text_of(secret: object, name: str) -> bytes | None:
    """What a Secret holds by a name; None where it is absent. Raises `Malformed` where it is not in base64."""
    plain, held = (field(field(secret, one), name) for one in ("stringData", "data"))
    if isinstance(plain, str):
        return plain.encode("utf-8", "replace")
    if not isinstance(held, str):
        return None
    try:
        return base64.b64decode(held, validate=True)
    except (binascii.Error, ValueError):
        raise Malformed("no base64") from None
