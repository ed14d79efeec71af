"""The layout of a bundle: names of files, and the order of objects in lists."""

from builders.cases import each_row

from xpkgtui.formats.registry_v1.layout import CRD, CSV, is_hidden, is_manifest, rank_of


def test_objects_come_in_the_order_in_which_they_matter() -> None:
    kinds = [None, "Secret", "MutatingWebhookConfiguration", "Role", "ServiceAccount", CRD, CSV, "ClusterRoleBinding"]
    assert [kind for kind in sorted(kinds, key=rank_of) if kind != "Secret"] == [
        CSV,
        CRD,
        "Role",
        "ServiceAccount",
        "ClusterRoleBinding",
        "MutatingWebhookConfiguration",
        None,
    ]
    same = {"ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding", "ServiceAccount"}
    assert len({rank_of(kind) for kind in same}) == 1
    assert rank_of("ValidatingWebhookConfiguration") == rank_of("MutatingWebhookConfiguration") < rank_of("Secret")


@each_row(
    ("name", "is_one", "hidden"),
    [
        ("manifests/a.yaml", True, False),
        ("manifests/.a.yaml", True, True),
        ("manifests/b/a.yaml", False, False),
        ("manifests/", False, False),
        ("metadata/a.yaml", False, False),
        (".manifests/a.yaml", False, False),
    ],
)
def test_a_manifest_lies_in_its_folder(name: str, is_one: bool, hidden: bool) -> None:
    assert (is_manifest(name), is_hidden(name)) == (is_one, hidden)
