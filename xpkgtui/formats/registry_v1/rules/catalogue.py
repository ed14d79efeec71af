"""The catalogue of the OLM rules about bundles."""

from xpkgtui.formats.registry_v1.rules import (
    annotations,
    definitions,
    dependencies,
    examples,
    labels,
    layout,
    objects,
    owned,
    requirements,
    service_annotations,
    service_version,
    webhooks,
    whole,
)
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item, Reading
from xpkgtui.formats.registry_v1.summary import OLMV1, OPM, PROFILES, RUKPAK, SDK, WORDING
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.rule import Rule

_IMAGE: tuple[Rule[Files], ...] = (*layout.IMAGE, *whole.IMAGE_RULES)
_DOCUMENTS: tuple[Rule[Item], ...] = (
    *objects.DOCUMENT_RULES,
    *service_version.DOCUMENT_RULES,
    *service_annotations.DOCUMENT_RULES,
    *examples.DOCUMENT_RULES,
    *definitions.DOCUMENT_RULES,
    *webhooks.DOCUMENT_RULES,
    *dependencies.DOCUMENT_RULES,
    *requirements.DOCUMENT_RULES,
)
_PACKAGE: tuple[Rule[Bundle], ...] = (
    *layout.PACKAGE,
    *annotations.PACKAGE_RULES,
    *labels.PACKAGE_RULES,
    *objects.PACKAGE_RULES,
    *owned.PACKAGE_RULES,
    *whole.PACKAGE_RULES,
    *requirements.PACKAGE_RULES,
)
CATALOGUE: Catalogue[Files, Item, Bundle] = Catalogue(
    image=_IMAGE,
    documents=_DOCUMENTS,
    package=_PACKAGE,
    image_subject=Files.of,
    examine=Reading,
    profiles=PROFILES,
    bound_to_reader=frozenset(PROFILES),
    wording=WORDING,
    beside=(OPM, SDK, OLMV1, RUKPAK),
)
