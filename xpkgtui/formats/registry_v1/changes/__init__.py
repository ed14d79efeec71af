"""How bundles of OLM are compared: their ClusterServiceVersion, and the files of metadata/."""

from xpkgtui.formats.changes.comparison import Changes
from xpkgtui.formats.changes.objects import GROUP, KIND
from xpkgtui.formats.registry_v1.changes import installing_rules, release_rules, running_rules
from xpkgtui.formats.registry_v1.changes.metadata import compare_definitions_of_bundle, compare_metadata
from xpkgtui.formats.registry_v1.changes.service_version import compare_service_versions
from xpkgtui.formats.registry_v1.changes.workloads import compare_bindings, compare_roles
from xpkgtui.formats.registry_v1.decoding.types import type_of
from xpkgtui.formats.registry_v1.layout import CSV

_CSV = ("operators.coreos.com", CSV)
_ROLES = tuple(("rbac.authorization.k8s.io", kind) for kind in ("ClusterRole", "Role"))
_BINDINGS = tuple((group, f"{kind}Binding") for group, kind in _ROLES)
_FILE = ("", "")
"""A document without a kind, which is matched by its file."""

CHANGES = Changes(
    pairs={
        _CSV: compare_service_versions,
        _FILE: compare_metadata,
        (GROUP, KIND): compare_definitions_of_bundle,
    }
    | dict.fromkeys(_ROLES, compare_roles)
    | dict.fromkeys(_BINDINGS, compare_bindings),
    sole=frozenset({_CSV}),
    struct=lambda version, kind: type_of(f"{version} {kind}") if kind == KIND else None,
    modules=(installing_rules, running_rules, release_rules),
)
