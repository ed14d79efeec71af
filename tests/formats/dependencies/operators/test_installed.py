"""What is installed already, which OLM v0 prefers to what catalogs offer."""

import json
from typing import Any

import pytest
from builders.cases import each_row
from builders.packages.operators import api, bundle, channel, offers, package, sole, wants, wants_api

from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.needed import DependencyTree, PackageState
from xpkgtui.formats.dependencies.operators.installed import read_installed
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers, OfferedEntry
from xpkgtui.formats.dependencies.operators.requirements import OfferedBundle, api_of, requirements_of
from xpkgtui.formats.dependencies.operators.resolver import PreferredCatalogs, Resolver
from xpkgtui.formats.dependencies.operators.tree import OperatorTree

OPERATORS = "operators.coreos.com/v1alpha1"


def service(name: str, version: str, *properties: tuple[str, Any], namespace: str = "here", **more: Any) -> Any:
    """An installed operator with the properties that OLM writes on it."""
    rows = [("olm.package", {"packageName": name, "version": version}), *properties]
    text = json.dumps({"properties": [{"type": kind, "value": value} for kind, value in rows]})
    meta = {"name": f"{name}.v{version}", "namespace": namespace}
    meta["annotations"] = {"operatorframework.io/properties": text}  # type: ignore[assignment]
    spec = {"version": version}
    return {"apiVersion": OPERATORS, "kind": "ClusterServiceVersion", "metadata": meta, "spec": spec, **more}


def subscription(name: str, version: str, channel: str = "stable") -> Any:
    meta, spec = {"name": name, "namespace": "here"}, {"name": name, "channel": channel}
    status = {"installedCSV": f"{name}.v{version}"}
    return {"apiVersion": OPERATORS, "kind": "Subscription", "metadata": meta, "spec": spec, "status": status}


def resolved(items: list[Any], *requires: tuple[str, Any], catalog: list[Any] | None = None) -> DependencyTree:
    """What becomes of a bundle with these requirements, beside what is installed."""
    found = read_installed(json.dumps({"kind": "List", "items": items}))
    catalogs: tuple[CatalogOffers, ...] = (found.offers, *([offers(catalog, "c")] if catalog else []))
    root = OfferedBundle(
        name="tides.v1.0.0",
        package="tides",
        provides=frozenset({api_of(api("Tide")[1])}),
        requires=requirements_of(requires),
    )
    account = OperatorTree("tides", "Bundle", "1.0.0", catalogs=catalogs, unread=found.offers.unread)
    account.resolve(Resolver(OfferedEntry(bundle=root), PreferredCatalogs(catalogs)))
    account.count(found)
    return account.tree(is_resolved=True)


def states(tree: DependencyTree) -> dict[str, tuple[str, str]]:
    return {one.package: (one.state.value, one.version) for one in tree.packages[1:]}


NEWER = [
    package("moon"),
    channel("moon", "moon.v1.0.0", "moon.v2.0.0"),
    bundle("moon", "1.0.0"),
    bundle("moon", "2.0.0"),
]


def test_what_is_installed_is_preferred_to_a_newer_version() -> None:
    tree = resolved([service("moon", "1.0.0")], wants("moon"), catalog=NEWER)
    assert states(tree) == {"moon": ("installed", "1.0.0")}
    assert tree.packages[1].outcome == "moon.v1.0.0 is installed in the namespace here"


def test_an_installed_provider_of_an_api_is_named() -> None:
    tree = resolved([service("moon", "1.0.0", api("Star"))], wants_api("Star"))
    assert states(tree) == {"Star.v1.g": ("installed", ""), "moon": ("installed", "1.0.0")}


def test_what_is_not_installed_is_missing_without_a_catalog() -> None:
    tree = resolved([service("moon", "1.0.0")], wants("moon", ">=2.0.0"), wants("sky"))
    assert states(tree) == {"moon": ("missing", ""), "sky": ("missing", "")}
    assert [one.outcome.partition(";")[0] for one in tree.packages[1:]] == [
        "It is not installed: moon.v1.0.0 is",
        "It is not installed",
    ]
    assert tree.resolver == "OLM v0 without a catalog"


