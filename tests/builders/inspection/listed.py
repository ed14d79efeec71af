"""What commands list, as values: tags, referrers, dependencies and images of every sort, by the name of each."""

from collections.abc import Mapping
from dataclasses import replace

from builders.screens.dependencies import AWS_EKS, FITTING, World
from builders.screens.referrers import AMD, ASKED, ATTESTED, DECIDED, FAULT, FOUND, INDEX, MOVED, SIGNATURE

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.dependencies.needed import (
    AskedBy,
    DefinitionClash,
    DependencyEdge,
    DependencyRemark,
    DependencyTree,
    ImageFacts,
    NeededPackage,
    PackageState,
)
from xpkgtui.formats.used_images.needed_images import ImageList, ImageUse, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.listing import Gone, TagLook, TagsListed, TagsLooked
from xpkgtui.readers.reader import Sign
from xpkgtui.referrers.referrer import ReferrerLayout, ReferrerList, Standing, What
from xpkgtui.reporting.contents.image_list import ListedImages
from xpkgtui.reporting.contents.needed_packages import NeededPackages
from xpkgtui.reporting.contents.referrer_list import ListedReferrers
from xpkgtui.reporting.contents.repository_tags import RepositoryTags
from xpkgtui.rules.admission import PolicyFault
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.tags import TagKind, TagReading, in_order

_ONE, _TWO, _NOON = f"sha256:{'1' * 64}", f"sha256:{'2' * 64}", 1_789_214_400.0
_FAILURE = Failure(
    kind=FailureKind.NETWORK, title="no answer.", tried=("https",), hint="try again", suggestions=("a",)
)
_SOURCE = Inspection(source="host.example/a/b:v1.0.0")


def listed_tags(*names: str, looks: tuple[TagLook, ...] = (), **more: object) -> RepositoryTags:
    """The tags of a repository, looked at as far as is said."""
    ordered = in_order(names)
    kinds = [tag.kind for tag in ordered]
    event = TagsListed(
        repository="host.example/a/b",
        names=tuple(tag.name for tag in ordered),
        releases=kinds.count(TagKind.RELEASE),
        prereleases=kinds.count(TagKind.PRERELEASE),
        **more,  # type: ignore[arg-type]
    )
    return RepositoryTags(repository="a/b").with_list(event).with_looks(TagsLooked(looks=looks))


_LOOK = TagLook(name="", size=21_800_000, created="2026-08-14T09:00:00Z", platforms=("linux/amd64", "linux/arm64"))
_LOOKS = (
    replace(_LOOK, name="v1.1.0", digest=_ONE, base=2, signed=False),
    replace(_LOOK, name="v1.0.0", digest=_TWO, was=f"sha256:{'3' * 64}", was_at=_NOON, signed=True),
    replace(_LOOK, name="main", digest=_ONE, created="long ago", platforms=(), size=None),
    replace(_LOOK, name="v1", digest=f"sha256:{'4' * 64}", was=_ONE, was_at=1e20),
    TagLook(name="v2.0.0-rc.1", problem="no tag v2.0.0-rc.1."),
)
_COMPANIONS = tuple(f"sha256-{_ONE[7:]}{suffix}" for suffix in (".sig", ".att", ".sbom", ""))
_NAMES = ("v1.1.0", "v1.0.0", "v2.0.0-rc.1", "main", "v1", "v0.9.0", *_COMPANIONS, f"sha256-{'9' * 64}.sig")
_GONE = (Gone(name="v0.1.0", at=_NOON, digest=_TWO), Gone(name="v0.2.0", at=_NOON))
_OLD = TagReading(skips_incomplete=False)
_MANY = tuple(f"v1.{number}.0" for number in range(201))


def tags() -> Mapping[str, RepositoryTags]:
    """Repositories with tags."""
    whole = listed_tags(*_NAMES, looks=_LOOKS, gone=_GONE, stale="cached 12 min ago")
    return {
        "looked at": whole,
        "not looked at": listed_tags(*_NAMES, is_cut=True),
        "one look": listed_tags(*_NAMES, is_cut=True, looks=_LOOKS[:1], gone=_GONE[:1]),
        "satisfied": replace(whole, constraint=Constraint.parse(">=v1.0.0")),
        "satisfied for an upgrade": replace(listed_tags("v1", "v2"), constraint=Constraint.parse("v1.0.0")),
        "not satisfied": replace(whole, constraint=Constraint.parse(">v9")),
        "of an old Crossplane": replace(listed_tags("v1", "v2.0", "main", reading=_OLD), crossplane="1.20"),
        "no release": listed_tags("v2.0.0-rc.1", "main"),
        "no version": listed_tags("main"),
        "no tags": listed_tags(),
        "no answer": RepositoryTags(repository="a/b", failure=_FAILURE),
        "no answer to looks": replace(whole, failure=_FAILURE, gone=()),
        "many": listed_tags(*_MANY[:200]),
        "too many": listed_tags(*_MANY),
    }


