"""The catalogue: all rules about Crossplane packages, by their subject and in the order of their IDs."""

from xpkgtui.documents.chunk import StreamBytes
from xpkgtui.documents.stream import Stream, split
from xpkgtui.formats.xpkg.profiles import PROFILES, profile_of
from xpkgtui.formats.xpkg.rules import archive, layers, runtime
from xpkgtui.formats.xpkg.rules.annotations import families
from xpkgtui.formats.xpkg.rules.annotations import keys as annotation_keys
from xpkgtui.formats.xpkg.rules.annotations import recommended as annotations
from xpkgtui.formats.xpkg.rules.annotations import values as annotation_values
from xpkgtui.formats.xpkg.rules.dependencies import known
from xpkgtui.formats.xpkg.rules.dependencies import packages as dependencies
from xpkgtui.formats.xpkg.rules.dependencies import versions as dependency_versions
from xpkgtui.formats.xpkg.rules.examination import Examination
from xpkgtui.formats.xpkg.rules.files import entry_names, other_files, package_yaml
from xpkgtui.formats.xpkg.rules.index import children
from xpkgtui.formats.xpkg.rules.index import entries as index
from xpkgtui.formats.xpkg.rules.manifest import annotations as markings
from xpkgtui.formats.xpkg.rules.manifest import config, manifest
from xpkgtui.formats.xpkg.rules.meta import compatibility, older_format
from xpkgtui.formats.xpkg.rules.meta import fields as meta_fields
from xpkgtui.formats.xpkg.rules.meta import meta_object as meta
from xpkgtui.formats.xpkg.rules.objects import (
    composed,
    compositions,
    contents,
    definitions,
    leftovers,
    newer_kinds,
    objects,
    patches,
    since,
    validity,
    webhooks,
)
from xpkgtui.formats.xpkg.rules.objects import odd_kinds as kinds
from xpkgtui.formats.xpkg.rules.stream import documents as stream
from xpkgtui.formats.xpkg.rules.stream import oddities as surprises
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject, ImageSubject, PackageSubject
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.formats.xpkg.target import target_of
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.rule import Rule


def _image_subject(case: Case) -> ImageSubject:
    return ImageSubject(case=case, profile=profile_of(case.profile))


