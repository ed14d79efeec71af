"""The table of facts about versions of Crossplane; how eras read and editions parse is in their own tables.

A version is compared nowhere else: who wants to know asks a row by its name.
"""

from xpkgtui.rules.fact import VersionFact

MINORS = (*(f"1.{minor}" for minor in range(21)), *(f"2.{minor}" for minor in range(5)))
"""The minor releases that read packages of this form, the oldest first."""
SUPPORTED = frozenset(MINORS[MINORS.index("1.20") :])
"""Those that are still supported, with the last of Crossplane 1."""

MAJOR_2 = VersionFact(says="It is a version of Crossplane 2.", since="2.0", source="releases of crossplane")
PIPELINES_ONLY = VersionFact(
    says="A Composition is a pipeline of functions; native resources are gone.",
    since="2.0",
    source="apis/apiextensions/v1/composition_types.go",
)
STEPS_JUDGED = VersionFact(
    says="The API server judges credentials and selectors of steps.",
    since="2.0",
    source="apis/apiextensions/v1/composition_common.go",
)
SCOPES = VersionFact(
    says="A CompositeResourceDefinition of v1 has a scope, with which claims and conversions must fit.",
    since="2.0",
    source="apis/apiextensions/v1/xrd_types.go",
)
V1_DEFINITIONS_DEPRECATED = VersionFact(
    says="The API server warns of a CompositeResourceDefinition of v1.",
    since="2.0",
    source="apis/apiextensions/v1/xrd_types.go",
)
LOWER_CASE_NAMES = VersionFact(
    says="The API server refuses capital letters in the plural and singular of a CompositeResourceDefinition of v1.",
    since="2.0",
    source="apis/apiextensions/v1/xrd_types.go",
)
RUNS_ITSELF = VersionFact(
    says="The image of a package is what runs; images that the meta object names are ignored.",
    since="2.0",
    source="apis/pkg/meta/v1; internal/controller/pkg/runtime",
)
PERMISSION_REQUESTS = VersionFact(
    says="A provider may request more permissions, and gets no role unless all are allowed.",
    until="2.0",
    source="apis/pkg/meta/v1; internal/controller/rbac/provider/roles",
)
NO_CONTROLLER_CONFIGS = VersionFact(says="There are no ControllerConfigs.", since="2.0", source="apis/pkg/v1alpha1")
HOST_IN_DEPENDENCIES = VersionFact(
    says="A dependency names its registry; there is no default one.",
    since="2.0",
    source="internal/controller/pkg/resolver/reconciler.go",
)
DIGEST_IN_DEPENDENCIES = VersionFact(
    says="A dependency may name a digest as its version.",
    since="1.18",
    source="internal/controller/pkg/resolver/reconciler.go",
)
PACKAGE_KEY_IN_DEPENDENCIES = VersionFact(
    says="A dependency may have the form apiVersion, kind and package.",
    since="1.19",
    source="internal/controller/pkg/revision/dependency.go",
)
TURNS_DEFINITIONS = VersionFact(
    says="The definitions of a provider become managed resource definitions.",
    since="2.0",
    source="internal/controller/pkg/revision (safe-start)",
)
LEAVES_CONFIGURATIONS = VersionFact(
    says="Definitions of provider configurations are not turned.",
    since="2.1",
    source="internal/controller/pkg/revision (safe-start)",
)
SAFE_START = VersionFact(
    says="Managed resource definitions of a provider with safe-start are inactive at first.",
    since="2.1",
    source="internal/controller/pkg/revision (safe-start)",
)
SCALES_TO_ZERO = VersionFact(
    says="Nothing runs of a provider with safe-start until a managed resource is active.",
    since="2.4",
    source="internal/controller/pkg/runtime",
)
XRD_LABEL_ON_ROLES = VersionFact(
    says="Roles for composite resources have the label rbac.crossplane.io/xrd.",
    until="2.0",
    source="internal/controller/rbac/definition/roles.go",
)
GENERATIONS_IN_NAMES = VersionFact(
    says="The name of a revision has the generation of the package object in it.",
    since="2.4",
    source="internal/controller/pkg/manager",
)
CACHED_BY_DIGEST = VersionFact(
    says="Files of the package cache are named by source and digest, whatever the pull policy.",
    since="2.2",
    source="internal/xpkg/cache.go",
)
SEMVER_3_4 = VersionFact(
    says="Constraints are read by Masterminds/semver 3.4.", since="2.3", source="go.mod of crossplane 2.3"
)
SEMVER_3_5 = VersionFact(
    says="Constraints are read by Masterminds/semver 3.5.", since="2.4", source="go.mod of crossplane 2.4"
)
SKIPS_INCOMPLETE_TAGS = VersionFact(
    says="Tags such as v1 are not installed; 2.0 stands for its newest patch release.",
    since="2.0.3",
    source="internal/controller/pkg/resolver/reconciler.go",
)
FUNCTION_V1BETA1 = VersionFact(
    says="Packages may be a Function of v1beta1.", since="1.14", source="internal/xpkg/scheme.go, release by release"
)
FUNCTION_V1 = VersionFact(
    says="Packages may be a Function of v1.", since="1.17.2", source="internal/xpkg/scheme.go, release by release"
)
V2_DEFINITIONS = VersionFact(
    says="Packages may have a CompositeResourceDefinition of v2.",
    since="2.0.0",
    source="internal/xpkg/lint.go, release by release",
)
OPERATIONS = VersionFact(
    says="Packages may have operations.", since="2.0.0", source="internal/xpkg/lint.go, release by release"
)
MANAGED_DEFINITIONS = VersionFact(
    says="Packages may have managed resource definitions and activation policies.",
    since="2.1.0",
    source="internal/xpkg/lint.go, release by release",
)
ROOT_RULES = VersionFact(
    says="CEL rules at the root of a composite definition's schema are taken over.",
    since="2.2",
    source="internal/xcrd/crd.go (genCrdVersion) at v2.1.8 and v2.2.0",
)
PART_RULES = VersionFact(
    says="CEL rules and descriptions of spec and status of a composite definition's schema are taken over.",
    since="1.14",
    source="internal/xcrd/crd.go (genCrdVersion) at v1.13.0 and v1.14.0",
)
ALTERNATIVES = VersionFact(
    says="oneOf of spec and status of a composite definition's schema is taken over.",
    since="1.15",
    source="internal/xcrd/crd.go (genCrdVersion) at v1.14.0 and v1.15.0",
)
KEEPS_UNKNOWN = VersionFact(
    says="x-kubernetes-preserve-unknown-fields of spec of a composite definition's schema is taken over.",
    since="1.17",
    source="internal/xcrd/crd.go (genCrdVersion) at v1.16.0 and v1.17.0",
)
SCALES = VersionFact(
    says="The scale subresource of a composite definition is taken over.",
    since="2.3",
    source="internal/xcrd/crd.go at v2.2.4; crossplane-runtime pkg/xcrd/crd.go at v2.3.0",
)