def referrers() -> Mapping[str, ListedReferrers]:
    """What belongs to images, and what policies make of it."""
    verified = replace(SIGNATURE, standing=Standing.VERIFIED, by="the key a.pub")
    logless = replace(SIGNATURE, is_logged=False, signer=None, says="it is damaged", standing=Standing.FAILED)
    software = ATTESTED.software
    assert software is not None
    assert SIGNATURE.signer is not None
    plain = replace(SIGNATURE, what=What.OTHER, media_type="text/plain", is_signed=False, signer=None, is_logged=None)
    sorts = (
        *(replace(plain, what=one, digest="", media_type="", reference=one.value) for one in What),
        replace(ATTESTED, software=None, signer=None),
        replace(ATTESTED, software=replace(software, licenses=(), more_licenses=0)),
        replace(ATTESTED, what=What.SBOM, software=replace(software, licenses=software.licenses * 2)),
        replace(ATTESTED, software=replace(software, licenses=software.licenses * 2, more_licenses=0, components=1)),
        replace(SIGNATURE, signer=replace(SIGNATURE.signer, subject="", key="")),
        replace(SIGNATURE, signer=replace(SIGNATURE.signer, subject="", key="aGludA==", commit="", at="")),
        replace(plain, layout=ReferrerLayout.INDEX, subject="sha256:" + "7" * 64),
    )

    def listed(*found: object, unread: str = "", nowhere: str = "", known: bool = True) -> ReferrerList:
        asked = tuple(one for one in ASKED if one.is_known or not known)
        whole = replace(FOUND, referrers=found, asked=asked)  # type: ignore[arg-type]
        return replace(whole, unread=unread, nowhere=nowhere)

    def of(whole: ReferrerList, **more: object) -> ListedReferrers:
        return ListedReferrers(inspection=_SOURCE, list=whole, **more)  # type: ignore[arg-type]

    attestation = {"wants_signature": True, "attestation": ATTESTED.predicate}
    good = replace(DECIDED.steps[-1], sign=Sign.OK)
    accepted = replace(DECIDED, accepted=True, says="", steps=(*DECIDED.steps[:-1], good), voices=())
    unsigned = replace(DECIDED, accepted=True, says="", steps=DECIDED.steps[:2])
    said = PolicyFault(rule="XPKG223", config="ours", message="it verifies nothing", says="no authorities")
    return {
        "found": of(FOUND),
        "all sorts": of(listed(*sorts, unread="only the first 2 manifests were read", known=False)),
        "verified": of(listed(verified, logless, ATTESTED), wants_signature=True),
        "attested": of(
            listed(logless, replace(ATTESTED, subject=INDEX, standing=Standing.VERIFIED, by="a.pub")), **attestation
        ),
        "not verified": of(listed(logless, ATTESTED), wants_signature=True),
        "not verified, only attested": of(
            listed(replace(ATTESTED, subject=INDEX, standing=Standing.VERIFIED, by="a.pub")), wants_signature=True
        ),
        "not verified, and not whole": of(listed(logless, known=False), wants_signature=True),
        "verified, of a platform": of(listed(replace(verified, subject=AMD), MOVED)),
        "nothing": of(listed()),
        "nothing, and no answer": of(listed(known=False)),
        "nothing, and more unread": of(listed(unread="the registry sent 502")),
        "nowhere": of(listed(nowhere="a stream has no place for them")),
        "refused by a policy": of(FOUND, decision=DECIDED, faults=(FAULT, said)),
        "undecided by a policy": of(FOUND, decision=replace(DECIDED, accepted=None, says="not verified", voices=())),
        "accepted by a policy": of(listed(verified), decision=accepted),
        "accepted without authorities": of(listed(), decision=unsigned),
        "of no policy": of(listed(), decision=replace(unsigned, config="")),
        "no answer": ListedReferrers(inspection=_SOURCE, failure=_FAILURE),
        "too many": of(listed(*([replace(plain, subject=INDEX)] * 101))),
        "many": of(listed(*([replace(plain, subject=INDEX)] * 100))),
    }


def _needed(*packages: NeededPackage, **more: object) -> NeededPackages:
    root = NeededPackage(package="r.example/a/root", kind="Configuration", version="v1.0.0", state=PackageState.MET)
    asked = AskedBy(package=root.package, constraint=">=v1")
    found = tuple(replace(one, asked_by=(asked,)) for one in packages)
    edges = tuple(
        DependencyEdge(source=root.package, target=one.package, constraint=">=v1", is_met=_MET.get(one.state))
        for one in found
    )
    values = {"resolver": "Crossplane 2.4", "is_resolved": True, "packages": (root, *found), "edges": edges}
    return NeededPackages(inspection=_SOURCE, tree=DependencyTree(**(values | more)))  # type: ignore[arg-type]


_MET = {
    PackageState.MET: True,
    PackageState.INSTALLED: True,
    PackageState.CONFLICT: False,
    PackageState.MISSING: False,
    PackageState.CYCLE: False,
}


