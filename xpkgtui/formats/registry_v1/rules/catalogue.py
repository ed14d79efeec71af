"""The catalogue of the OLM rules about bundles."""

from collections.abc import Iterable
from typing import TypeVar

from xpkgtui.formats.registry_v1.rules.definitions import owned, soundness
from xpkgtui.formats.registry_v1.rules.examination import Reading
from xpkgtui.formats.registry_v1.rules.files import folders, manifests, size
from xpkgtui.formats.registry_v1.rules.hub import icons, levels, links, people, practices, protection
from xpkgtui.formats.registry_v1.rules.metadata import (
    annotations,
    constraints,
    dependencies,
    requirements,
)
from xpkgtui.formats.registry_v1.rules.objects import accounts, documents, metadata, removed
from xpkgtui.formats.registry_v1.rules.service_version import annotations as service_annotations
from xpkgtui.formats.registry_v1.rules.service_version import (
    examples,
    fields,
    images,
    release,
    types,
    versions,
    webhooks,
)
from xpkgtui.formats.registry_v1.rules.splitting import (
    each_its_own,
    not_for_charts,
    not_for_superseded,
    spelled_for_sdk,
    spoken,
)
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item
from xpkgtui.formats.registry_v1.summary import ARCHIVED, PROFILES, WORDING
from xpkgtui.formats.registry_v1.tools.profiles import OLMV1, OPM, RUKPAK, SDK
from xpkgtui.formats.registry_v1.tools.turns import order
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.rule import Rule

_Subject = TypeVar("_Subject", Item, Bundle)


def _read(*rules: Iterable[Rule[_Subject]]) -> tuple[Rule[_Subject], ...]:
    """The rules as the tools read documents and speak."""
    return spelled_for_sdk(spoken(*rules))


_IMAGE: tuple[Rule[Files], ...] = spoken(folders.IMAGE_RULES, not_for_charts(manifests.IMAGE_RULES))
_DOCUMENTS: tuple[Rule[Item], ...] = _read(
    not_for_charts(documents.DOCUMENT_RULES),
    not_for_charts(metadata.DOCUMENT_RULES),
    not_for_charts(types.DOCUMENT_RULES),
    not_for_charts(fields.DOCUMENT_RULES),
    not_for_charts(versions.DOCUMENT_RULES),
    not_for_charts(service_annotations.DOCUMENT_RULES),
    images.DOCUMENT_RULES,
    not_for_charts(examples.DOCUMENT_RULES),
    not_for_charts(soundness.DOCUMENT_RULES),
    not_for_superseded(webhooks.DOCUMENT_RULES),
    dependencies.DOCUMENT_RULES,
    constraints.DOCUMENT_RULES,
    requirements.DOCUMENT_RULES,
    people.DOCUMENT_RULES,
    links.DOCUMENT_RULES,
    icons.DOCUMENT_RULES,
    levels.DOCUMENT_RULES,
    protection.DOCUMENT_RULES,
    practices.DOCUMENT_RULES,
)
_PACKAGE: tuple[Rule[Bundle], ...] = _read(
    folders.CHART_RULES,
    not_for_charts(folders.PACKAGE_RULES),
    not_for_charts(manifests.PACKAGE_RULES),
    size.PACKAGE_RULES,
    annotations.PACKAGE_RULES,
    not_for_charts(documents.PACKAGE_RULES),
    not_for_charts(each_its_own(owned.PACKAGE_RULES)),
    not_for_charts(each_its_own(release.PACKAGE_RULES)),
    each_its_own(accounts.PACKAGE_RULES),
    each_its_own(removed.PACKAGE_RULES),
    requirements.PACKAGE_RULES,
    practices.PACKAGE_RULES,
)
_ABOUT_MISSING = frozenset({"OLM003", "OLM005", "OLM006", "OLM030", "OLM050", "OLM051"})
CATALOGUE: Catalogue[Files, Item, Bundle] = Catalogue(
    image=_IMAGE,
    documents=_DOCUMENTS,
    package=_PACKAGE,
    image_subject=Files.of,
    examine=Reading,
    profiles=PROFILES,
    bound_to_reader=frozenset(PROFILES),
    wording=WORDING,
    met=order,
    about_missing=_ABOUT_MISSING,
    beside=(OPM, SDK, OLMV1, RUKPAK),
    archived=ARCHIVED,
)