def test_a_catalog_provides_what_is_not_installed() -> None:
    tree = resolved([service("moon", "1.0.0")], wants("moon"), wants("sky"), catalog=sole("sky"))
    assert states(tree) == {"moon": ("installed", "1.0.0"), "sky": ("met", "1.0.0")}


@each_row(
    ("follows", "installed", "state"),
    [("stable", "1.0.0", "met"), ("beta", "1.0.0", "missing"), ("stable", "0.9.0", "missing")],
)
def test_a_subscription_is_updated_only_along_its_channel(follows: str, installed: str, state: str) -> None:
    items = [service("moon", installed), subscription("moon", installed, follows)]
    tree = resolved(items, wants("moon", ">=2.0.0"), catalog=NEWER)
    assert states(tree)["moon"][0] == state
    if state == "missing":
        assert tree.packages[1].outcome == (
            f"moon.v{installed} is installed, and OLM v0 does not update it to what satisfies this: moon.v2.0.0."
        )


def test_what_has_no_subscription_is_never_updated() -> None:
    tree = resolved([service("moon", "1.0.0")], wants("moon", ">=2.0.0"), catalog=NEWER)
    assert states(tree)["moon"][0] == "missing"
    assert tree.packages[1].outcome.startswith("moon.v1.0.0 is installed without a subscription, and OLM v0 does not")


def test_another_operator_is_updated_where_that_makes_room() -> None:
    """As OLM v0 does, which resolves all subscriptions of a namespace at once."""
    newer = [package("moon"), channel("moon", "moon.v1.0.0", "moon.v2.0.0")]
    newer += [bundle("moon", "1.0.0", api("Star")), bundle("moon", "2.0.0")]
    items = [service("moon", "1.0.0", api("Star")), subscription("moon", "1.0.0")]
    tree = resolved(items, wants("sky"), catalog=[*newer, *sole("sky", api("Star"))])
    assert states(tree) == {"sky": ("met", "1.0.0")}


def test_a_range_of_skipped_versions_is_a_way_to_update() -> None:
    catalog = [package("moon"), channel("moon", "moon.v2.0.0"), bundle("moon", "2.0.0")]
    catalog[1]["entries"][0]["skipRange"] = ">=0.5.0 <2.0.0"
    items = [service("moon", "0.9.0"), subscription("moon", "0.9.0")]
    assert states(resolved(items, wants("moon", ">=2.0.0"), catalog=catalog)) == {"moon": ("met", "2.0.0")}


def test_an_installed_owner_of_an_api_of_the_bundle_ends_the_resolution() -> None:
    for more, how in (((), " without a subscription"), ((subscription("moon", "1.0.0"),), "")):
        tree = resolved([service("moon", "1.0.0", api("Tide")), *more], wants("moon"))
        assert tree.packages[0].state is PackageState.MISSING
        said = f"because of moon.v1.0.0, which is installed{how}: it provides an API of it too"
        assert said in tree.packages[0].outcome


@pytest.mark.parametrize(
    "more",
    [{"status": {"reason": "Copied"}}, {"metadata": {"name": "moon.v1.0.0", "labels": {"olm.copiedFrom": "there"}}}],
)
def test_copies_of_other_namespaces_do_not_count(more: Any) -> None:
    copied = service("moon", "1.0.0", **more)
    tree = resolved([service("sky", "1.0.0"), copied], wants("moon"))
    assert states(tree) == {"moon": ("missing", "")}


def test_without_properties_the_service_version_and_its_subscription_count() -> None:
    plain = service("moon", "1.0.0")
    del plain["metadata"]["annotations"]
    plain["spec"]["customresourcedefinitions"] = {"owned": [{"name": "stars.g", "version": "v1", "kind": "Star"}]}
    plain["status"] = {"phase": "Failed"}
    tree = resolved([plain, subscription("moon", "1.0.0")], wants_api("Star"), wants("moon"))
    assert states(tree)["moon"] == ("installed", "1.0.0")
    assert states(tree)["Star.v1.g"] == ("installed", "")
    assert tree.packages[2].outcome.endswith(", but its phase is Failed")


