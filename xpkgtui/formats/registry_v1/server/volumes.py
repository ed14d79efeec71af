"""What the API server says of the volumes of a pod, and of the parts of a pod that variables and files take."""

from typing import Any

from xpkgtui.cel.library.quantities import parse_quantity
from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_subdomain, qualified_name
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, text

_FIELDS = (
    *("metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName"),
    *("status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"),
)
"""The fields of a pod that an environment variable may have; also a key of labels and annotations."""
_OF_FILES = ("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid")
"""Those that a file may have."""
_OF_CPU = ("", "0", "1", "1m")
_SUBSCRIPTED = late(r"(metadata\.(?:annotations|labels))\['(.*)'\]")
_AMOUNTS = tuple(f"{of}.{what}" for of in ("limits", "requests") for what in ("cpu", "ephemeral-storage", "memory"))


def check_source(kind: str, source: Node, place: str, faults: Faults, *, is_file: bool = False) -> None:
    """Adds what is wrong with what a variable or a file takes."""
    if kind in ("configMapKeyRef", "secretKeyRef"):
        if wrong := faults_of_subdomain(text(source.get("name"))):
            faults.invalid(f"{place}.name", text(source.get("name")), *wrong)
        if not source.get("key"):
            faults.required(f"{place}.key")
    elif kind == "resourceFieldRef":
        _resource(source, place, faults, is_file=is_file)
    elif kind == "fieldRef":
        if (version := text(source.get("apiVersion"))) not in ("", "v1"):
            detail = f"error converting fieldPath: unsupported pod version: {version}"
            faults.invalid(f"{place}.fieldPath", text(source.get("fieldPath")), detail)
            return
        _field(text(source.get("fieldPath")), f"{place}.fieldPath", faults, is_file=is_file)


def _resource(source: Node, place: str, faults: Faults, *, is_file: bool) -> None:
    resource = text(source.get("resource"))
    if is_file and not source.get("containerName"):
        faults.required(f"{place}.containerName")
    elif not resource:
        faults.required(f"{place}.resource")
    elif not resource.startswith(("limits.hugepages-", "requests.hugepages-")):
        faults.one_of(f"{place}.resource", resource, *_AMOUNTS)
    if resource.endswith(".cpu") and text(source.get("divisor")) not in _OF_CPU:
        detail = "only divisor's values 1m and 1 are supported with the cpu resource"
        faults.invalid(f"{place}.divisor", resource, detail)


def _field(path: str, place: str, faults: Faults, *, is_file: bool) -> None:
    if not path:
        faults.required(place)
    elif path in (_FIELDS if is_file else _OF_FILES) and path not in (_OF_FILES if is_file else _FIELDS):
        faults.one_of(place, path, *(_OF_FILES if is_file else _FIELDS))
    elif found := _SUBSCRIPTED.fullmatch(path):
        key = found[2].lower() if found[1] == "metadata.annotations" else found[2]
        faults.invalid(place.rpartition(".")[0], key, *qualified_name(key))
    elif path not in (*_FIELDS, *_OF_FILES) and not path.startswith(("metadata.annotations[", "metadata.labels[")):
        faults.invalid(place, path, f"error converting fieldPath: field label not supported: {path}")


