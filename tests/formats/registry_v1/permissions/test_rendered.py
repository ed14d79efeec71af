"""Names of hashes, as OLM makes them."""

from builders.cases import each_row

from xpkgtui.formats.registry_v1.permissions.rendered import hashed, of_manifest, permission_of, suffixed


def test_a_permission_has_the_fields_that_go_knows_in_its_order() -> None:
    rule = {"resources": ["a"], "verbs": [], "apiGroups": [], "more": 1}
    found = permission_of({"rules": [rule], "serviceAccountName": None, "more": 1})
    assert list(found.items()) == [("serviceAccountName", ""), ("rules", [{"verbs": [], "resources": ["a"]}])]
    assert permission_of({})["rules"] is None


@each_row("value", ["<&>", "\u2028", "é", {}])
def test_a_hash_has_only_digits_of_its_base(value: object) -> None:
    assert hashed(value, 36).isalnum()
    assert hashed(value, 36).islower()
    assert hashed(value, 62) != hashed(value, 62, line=False)


def test_a_name_is_cut_before_its_suffix() -> None:
    assert suffixed("a", "hash") == "a-hash"
    assert suffixed("n" * 59, "hash") == f"{'n' * 59}-hash"
    assert suffixed("n" * 60, "hash") == suffixed("n" * 80, "hash") == f"{'n' * 58}-hash"


@each_row(
    ("kind", "namespace"),
    [
        *((kind, "") for kind in ("CustomResourceDefinition", "ClusterRole", "ClusterRoleBinding", "PriorityClass")),
        *((kind, "") for kind in ("VerticalPodAutoscaler", "ConsoleYAMLSample", "ConsoleQuickStart")),
        *((kind, "") for kind in ("ConsoleCLIDownload", "ConsoleLink", "ConsolePlugin")),
        *((kind, "sea") for kind in ("ConfigMap", "Role", "RoleBinding", "Service")),
    ],
)
def test_kinds_of_the_cluster_get_no_namespace(kind: str, namespace: str) -> None:
    assert of_manifest("v1", kind, "a", "sea").namespace == namespace