@each_row(("version", "found"), [("2.0.0", "2.0.0"), ("", "1.0.0"), (None, "1.0.0")])
def test_the_version_is_that_of_the_package_or_else_of_the_service_version(version: str | None, found: str) -> None:
    one = service("moon", "1.0.0")
    rows = [{"type": "olm.package", "value": {"packageName": "moon", "version": version}}]
    one["metadata"]["annotations"]["operatorframework.io/properties"] = json.dumps({"properties": rows})
    (channel,) = read_installed(json.dumps(one)).offers.channels_of["moon"]
    assert channel.bundles[0].version == found


@each_row(("home", "is_counted"), [("here", True), ("there", False), (None, True)])
def test_an_operator_belongs_to_its_own_namespace(home: str | None, is_counted: bool) -> None:
    moon = service("moon", "1.0.0")
    moon["metadata"]["annotations"] |= {} if home is None else {"olm.operatorNamespace": home}
    found = read_installed(json.dumps({"kind": "List", "items": [service("sky", "1.0.0"), moon]}))
    assert ("moon" in found.offers.channels_of) is is_counted


def test_what_is_odd_about_what_is_installed_is_remarked() -> None:
    extension = {
        "apiVersion": "olm.operatorframework.io/v1",
        "kind": "ClusterExtension",
        "spec": {"source": {"catalog": {"packageName": "sky"}}},
        "status": {"install": {"bundle": {"version": "3.0.0"}}},
    }
    items = [service("moon", "1.0.0"), service("sun", "1.0.0", namespace="there"), extension]
    messages = [one.message for one in resolved(items, wants("moon"), wants("sky")).remarks]
    assert messages == [
        "what is installed lies in several namespaces (here, there), and OLM v0 counts only that of the bundle",
        "OLM v1 has installed sky 3.0.0, which OLM v0 does not count",
    ]


def test_properties_that_are_not_json_leave_it_undecided() -> None:
    broken = service("moon", "1.0.0")
    broken["metadata"]["annotations"]["operatorframework.io/properties"] = "{"
    assert "is not JSON" in resolved([broken], wants("moon")).unread


@each_row("text", ["", "kind: Lock\npackages: []\n", "[]", "kind: Subscription\n", "{"])
def test_a_text_without_operators_is_said_to_be_so(text: str) -> None:
    with pytest.raises(Usage):
        read_installed(text)


@each_row("value", [5, [], {"metadata": 5, "spec": []}, {"metadata": {"annotations": [], "name": 3}}])
def test_values_of_wrong_types_count_as_absent(value: Any) -> None:
    odd = {**(value if isinstance(value, dict) else {}), "apiVersion": OPERATORS, "kind": "ClusterServiceVersion"}
    assert states(resolved([odd, value], wants("moon"))) == {"moon": ("missing", "")}


def test_two_requirements_that_do_not_go_together_name_each_other() -> None:
    wanted = (wants("moon", ">=2.0.0"), wants("sea", ">=1.0.0"), wants("moon", "<2.0.0"))
    catalog = [*NEWER, package("sea"), channel("sea", "sea.v1.0.0"), bundle("sea", "1.0.0")]
    tree = resolved([service("other", "1.0.0")], *wanted, catalog=catalog)
    outcomes = {one.package: one.outcome for one in tree.packages}
    assert outcomes["moon"].startswith("It cannot be met beside package moon ")
    assert "beside" not in outcomes["sea"]


def test_a_subscription_alone_leaves_open_what_is_installed() -> None:
    assert "moon.v1.0.0" in resolved([subscription("moon", "1.0.0")]).unread
    found = read_installed(json.dumps({"kind": "List", "items": [subscription("moon", "1.0.0")]}))
    lacking = "the ClusterServiceVersion moon.v1.0.0 of the Subscription moon"
    assert found.offers.unread == f"{lacking} is not in the list of what is installed"
