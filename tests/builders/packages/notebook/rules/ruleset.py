"""The ruleset of the rules about notebooks."""

from builders.packages.notebook.rules import notes
from builders.packages.notebook.subject import Note, Reading
from builders.packages.notebook.summary import SUMMARY

from xpkgtui.rules.ruleset import Ruleset, rules_about

RULESET = Ruleset(
    documents=rules_about(Note, notes),
    image_subject=lambda case: case,
    examine=Reading,
    profiles=SUMMARY.profiles,
    bound_to_reader=frozenset(SUMMARY.profiles),
    wording=SUMMARY.wording,
    within_limits=notes.note_has_text,
    steps=100,
    judged_together=SUMMARY.profiles,
)
