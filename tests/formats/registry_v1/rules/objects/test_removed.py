"""APIs that Kubernetes does not serve any more: https://kubernetes.io/docs/reference/using-api/deprecation-guide/"""

import pytest
from builders.packages.bundle_items import csv, manifest, said

from xpkgtui.formats.registry_v1.rules.objects.removed import no_removed_apis
from xpkgtui.formats.registry_v1.subject import Bundle, Files, Item

REMOVED = """
22 rbac.authorization.k8s.io/v1beta1 Role RoleBinding ClusterRole ClusterRoleBinding
22 authorization.k8s.io/v1beta1 LocalSubjectAccessReview SelfSubjectAccessReview SubjectAccessReview
22 admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration ValidatingWebhookConfiguration
22 networking.k8s.io/v1beta1 Ingress IngressClass
22 storage.k8s.io/v1beta1 CSIDriver CSINode StorageClass VolumeAttachment
22 scheduling.k8s.io/v1beta1 PriorityClass
22 apiregistration.k8s.io/v1beta1 APIService
22 authentication.k8s.io/v1beta1 TokenReview
22 coordination.k8s.io/v1beta1 Lease
22 extensions/v1beta1 Ingress
22 certificates.k8s.io/v1beta1 CertificateSigningRequest
25 policy/v1beta1 PodDisruptionBudget PodSecurityPolicy
25 batch/v1beta1 CronJob
25 discovery.k8s.io/v1beta1 EndpointSlice
25 events.k8s.io/v1beta1 Event
25 autoscaling/v2beta1 HorizontalPodAutoscaler
25 node.k8s.io/v1beta1 RuntimeClass
26 autoscaling/v2beta2 HorizontalPodAutoscaler
"""


def found(*items: Item) -> set[str]:
    """What is said of a bundle with these documents."""
    return set(said(no_removed_apis, Bundle(files=Files(), items=(csv(), *items))))


@pytest.mark.parametrize("removed", REMOVED.strip().splitlines())
def test_each_kind_of_a_removed_version_is_found(removed: str) -> None:
    minor, version, *kinds = removed.split()
    for kind in kinds:
        words = f"None: {kind} a is of an API that Kubernetes 1.{minor} removed"
        assert found(manifest(kind, apiVersion=version)) == {words}
        assert not found(manifest(kind, apiVersion=version.partition("/")[0] + "/v1"))