_MODES = 0o777
_MODE = "must be a number between 0 and 0777 (octal), both inclusive"
_DEMANDED: dict[str, tuple[str, ...]] = {
    "emptyDir": (),
    "hostPath": ("path",),
    "gitRepo": ("repository",),
    "gcePersistentDisk": ("pdName",),
    "awsElasticBlockStore": ("volumeID",),
    "secret": ("secretName",),
    "nfs": ("server", "path"),
    "iscsi": ("targetPortal", "iqn"),
    "glusterfs": ("endpoints", "path"),
    "flocker": (),
    "persistentVolumeClaim": ("claimName",),
    "rbd": ("monitors", "image"),
    "cinder": ("volumeID",),
    "cephfs": ("monitors",),
    "quobyte": ("registry", "volume"),
    "downwardAPI": (),
    "fc": (),
    "flexVolume": ("driver",),
    "configMap": ("name",),
    "azureFile": ("secretName", "shareName"),
    "vsphereVolume": ("volumePath",),
    "photonPersistentDisk": ("pdID",),
    "portworxVolume": ("volumeID",),
    "azureDisk": ("diskName", "diskURI"),
    "storageos": ("volumeName",),
    "projected": (),
    "scaleIO": ("gateway", "system", "volumeName"),
    "csi": ("driver",),
    "ephemeral": ("volumeClaimTemplate",),
    "image": (),
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
        if kind in _OF_KIND:
            _OF_KIND[kind](source, there, faults)


def _empty(source: Node, place: str, faults: Faults) -> None:
    limit = parse_quantity(text(source.get("sizeLimit")))
    if limit is not None and limit.amount < 0:
        faults.forbidden(f"{place}.sizeLimit", "SizeLimit field must be a valid resource quantity")


def _host_path(source: Node, place: str, faults: Faults) -> None:
    if source.get("type"):
        faults.one_of(f"{place}.type", text(source["type"]), *_HOST_TYPES)
    if ".." in text(source.get("path")).split("/"):
        faults.invalid(f"{place}.path", source["path"], "must not contain '..'")


def _nfs(source: Node, place: str, faults: Faults) -> None:
    if source.get("path") and not text(source["path"]).startswith("/"):
        faults.invalid(f"{place}.path", source["path"], "must be an absolute path")


def _projected(source: Node, place: str, faults: Faults) -> None:
    taken: set[str] = set()
    for number, one in enumerate(listing(source.get("sources"))):
        for kind in _PROJECTED:
            for item in listing(field(one, kind, "items")):
                if (path := text(item.get("path"))) in taken:
                    value = path if kind == "downwardAPI" else text(one[kind].get("name"))
                    faults.invalid(place, value, "conflicting duplicate paths")
                taken |= {path} - {""}
        token = text(field(one, "serviceAccountToken", "path"))
        if ".." in token.split("/"):
            faults.invalid(f"{place}.path", token, "must not contain '..'")
        _projection(one, f"{place}.sources[{number}]", faults)


_LARGEST = 255
_AZURE = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"
_MANAGED = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"


def _fibre_channel(source: Node, place: str, faults: Faults) -> None:
    names, ids = (listing(source.get(key)) for key in ("targetWWNs", "wwids"))
    if not names and not ids:
        faults.required(f"{place}.targetWWNs", "must specify either targetWWNs or wwids, but not both")
    if names and ids:
        faults.invalid(f"{place}.targetWWNs", names, "targetWWNs and wwids can not be specified simultaneously")
    lun = source.get("lun")
    if names and lun is None:
        faults.required(f"{place}.lun", "lun is required if targetWWNs is specified")
    elif lun is not None and names and not 0 <= lun <= _LARGEST:
        faults.invalid(f"{place}.lun", lun, f"must be between 0 and {_LARGEST}, inclusive")


def _azure_disk(source: Node, place: str, faults: Faults) -> None:
    address = _MANAGED if source.get("kind") == "Managed" else _AZURE
    if not text(source.get("diskURI")).startswith(address[: address.index("{")]):
        faults.one_of(f"{place}.diskURI", text(source.get("diskURI")), address)


def _flocker(source: Node, place: str, faults: Faults) -> None:
    given = [key for key in ("datasetName", "datasetUUID") if source.get(key)]
    if not given:
        faults.required(place, "one of datasetName and datasetUUID is required")
    elif len(given) > 1:
        faults.invalid(place, "resource", "datasetName and datasetUUID can not be specified simultaneously")


def _iscsi(source: Node, place: str, faults: Faults) -> None:
    is_secret = source.get("chapAuthDiscovery") or source.get("chapAuthSession")
    if is_secret and not source.get("secretRef"):
        faults.required(f"{place}.secretRef")


_OF_KIND = {
    "emptyDir": _empty,
    "hostPath": _host_path,
    "nfs": _nfs,
    "projected": _projected,
    "fc": _fibre_channel,
    "azureDisk": _azure_disk,
    "flocker": _flocker,
    "iscsi": _iscsi,
}
"""What fields of one kind of volume are together."""


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
        there, path = place if is_downward else f"{place}.items[{number}]", text(one.get("path"))
        if is_downward:
            _taken(one, place, faults)
        elif not one.get("key"):
            faults.required(f"{there}.key")
        if not path:
            faults.required(f"{there}.path")
        if path.startswith("/"):
            faults.invalid(f"{there}.path", path, "must be a relative path")
        if ".." in path.split("/"):
            faults.invalid(f"{there}.path", path, "must not contain '..'")
        elif path.startswith(".."):
            faults.invalid(f"{there}.path", path, "must not start with '..'")


def _taken(file: Node, place: str, faults: Faults) -> None:
    """Adds what is wrong with what a file takes of the pod."""
    taken = [key for key in ("fieldRef", "resourceFieldRef") if isinstance(file.get(key), dict)]
    for key in taken[:1]:
        check_source(key, file[key], f"{place}.{key}", faults, is_file=True)
    if taken[1:]:
        faults.invalid(place, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously")
    if not taken:
        faults.required(place, "one of fieldRef and resourceFieldRef is required")
