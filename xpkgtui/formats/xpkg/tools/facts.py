"""The table of facts about versions of Crossplane; how eras read and editions parse is in their own tables.

A version is compared nowhere else: who wants to know asks a row by its name. Sources are files of crossplane, read at
the releases before and after the change. Rows are compared by minor releases; a patch that came later is named.
"""

from itertools import pairwise

from xpkgtui.rules.fact import VersionFact

MINORS = (*(f"1.{minor}" for minor in range(21)), *(f"2.{minor}" for minor in range(5)))
"""The minor releases that read packages of this form, the oldest first."""
SUPPORTED = frozenset(MINORS[MINORS.index("1.20") :])
"""Those that are still supported, with the last of Crossplane 1."""


def minor_of(version: str) -> str:
    """The minor release of a version: `v2.4.1` is one of 2.4."""
    return ".".join(version.removeprefix("v").split(".")[:2])


MAJOR_2 = VersionFact(
    says="It is a version of Crossplane 2.",
    since="2.0",
    source="tags of crossplane; go.mod has the module path of v2 since v2.0.0",
)
PIPELINES_ONLY = VersionFact(
    says="A Composition is a pipeline of functions; native resources are gone.",
    since="2.0",
    source="apis/apiextensions/v1/composition_types.go (Enum of mode) at v1.20.11 and v2.0.0",
)
_NATIVE = (*(f"1.{minor}" for minor in (*range(7), *range(8, 17), 18)), "2.0")
NATIVE_SCHEMAS = tuple(
    VersionFact(
        says=f"Native Compositions have the schema of {first}.",
        since=first,
        until=until,
        source="apiextensions.crossplane.io_compositions.yaml at v1.0.0 to v1.20.0",
    )
    for first, until in pairwise(_NATIVE)
)
COMPOSITIONS_VALIDATED = VersionFact(
    says="A webhook, which the chart enables, judges native Compositions.",
    since="1.12",
    source="apis/apiextensions/v1/composition_validation.go at v1.12.0, not at v1.11.0",
)
PATCH_SETS_KNOWN = VersionFact(
    says="That webhook refuses a patch whose patch set is not there.",
    since="1.14",
    source="apis/apiextensions/v1/composition_validation.go (validatePatchSets) at v1.13.0 and v1.14.0",
)
STEPS_JUDGED = VersionFact(
    says="The API server judges credentials and selectors of steps.",
    since="2.0",
    source="apis/apiextensions/v1/composition_common.go (XValidation) at v1.20.11 and v2.0.0",
)
CREDENTIALS_KEYED = VersionFact(
    says="The API server refuses two credentials of one name in a step.",
    since="1.16",
    source="cluster/crds/apiextensions.crossplane.io_compositions.yaml (list-type map) at v1.15.0 and v1.16.0",
)
SCOPES = VersionFact(
    says="A CompositeResourceDefinition of v1 has a scope, with which claims and conversions must fit.",
    since="2.0",
    source="apis/apiextensions/v1/xrd_types.go at v1.20.11 and v2.0.0",
)
V1_DEFINITIONS_DEPRECATED = VersionFact(
    says="The API server warns of a CompositeResourceDefinition of v1.",
    since="2.0",
    source="apis/apiextensions/v1/xrd_types.go (deprecatedversion) at v1.20.11 and v2.0.0",
)
LOWER_CASE_NAMES = VersionFact(
    says="The API server refuses capital letters in the plural and singular of a CompositeResourceDefinition of v1.",
    since="2.0",
    source="apis/apiextensions/v1/xrd_types.go (XValidation of names) at v1.20.11 and v2.0.0",
)
RUNS_ITSELF = VersionFact(
    says="The image of a package is what runs; images that the meta object names are ignored.",
    since="2.0",
    source="internal/controller/pkg/revision/runtime_function.go at v1.20.11; pkg/runtime at v2.0.0",
)
PERMISSION_REQUESTS = VersionFact(
    says="A provider may request more permissions, and gets no role unless all are allowed.",
    until="2.0",
    source="apis/pkg/meta/v1/provider_types.go at v1.20.11 and v2.0.0",
)
NO_CONTROLLER_CONFIGS = VersionFact(
    says="There are no ControllerConfigs.", since="2.0", source="cluster/crds at v1.20.11 and v2.0.0"
)
HOST_IN_DEPENDENCIES = VersionFact(
    says="A dependency names its registry; there is no default one.",
    since="2.0",
    source="internal/controller/pkg/resolver/reconciler.go (WithDefaultRegistry) at v1.20.11 and v2.0.0",
)
_DEFAULTS = {
    "xpkg.crossplane.io": VersionFact(
        says="A name without a registry is one of xpkg.crossplane.io.",
        since="1.20",
        until="2.0",
        source="internal/xpkg/name.go (DefaultRegistry) at v1.20.0 and v2.0.0",
    ),
    "xpkg.upbound.io": VersionFact(
        says="A name without a registry is one of xpkg.upbound.io.",
        since="1.15",
        until="1.20",
        source="internal/xpkg/name.go (DefaultRegistry) at v1.15.0 and v1.20.0",
    ),
}


