"""Which documents of a bundle OperatorHub shows."""

from dataclasses import replace
from typing import Any

import pytest
from builders.packages.bundle_items import csv, manifest, said

from xpkgtui.formats.registry_v1.rules.hub import practices, presentation
from xpkgtui.rules.rule import AnyRule

WRONG: dict[str, Any] = {
    "metadata": {"name": "a", "annotations": {"capabilities": "a", "categories": "a"}},
    "spec": {"icon": [], "links": [{}], "maintainers": [{}], "customresourcedefinitions": {"owned": [{"name": "a"}]}},
}
RULES: tuple[AnyRule, ...] = (
    *(presentation.level_is_known, presentation.categories_are_known, presentation.one_icon),
    *(presentation.links_lead_somewhere, presentation.provider_is_named, presentation.maintainers_can_be_reached),
    *(practices.deployments_have_requests, practices.apis_are_described),
)


@pytest.mark.parametrize("rule", RULES)
def test_only_the_first_document_of_a_file_counts_and_it_is_a_service_version(rule: AnyRule) -> None:
    item = manifest("ClusterServiceVersion", **WRONG)
    assert len(said(rule, item)) == 1
    assert not said(rule, replace(item, is_first=False))
    assert not said(rule, manifest("ConfigMap", **WRONG))


@pytest.mark.parametrize(("url", "port"), [("http://a:b:80", ":b:80"), ("http://:x", ":x")])
def test_what_go_says_of_a_port(url: str, port: str) -> None:
    (found,) = presentation.links_lead_somewhere.check(csv(links=[{"name": "a", "url": url}]))
    assert str(found.says).endswith(f': parse "{url}": invalid port "{port}" after host')


def test_what_operator_sdk_only_warns_about_is_a_warning() -> None:
    deployment: dict[str, Any] = {"spec": {"template": {"spec": {"containers": [{}]}}}}
    item = csv(install={"spec": {"deployments": [deployment]}})
    assert [one.level for one in practices.deployments_have_requests.check(item)] == [1]
    assert [one.level for one in presentation.one_icon.check(item)] == [1]
