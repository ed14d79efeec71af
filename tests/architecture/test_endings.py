"""What ends a reading has a reason: a constant that cuts a list is named here, and a new one is looked at."""

import ast

from architecture.trees import MODULES, SOURCE, nodes_of

from xpkgtui.patterns import late

NAME = late(r"_?(MOST|MAX|LARGEST|DEEPEST)[A-Z_]*")
BOUND = late(r"_?([A-Z]+_)*(MOST|MAX|LARGEST|DEEPEST|LONGEST)(_[A-Z]+)*")
TOLD = """
cel/library/quantities.py cli/commands/report.py cli/many/identity.py cli/parameters/outputs.py documents/head.py
documents/stream.py fetching/cache/opened_packages.py filesystem/layer_facts.py filesystem/tar/reader.py
formats/catalog/dependencies/resolution.py formats/catalog/installable.py formats/catalog/model/upgrades.py
formats/catalog/reader.py formats/changes/texts.py formats/definitions/changes/comparing/schemas.py
formats/definitions/changes/crdify.py formats/definitions/defaults.py formats/definitions/fields/json_schema.py
formats/definitions/fields/tree.py formats/definitions/objects/judging.py
formats/dependencies/operators/expressions.py formats/dependencies/operators/resolver.py
formats/dependencies/operators/tree.py formats/package_objects.py formats/permissions/granted.py
formats/permissions/manifests.py formats/registry_v1/changes/workloads.py formats/registry_v1/permissions/account.py
formats/used_images/needed_images.py formats/xpkg/changes/webhook_rules.py formats/xpkg/compositions/patches.py
formats/xpkg/objects/outline.py formats/xpkg/rules/dependencies/versions.py formats/xpkg/sets/controllers/world.py
formats/xpkg/sets/outdated.py formats/xpkg/subject/examination.py formats/xpkg/subject/summaries.py
golang/json_syntax.py golang/regexp/matching.py inspection/dependencies/registries.py
inspection/dependencies/under_policies.py inspection/examples/reading.py inspection/images/belonging.py
inspection/images/reading.py inspection/opening/image.py inspection/permissions/reading.py
inspection/referrers/attached.py inspection/referrers/contents.py inspection/referrers/keys.py
inspection/referrers/reading.py referrers/certificate.py rules/judging/tally.py sources/archive/opening.py
sources/manifests.py
"""
"""What lies beyond is counted, not read, undecided or refused; or the document is parsed instead."""
LISTED = """
formats/definitions/changes/sentences.py formats/definitions/objects/faults.py formats/examples/judging.py
formats/registry_v1/rules/definitions/soundness.py formats/registry_v1/rules/hub/presentation.py
formats/registry_v1/rules/objects/metadata.py formats/registry_v1/rules/service_version/fields.py
formats/xpkg/dependencies/reconciler.py formats/xpkg/rules/annotations/keys.py formats/xpkg/rules/api_server.py
formats/xpkg/rules/composite_schemas.py formats/xpkg/rules/compositions/composed.py formats/xpkg/rules/meta/fields.py
formats/xpkg/rules/meta/meta_object.py formats/xpkg/rules/meta/older_format.py
formats/xpkg/rules/objects/newer_kinds.py formats/xpkg/rules/objects/validity.py
formats/xpkg/rules/stream/documents.py formats/xpkg/verdicts/compositions.py
"""
"""Faults behind the first ones, which decide: the cut is of what was found, not of what is looked at."""
SHOWN = """
app/changes/detail.py app/copy/clipboard.py app/drawing/lines/line_table.py app/drawing/lines/searching.py
app/drawing/strips.py app/layers/comparison.py app/objects/list.py app/platforms/list.py app/port/port_client.py
app/schemas/detail.py app/schemas/places.py app/start/completions.py app/state/keys/transitions.py
app/state/schemas/rows.py app/state/schemas/versions.py app/state/what_ifs.py app/tags/detail.py
cli/parameters/completions.py cli/reading/known_packages.py cli/reading/whereabouts.py documents/json_text.py
formats/catalog/graphs/drawing.py formats/catalog/graphs/side_lines.py formats/catalog/model/loading.py
formats/definitions/compiled_rules.py formats/definitions/fields/field.py formats/definitions/fields/search.py
formats/permissions/workloads.py formats/prose/license.py formats/prose/markdown.py
formats/registry_v1/facts/service_version.py formats/xpkg/facts/compositions.py formats/xpkg/facts/definitions.py
formats/xpkg/format.py formats/xpkg/overview.py formats/xpkg/sources/siblings.py golang/printing.py
inspection/files/listing.py inspection/index/opened_index.py inspection/objects/describe.py
reporting/as_html/joined.py reporting/as_html/page.py reporting/as_text/explain.py reporting/as_text/failure.py
reporting/for_ci/markdown.py reporting/for_ci/sarif.py reporting/messages/matching.py reporting/plan_markdown.py
"""
"""A text or a list for a person; no verdict, exit code or count is made of it."""
TRIED = """
formats/definitions/changes/comparing/acceptance.py formats/definitions/changes/comparing/implications.py
formats/definitions/changes/comparing/validations.py formats/definitions/changes/proofs.py
formats/definitions/samples/place_values.py formats/definitions/samples/rule_breakers.py
formats/definitions/samples/sample.py formats/definitions/samples/satisfying.py
formats/definitions/samples/witness.py formats/examples/values.py formats/xpkg/annotations/typos.py
formats/xpkg/compositions/schemas.py formats/xpkg/objects/kinds.py
formats/xpkg/rules/dependencies/checked_together.py formats/xpkg/rules/manifest/annotations.py
formats/xpkg/sets/planning.py formats/xpkg/sources/build.py sources/recognition/folders.py
sources/recognition/naming.py
"""
"""A search for an example, a proof or a hint, without which nothing is claimed."""
TOOLS = """
filesystem/changeset.py formats/definitions/objects/formats.py formats/definitions/objects/webhooks.py
formats/registry_v1/rules/files/bundle.py formats/xpkg/dependencies/references.py golang/texts.py
inspection/objects/bare_stream.py oci/json_value.py readers/image_folder.py sources/cluster/installation.py
versions/blang_range.py versions/version.py
"""
"""A limit of the tool that reads it, or of what its objects hold."""
OWN = """
fetching/cache/tag_cache.py inspection/opening/programs.py settings/crash_log.py settings/state.py
sources/registry/connecting/trust.py sources/registry/tool_settings.py sources/registry/wire.py
"""
"""What the user's own machine keeps, or a connection logs."""


