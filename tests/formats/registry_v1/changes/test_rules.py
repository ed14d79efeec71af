"""Each rule about changes of bundles trips on one pair of bundles, and spares the nearest other one."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden, described, once
from builders.packages.bundles import ANNOTATIONS_FILE, CSV_FILE, DEPENDENCIES_FILE, PROPERTIES_FILE, SOUND
from builders.packages.compared import changes_of_files, changes_of_texts, unread_of_files
from builders.packages.edited import as_yaml, differences
from builders.packages.whole import SERVICE_VERSION, parsed, stream

from xpkgtui.formats.registry_v1.changes import CHANGES
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.changes.change import Change, Level, Weight
from xpkgtui.rules.changes.rule import ChangeRule

Edit = tuple[str, str]
"""A text of the ClusterServiceVersion, and what it becomes."""

_MODE = "{type: OwnNamespace, supported: false}"
_ALL = "{type: AllNamespaces, supported: true}"
_OWNED = "    - {name: berths.tides.example.com, version: v1, kind: Berth}\n"
_REQUIRED = "    required:\n    - {name: winds.air.example.com, version: v1, kind: Wind}\n"
_SERVICES = (
    "  apiservicedefinitions: {owned: [{group: sea.example.com, version: v1, kind: Wave}]}\n"
    "  customresourcedefinitions:\n"
)
_CRDS = "  customresourcedefinitions:\n"
_DEPLOYMENTS = "      deployments:\n"
_IMAGE = "image: registry.example.com/tides:1.2.0"
_HOOK = (
    "  webhookdefinitions:\n"
    "  - type: ValidatingAdmissionWebhook\n"
    "    generateName: v.tides.example.com\n"
    "    failurePolicy: Ignore\n"
    "    rules: [{operations: [CREATE], apiGroups: [tides.example.com], resources: [berths]}]\n"
    "  install:\n"
)
_CONVERSION = "  webhookdefinitions:\n  - {type: ConversionWebhook, generateName: c.tides.example.com}\n  install:\n"
_OPENSHIFT = "properties:\n- {type: olm.maxOpenShiftVersion, value: '4.%s'}\n"
NEXT: tuple[Edit, ...] = (
    ("name: tides.v1.2.0", "name: tides.v1.3.0"),
    ("version: 1.2.0", "version: 1.3.0"),
    ("replaces: tides.v1.1.0", "replaces: tides.v1.2.0"),
)
"""What the next release differs in."""


def permission(verbs: str, resources: str = "berths", *, part: str = "clusterPermissions", more: str = "") -> str:
    """Deployments, after a permission for resources of a group."""
    rule = f"{{apiGroups: [tides.example.com], resources: [{resources}], verbs: [{verbs}]{more}}}"
    return f"      {part}:\n      - serviceAccountName: tides\n        rules: [{rule}]\n{_DEPLOYMENTS}"


def bundle(*edits: Edit, **files: str) -> Mapping[str, str]:
    """The sound bundle with these texts of its ClusterServiceVersion replaced, and with other files."""
    text = SOUND[CSV_FILE]
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    names = {"annotations": ANNOTATIONS_FILE, "dependencies": DEPENDENCIES_FILE, "properties": PROPERTIES_FILE}
    return {**SOUND, CSV_FILE: text, **{names[name]: content for name, content in files.items()}}


def found(old: Mapping[str, str], new: Mapping[str, str]) -> list[Change]:
    """The changes from one bundle to another."""
    return changes_of_files(REGISTRY_V1, old, new)


def annotations(old: str, new: str) -> Mapping[str, str]:
    """The next release with a text of its annotations replaced."""
    assert old in SOUND[ANNOTATIONS_FILE]
    return bundle(*NEXT, annotations=SOUND[ANNOTATIONS_FILE].replace(old, new, 1))


def requires(*packages: str) -> str:
    """The dependencies on packages, each with its range."""
    entries = [
        f"- {{type: olm.package, value: {{packageName: {name}, version: '{given}'}}}}"
        for name, given in map(str.split, packages)
    ]
    return "\n".join(["dependencies:", *entries, ""])


OLD = bundle()
PAIRS: list[tuple[str, Mapping[str, str], Mapping[str, str], Mapping[str, str], str]] = [
    (
        "CHG301", OLD, bundle(*NEXT, (_ALL, _ALL.replace("true", "false"))), bundle(*NEXT, (_MODE, "{type: X}")),
        "the install mode AllNamespaces is not supported any more",
    ),
    (
        "CHG302", OLD, bundle(*NEXT, (_MODE, _MODE.replace("false", "true"))), bundle(*NEXT, (_MODE, "{type: X}")),
        "the install mode OwnNamespace is supported now",
    ),
    (
        "CHG303", OLD, bundle(*NEXT, (_OWNED, "    - {name: b.example.com}\n")),
        bundle(*NEXT, ("v1, kind", "v2, kind")),
        "CRD berths.tides.example.com is not owned any more",
    ),
    (
        "CHG304", OLD, bundle(*NEXT, (_CRDS, _SERVICES)), bundle(*NEXT, (_CRDS, "  nativeAPIs: []\n" + _CRDS)),
        "the API service v1.sea.example.com (Wave) is new",
    ),
    (
        "CHG305", OLD, bundle(*NEXT, (_OWNED, _OWNED + _REQUIRED)),
        bundle(*NEXT, (_OWNED, _OWNED + _REQUIRED.replace("winds.air", "berths.tides"))),
        "CRD winds.air.example.com is required now",
    ),
    (
        "CHG306", bundle((_OWNED, _OWNED + _REQUIRED)), bundle(*NEXT),
        bundle(*NEXT, (_OWNED, _OWNED + _REQUIRED.replace("v1", "v2"))),
        "CRD winds.air.example.com is not required any more",
    ),
    (
        "CHG307", bundle((_DEPLOYMENTS, permission("get, create"))),
        bundle(*NEXT, (_DEPLOYMENTS, permission("'*'"))), bundle(*NEXT, (_DEPLOYMENTS, permission("create, get"))),
        ("the service account tides gets more permissions in all namespaces: "
        "does everything with berths of tides.example.com"),
    ),
    (
        "CHG308", bundle((_DEPLOYMENTS, permission("get, list"))), bundle(*NEXT, (_DEPLOYMENTS, permission("get"))),
        bundle(*NEXT, (_DEPLOYMENTS, permission("'*'"))),
        "the service account tides loses permissions in all namespaces: reads berths of tides.example.com",
    ),
    (
        "CHG309", OLD, bundle(*NEXT, ("minKubeVersion: 1.27.0", "minKubeVersion: 1.30.0")), bundle(*NEXT),
        "it needs Kubernetes 1.30.0 or later, was 1.27.0",
    ),
    (
        "CHG310", OLD, bundle(*NEXT, (_IMAGE, _IMAGE.replace("tides:", "quays:"))),
        bundle(*NEXT, (_IMAGE, _IMAGE + "\n                env: []")),
        ('the image of the container tides of tides is "registry.example.com/quays:1.2.0", '
        'was "registry.example.com/tides:1.2.0"'),
    ),
    (
        "CHG311", OLD, bundle(*NEXT, ("- name: tides\n        spec", "- name: quays\n        spec")), bundle(*NEXT),
        "the deployment tides is gone",
    ),
    (
        "CHG312", OLD, bundle(*NEXT, (_IMAGE, f"{_IMAGE}\n              - name: proxy")), bundle(*NEXT),
        "the container proxy of tides is new",
    ),
    (
        "CHG313", OLD, bundle(*NEXT, (_IMAGE, f"{_IMAGE}\n                args: [-v]")),
        bundle(*NEXT, (_IMAGE, f"{_IMAGE}1")), "the deployment tides has other settings: containers[0].args",
    ),
    (
        "CHG314", OLD, bundle(*NEXT, ("  install:\n", _HOOK)), bundle(*NEXT),
        ("ValidatingAdmissionWebhook v.tides.example.com is new: failurePolicy Ignore, "
        "CREATE of berths (tides.example.com)"),
    ),
    (
        "CHG315", bundle(("  install:\n", _CONVERSION)), bundle(*NEXT), bundle(*NEXT, ("  install:\n", _CONVERSION)),
        "ConversionWebhook c.tides.example.com is gone",
    ),
    (
        "CHG316", bundle(("  install:\n", _HOOK)), bundle(*NEXT, ("  install:\n", _HOOK.replace("Ignore", "Fail"))),
        bundle(*NEXT, ("  install:\n", _HOOK)),
        "ValidatingAdmissionWebhook v.tides.example.com: failurePolicy is Fail, was Ignore",
    ),
    (
        "CHG317", OLD, bundle(*NEXT, (_IMAGE, f"{_IMAGE}\n                securityContext: {{privileged: true}}")),
        bundle(*NEXT, (_IMAGE, f"{_IMAGE}\n                securityContext: {{runAsNonRoot: true}}")),
        ("the deployment tides may do more on its node: "
        "tides privileged: it can do on its node what root can"),
    ),
    (
        "CHG318", OLD, bundle(*NEXT, ("selector: {matchLabels: {app: tides}}", "selector: {matchLabels: {app: t}}")),
        bundle(*NEXT, ("name: tides\n        spec:", "name: new\n        spec:")),
        ('the deployment tides selects its Pods by other labels: is {"matchLabels":{"app":"t"}}, '
        'was {"matchLabels":{"app":"tides"}}'),
    ),
    (
        "CHG320", OLD, bundle(*NEXT[:2]), bundle(*NEXT),
        "OLM does not go from tides.v1.2.0 (version 1.2.0) to tides.v1.3.0: it replaces tides.v1.1.0",
    ),
    (
        "CHG321", OLD, bundle(("displayName: Tides", "displayName: Tide")), bundle(*NEXT),
        "both bundles are tides.v1.2.0: OLM does not upgrade from one to the other",
    ),
    (
        "CHG322", bundle(("version: 1.2.0", "version: 2.0.0-rc.1")), bundle(*NEXT),
        bundle(*NEXT[::2], ("version: 1.2.0", "version: 2.0.0")), "the version is 1.3.0, lower than 2.0.0-rc.1",
    ),
    (
        "CHG323", OLD, bundle(*NEXT), bundle(*NEXT[:2]),
        "OLM goes from tides.v1.2.0 to it: it replaces tides.v1.2.0",
    ),
    (
        "CHG324", OLD, annotations("package.v1: tides", "package.v1: quays"), bundle(*NEXT),
        "the package is quays, was tides",
    ),
    (
        "CHG325", OLD, annotations("stable,candidate", "stable,fast"),
        annotations("stable,candidate", "candidate,stable"),
        "it is not for candidate any more and for fast now",
    ),
    (
        "CHG326", OLD, annotations("default.v1: stable", "default.v1: candidate"), bundle(*NEXT),
        "the default channel is candidate, was stable",
    ),
    (
        "CHG330", bundle(dependencies=requires("wind >1.0.0", "rain >1.0.0")),
        bundle(*NEXT, dependencies=requires("rain >1.0.0", "wind >2.0.0")),
        bundle(*NEXT, dependencies=requires("rain >1.0.0", "wind >1.0.0")),
        "package wind >2.0.0 is required, was package wind >1.0.0",
    ),
    (
        "CHG331", bundle(dependencies=requires("wind >1.0.0")), bundle(*NEXT),
        bundle(*NEXT, dependencies=requires("wind >2.0.0")), "package wind >1.0.0 is not required any more",
    ),
    (
        "CHG332", bundle(properties=_OPENSHIFT % 8), bundle(*NEXT, properties=_OPENSHIFT % 9),
        bundle(*NEXT, properties=_OPENSHIFT % 8), 'the property olm.maxOpenShiftVersion is "4.9", was "4.8"',
    ),
    (
        "CHG339", OLD, bundle(*NEXT, ("displayName: Tides", "displayName: Tide")), bundle(*NEXT),
        "other words: displayName",
    ),
]  # fmt: skip
OWN = sorted(one.id for module in CHANGES.modules for one in vars(module).values() if isinstance(one, ChangeRule))


@each_row(("rule", "old", "trips", "spares", "message"), PAIRS, ids=[one[0] for one in PAIRS])
def test_a_rule_trips_on_a_pair_and_spares_another(
    rule: str, old: Mapping[str, str], trips: Mapping[str, str], spares: Mapping[str, str], message: str
) -> None:
    assert [one.message for one in found(old, trips) if one.id == rule] == [message]
    assert [one.message for one in found(old, spares) if one.id == rule] == []


def test_all_that_is_said_of_each_pair(golden: Golden) -> None:
    told: dict[str, list[str]] = {}
    for rule, old, trips, spares, _ in PAIRS:
        for number, pair in enumerate(((old, trips), (trips, old), (old, spares))):
            for text in map(described, found(*pair)):
                told.setdefault(text, []).append(f"{rule} {number}")
    golden("changes_registry_v1", once("\n".join(f"# {', '.join(pairs)}\n{text}" for text, pairs in told.items())))


def test_all_that_is_said_of_edits(golden: Golden) -> None:
    (value,) = parsed(SERVICE_VERSION)
    spec, pod = value["spec"], value["spec"]["install"]["spec"]["deployments"][0]["spec"]["template"]["spec"]
    (account,) = spec["install"]["spec"]["permissions"]
    account["rules"][0]["resourceNames"] = ["a"]
    del spec["installModes"], pod["initContainers"]
    for name in ("env", "resources", "securityContext", "args"):
        del pod["containers"][0][name]
    for name in ("resources", "specDescriptors", "displayName", "description"):
        del spec["customresourcedefinitions"]["owned"][0][name]
    names = ("webhookdefinitions", "install", "customresourcedefinitions", "apiservicedefinitions", "relatedImages")
    value = {**value, "metadata": {"name": "tides.v1.2.0"}, "spec": {name: spec[name] for name in names}}

    def said(edited: Any) -> Iterator[str]:
        for one in changes_of_texts(REGISTRY_V1, *map(as_yaml, (edited, value))):
            places = [each.field if each else None for each in (one.old, one.new)]
            weights = " ".join(str(one.weights.at(level)) for level in Level)
            first = tuple(map(str, one.first))
            yield f"{one.id} {weights} {one.message} | {one.who} {first} {one.before} {one.after} {places}"

    golden("changes_registry_v1_edits", differences({"": value}, said))


def test_words_that_differ(golden: Golden) -> None:
    (value,) = parsed(SERVICE_VERSION)
    spec = value["spec"]
    names = ("displayName", "description", "icon", "keywords", "maintainers", "provider", "links", "maturity")
    owned = spec["customresourcedefinitions"]["owned"]
    value["metadata"] = {"name": "a", "labels": {"a": "b"}, "annotations": {"olm.skipRange": "<1.0.0", "c": "d"}}
    value["spec"] = {name: spec[name] for name in names} | {
        "customresourcedefinitions": {"owned": owned},
        "other": {"a": "b"},
        "install": {"strategy": "deployment", "spec": {"deployments": [], "other": 1}},
    }
    emptied = {**value, "metadata": {"name": "a"}, "spec": {}}

    def said(edited: Any) -> list[str]:
        changes = changes_of_texts(REGISTRY_V1, *map(as_yaml, (value, edited)))
        return [f"{one.id} {one.message} {one.before} {one.after}" for one in changes]

    golden("changes_registry_v1_words", differences({"": value}, said) + "\n".join(said(emptied)))


def test_many_are_cut(golden: Golden) -> None:
    def version(count: int) -> dict[str, Any]:
        rules = [{"apiGroups": [f"g{at}"], "resources": ["r"], "verbs": ["get"]} for at in range(count)]
        hook = {
            "type": "A",
            "generateName": "a",
            "rules": [{"operations": ["X"], "resources": [f"{at}"]} for at in range(count)],
        }
        settings = {f"s{at}": count for at in range(count)}
        spec = {
            "skips": [f"a{at}" for at in range(count)],
            "webhookdefinitions": [hook],
            "install": {
                "spec": {
                    "clusterPermissions": [{"serviceAccountName": "a-1.2.0-b", "rules": rules}],
                    "deployments": [{"name": "d", "spec": settings}],
                }
            },
        }
        return {
            "apiVersion": "a/v1",
            "kind": "ClusterServiceVersion",
            "metadata": {"name": f"n{count}"},
            "spec": spec,
        }

    told = []
    for old, new in ((0, 4), (0, 5), (0, 8), (0, 9), (9, 8), (0, 12), (0, 13), (13, 0)):
        texts = (stream([version(one)]).decode() for one in (old, new))
        told += [f"{old} {new} {one.message}" for one in changes_of_texts(REGISTRY_V1, *texts)]
    golden("changes_registry_v1_many", "\n".join(told))


@each_row(("name", "is_told"), [("olm.properties", False), ("olm.skipRange", False), ("other", True)])
def test_annotations_that_functions_of_their_own_compare_are_not_told_twice(name: str, is_told: bool) -> None:
    changes = found(OLD, bundle(*NEXT, ("    alm-examples", f"    {name}: '[]'\n    alm-examples")))
    assert any(one.message.endswith(f"annotation {name}") for one in changes) is is_told


@each_row(
    "name", ["objectSelector", "namespaceSelector", "matchConditions", "matchPolicy", "conversionCRDs", "other"]
)
def test_a_webhook_that_is_asked_about_other_requests_is_to_be_checked(name: str) -> None:
    other = _HOOK.replace("    rules", f"    {name}: [a]\n    rules")
    changes = found(bundle(("  install:\n", _HOOK)), bundle(*NEXT, ("  install:\n", other)))
    (one,) = [one for one in changes if one.id == "CHG316"]
    assert one.weights.at(Level.CLIENTS) == (Weight.ADDITION if name == "other" else Weight.CHECK)


def test_each_rule_has_a_pair() -> None:
    assert [one[0] for one in PAIRS] == OWN


def test_a_release_that_only_replaces_the_old_one_breaks_nothing() -> None:
    changes = found(OLD, bundle(*NEXT))
    assert [(one.id, one.weights.at(Level.CLIENTS)) for one in changes] == [("CHG323", Weight.ADDITION)]


@pytest.mark.parametrize(
    "edit",
    [
        ("replaces: tides.v1.1.0", "skips: [tides.v1.2.0]"),
        ("    alm-examples", "    olm.skipRange: '>=1.0.0 <1.3.0'\n    alm-examples"),
    ],
)
def test_skips_and_ranges_lead_on(edit: Edit) -> None:
    ids = {one.id for one in found(OLD, bundle(*NEXT[:2], edit))}
    assert "CHG323" in ids
    assert "CHG320" not in ids


@pytest.mark.parametrize(
    ("skipped", "told"), [("a, b, c, d", "a, b, c, d"), ("a, b, c, d, e", "a, b, c, d and 1 more")]
)
def test_four_bundles_that_are_skipped_are_named(skipped: str, told: str) -> None:
    changes = found(OLD, bundle(*NEXT[:2], ("replaces: tides.v1.1.0", f"skips: [{skipped}]")))
    (one,) = [one for one in changes if one.id == "CHG320"]
    assert f"it skips {told}" in " ".join((one.message, one.who, *map(str, one.first)))


@each_row(
    ("old", "new"),
    [
        (OLD, bundle(*NEXT[:2])),
        (OLD, bundle(*NEXT, (_ALL, _ALL.replace("true", "false")))),
        (OLD, bundle(*NEXT, (_CRDS, _SERVICES))),
        (OLD, bundle(*NEXT, dependencies=requires("wind >1.0.0"))),
    ],
)
def test_olm_v1_refuses_these(old: Mapping[str, str], new: Mapping[str, str]) -> None:
    weights = [one.weights.at(Level.OLMV1) for one in found(old, new)]
    assert weights.count(Weight.BREAKS) == 1


def test_permissions_are_compared_by_what_they_allow() -> None:
    old = permission("get, list", "berths, quays")
    new = old.replace("rules: [{", "rules: [{apiGroups: [tides.example.com], resources: [quays], verbs: [list]}, {")
    assert found(bundle((_DEPLOYMENTS, old)), bundle(*NEXT, (_DEPLOYMENTS, new)))[1:] == []


def test_a_part_of_every_resource_includes_that_part_of_one() -> None:
    old, new = (permission("get", resource) for resource in ('"*/status"', '"berths/status"'))
    told = found(bundle((_DEPLOYMENTS, old)), bundle(*NEXT, (_DEPLOYMENTS, new)))[1:]
    assert [one.id for one in told] == ["CHG308"], "something is not allowed any more, and nothing is new"


@pytest.mark.parametrize(("group", "weight"), [("''", Weight.CHECK), ("tides.example.com", Weight.ADDITION)])
def test_dangerous_permissions_are_to_be_checked(group: str, weight: Weight) -> None:
    new = permission("get", "secrets").replace("tides.example.com", group)
    (one,) = [one for one in found(OLD, bundle(*NEXT, (_DEPLOYMENTS, new))) if one.id == "CHG307"]
    assert one.weights.at(Level.CLIENTS) == weight


def test_a_permission_everywhere_includes_one_in_the_namespace() -> None:
    old = bundle((_DEPLOYMENTS, permission("get")))
    new = bundle(*NEXT, (_DEPLOYMENTS, permission("get", part="permissions")))
    assert [one.id for one in found(old, new)] == ["CHG323", "CHG308"]


def test_a_service_account_is_the_same_with_another_version_in_its_name() -> None:
    named = [permission("get").replace("Name: tides", f"Name: tides-{one}") for one in ("1-2-0", "1-3-0")]
    changes = found(bundle((_DEPLOYMENTS, named[0])), bundle(*NEXT, (_DEPLOYMENTS, named[1])))
    assert [one.id for one in changes] == ["CHG323"]


def test_a_change_has_its_place_on_both_sides() -> None:
    (one,) = [one for one in found(OLD, bundle(*NEXT, (_IMAGE, f"{_IMAGE}1"))) if one.id == "CHG310"]
    assert one.old is not None
    assert one.new is not None
    assert (one.old.file, one.new.file, one.new.field) == (
        CSV_FILE, CSV_FILE, "spec.install.spec.deployments[0].spec.template.spec.containers[0].image",
    )  # fmt: skip
    assert one.weights.at(Level.CLIENTS) == Weight.WORDS


def test_dependencies_that_come_first_do_not_shift_properties() -> None:
    old = bundle(properties=_OPENSHIFT % 8)
    new = bundle(*NEXT, properties=_OPENSHIFT % 8, dependencies=requires("wind >1.0.0"))
    assert [one.id for one in found(old, new)] == ["CHG323", "CHG330"]


@each_row(
    ("was", "now", "weight"),
    [
        (">=2.0.0", ">=1.0.0", Weight.ADDITION),
        (">1.0.0", ">=1.0.1-0", Weight.ADDITION),
        ("1.2.0", ">1.1.0 <2.0.0 || 3.x", Weight.ADDITION),
        (">=1.0.0", ">1.0.0", Weight.CHECK),
        ("<2.0.0", "<2.0.0 !=1.5.0-a", Weight.CHECK),
        (">=1.0.0", "one", Weight.CHECK),
    ],
)
def test_a_range_that_has_all_versions_of_the_old_one_harms_no_one(was: str, now: str, weight: Weight) -> None:
    old, new = (
        bundle(*edits, dependencies=requires("wind X").replace("X", version))
        for edits, version in (((), was), (NEXT, now))
    )
    (one,) = [one for one in found(old, new) if one.id == "CHG330"]
    assert (one.weights.at(Level.CLIENTS), bool(one.who)) == (weight, weight is Weight.CHECK)


def test_a_greatest_version_of_openshift_keeps_clusters_where_they_are() -> None:
    (one,) = [one for one in found(OLD, bundle(*NEXT, properties=_OPENSHIFT % 9)) if one.id == "CHG332"]
    assert one.who == 'Clusters with OpenShift: they do not go beyond "4.9" while the bundle is installed.'


@pytest.mark.parametrize(("key", "what"), [("", "container"), ("initContainers:\n              ", "init container")])
def test_a_container_that_is_gone_is_no_more_than_listed(key: str, what: str) -> None:
    old = bundle((_IMAGE, f"{_IMAGE}\n              {key}- name: proxy"))
    (one,) = [one for one in found(old, bundle(*NEXT)) if one.id == "CHG311"]
    assert (one.message, one.weights.at(Level.CLIENTS)) == (f"the {what} proxy of tides is gone", Weight.ADDITION)


@each_row(
    "field",
    [
        *("displayName", "description", "icon", "keywords", "maintainers", "provider", "links", "maturity"),
        *("labels", "annotations", "selector"),
    ],
)
def test_fields_that_describe_an_operator_are_words(field: str) -> None:
    new = bundle(*NEXT, ("  install:\n", f"  {field}: [a]\n  install:\n"))
    assert [one.message for one in found(OLD, new) if one.id == "CHG339"] == [f"other words: {field}"]


def test_a_role_beside_the_service_version_gives_permissions() -> None:
    def role(verbs: str) -> str:
        rules = f"rules:\n- {{apiGroups: ['*'], resources: ['*'], verbs: [{verbs}]}}\n"
        return f"apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {{name: all}}\n{rules}"

    def weighed(old: Mapping[str, str], new: Mapping[str, str]) -> list[tuple[str, Weight | None]]:
        changes = found(old, new)
        return [(one.id, one.weights.clients) for one in changes if one.id in ("CHG307", "CHG308")]

    first, following = bundle(), bundle(*NEXT)
    whole, few = {"manifests/role.yaml": role("'*'")}, {"manifests/role.yaml": role("get")}
    assert weighed(first, {**following, **whole}) == [("CHG307", Weight.CHECK)]
    assert weighed({**first, **few}, {**following, **whole}) == [("CHG307", Weight.CHECK)]
    assert weighed({**first, **whole}, {**following, **few}) == [("CHG308", Weight.CHECK)]
    (one,) = [one for one in found(first, {**following, **whole}) if one.id == "CHG307"]
    assert one.message == (
        "each account with ClusterRole all gets more permissions in all namespaces: "
        "does everything with every resource of every group"
    )


def test_a_binding_beside_the_service_version_makes_administrators() -> None:
    def binding(role: str, *names: str) -> dict[str, str]:
        subjects = [{"kind": "ServiceAccount", "name": one, "namespace": "a"} for one in names]
        value = {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "ClusterRoleBinding",
            "metadata": {"name": "all"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
            "subjects": subjects,
        }
        return {"manifests/binding.yaml": json.dumps(value)}

    def gained(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
        changes = found({**bundle(), **old}, {**bundle(*NEXT), **new})
        return [one.message for one in changes if (one.id, one.weights.clients) == ("CHG307", Weight.CHECK)]

    admin, said = "cluster-admin", "gets more permissions in all namespaces: does everything with every resource"
    assert gained({}, binding(admin, "op")) == [f"ServiceAccount op {said}, as cluster-admin"]
    assert gained(binding("view", "op"), binding(admin, "op")) == [f"ServiceAccount op {said}, as cluster-admin"]
    assert gained(binding(admin, "op"), binding(admin, "op", "b")) == [f"ServiceAccount b {said}, as cluster-admin"]
    assert gained(binding(admin, "op"), binding(admin, "op")) == gained({}, binding("view", "op")) == []


def test_permissions_beyond_the_most_that_are_compared_leave_it_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xpkgtui.formats.registry_v1.changes.workloads.MOST_PERMISSIONS", 2)
    old, new = permission("get, list", "berths"), permission("get, list, delete", "berths")
    sides = bundle((_DEPLOYMENTS, old)), bundle(*NEXT, (_DEPLOYMENTS, new))
    assert unread_of_files(*sides, REGISTRY_V1) == "a part of an object is too large or too deep to compare"
    monkeypatch.undo()
    assert not unread_of_files(*sides, REGISTRY_V1)
