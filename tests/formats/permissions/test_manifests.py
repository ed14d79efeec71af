"""What the objects of a package grant themselves."""

import pytest
from builders.cases import each_row
from builders.packages.used import objects_in

from xpkgtui.formats.permissions.granted import AccessKind, PackageInstallation, PackagePermissions
from xpkgtui.formats.plain.format import PLAIN

ROLE = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules: [{verbs: [get], apiGroups: [""], resources: [secrets]}]
"""
BINDING = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: reads}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects: [{kind: ServiceAccount, name: tides, namespace: sea}]
"""
IN_NAMESPACE = BINDING.replace("ClusterRoleBinding", "RoleBinding").replace(
    "name: reads", "name: some, namespace: sea"
)


def may(*documents: str, namespace: str = "") -> PackagePermissions:
    installation = PackageInstallation(namespace=namespace)
    return PLAIN.permissions().of_package(objects_in(PLAIN, *documents), installation)


def test_a_binding_says_who_gets_a_role() -> None:
    (given,) = may(ROLE, BINDING).grants
    assert (given.to, given.is_cluster_wide, given.wide) == (
        "ServiceAccount sea/tides",
        True,
        ("reads every Secret",),
    )


def test_a_binding_in_a_namespace_gives_a_role_there() -> None:
    (given,) = may(ROLE, IN_NAMESPACE).grants
    assert (given.is_cluster_wide, given.wide) == (False, ("reads every Secret, in its namespace",))


def test_a_role_that_is_bound_twice_is_given_twice_and_written_once() -> None:
    found = may(ROLE, BINDING, IN_NAMESPACE)
    assert [one.is_cluster_wide for one in found.grants] == [True, False]
    assert sum(one.kind is AccessKind.CLUSTER_ROLE for one in found.objects) == 1


@each_row(
    ("labels", "to"),
    [
        ("{a: b}", "not given yet"),
        ('{rbac.authorization.k8s.io/aggregate-to-edit: "true"}', "all who have ClusterRole edit"),
        ('{rbac.authorization.k8s.io/aggregate-to-edit: "false"}', "not given yet"),
    ],
)
def test_a_role_without_a_binding(labels: str, to: str) -> None:
    (given,) = may(ROLE.replace("{name: reader}", f"{{name: reader, labels: {labels}}}")).grants
    assert given.to == to


def test_a_binding_to_cluster_admin_is_wide_and_writes_no_role() -> None:
    found = may(BINDING.replace("name: reader", "name: cluster-admin"))
    (given,) = found.grants
    assert (given.wide, given.is_elsewhere) == (("is cluster-admin: may do everything",), True)
    assert [one.kind for one in found.objects] == [AccessKind.CLUSTER_ROLE_BINDING]


def test_the_widest_comes_first() -> None:
    plain = ROLE.replace("reader", "other").replace("secrets", "pods")
    assert [one.role.name for one in may(plain, ROLE, BINDING).grants] == ["reader", "other"]


def test_objects_in_a_list_count() -> None:
    item = "\n".join(f"  {line}" for line in ROLE.splitlines())
    assert len(may(f"apiVersion: v1\nkind: List\nitems:\n-{item[1:]}\n").grants) == 1


def test_a_document_that_cannot_be_parsed_is_said() -> None:
    assert may(ROLE, f"{BINDING}x: [\n").unread == "1 of its documents cannot be parsed"


def test_objects_are_placed_in_the_namespace() -> None:
    account = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: tides}\n"
    assert [one.namespace for one in may(account, namespace="sea").objects] == ["sea"]


def test_roles_of_another_group_are_none() -> None:
    assert may(ROLE.replace("rbac.authorization.k8s.io/v1", "example.org/v1")).objects == ()


def test_wrong_types_are_taken_for_nothing() -> None:
    odd = "apiVersion: rbac.authorization.k8s.io/v1\nkind: {}\nmetadata: {{name: [x], labels: [y]}}\n"
    more = "rules: {a: b}\nroleRef: x\nsubjects: [5, {kind: [a]}]\n"
    found = may(*(odd.format(kind) + more for kind in ("Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding")))
    assert len(found.objects) == 4


@pytest.mark.parametrize(("size", "kept"), [(500, 500), (501, 500)])
def test_five_hundred_characters_of_a_name_are_kept(size: int, kept: int) -> None:
    (role,) = may(ROLE.replace("reader", "r" * size)).objects
    assert role.name == "r" * kept
