"""The ruleset of the STK rules."""

from xpkgtui.formats.stack.rules import definitions, description, files
from xpkgtui.formats.stack.subject import StackDocument, StackExamination, StackFiles, StackPackage, files_of
from xpkgtui.formats.stack.summary import SUMMARY
from xpkgtui.formats.stack.tools import XP
from xpkgtui.rules.ruleset import Ruleset, rules_about

_MODULES = (files, definitions, description)
_SEPARATORS = files.separators_with(
    files.decodable, description.permission_scope, files.behavior_path, description.depends_on
)
RULESET = Ruleset(
    image=rules_about(StackFiles, *_MODULES),
    documents=rules_about(StackDocument, *_MODULES),
    package=tuple(_SEPARATORS if one is files.separators else one for one in rules_about(StackPackage, *_MODULES)),
    image_subject=files_of,
    examine=StackExamination,
    profiles=SUMMARY.profiles,
    bound_to_reader=frozenset({XP}),
    wording=SUMMARY.wording,
    within_limits=files.decodable,
    steps=300,
    about_missing=frozenset({"STK001", "STK021"}),
)
