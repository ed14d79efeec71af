"""Composed resources in namespaces, and their composite resources."""

from builders.cases import failing
from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.compositions import INNER, TEMPLATE, composed, scoped, stepping
from formats.xpkg.rules.vectors.streams import changed

from xpkgtui.formats.xpkg.compositions.scopes import is_namespaced

_MAP = "base: {apiVersion: v1, kind: ConfigMap}"
_CLASS = "base: {apiVersion: storage.k8s.io/v1, kind: StorageClass}"
_ELSEWHERE = "base: {apiVersion: v1, kind: ConfigMap, metadata: {namespace: other}}"
_OWN = "base: {apiVersion: example.org/v1, kind: XInner}"
_FOREIGN = "base: {apiVersion: s3.aws.upbound.io/v1beta1, kind: Bucket}"
_PATCH = "patches: [{{fromFieldPath: spec.region, toFieldPath: {}}}]"
_WRONG, _MOVED, _NOWHERE = "is cluster-scoped", "names the namespace other", "names no namespace"
_CASES = {
    ("Namespaced", _CLASS): _WRONG,
    ("Namespaced", _ELSEWHERE): _MOVED,
    ("Namespaced", _MAP): "",
    ("Namespaced", _OWN): "",
    ("Namespaced", _FOREIGN): "",
    ("Cluster", _CLASS): "",
    ("Cluster", _MAP): _NOWHERE,
    ("Cluster", _ELSEWHERE): "",
    ("Cluster", _OWN): _NOWHERE,
    ("Cluster", _FOREIGN): "",
    ("Cluster", f"{_MAP}, {_PATCH.format('metadata.namespace')}"): "",
    ("Cluster", f"{_MAP}, {_PATCH.format('metadata.labels')}"): _NOWHERE,
}


def _check(case: tuple[str, str]) -> None:
    found = judge_stream(scoped(*case)).of("XPKG739")
    assert [_CASES[case]] == ([one.message.rpartition(") ")[2].partition(";")[0] for one in found] or [""])


def test_scopes_that_do_not_fit_are_reported() -> None:
    assert failing(_CASES, _check) == {}


def test_the_condition_is_quoted_and_the_kind_is_shown() -> None:
    (found,) = judge_stream(scoped("Namespaced", _CLASS)).of("XPKG739")
    assert found.says == (
        'cannot apply cluster scoped composed resource "inner" (a StorageClass named ) for a namespaced composite '
        "resource."
    )
    assert str(found.place.field).endswith("resources[0].base.kind")


def test_a_template_may_compose_what_belongs_to_no_namespace() -> None:
    role = changed(TEMPLATE, '"metadata', '"apiVersion: rbac.authorization.k8s.io/v1\\nkind: ClusterRole\\nmetadata')
    (found,) = judge_stream(stepping(role)).of("XPKG739")
    assert "the template of step one composes a cluster-scoped ClusterRole" in found.message
    assert judge_stream(stepping(role.replace("ClusterRole", "Role"))).of("XPKG739") == []


def test_a_kind_of_which_nothing_is_known_is_not_judged() -> None:
    assert judge_stream(composed("kind: XThing", "kind: XOther")).of("XPKG739") == []
    assert (is_namespaced("example.org", "Thing"), INNER.count("scope:")) == (None, 0)
