"""The ruleset of the OLM rules about bundles."""

from collections.abc import Iterable
from typing import TypeVar

from xpkgtui.formats.examples.example import Example
from xpkgtui.formats.registry_v1.rules.cluster import made
from xpkgtui.formats.registry_v1.rules.cluster import service_version as created
from xpkgtui.formats.registry_v1.rules.definitions import owned, soundness
from xpkgtui.formats.registry_v1.rules.files import bundle, folders, manifests
from xpkgtui.formats.registry_v1.rules.hub import practices, presentation
from xpkgtui.formats.registry_v1.rules.metadata import annotations, dependencies, requirements
from xpkgtui.formats.registry_v1.rules.objects import documents, metadata, removed
from xpkgtui.formats.registry_v1.rules.service_version import examples, fields, images, versions, webhooks
from xpkgtui.formats.registry_v1.rules.splitting import (
    as_spelled,
    each_its_own,
    not_for_charts,
    not_for_superseded,
    spoken,
)
from xpkgtui.formats.registry_v1.subject import BundleFiles, BundleSubject, Examination, Item
from xpkgtui.formats.registry_v1.summary import ARCHIVED, PROFILES, WORDING
from xpkgtui.formats.registry_v1.tools import OLMV0, OLMV1, OPM, RUKPAK, SDK
from xpkgtui.formats.registry_v1.tools.turns import order
from xpkgtui.rules.rule import Rule
from xpkgtui.rules.ruleset import Ruleset, rules_about

_Subject = TypeVar("_Subject", Item, BundleSubject)


def _read(*rules: Iterable[Rule[_Subject]]) -> tuple[Rule[_Subject], ...]:
    """The rules as the tools read documents and speak."""
    return as_spelled(spoken(*rules))


_IMAGE: tuple[Rule[BundleFiles], ...] = spoken(
    rules_about(BundleFiles, folders), not_for_charts(rules_about(BundleFiles, manifests))
)
_OBJECTS = (documents, metadata, fields, versions, examples, soundness)
"""What opm does not look at in a Helm chart."""
_ALWAYS = (images, dependencies, requirements, presentation, practices)
_DOCUMENTS: tuple[Rule[Item], ...] = _read(
    not_for_charts(rules_about(Item, *_OBJECTS)),
    rules_about(Item, *_ALWAYS),
    not_for_superseded(rules_about(Item, webhooks)),
    rules_about(Item, created),
    not_for_superseded(rules_about(Item, made)),
)
_PACKAGE: tuple[Rule[BundleSubject], ...] = _read(
    rules_about(BundleSubject, bundle, annotations, requirements, practices),
    not_for_charts(rules_about(BundleSubject, folders, manifests, documents)),
    not_for_charts(each_its_own(rules_about(BundleSubject, owned, versions))),
    each_its_own(rules_about(BundleSubject, removed, created, made)),
)
_ABOUT_MISSING = frozenset({"OLM002", "OLM003", "OLM005", "OLM006", "OLM018", "OLM027", "OLM030", "OLM050", "OLM051"})
RULESET: Ruleset[BundleFiles, Item, BundleSubject] = Ruleset(
    image=_IMAGE,
    documents=_DOCUMENTS,
    package=_PACKAGE,
    examples_of=lambda: rules_about(Example, examples),
    image_subject=BundleFiles.of,
    examine=Examination,
    profiles=PROFILES,
    bound_to_reader=frozenset(PROFILES),
    wording=WORDING,
    within_limits=documents.documents_are_objects,
    steps=350,
    met=order,
    about_missing=_ABOUT_MISSING,
    judged_together=(OPM, OLMV0, SDK, OLMV1, RUKPAK),
    beside={OPM: OLMV0},
    archived=ARCHIVED,
)