def ends_of(node: ast.AST) -> set[str]:
    """The constants that end what a slice, `islice`, `range`, a loop or a function takes."""
    match node:
        case ast.Slice(upper=ast.AST() as end):
            return named(end)
        case ast.Call(func=ast.Name(id="islice" | "range"), args=[*_, end]):
            return named(end)
        case ast.Call(func=ast.Attribute(attr="islice"), args=[*_, end]):
            return named(end)
        case ast.While(test=end):
            return compared(end)
        case ast.If(test=end, body=body) if any(map(is_end, body)):
            return compared(end)
    return set()


def is_end(one: ast.AST) -> bool:
    """Whether a statement leaves a loop or a function with nothing, or with what is the same each time."""
    match one:
        case ast.Break() | ast.Continue() | ast.Return(value=None | ast.Constant() | ast.Tuple() | ast.List()):
            return True
    return isinstance(one, ast.Return) and isinstance(one.value, ast.Dict)


def compared(test: ast.AST) -> set[str]:
    """The limits with which a condition compares something by its size."""
    found = (one for one in ast.walk(test) if isinstance(one, ast.Compare))
    sized = (one for one in found if any(isinstance(by, ast.Gt | ast.GtE | ast.Lt | ast.LtE) for by in one.ops))
    names = {part.id for one in sized for part in ast.walk(one) if isinstance(part, ast.Name)}
    return {one for one in names if BOUND.fullmatch(one)}


def named(end: ast.AST) -> set[str]:
    """The constants with the name of a limit that an end is made of."""
    return {one.id for one in ast.walk(end) if isinstance(one, ast.Name) and NAME.fullmatch(one.id)}


def test_what_ends_a_reading_has_a_reason() -> None:
    cutting = {
        path.relative_to(SOURCE).as_posix()
        for path in MODULES
        if any(map(ends_of, nodes_of(path, ast.Slice, ast.Call, ast.If, ast.While)))
    }
    reasons = [one for each in (TOLD, LISTED, SHOWN, TRIED, TOOLS, OWN) for one in each.split()]
    assert len(reasons) == len(set(reasons))
    assert sorted(cutting - set(reasons)) == []
    assert sorted(set(reasons) - cutting) == []
