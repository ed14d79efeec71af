"""The ruleset of the FBC rules."""

from xpkgtui.formats.catalog.rules import bundles, channels, documents, files, install_modes, packages, requirements
from xpkgtui.formats.catalog.subject import CatalogDocument, CatalogSubject, Examination
from xpkgtui.formats.catalog.summary import SUMMARY
from xpkgtui.formats.catalog.tools import OLM_V1, OPM
from xpkgtui.rules.case import Case
from xpkgtui.rules.ruleset import Ruleset, rules_about

_MODULES = (files, documents, install_modes, packages, channels, bundles, requirements)
RULESET: Ruleset[Case, CatalogDocument, CatalogSubject] = Ruleset(
    image=rules_about(Case, *_MODULES),
    documents=rules_about(CatalogDocument, *_MODULES),
    package=rules_about(CatalogSubject, *_MODULES),
    image_subject=lambda case: case,
    examine=Examination,
    profiles=SUMMARY.profiles,
    bound_to_reader=frozenset(SUMMARY.profiles),
    wording=SUMMARY.wording,
    within_limits=documents.document_loads,
    steps=150,
    reservation=requirements.reservation,
    about_missing=frozenset({"FBC011", "FBC012", "FBC020", "FBC022", "FBC040", "FBC041", "FBC060", "FBC061"}),
    judged_together=(OPM, OLM_V1),
)
