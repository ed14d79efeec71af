"""What one version of a package brings into a cluster."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from xpkgtui.formats.xpkg.compositions.composed_kinds import ComposedKind, composed_kinds
from xpkgtui.formats.xpkg.dependencies.lock import ClusterImageConfig, LockDependency
from xpkgtui.golang.printing import quoted
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

CRD = "CustomResourceDefinition"
MRD = "ManagedResourceDefinition"
XRD = "CompositeResourceDefinition"
COMPOSITION = "Composition"
POLICY = "ManagedResourceActivationPolicy"
_OF_CONFIGURATIONS = (XRD, COMPOSITION, POLICY, "Operation", "CronOperation", "WatchOperation")
_OF_PROVIDERS = (MRD, CRD, "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration")
ESTABLISHED: Mapping[str, tuple[str, ...]] = {"Configuration": _OF_CONFIGURATIONS, "Provider": _OF_PROVIDERS}
"""The kinds of objects that each kind of package brings; others in it are left out."""
_UNCHECKED = (
    "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the "
    "existing errors to complete validation"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtObject:
    """An object that a package, or the set itself, brings, as far as its controllers ask."""

    kind: str
    name: str
    api_version: str = ""
    """As its document has it; empty where it is known to be one that Crossplane parses."""
    defines: str = ""
    """The kind that it defines."""
    group: str = ""
    plural: str = ""
    claim: str = ""
    """The name of the CustomResourceDefinition for claims that it makes."""
    claim_kind: str = ""
    versions: tuple[str, ...] = ()
    """The versions of a definition that are served."""
    unserved: tuple[str, ...] = ()
    """Its other versions."""
    stored: str = ""
    """The version in which objects are stored."""
    calls: bool = False
    """Whether a webhook converts objects of the kind that it defines."""
    names: tuple[str, ...] = ()
    """The patterns of an activation policy, or the functions of a Composition's steps."""
    composite: tuple[str, str] = ("", "")
    """The apiVersion and kind that a Composition composes."""
    composes: tuple[ComposedKind, ...] = ()
    """What a Composition composes."""
    refusal: str = ""
    """What the API server of Crossplane 2 says where it refuses the object; empty where it takes it."""


def brought(value: object) -> BroughtObject:
    """The object of a document."""
    spec = mapping(field(value, "spec"))
    kind, group = text(field(value, "kind")), text(spec.get("group"))
    versions = listing(spec.get("versions"))
    claim = text(field(spec, "claimNames", "plural"))
    steps = listing(spec.get("pipeline"))
    names = listing(spec.get("activate")) if kind == POLICY else [field(one, "functionRef", "name") for one in steps]
    of = mapping(spec.get("compositeTypeRef"))
    stored = next((one for one in versions if "storage" in mapping(one) and mapping(one)["storage"] is True), None)
    return BroughtObject(
        kind=kind,
        name=text(field(value, "metadata", "name")),
        api_version=text(field(value, "apiVersion")),
        defines=text(field(spec, "names", "kind")),
        group=group,
        plural=text(field(spec, "names", "plural")),
        claim=f"{claim}.{group}" if claim else "",
        claim_kind=text(field(spec, "claimNames", "kind")),
        versions=tuple(text(field(one, "name")) for one in versions if mapping(one).get("served") is True),
        unserved=tuple(text(field(one, "name")) for one in versions if mapping(one).get("served") is not True),
        stored=text(field(stored, "name")),
        calls=field(spec, "conversion", "strategy") == "Webhook",
        names=tuple(map(text, names)),
        composite=(text(of.get("apiVersion")), text(of.get("kind"))),
        composes=composed_kinds(value).kinds if kind == COMPOSITION else (),
        refusal=_refusal(spec, text(field(value, "metadata", "name"))) if kind == COMPOSITION else "",
    )


def _refusal(composition: Mapping[str, object], name: str) -> str:
    """What the API server says of a Composition that is no pipeline; empty of one that is."""
    mode, steps = text(composition.get("mode")) or "Pipeline", composition.get("pipeline")
    if mode == "Pipeline" and steps:
        return ""
    said = "spec: Invalid value: an array of pipeline steps is required in Pipeline mode"
    if mode != "Pipeline":
        said = f'[{_UNCHECKED}, spec.mode: Unsupported value: {quoted(mode)}: supported values: "Pipeline"]'
    elif steps is not None:
        said = "spec.pipeline: Invalid value: 0: spec.pipeline in body should have at least 1 items"
    return f'Composition.apiextensions.crossplane.io "{name}" is invalid: {said}'


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberContents:
    """What is behind one reference."""

    digest: str = ""
    fault: str = ""
    """Why it cannot be had: what the package manager says after `cannot unpack package: `."""
    is_unreachable: bool = False
    """Whether nothing answered, so that the fault says nothing of the package."""
    invalid: str = ""
    """What its validator says, but for its kind; empty where it is valid."""
    unparsed: str = ""
    """What a revision of before 2.2 says that cannot parse it; empty where it can."""
    kind: str = ""
    """The kind of its meta object."""
    constraint: str = ""
    """The versions of Crossplane that it wants."""
    dependencies: tuple[LockDependency, ...] = ()
    family: str = ""
    """The family that its label says it is a member of."""
    is_safe_start: bool = False
    objects: tuple[BroughtObject, ...] = ()
    """In the order of its stream."""


class SetAnswers(Protocol):
    """What registries say; what was not asked yet raises `Needs`."""

    def contents(self, reference: str) -> MemberContents:
        """What is behind a reference, as it is pulled."""
        ...

    def tags(self, repository: str) -> tuple[str, ...]:
        """The tags of a repository, from where they are listed; raises `Malformed` where they cannot be."""
        ...

    def refusal(self, path: str, configs: Sequence[ClusterImageConfig]) -> str:
        """Why ImageConfigs refuse what is pulled; empty where they do not, or signatures are not verified."""
        ...
