"""The PLN rules, in the order of their IDs."""

from xpkgtui.formats.plain.rules import decoding, objects
from xpkgtui.formats.plain.subject import Examination
from xpkgtui.formats.plain.summary import RUKPAK, SUMMARY
from xpkgtui.rules.ruleset import Ruleset

RULESET = Ruleset(
    image=(objects.has_manifests, objects.is_flat, objects.no_links),
    documents=(decoding.holds_objects,),
    package=(
        objects.has_objects,
        objects.no_twins,
        objects.kinds_are_defined,
        objects.kinds_are_defined_before,
        objects.no_operator,
        decoding.separators,
    ),
    image_subject=lambda case: case,
    examine=Examination,
    profiles=SUMMARY.profiles,
    bound_to_reader=frozenset({RUKPAK}),
    wording=SUMMARY.wording,
    within_limits=decoding.separators,
    steps=200,
)