def default_registry(version: str) -> str:
    """The registry of a package whose name has none; that of Docker Hub, and none since 2.0."""
    known = next((host for host, fact in _DEFAULTS.items() if fact.holds(version)), "")
    return known or ("" if HOST_IN_DEPENDENCIES.holds(version) else "index.docker.io")


DIGEST_IN_DEPENDENCIES = VersionFact(
    says="A dependency may name a digest as its version.",
    since="1.18",
    source="internal/controller/pkg/resolver/reconciler.go (packageDigestFmt) at v1.17.6 and v1.18.0",
)
PACKAGE_KEY_IN_DEPENDENCIES = VersionFact(
    says="A dependency may have the form apiVersion, kind and package.",
    since="1.19",
    source="apis/pkg/meta/v1/meta.go (Dependency) at v1.18.5 and v1.19.0",
)
TURNS_DEFINITIONS = VersionFact(
    says="The definitions of a provider become managed resource definitions.",
    since="2.0",
    source="internal/controller/pkg/revision/reconciler.go, internal/converter/custom_to_managed.go at v2.0.0",
)
LEAVES_CONFIGURATIONS = VersionFact(
    says="Definitions of provider configurations are not turned.",
    since="2.1",
    source="internal/converter/custom_to_managed.go at v2.0.0 and v2.1.0; the patch v2.0.2 has it too",
)
SAFE_START = VersionFact(
    says="Managed resource definitions of a provider with safe-start are inactive at first.",
    since="2.0",
    source="internal/controller/pkg/revision/reconciler.go (activationState) at v2.0.0",
)
SCALES_TO_ZERO = VersionFact(
    says="Nothing runs of a provider with safe-start until a managed resource is active.",
    since="2.4",
    source="internal/controller/pkg/runtime/runtime.go (AwaitingActivation) at v2.4.0, not at v2.3.4",
)
XRD_LABEL_ON_ROLES = VersionFact(
    says="Roles for composite resources have the label rbac.crossplane.io/xrd.",
    until="2.0",
    source="internal/controller/rbac/definition/roles.go (keyXRD) at v1.20.11 and v2.0.0",
)
OPERATES_AND_PROTECTS = VersionFact(
    says="Crossplane's own role has ops.crossplane.io and protection.crossplane.io, and not secrets.crossplane.io.",
    since="2.0",
    source="cluster/charts/crossplane/templates/clusterrole.yaml at v1.20.0 and v2.0.0",
)
GENERATIONS_IN_NAMES = VersionFact(
    says="The name of a revision has the generation of the package object in it.",
    since="2.4",
    source="internal/controller/pkg/manager/reconciler.go (packageRevisionID) at v2.3.4 and v2.4.0",
)
RENEWS_LOCK = VersionFact(
    says="The lock takes the new version of a revision whose image has a second tag; before, it kept the first one.",
    since="2.2",
    source="internal/controller/pkg/revision/dependency.go (Resolve) at v2.1.0 and v2.2.0; seen with 1.20",
)
PRUNES_LOCK = VersionFact(
    says="With upgrades, a package that satisfies none of those that ask for it does not stop the resolver.",
    since="2.2",
    source="internal/controller/pkg/resolver/reconciler.go (pruneOutdatedDependencies) at v2.1.0 and v2.2.0",
)
FINDS_REWRITTEN = VersionFact(
    says="An upgrade finds a package object whose source an ImageConfig rewrites by the source that is asked for.",
    since="2.3",
    source="internal/controller/pkg/resolver/reconciler.go (resolvedPackage) at v2.2.0 and v2.3.0",
)
KNOWS_REWRITTEN = VersionFact(
    says="An upgrade begins at the version that an ImageConfig made of the installed one.",
    since="2.1",
    source="internal/controller/pkg/resolver/reconciler.go (installedVersion) at v2.0.0, v2.1.0 and v2.3.0",
)
MANAGER_PARSES = VersionFact(
    says="The package manager parses, and a validator refuses another kind; before, the revision parsed and linted.",
    since="2.2",
    source="internal/controller/pkg/revision/reconciler.go (errValidatePackage) at v2.1.0 and v2.2.0",
)
RUNTIME_CONTROLLER = VersionFact(
    says="A controller of its own makes runtimes; before, that of revisions looked for their config first.",
    since="2.0",
    source="internal/controller/pkg/revision/reconciler.go (errManifestBuilderOptions) at v1.20.0, not at v2.0.0",
)
RUNTIMES_OF_IMAGES = VersionFact(
    says="An ImageConfig may name a runtime config.",
    since="2.2",
    source="apis/pkg/v1beta1/image_config_types.go at v2.1.8 and v2.2.0",
)
CACHED_BY_DIGEST = VersionFact(
    says="Files of the package cache are named by source and digest, whatever the pull policy.",
    since="2.2",
    source="internal/controller/pkg/revision/reconciler.go at v2.1.8, internal/xpkg/client.go (cacheKey) at v2.2.0",
)
RUNTIMES_SERVER_SIDE = VersionFact(
    says="Service and Deployment of a package are applied by the API server; before, they are created or patched.",
    since="2.4",
    source="internal/controller/pkg/runtime/runtime_provider.go (Applicator.Apply) at v2.3.0 and v2.4.0",
)
JUDGES_ADDRESSES = VersionFact(
    says="The registry client refuses realms, redirects and pages of tags that lead to private or other addresses.",
    since="2.4",
    source="go-containerregistry 0.20.7 and 0.21.8, pkg/v1/remote; later ones of 2.3 judge realms",
)
SEMVER_3_4 = VersionFact(
    says="Constraints are read by Masterminds/semver 3.4.", since="2.3", source="go.mod at v2.2.4 and v2.3.0"
)
SEMVER_3_5 = VersionFact(
    says="Constraints are read by Masterminds/semver 3.5.", since="2.4", source="go.mod at v2.3.4 and v2.4.0"
)
SKIPS_INCOMPLETE_TAGS = VersionFact(
    says="Tags such as v1 are not installed; 2.0 stands for its newest patch release.",
    since="2.0.3",
    source="internal/controller/pkg/resolver/reconciler.go at v2.0.2 and v2.0.3",
)
FUNCTION_V1BETA1 = VersionFact(
    says="Packages may be a Function of v1beta1.",
    since="1.14",
    source="internal/xpkg/scheme.go at v1.13.2 and v1.14.0",
)
FUNCTION_V1 = VersionFact(
    says="Packages may be a Function of v1.",
    since="1.17.2",
    source="internal/xpkg/lint.go (IsFunction) at v1.17.1 and v1.17.2",
)
V2_DEFINITIONS = VersionFact(
    says="Packages may have a CompositeResourceDefinition of v2.",
    since="2.0.0",
    source="internal/xpkg/lint.go at v1.20.11 and v2.0.0",
)
OPERATIONS = VersionFact(
    says="Packages may have operations.",
    since="2.0.0",
    source="internal/xpkg/lint.go (IsOperation) at v1.20.11 and v2.0.0",
)
MANAGED_DEFINITIONS = VersionFact(
    says="Packages may have managed resource definitions and activation policies.",
    since="2.0.3",
    source="internal/xpkg/lint.go (IsMRD, IsActivationPolicy) at v2.0.2 and v2.0.3",
)
_KUBERNETES = {
    release: VersionFact(
        says=f"It is built with Kubernetes 1.{release}, whose API server {does} the CEL rules of definitions.",
        since=first,
        source="go.mod (k8s.io/apiextensions-apiserver) at v1.0.0 to v2.3.4; 1.11 to 1.14 compile alike",
    )
    for first, release, does in (
        ("1", 23, "or an older one drops"),
        ("1.11", 26, "compiles"),
        ("1.13", 27, "compiles"),
        ("1.14", 28, "compiles"),
        ("1.15", 29, "compiles"),
        ("1.17", 30, "compiles"),
        ("1.18", 31, "compiles"),
        ("2.0", 33, "compiles"),
        ("2.1", 34, "compiles"),
        ("2.2", 35, "compiles"),
    )
}


def kubernetes_of(version: str) -> int:
    """The minor release of Kubernetes whose API server judges definitions for a version."""
    return max(release for release, fact in _KUBERNETES.items() if fact.holds(version))


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
FUNCTION_DEFINITIONS = VersionFact(
    says="Definitions of a Function are installed, so that two functions may want one.",
    until="2.2",
    source="internal/controller/pkg/revision/reconciler.go (SetupFunctionRevision) at v2.1.8 and v2.2.0",
)
