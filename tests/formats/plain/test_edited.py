"""What is said of a plain bundle in which one value is edited."""

from itertools import count
from pathlib import Path
from typing import Any

from builders.goldens import Golden
from builders.packages.edited import differences
from builders.packages.judged_folders import judged, reading_of, said_of
from builders.packages.plain_bundles import write
from builders.packages.whole import PLAIN as WHOLE
from builders.packages.whole import facts_of_edits, parsed, stream

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.stream import split
from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.plain.rules.decoding import undecodable
from xpkgtui.formats.plain.subject import Applied, PlainDocument
from xpkgtui.limits import LIMITS, Limits


def test_what_facts_say(golden: Golden) -> None:
    golden("facts_plain", facts_of_edits(PLAIN, parsed(WHOLE)))


def test_what_is_found(golden: Golden, tmp_path: Path) -> None:
    folders = count()

    def found(values: list[Any]) -> list[str]:
        folder = tmp_path / str(next(folders))
        return said_of(judged(PLAIN, write(folder, {"manifests/a.yaml": stream(values).decode()})))

    golden("findings_plain", differences({"": parsed(WHOLE)[:3]}, found))


METADATA = {
    **dict.fromkeys(("name", "generateName", "namespace", "selfLink", "resourceVersion", "uid"), "a"),
    **dict.fromkeys(("creationTimestamp", "deletionTimestamp"), "2024-01-02T03:04:05Z"),
    **dict.fromkeys(("generation", "deletionGracePeriodSeconds"), 1),
    "labels": {"a": "b"},
    "annotations": {"a": "b"},
    "finalizers": ["a"],
    "ownerReferences": [
        {"apiVersion": "v1", "kind": "A", "name": "a", "uid": "a", "controller": True, "blockOwnerDeletion": True}
    ],
    "managedFields": [
        {
            **dict.fromkeys(("apiVersion", "fieldsType", "manager", "subresource", "operation"), "a"),
            "time": "2024-01-02T03:04:05Z",
            "fieldsV1": {},
        }
    ],
}


def test_which_metadata_cannot_be_decoded(golden: Golden) -> None:
    def found(value: Any) -> list[str]:
        data = stream([value])
        chunk = split(data).chunks[0]
        subject = PlainDocument(chunk=chunk, document=PackageDocument(chunk=chunk, value=value), file="a", json="")
        return [f"{one.message} {one.says} {one.path}" for one in undecodable(subject)]

    golden("decoding_plain", differences({"": {"apiVersion": "v1", "kind": "A", "metadata": METADATA}}, found))


def test_the_order_of_kinds() -> None:
    objects = [Applied(api_version="v1", kind=kind, namespace="", name="") for kind in sorted(KINDS.split())]
    assert [one.kind for one in sorted(objects, key=lambda one: one.turn)] == KINDS.split()


KINDS = """
Namespace NetworkPolicy ResourceQuota LimitRange PodSecurityPolicy PodDisruptionBudget ServiceAccount Secret
SecretList ConfigMap StorageClass PersistentVolume PersistentVolumeClaim CustomResourceDefinition ClusterRole
ClusterRoleList ClusterRoleBinding ClusterRoleBindingList Role RoleList RoleBinding RoleBindingList Service
DaemonSet Pod ReplicationController ReplicaSet Deployment HorizontalPodAutoscaler StatefulSet Job CronJob
IngressClass Ingress APIService Ape Zebra
"""


def test_how_a_folder_is_read(golden: Golden, tmp_path: Path) -> None:
    root = write(tmp_path / "x", {f"manifests/{name}": text for name, text in FILES.items()})
    told = [reading_of(PLAIN, root, one) for one in (LIMITS, Limits(documents=2), Limits(folder=3))]
    golden("reading_plain", "\n".join(told).replace("x" * (1 << 20), "x"))


FILES = {
    "b.yaml": f"apiVersion: v1\nkind: List\nitems: [{{apiVersion: v1, kind: A}}]\n# {'x' * (1 << 20)}\n",
    "a.json": '{"kind": "A", "apiVersion": "v1"} x',
    "B": "kind: B\n",
    "deep/a.yaml": "kind: C\n",
}
