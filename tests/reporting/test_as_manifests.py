"""Roles, bindings and ServiceAccounts as manifests: what is read back is what was written."""

from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter, PolicyRule, RoleSubject
from xpkgtui.reporting.as_manifests import manifest, manifests
from xpkgtui.reporting.contents.package_permissions import WORDS
from xpkgtui.visible import line

# YAML has no surrogates; its readers fold a CR, NEL, LS and PS only outside of quotes.
ODD = ("yes", "1", "~", "*", "a: b", "# x")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(ODD)
LISTS = st.lists(TEXTS, max_size=3).map(tuple)
RULES = st.builds(PolicyRule, verbs=LISTS, api_groups=LISTS, resources=LISTS, resource_names=LISTS, urls=LISTS)
OBJECTS = st.builds(
    AccessObject,
    kind=st.sampled_from(AccessKind),
    name=TEXTS,
    namespace=TEXTS,
    labels=st.lists(st.tuples(TEXTS, TEXTS), max_size=3, unique_by=lambda one: one[0]).map(tuple),
    rules=st.lists(RULES, max_size=3).map(tuple),
    role_kind=TEXTS,
    role=TEXTS,
    subjects=st.lists(st.builds(RoleSubject, kind=TEXTS, name=TEXTS, namespace=TEXTS), max_size=3).map(tuple),
    by=st.sampled_from(Granter),
)


@given(st.lists(OBJECTS, min_size=1, max_size=3))
def test_what_is_read_back_is_what_was_written(objects: list[AccessObject]) -> None:
    text = manifests(objects, WORDS)
    assert list(YAML(typ="safe", pure=True).load_all(text)) == [manifest(one) for one in objects]
    assert all(line(one) == one for one in text.split("\n"))


def test_a_binding_names_the_group_of_its_role_and_of_users() -> None:
    subjects = (RoleSubject(name="tides", namespace="sea"), RoleSubject(kind="User", name="a"))
    binding = AccessObject(
        kind=AccessKind.ROLE_BINDING, name="b", namespace="sea", role_kind="Role", role="r", subjects=subjects
    )
    assert manifest(binding) | {"metadata": None} == {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "RoleBinding",
        "metadata": None,
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "r"},
        "subjects": [
            {"kind": "ServiceAccount", "name": "tides", "namespace": "sea"},
            {"kind": "User", "name": "a", "apiGroup": "rbac.authorization.k8s.io"},
        ],
    }


def test_a_role_has_its_rules_and_its_labels() -> None:
    rule = PolicyRule(verbs=("get",), api_groups=("",), resources=("pods",))
    role = AccessObject(kind=AccessKind.CLUSTER_ROLE, name="r", labels=(("a", "b"),), rules=(rule,))
    assert manifest(role) == {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRole",
        "metadata": {"name": "r", "labels": {"a": "b"}},
        "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}],
    }
    account = AccessObject(kind=AccessKind.SERVICE_ACCOUNT, name="a", namespace="sea", rules=(rule,))
    assert manifest(account) == {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": "a", "namespace": "sea"},
    }


@each_row("word", ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "Yes", "NO", "True"])
def test_words_that_are_no_text_to_some_reader_are_quoted(word: str) -> None:
    account = AccessObject(kind=AccessKind.SERVICE_ACCOUNT, name=word, by=Granter.MANIFESTS)
    assert f'\n  name: "{word}"\n' in manifests([account], WORDS)
