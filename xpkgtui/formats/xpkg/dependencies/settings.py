"""The texts that say how a cluster is set up: its Lock, and its ImageConfigs."""

from xpkgtui.errors import Usage
from xpkgtui.formats.cluster_objects import objects_of
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage, is_lock, packages_of_lock
from xpkgtui.formats.xpkg.dependencies.rewrites import KIND, ClusterImageConfig, image_config

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
