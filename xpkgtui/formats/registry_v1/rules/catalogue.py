"""The catalogue of the OLM rules about bundles."""

from xpkgtui.formats.registry_v1.rules import layout
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item, Reading
from xpkgtui.formats.registry_v1.summary import OLMV1, OPM, PROFILES, RUKPAK, SDK, WORDING
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.rule import Rule

_DOCUMENTS: tuple[Rule[Item], ...] = ()
CATALOGUE: Catalogue[Files, Item, Bundle] = Catalogue(
    image=layout.IMAGE,
    documents=_DOCUMENTS,
    package=layout.PACKAGE,
    image_subject=Files.of,
    examine=Reading,
    profiles=PROFILES,
    bound_to_reader=frozenset(PROFILES),
    wording=WORDING,
    beside=(OPM, SDK, OLMV1, RUKPAK),
)
