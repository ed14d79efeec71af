"""The catalogue of the FBC rules."""

from xpkgtui.formats.catalog.rules import documents
from xpkgtui.formats.catalog.rules.subject import CatalogDocument, CatalogSubject, Examination
from xpkgtui.formats.catalog.summary import SUMMARY
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import Catalogue


def _case(case: Case) -> Case:
    return case


CATALOGUE: Catalogue[Case, CatalogDocument, CatalogSubject] = Catalogue(
    documents=documents.RULES,
    image_subject=_case,
    examine=Examination,
    profiles=SUMMARY.profiles,
    bound_to_reader=frozenset(SUMMARY.profiles),
    wording=SUMMARY.wording,
)
