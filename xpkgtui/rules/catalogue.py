"""All rules, in the order of their IDs."""

from dataclasses import dataclass

from xpkgtui.rules.checks import (
    annotation_keys,
    annotation_values,
    annotations,
    archive,
    compatibility,
    compositions,
    definitions,
    dependencies,
    dependency_versions,
    filesystem,
    index,
    kinds,
    layers,
    manifest,
    meta,
    meta_fields,
    objects,
    stream,
    surprises,
    webhooks,
)
from xpkgtui.rules.rule import AnyRule, Rule
from xpkgtui.rules.subject import DocumentSubject, ImageSubject, PackageSubject

IMAGE_RULES: tuple[Rule[ImageSubject], ...] = (
    archive.readable_file,
    index.lists_a_manifest,
    index.has_default_platform,
    index.single_other_platform,
    index.one_default_platform,
    index.empty_platform,
    index.attestations,
    manifest.manifest_is_readable,
    manifest.has_layers,
    manifest.one_base,
    manifest.has_base,
    manifest.lost_annotation,
    manifest.label_elsewhere,
    manifest.config_is_readable,
    layers.matches_descriptor,
    layers.decompresses,
    layers.tar_is_readable,
    layers.diff_id_agrees,
    filesystem.has_package_yaml,
    filesystem.is_in_root,
    filesystem.is_named_exactly,
    filesystem.is_alone,
    filesystem.is_a_file,
    filesystem.names_are_safe,
    filesystem.no_dot_entry,
)
DOCUMENT_RULES: tuple[Rule[DocumentSubject], ...] = (
    stream.is_yaml,
    stream.has_no_directives,
    stream.is_an_object,
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
    meta.constraint_is_valid,
    meta.constraint_is_mapping,
    compatibility.crossplane_fits,
    compatibility.crossplane_is_constrained,
    meta.fields_are_known,
    meta_fields.images_are_not_named,
    meta_fields.capabilities_are_known,
    meta.fields_have_types,
    objects.kinds_are_known,
    kinds.functions_install_nothing,
    kinds.webhook_kind_is_real,
    kinds.definition_version_is_served,
    objects.objects_are_named,
    objects.definitions_are_valid,
    webhooks.conversion_needs_a_certificate,
    webhooks.webhooks_are_redirected,
    definitions.newer_has_no_claims,
    definitions.older_has_claims_by_scope,
    definitions.definition_can_be_established,
    definitions.definition_names_are_sound,
    compositions.compositions_are_pipelines,
    compositions.steps_are_whole,
    annotations.has_maintainer,
    annotations.has_source,
    annotations.has_license,
    annotations.has_description,
    annotations.has_readme,
    annotation_values.license_is_spdx,
    annotation_values.source_is_url,
    annotation_values.description_is_sentence,
    annotation_values.icon_is_an_image,
    annotation_keys.friendly_names_are_in_order,
    annotation_keys.keys_are_sound,
    annotation_keys.annotations_have_a_prefix,
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
    dependencies.dependency_is_no_function,
)
PACKAGE_RULES: tuple[Rule[PackageSubject], ...] = (
    manifest.can_be_started,
    stream.separators_stand_alone,
    surprises.no_empty_documents,
    stream.holds_something,
    surprises.stream_is_framed,
    surprises.lines_are_plain,
    meta.one_meta,
    objects.kinds_are_permitted,
    objects.objects_are_unique,
    webhooks.one_configuration_of_a_kind,
    annotation_keys.friendly_names_name_something,
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Catalogue:
    """Rules by what they look at."""

    image: tuple[Rule[ImageSubject], ...] = IMAGE_RULES
    documents: tuple[Rule[DocumentSubject], ...] = DOCUMENT_RULES
    package: tuple[Rule[PackageSubject], ...] = PACKAGE_RULES


CATALOGUE = Catalogue()
_ALL: tuple[AnyRule, ...] = (*IMAGE_RULES, *DOCUMENT_RULES, *PACKAGE_RULES)
RULES: tuple[AnyRule, ...] = tuple(sorted(_ALL, key=lambda rule: rule.id))
