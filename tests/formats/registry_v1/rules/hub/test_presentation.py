"""Which documents of a bundle OperatorHub shows."""

from dataclasses import replace
from typing import Any

from builders.cases import each_row

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument
from xpkgtui.formats.registry_v1.rules.hub import practices, presentation
from xpkgtui.formats.registry_v1.subject import Item
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


def document(kind: str) -> Item:
    """A document with everything that is wrong."""
    chunk = Chunk(number=1, start=0, end=0, first_line=1, line=1, kind=kind)
    found = PackageDocument(chunk=chunk, value={"kind": kind, **WRONG})
    return Item(chunk=chunk, document=found, file="manifests/a.yaml", is_first=True)


@each_row("rule", RULES)
def test_only_the_first_document_of_a_file_counts_and_it_is_a_service_version(rule: AnyRule) -> None:
    item = document("ClusterServiceVersion")
    assert len(list(rule.check(item))) == 1
    assert not list(rule.check(replace(item, is_first=False)))
    assert not list(rule.check(document("ConfigMap")))
