"""Objects of APIs that newer versions of Kubernetes do not serve."""

from pathlib import Path

import pytest
from builders.packages.bundles import SOUND, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1


@pytest.mark.parametrize(
    ("api_version", "kind", "is_told"),
    [
        *(
            ("rbac.authorization.k8s.io/v1beta1", kind, True)
            for kind in ("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding")
        ),
        ("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", False),
        ("policy/v1beta1", "PodDisruptionBudget", True),
    ],
)
def test_an_object_of_an_api_that_is_gone_is_told(api_version: str, kind: str, is_told: bool, tmp_path: Path) -> None:
    text = f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n"
    found = judged(REGISTRY_V1, write(tmp_path, {**SOUND, "manifests/x.yaml": text}), "spec").of("OLM064")
    assert [one.message.partition(" ")[0] for one in found] == [kind] * is_told
