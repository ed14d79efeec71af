"""Operator bundles as files: a small sound one, and changes of it."""

from collections.abc import Mapping
from pathlib import Path

from builders.oci.layers import Member, file

CSV_FILE = "manifests/tides.clusterserviceversion.yaml"
CRD_FILE = "manifests/tides.example.com_berths.yaml"
ANNOTATIONS_FILE = "metadata/annotations.yaml"
DEPENDENCIES_FILE = "metadata/dependencies.yaml"
PROPERTIES_FILE = "metadata/properties.yaml"
CSV = """\
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: tides.v1.2.0
  annotations:
    alm-examples: '[{"apiVersion": "tides.example.com/v1", "kind": "Berth", "metadata": {"name": "one"}}]'
spec:
  displayName: Tides
  version: 1.2.0
  minKubeVersion: 1.27.0
  replaces: tides.v1.1.0
  installModes:
  - {type: OwnNamespace, supported: false}
  - {type: SingleNamespace, supported: false}
  - {type: MultiNamespace, supported: false}
  - {type: AllNamespaces, supported: true}
  customresourcedefinitions:
    owned:
    - {name: berths.tides.example.com, version: v1, kind: Berth}
  install:
    strategy: deployment
    spec:
      deployments:
      - name: tides
        spec:
          selector: {matchLabels: {app: tides}}
          template:
            metadata: {labels: {app: tides}}
            spec:
              serviceAccountName: tides
              containers:
              - name: tides
                image: registry.example.com/tides:1.2.0
"""
CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: berths.tides.example.com
spec:
  group: tides.example.com
  names: {plural: berths, singular: berth, kind: Berth, listKind: BerthList}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object}}
"""
SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: tides-metrics}\nspec: {ports: [{port: 8443}]}\n"
ROLE = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: tides-reader}\nrules: []\n"
ANNOTATIONS = """\
annotations:
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.package.v1: tides
  operators.operatorframework.io.bundle.channels.v1: stable,candidate
  operators.operatorframework.io.bundle.channel.default.v1: stable
"""
LABELS = {
    key.strip(): value.strip() for key, _, value in (line.partition(": ") for line in ANNOTATIONS.splitlines()[1:])
}
SOUND: Mapping[str, str] = {
    CSV_FILE: CSV,
    CRD_FILE: CRD,
    "manifests/a-service.yaml": SERVICE,
    "manifests/b-role.yaml": ROLE,
    ANNOTATIONS_FILE: ANNOTATIONS,
}


def changed(**changes: tuple[str, str]) -> dict[str, str]:
    """The sound bundle with a text replaced by another in `csv`, `crd` or `annotations`."""
    files = dict(SOUND)
    for name, (old, new) in changes.items():
        path = {"csv": CSV_FILE, "crd": CRD_FILE, "annotations": ANNOTATIONS_FILE}[name]
        assert old in files[path], f"{old!r} is not in the sound {name}"
        files[path] = files[path].replace(old, new)
    return files


def write(folder: Path, files: Mapping[str, str] = SOUND) -> Path:
    """The bundle as a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.write_text(text)
    return folder


def members(files: Mapping[str, str] = SOUND) -> list[Member]:
    """The bundle as the members of a tar."""
    return [file(name, text) for name, text in sorted(files.items())]