def _package(name: str, state: PackageState, kind: str = "Provider", **more: object) -> NeededPackage:
    return NeededPackage(package=f"r.example/a/{name}" if name else "", kind=kind, state=state, **more)  # type: ignore[arg-type]


def needed() -> Mapping[str, NeededPackages]:
    """Packages that packages need."""
    met, missing, unknown = PackageState.MET, PackageState.MISSING, PackageState.UNKNOWN
    image = ImageFacts(digest=_ONE, size=2_000, platforms=("linux/amd64",), definitions=3, composites=1)
    clashes = tuple(
        DefinitionClash(definition=f"x{number}.example.org", packages=("r/a", "r/b", "r/c"), says="not controlled")
        for number in range(21)
    )
    return {
        "conflicting": NeededPackages(inspection=_SOURCE, tree=World(AWS_EKS).resolved()),
        "fitting": NeededPackages(inspection=_SOURCE, tree=World(FITTING).resolved()),
        "direct": NeededPackages(inspection=_SOURCE, tree=World(AWS_EKS).direct()),
        "no answer": NeededPackages(inspection=_SOURCE, failure=_FAILURE),
        "alone": _needed(),
        "every state": _needed(
            *(_package(state, state, version="v1.1.0") for state in PackageState),
            *(_package(f"{state}-none", state, kind="Function") for state in PackageState),
            _package("refused", missing, version="v1.0.0", says="signature", outcome="It stays."),
            _package("priced", met, version="v2", is_priced=True, image=image, reference="r.example/a/priced@x"),
            _package("", unknown, says="no answer"),
        ),
        "of an operator": _needed(
            *(_package(kind, missing, kind=kind) for kind in ("API", "Constraint", "Label", "Package", "CRD")),
            _package("api", met, kind="API", serves=("v1", "v2")),
            _package("label", met, kind="Label", serves=("v1",)),
            _package("bundle", met, kind="Bundle", version="1.0.0"),
        ),
        "clashing": _needed(
            *(_package(name, met, version="v1", image=image) for name in ("b", "c")),
            clashes=clashes,
            remarks=(
                DependencyRemark(message="it is old", fix="take another", packages=("r.example/a/b",)),
                DependencyRemark(message="it is odd"),
            ),
        ),
        "one clash": _needed(_package("b", met, version="v1"), clashes=clashes[:1]),
        "unread": _needed(_package("b", unknown), unread="the registry sent 502"),
        "not asked": _needed(_package("b", unknown), _package("c", unknown), _package("d", met, version="v1")),
        "one": _needed(
            _package("b", met, version="v1", reference="r.example/a/b:v1", image=replace(image, size=None))
        ),
        "why": replace(
            NeededPackages(inspection=_SOURCE, tree=_needed(_package("b", met, version="v1")).tree), wanted="r/root"
        ),
    }


def images() -> Mapping[str, ListedImages]:
    """Images that packages need."""
    root = _SOURCE.source
    uses = tuple(ImageUse(package=f"r.example/a/p{number}", place=f"spec.{number}") for number in range(4))
    package = NeededImage(reference=root, spelled=root, role=ImageRole.PACKAGE, uses=(ImageUse(package=root),))
    runtime = replace(package, reference=f"r.example/x@{_ONE}", spelled="r.example/x", role=ImageRole.RUNTIME)
    every = tuple(f"linux/{name}" for name in ("amd64", "arm64", "arm", "s390x", "ppc64le"))
    found = (
        replace(package, digest=_ONE, size=2_000, size_all=9_000_000, platforms=every[:4]),
        replace(runtime, digest=_ONE, size=5, size_all=6, platforms=every, uses=uses, pulled="mirror.example/x"),
        replace(runtime, reference="r.example/y:v1", listed=False, uses=uses[:3], more_uses=7, signed=True),
        replace(runtime, reference="r.example/z", is_open=True, uses=uses[:1], signed=False),
        replace(runtime, reference="bad", fault="it cannot be had", uses=uses[:2]),
    )

    def of(*images: NeededImage, **more: object) -> ListedImages:
        return ListedImages(inspection=_SOURCE, list=ImageList(images=images, **more))  # type: ignore[arg-type]

    return {
        "all sorts": of(
            *found, remarks=("one is named and not needed",), is_asked=True, is_resolved=True, is_met=True
        ),
        "not asked": of(*found[:3], unread="the registry sent 502"),
        "not met": of(found[0], is_asked=True, is_resolved=True, is_met=False),
        "alone": of(package),
        "none": of(),
        "no answer": ListedImages(inspection=_SOURCE, failure=_FAILURE),
        "too many": of(*(replace(runtime, reference=f"r.example/x{one}", fault="gone") for one in range(201))),
        "unlisted": of(*(replace(runtime, reference=f"r.example/x{one}:v1", listed=False) for one in range(21))),
        "remarked": of(package, remarks=tuple(f"remark {number}" for number in range(21))),
    }
