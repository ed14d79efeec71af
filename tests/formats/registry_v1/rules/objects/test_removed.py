"""APIs that Kubernetes does not serve any more: https://kubernetes.io/docs/reference/using-api/deprecation-guide/"""

import pytest
from builders.packages.bundle_items import csv, manifest, said

from xpkgtui.formats.registry_v1.rules.objects.removed import no_removed_apis
from xpkgtui.formats.registry_v1.subject import Bundle, Files, Item

REMOVED = {
    "rbac.authorization.k8s.io/v1beta1": "Role RoleBinding ClusterRole ClusterRoleBinding",
    "authorization.k8s.io/v1beta1": "LocalSubjectAccessReview SelfSubjectAccessReview SubjectAccessReview",
    "admissionregistration.k8s.io/v1beta1": "MutatingWebhookConfiguration ValidatingWebhookConfiguration",
    "networking.k8s.io/v1beta1": "Ingress IngressClass",
    "storage.k8s.io/v1beta1": "CSIDriver CSINode StorageClass VolumeAttachment",
    "scheduling.k8s.io/v1beta1": "PriorityClass",
    "apiregistration.k8s.io/v1beta1": "APIService",
    "authentication.k8s.io/v1beta1": "TokenReview",
    "coordination.k8s.io/v1beta1": "Lease",
    "extensions/v1beta1": "Ingress",
    "certificates.k8s.io/v1beta1": "CertificateSigningRequest",
    "policy/v1beta1": "PodDisruptionBudget PodSecurityPolicy",
    "batch/v1beta1": "CronJob",
    "discovery.k8s.io/v1beta1": "EndpointSlice",
    "events.k8s.io/v1beta1": "Event",
    "autoscaling/v2beta1": "HorizontalPodAutoscaler",
    "node.k8s.io/v1beta1": "RuntimeClass",
    "autoscaling/v2beta2": "HorizontalPodAutoscaler",
}
LATER = {"policy": 25, "batch": 25, "discovery.k8s.io": 25, "events.k8s.io": 25, "node.k8s.io": 25, "autoscaling": 25}
"""Groups of which a version is removed in 1.25; that of others in 1.22, and the last one in 1.26."""


def found(*items: Item) -> set[str]:
    """What is said of a bundle with these documents."""
    return set(said(no_removed_apis, Bundle(files=Files(), items=(csv(), *items))))


@pytest.mark.parametrize("version", REMOVED)
def test_each_kind_of_a_removed_version_is_found(version: str) -> None:
    minor = 26 if version.endswith("v2beta2") else LATER.get(version.partition("/")[0], 22)
    for kind in REMOVED[version].split():
        words = f"None: {kind} a is of an API that Kubernetes 1.{minor} removed"
        assert found(manifest(kind, apiVersion=version)) == {words}
        assert not found(manifest(kind, apiVersion=version.partition("/")[0] + "/v1"))
