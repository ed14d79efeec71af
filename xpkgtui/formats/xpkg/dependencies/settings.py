"""The texts that say how a cluster is set up: its Lock, and its ImageConfigs."""

from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.errors import Usage
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage, is_lock, packages_of_lock
from xpkgtui.formats.xpkg.dependencies.rewrites import KIND, ClusterImageConfig, image_config
from xpkgtui.untyped import field, listing

_LOCK_HINT = "Save it with: kubectl get lock lock -o yaml > lock.yaml"
CONFIG_HINT = "Save them with: kubectl get imageconfigs -o yaml > imageconfigs.yaml"


def read_lock(text: str) -> tuple[LockPackage, ...]:
    """The packages of a Lock, in YAML or JSON; raises `Usage` where the text has none."""
    locks = [one for one in objects_of(text, "the lock", _LOCK_HINT) if is_lock(one)]
    if not locks:
        raise Usage("There is no Lock in the file of installed packages.", hint=_LOCK_HINT)
    return tuple(package for one in locks for package in packages_of_lock(one))


def read_image_configs(text: str) -> tuple[ClusterImageConfig, ...]:
    """The ImageConfigs of a text, in YAML or JSON; raises `Usage` where it has none."""
    found = tuple(filter(None, (image_config(one) for one in objects_of(text, "the policy", CONFIG_HINT))))
    if not found:
        raise Usage(f"There is no {KIND} in the policy.", hint=CONFIG_HINT)
    return found


def objects_of(text: str, what: str, hint: str) -> Iterator[object]:
    """The objects of all documents of a text, those in lists too; raises `Usage` where one cannot be read."""
    data = text.encode("utf-8", "surrogatepass")
    for chunk in split(data).chunks:
        if chunk.empty:
            continue
        document = parse(data, chunk)
        if isinstance(document, BrokenDocument):
            raise Usage(f"{what} cannot be read: {document.message}".capitalize(), hint=hint)
        items = listing(field(document.value, "items"))
        yield from items or (document.value,)
