"""What the API server says of the volumes of a pod."""

from typing import Any

from xpkgtui.cel.library.quantities import parse_quantity
from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.untyped import listing, text

_MODES = 0o777
_MODE = "must be a number between 0 and 0777 (octal), both inclusive"
_DEMANDED = {
    "emptyDir": (),
    "hostPath": ("path",),
    "secret": ("secretName",),
    "nfs": ("server", "path"),
    "persistentVolumeClaim": ("claimName",),
    "downwardAPI": (),
    "configMap": ("name",),
    "projected": (),
    "csi": ("driver",),
    "ephemeral": ("volumeClaimTemplate",),
}
"""The fields that a kind of volume must have, in the order in which the API server looks at kinds."""
_HOST_TYPES = (
    *("", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"),
)
_SHORTEST = 600
"""Seconds that a token must be good for."""
_PROJECTED = {"secret": ("name",), "configMap": ("name",), "downwardAPI": (), "serviceAccountToken": ("path",)}
_OTHER_PROJECTED = ("clusterTrustBundle", "podCertificate")


def volumes_of(volumes: list[Any], place: str, faults: Faults) -> frozenset[str]:
    """The names of the volumes that can be mounted; what is wrong with the others is added."""
    names: set[str] = set()
    for number, one in enumerate(volumes):
        there, name, before = f"{place}[{number}]", text(one.get("name")), len(faults.found)
        _source(one, there, faults)
        faults.label_name(f"{there}.name", name)
        if name in names:
            faults.add(ErrorType.DUPLICATE, f"{there}.name", value=name)
        if len(faults.found) == before:
            names.add(name)
    return frozenset(names)


def _source(volume: Node, place: str, faults: Faults) -> None:
    kinds = [key for key, one in volume.items() if key != "name" and isinstance(one, dict)]
    order = list(_DEMANDED)
    kinds.sort(key=lambda kind: order.index(kind) if kind in _DEMANDED else -1)
    for kind in kinds[1:]:
        faults.forbidden(f"{place}.{kind}", "may not specify more than 1 volume type")
    for kind in kinds[:1]:
        source, there = volume[kind], f"{place}.{kind}"
        for name in _DEMANDED.get(kind, ()):
            if not source.get(name):
                faults.required(f"{there}.{name}")
        _files(source, there, faults)
        if kind == "hostPath" and source.get("type"):
            faults.one_of(f"{there}.type", text(source["type"]), *_HOST_TYPES)
        limit = parse_quantity(text(source.get("sizeLimit"))) if kind == "emptyDir" else None
        if limit is not None and limit.amount < 0:
            faults.forbidden(f"{there}.sizeLimit", "SizeLimit field must be a valid resource quantity")
        if kind == "hostPath" and ".." in text(source.get("path")).split("/"):
            faults.invalid(f"{there}.path", source["path"], "must not contain '..'")
        if kind == "nfs" and source.get("path") and not text(source["path"]).startswith("/"):
            faults.invalid(f"{there}.path", source["path"], "must be an absolute path")
        for number, one in enumerate(listing(source.get("sources")) if kind == "projected" else ()):
            _projection(one, f"{there}.sources[{number}]", faults)


def _projection(source: Node, place: str, faults: Faults) -> None:
    given = [kind for kind in (*_PROJECTED, *_OTHER_PROJECTED) if isinstance(source.get(kind), dict)]
    for kind in given:
        for name in _PROJECTED.get(kind, ()):
            if not source[kind].get(name):
                faults.required(f"{place}.{kind}.{name}")
        _files(source[kind], f"{place}.{kind}", faults)
        seconds = source[kind].get("expirationSeconds")
        if kind == "serviceAccountToken" and isinstance(seconds, int) and seconds < _SHORTEST:
            there = f"{place}.{kind}.expirationSeconds"
            faults.invalid(there, seconds, "may not specify a duration less than 10 minutes")
    for kind in given[1:]:
        faults.forbidden(f"{place}.{kind}", "may not specify more than 1 volume type per source")


def _files(source: Node, place: str, faults: Faults) -> None:
    """Adds what is wrong with the mode of files, and with the keys that become files."""
    mode, is_downward = source.get("defaultMode"), place.endswith(".downwardAPI")
    if isinstance(mode, int) and not 0 <= mode <= _MODES:
        faults.invalid(f"{place}.defaultMode", mode, _MODE)
    for number, one in enumerate(listing(source.get("items"))):
        there, path = f"{place}.items[{number}]", text(one.get("path"))
        if is_downward and "fieldRef" not in one and "resourceFieldRef" not in one:
            faults.required(place, "one of fieldRef and resourceFieldRef is required")
        elif not is_downward and not one.get("key"):
            faults.required(f"{there}.key")
        if not path:
            faults.required(f"{there}.path")
        if path.startswith("/"):
            faults.invalid(f"{there}.path", path, "must be a relative path")
        if ".." in path.split("/"):
            faults.invalid(f"{there}.path", path, "must not contain '..'")
