"""The ruleset of the RPK rules."""

from xpkgtui.formats.rukpak.rules import objects
from xpkgtui.formats.rukpak.subject import Bundles, Examination, RukpakDocument
from xpkgtui.formats.rukpak.summary import RUKPAK, SUMMARY
from xpkgtui.rules.ruleset import Ruleset, rules_about

RULESET = Ruleset(
    documents=rules_about(RukpakDocument, objects),
    package=rules_about(Bundles, objects),
    image_subject=lambda case: case,
    examine=Examination,
    profiles=SUMMARY.profiles,
    bound_to_reader=frozenset({RUKPAK}),
    wording=SUMMARY.wording,
    within_limits=objects.readable,
    steps=150,
)