IMAGE_RULES: tuple[Rule[ImageSubject], ...] = (
    archive.readable_file,
    archive.holds_what_it_lists,
    archive.holds_one_image,
    archive.layers_have_diff_ids,
    archive.labels_name_layers,
    archive.has_base_label,
    archive.one_base_label,
    archive.stored_alike,
    index.lists_a_manifest,
    index.has_default_platform,
    index.single_other_platform,
    index.one_default_platform,
    index.empty_platform,
    index.attestations,
    children.extensions,
    children.same_on_all_platforms,
    children.nested_index,
    children.no_schema_1,
    children.children_are_there,
    manifest.manifest_is_readable,
    manifest.has_layers,
    manifest.has_few_layers,
    manifest.one_base,
    manifest.has_base,
    manifest.lost_annotation,
    manifest.label_elsewhere,
    markings.is_spelled_right,
    markings.other_values,
    manifest.base_is_distributed,
    config.config_is_readable,
    markings.has_label,
    markings.docker_manifest,
    markings.signatures,
    manifest.has_one_layer,
    layers.matches_descriptor,
    layers.decompresses,
    layers.media_type_agrees,
    layers.tar_is_readable,
    layers.diff_id_agrees,
    layers.holds_package_only,
    layers.is_within_limits,
    package_yaml.has_package_yaml,
    package_yaml.is_in_root,
    package_yaml.is_named_exactly,
    package_yaml.is_alone,
    package_yaml.is_a_file,
    other_files.annotated_layers_stay,
    other_files.flattening_changes_nothing,
    entry_names.names_are_safe,
    other_files.is_not_cut,
    other_files.other_files,
    other_files.examples_can_be_read,
    other_files.no_stack,
    entry_names.no_dot_entry,
    other_files.is_nothing_else,
)
DOCUMENT_RULES: tuple[Rule[DocumentSubject], ...] = (
    stream.is_yaml,
    stream.has_no_directives,
    stream.is_an_object,
    surprises.nothing_is_hidden,
    surprises.keys_are_unique,
    stream.text_stays_text,
    stream.has_json,
    surprises.values_are_written_out,
    meta.meta_is_known,
    meta.is_no_fork,
    meta.is_no_addon,
    meta_fields.version_is_current,
    meta_fields.is_no_function,
    meta_fields.meta_is_named,
    meta_fields.has_spec,
    compatibility.constraint_is_valid,
    compatibility.constraint_is_mapping,
    compatibility.crossplane_fits,
    meta.fields_are_known,
    meta_fields.images_are_not_named,
    meta_fields.capabilities_are_known,
    meta.fields_have_types,
    older_format.permissions_are_complete,
    older_format.controller_is_an_image,
    older_format.crossplane_is_text,
    objects.kinds_are_known,
    kinds.functions_install_nothing,
    kinds.webhook_kind_is_real,
    kinds.definition_version_is_served,
    validity.objects_are_named,
    validity.definitions_are_valid,
    webhooks.conversion_needs_a_certificate,
    webhooks.webhooks_are_redirected,
    definitions.newer_has_no_claims,
    definitions.older_has_claims_by_scope,
    definitions.definition_can_be_established,
    definitions.definition_names_are_sound,
    compositions.compositions_are_pipelines,
    compositions.steps_are_whole,
    newer_kinds.newer_kinds_are_valid,
    leftovers.nothing_is_left_over,
    leftovers.object_is_not_too_large,
    contents.definitions_are_managed,
    annotation_values.license_is_spdx,
    annotation_values.icon_is_an_image,
    annotation_keys.friendly_names_are_in_order,
    annotation_keys.keys_are_sound,
    annotation_keys.annotations_have_a_prefix,
    families.labels_are_copied,
    families.family_is_depended_on,
    annotations.describes_itself,
    dependencies.dependency_names_a_package,
    dependencies.dependency_has_one_form,
    dependency_versions.dependency_has_a_version,
    dependency_versions.dependency_version_is_valid,
    dependencies.dependency_is_qualified,
    dependencies.dependency_has_no_tag,
    dependencies.dependency_is_explicit,
    dependencies.dependency_is_a_package,
    dependency_versions.dependencies_are_unique,
    dependencies.package_is_not_its_own_dependency,
    dependency_versions.dependency_is_bounded,
    known.version_satisfies,
    known.type_is_real,
    known.closure_fits,
    dependencies.dependency_is_no_function,
    dependency_versions.dependency_version_is_a_tag,
)
PACKAGE_RULES: tuple[Rule[PackageSubject], ...] = (
    children.has_arm,
    config.can_be_started,
    runtime.runtime_can_be_pulled,
    config.has_no_runtime,
    stream.separators_stand_alone,
    surprises.no_empty_documents,
    stream.holds_something,
    surprises.stream_is_framed,
    surprises.lines_are_plain,
    meta.one_meta,
    objects.kinds_are_permitted,
    objects.objects_are_unique,
    webhooks.one_configuration_of_a_kind,
    composed.composed_kind_is_defined,
    composed.functions_are_depended_on,
    since.constraint_fits_the_kinds,
    contents.package_holds_something,
    patches.composite_has_the_field,
    patches.composed_has_the_field,
    annotation_keys.friendly_names_name_something,
    families.group_to_sign_in_is_defined,
)


def _split(case: Case, data: StreamBytes) -> Stream:
    """The documents as the version that is judged for cuts them: up to 1.6 only at lines of `---` and blanks."""
    return split(data, limits=case.limits, bare=target_of(case.profile, case.crossplane).edition.bare)


RETIRED = {
    "XPKG612": "The Overview says which versions of Crossplane a package is for; XPKG721 which it should exclude.",
    "XPKG725": "The Overview says what Crossplane installs of a provider's definitions.",
    **dict.fromkeys(("XPKG801", "XPKG802", "XPKG803", "XPKG804", "XPKG805", "XPKG808"), "XPKG817 took its place."),
    "XPKG807": "A source without https:// is what most packages have.",
}
"""Rules that are no more, and what replaces them; no other rule gets their IDs."""


CATALOGUE = Catalogue(
    image=IMAGE_RULES,
    documents=DOCUMENT_RULES,
    package=PACKAGE_RULES,
    image_subject=_image_subject,
    examine=Examination,
    split=_split,
    reservation=runtime.reservation,
    profiles=tuple(map(str, PROFILES)),
    bound_to_reader=frozenset(map(str, PROFILES)),
    wording=WORDING,
    retired=RETIRED,
)
