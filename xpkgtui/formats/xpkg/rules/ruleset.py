"""The ruleset: all rules about Crossplane packages, by their subject and in the order of their IDs."""

from xpkgtui.formats.xpkg.rules.annotations import families, keys
from xpkgtui.formats.xpkg.rules.compositions import composed, compositions, scopes
from xpkgtui.formats.xpkg.rules.dependencies import checked_together, packages, versions
from xpkgtui.formats.xpkg.rules.files import other_files, package_yaml
from xpkgtui.formats.xpkg.rules.image import archive, layers, runtime
from xpkgtui.formats.xpkg.rules.index import entries
from xpkgtui.formats.xpkg.rules.manifest import annotations, manifest
from xpkgtui.formats.xpkg.rules.meta import fields, meta_object, older_format
from xpkgtui.formats.xpkg.rules.objects import (
    definitions,
    made_names,
    newer_kinds,
    objects,
    odd_kinds,
    validity,
    webhooks,
)
from xpkgtui.formats.xpkg.rules.policies import image_configs
from xpkgtui.formats.xpkg.rules.stream import documents
from xpkgtui.formats.xpkg.subject.examination import Examination
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, ImageSubject, PackageSubject
from xpkgtui.formats.xpkg.summary import PROFILES, WORDING, Profile, profile_of
from xpkgtui.formats.xpkg.tools.crossplane_versions import target_of
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import AnyRule
from xpkgtui.rules.ruleset import Ruleset, rules_about

MODULES = (
    *(archive, layers, runtime),
    *(families, keys),
    *(checked_together, packages, versions),
    *(other_files, package_yaml),
    entries,
    *(annotations, manifest),
    *(older_format, fields, meta_object),
    *(composed, compositions, scopes, definitions, made_names, newer_kinds),
    *(objects, odd_kinds, validity, webhooks),
    image_configs,
    documents,
)
"""All modules that have rules; whichever rule is written in one of them is in the ruleset."""


def _examples() -> tuple[AnyRule, ...]:
    """Most judgements ask for none."""
    from xpkgtui.formats.examples.example import Example, ExampleList
    from xpkgtui.formats.xpkg.rules.files import examples

    return *rules_about(Example, examples), *rules_about(ExampleList, examples)


def _splits_plainly(case: Case) -> bool:
    """Whether the version that is judged for does: those up to 1.6."""
    return target_of(case.profile, case.crossplane).edition.bare


def _build_of(case: Case, stage: Stage) -> str:
    """The build reads all as newer versions do, whose kinds older ones do not know; examples it reads alone."""
    if case.profile not in (Profile.CROSSPLANE, Profile.CROSSPLANE_1) or stage > Stage.PACK:
        return ""
    is_newer = not target_of(case.profile, case.crossplane).edition.blocks
    return str(Profile.BUILD) if is_newer or stage is Stage.PACK else ""


RETIRED = {
    "XPKG612": "The Overview says which versions of Crossplane a package is for; XPKG721 which it should exclude.",
    "XPKG725": "The Overview says what Crossplane installs of a provider's definitions.",
    **dict.fromkeys(("XPKG801", "XPKG802", "XPKG803", "XPKG804", "XPKG805", "XPKG808"), "XPKG817 took its place."),
    "XPKG807": "A source without https:// is what most packages have.",
}
"""Rules that are no more, and what replaces them; no other rule gets their IDs."""


RULESET = Ruleset(
    image=rules_about(ImageSubject, *MODULES),
    documents=rules_about(DocumentSubject, *MODULES),
    package=rules_about(PackageSubject, *MODULES),
    examples_of=_examples,
    image_subject=lambda case: ImageSubject(case=case, profile=profile_of(case.profile)),
    examine=Examination,
    splits_plainly=_splits_plainly,
    reservation=runtime.reservation,
    profiles=tuple(map(str, PROFILES)),
    bound_to_reader=frozenset(map(str, PROFILES)),
    build_of=_build_of,
    wording=WORDING,
    within_limits=layers.is_within_limits,
    steps=100,
    retired=RETIRED,
)
