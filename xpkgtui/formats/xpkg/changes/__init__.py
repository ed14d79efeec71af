"""How packages of Crossplane are compared: what only their kinds have, and what no single object says."""

from xpkgtui.formats.changes.comparison import Changes
from xpkgtui.formats.changes.objects import GROUP, KIND
from xpkgtui.formats.xpkg.changes import composite_rules, managed_rules, operation_rules, webhook_rules
from xpkgtui.formats.xpkg.changes.composite_rules import compare_composites
from xpkgtui.formats.xpkg.changes.compositions import composition_rules
from xpkgtui.formats.xpkg.changes.compositions.compositions import (
    COMPOSITION,
    choices_of_compositions,
    compare_compositions,
)
from xpkgtui.formats.xpkg.changes.managed_rules import (
    MANAGED,
    POLICY,
    compare_definitions_of_provider,
    compare_managed,
    compare_policies,
)
from xpkgtui.formats.xpkg.changes.meta_objects import meta_rules
from xpkgtui.formats.xpkg.changes.meta_objects.meta import compare_metas
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS, META_GROUP, PACKAGES
from xpkgtui.formats.xpkg.objects.shapes import definition_of

CHANGES = Changes(
    pairs={
        (GROUP, KIND): compare_definitions_of_provider,
        (EXTENSIONS, "CompositeResourceDefinition"): compare_composites,
        (EXTENSIONS, COMPOSITION): compare_compositions,
        (EXTENSIONS, MANAGED): compare_managed,
        (EXTENSIONS, POLICY): compare_policies,
        **{(operation_rules.GROUP, kind): operation_rules.compare_operations for kind in operation_rules.KINDS},
        **{
            (webhook_rules.GROUP, kind): webhook_rules.compare_webhooks
            for kind in (webhook_rules.VALIDATING, webhook_rules.MUTATING)
        },
        **{(META_GROUP, kind): compare_metas for kind in PACKAGES},
    },
    sides=choices_of_compositions,
    struct=definition_of,
    modules=(composite_rules, composition_rules, managed_rules, operation_rules, webhook_rules, meta_rules),
)
