"""What belongs to the image that is open, by its registry or its index.json; and what policies make of that."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from xpkgtui.errors import Malformed, NotFound, Usage, XpkgError
from xpkgtui.formats.known import admission
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.referrers import ReadReferrers, ReferrersRead
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.referrers.attached import Attachment, Attachments
from xpkgtui.inspection.referrers.contents import (
    AttachmentReader,
    Library,
    ReadReferrer,
    RegistryLibrary,
    own_attestations,
    subjects_of,
)
from xpkgtui.inspection.referrers.keys import KeyRing
from xpkgtui.inspection.tags.opened_repository import OpenedRepository
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.reference import Reference
from xpkgtui.referrers.checks import CheckedSignatures
from xpkgtui.referrers.layer import BUNDLE
from xpkgtui.referrers.referrer import Asked, ReferrerLayout, ReferrerList, SubjectImage, What
from xpkgtui.rules.admission import AdmissionDecision, AdmissionPlan, SignedImage, TagContents
from xpkgtui.sources.layout_index import tag_of
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot, Prefix, SourceForm
from xpkgtui.versions.tags import CompanionKind, companion_of
from xpkgtui.visible import clip, plural

_LONGEST = 300
AskedImage = tuple[AdmissionPlan, SignedImage]
"""What is chosen for an image, and what lies beside it."""
_NAMES = "Policies choose images by their names in a registry"


async def admitted(
    source: OpenedSource, policies: Sequence[str], found: ReferrerList, keys: KeyRing | None = None
) -> AdmissionDecision:
    """What is said of it; raises `Usage` where it is not in a registry, or the policies cannot be read.

    `found` is what belongs to the image by its own name; after a rewrite another image counts.
    """
    registry, root = source.fetcher.source, source.root
    if not isinstance(registry, RegistrySource) or not isinstance(root, ImageRoot):
        raise Usage(f"{_NAMES}, and this source has none.")
    plan = admission().plan(root.reference, policies)
    digest = str(root.digest)
    if plan.says or not plan.config:
        return admission().decide(plan, policies, SignedImage(digest=digest))
    bundles = [one for one in found.referrers if one.subject == digest and one.media_type.startswith(BUNDLE)]
    elsewhere = {one.subject for one in found.referrers if one.what is What.SIGNATURE and one.subject != digest}
    image = SignedImage(
        digest=digest,
        bundles=len(bundles) if found.is_signed is not None and found.asked else None,
        elsewhere=tuple(one.name for one in found.subjects if one.digest in elsewhere),
        asked=source.options.access.asked,
    )
    if plan.rewritten_by:
        image = await _pulled(plan, source.options)
    else:
        image = await _beside(registry.at(registry.reference), source.options, image)
    (decision,) = await decisions([(plan, image)], policies, keys)
    return decision


async def pulled_image(image: str, policies: Sequence[str], options: Options) -> AskedImage | None:
    """What is chosen for an image by its name, and what lies beside it; None where no policy wants it verified."""
    plan = admission().plan(image, policies)
    if plan.says:
        return plan, SignedImage(digest="")
    return (plan, await _pulled(plan, options)) if plan.config else None


async def decisions(
    asked: Sequence[AskedImage], policies: Sequence[str], keys: KeyRing | None
) -> list[AdmissionDecision]:
    """What is said of images; one process verifies all that `keys` can."""
    logs = keys.logs if keys is not None else ()

    def all_of(checked: CheckedSignatures | None) -> list[AdmissionDecision]:
        return [admission().decide(plan, policies, image, checked, logs) for plan, image in asked]

    return all_of(await keys.checked(all_of) if keys is not None else None)


async def _pulled(plan: AdmissionPlan, options: Options) -> SignedImage:
    """The image that is pulled, with what lies beside it."""
    if plan.rewritten_by:  # the user names that place
        options = replace(options, access=replace(options.access, named_by=None))
    try:
        reference = Reference.parse(plan.path)
    except Malformed as error:
        return SignedImage(digest="", fault=f"{plan.path} cannot be asked about: {error}")
    mirror = RegistrySource(reference, options.access)
    library = RegistryLibrary(mirror, options.asking)
    try:
        name = str(reference.digest or "") or reference.tag or "latest"
        opened = await library.manifest(Attachment(subject="", layout=ReferrerLayout.TAGS, name=name, tag=name))
        return await _beside(
            mirror.at(reference), options, SignedImage(digest=opened.digest, asked=options.access.asked)
        )
    except XpkgError as error:
        return SignedImage(digest="", fault=f"{plan.path} cannot be had: {clip(error.title, _LONGEST)}")
    finally:
        library.close()


def _unnamed(source: OpenedSource) -> AdmissionDecision:
    """What is said of a source that has no name in a registry."""
    return AdmissionDecision(image=source.name, path=source.name, says=f"{_NAMES}, and this source has none")


async def _beside(registry: RegistrySource, options: Options, image: SignedImage) -> SignedImage:
    """The image with what lies under the tags that cosign 1 and 2 write."""
    with closing(RegistryLibrary(registry, options.asking)) as library:
        contents = AttachmentReader(library)
        start = image.digest.replace(":", "-")
        signatures = await _under(contents, f"{start}.sig")
        return replace(image, signatures=signatures, attestations=await _under(contents, f"{start}.att"))


async def _under(contents: AttachmentReader, tag: str) -> TagContents:
    """The layers under a tag; none where there is no such tag."""
    one = Attachment(subject="", layout=ReferrerLayout.TAGS, name=tag, tag=tag)
    try:
        parsed = (await contents.manifest(one)).parsed()
        if not isinstance(parsed, Manifest):
            return TagContents(name=tag, layers=None, fault=f"{tag} is an index")
        layers = await contents.layers(parsed, tag)
    except NotFound:
        return TagContents(name=tag)
    except (XpkgError, Malformed) as error:
        return TagContents(name=tag, layers=None, fault=f"{tag} cannot be read: {clip(str(error), _LONGEST)}")
    if len(layers) < len(parsed.layers):
        fault = f"only the first {len(layers):,} of {len(parsed.layers):,} layers of {tag} were read"
        return TagContents(name=tag, layers=None, fault=fault)
    return TagContents(name=tag, layers=layers)


_LAYOUTS = (SourceForm.OCI_LAYOUT, SourceForm.OCI_ARCHIVE)
_MOST_LOOKED = 200
"""Entries of an index.json whose manifests are read for their subject."""


async def read_referrers(source: OpenedSource, request: ReadReferrers, emit: Emit) -> None:
    """Emits the list, and what policies make of the image."""
    await emit(Progressed(part=PartName.REFERRERS, what="Asking what belongs to the image"))
    trust = request.trust or source.options.trust
    keys = KeyRing.of(trust, source.pool)
    found = await referrers_of(source, keys)
    read = ReferrersRead(whole=found)
    if trust is not None:
        read = replace(read, wants_signature=trust.decides, attestation=trust.attestation)
    policies = source.options.policies
    if policies:
        faults = admission().faults(policies)
        decision = await admitted(source, policies, found, keys) if is_named(source) else _unnamed(source)
        read = replace(read, decision=decision, faults=faults)
    await emit(read)


async def judge_by_policies(source: OpenedSource) -> None:
    """Keeps what the policies of `check` make of the image, and what is odd about them."""

    policies = source.options.policies
    source.policy_faults = admission().faults(policies)
    is_asked = is_named(source)
    keys = KeyRing.of(source.options.trust, source.pool)
    source.decision = await admitted(source, policies, ReferrerList(), keys) if is_asked else _unnamed(source)


def is_named(source: OpenedSource) -> bool:
    """Whether a source has a name by which policies choose."""
    return isinstance(source.fetcher.source, RegistrySource)


async def referrers_of(source: OpenedSource, keys: KeyRing | None = None) -> ReferrerList:
    """All that belongs to the image of a source, and to each image of its index; verified by `keys`, if given."""
    root, fetching = source.root, source.fetcher.source
    if not isinstance(root, ImageRoot) or root.digest is None:
        return ReferrerList(nowhere=f"a {fetching.form.value} has no place for signatures and other referrers")
    entries = source.index.index.manifests if source.index is not None else ()
    subjects = _subjects(source, root, entries)
    own = own_attestations(entries)
    if isinstance(fetching, RegistrySource):
        return await _of_registry(source, source.options.asking, fetching, subjects, own, keys)
    if fetching.form in _LAYOUTS:
        return await _of_layout(source, root, subjects, own, keys)
    return ReferrerList(
        subjects=subjects, nowhere=f"a source of the form {fetching.form.value} has no place for referrers"
    )


def _subjects(source: OpenedSource, root: ImageRoot, entries: Sequence[Descriptor]) -> tuple[SubjectImage, ...]:
    """The root and the images of its index; of a layout that is taken as the index, only these."""
    beside = {str(one.digest) for one in root.beside}
    is_whole = root.is_chosen or not any(str(one.digest) in beside for one in entries)
    found = [SubjectImage(digest=str(root.digest), name="index" if source.index is not None else "image")]
    platforms = {str(one.digest): str(one.platform or "") for one in entries}
    found += [SubjectImage(digest=digest, name=platforms[digest] or "image") for digest in subjects_of(entries)]
    return tuple(found if is_whole else found[1:])


async def _of_registry(
    source: OpenedSource,
    options: Options,
    registry: RegistrySource,
    subjects: Sequence[SubjectImage],
    own: Sequence[Attachment],
    keys: KeyRing | None,
) -> ReferrerList:
    name = f"{Prefix.REGISTRY.value}{registry.reference.name}"
    with (
        closing(OpenedRepository(name, options, source=registry)) as repository,
        closing(RegistryLibrary(registry.at(registry.reference), options)) as library,
    ):
        asking = Attachments(registry, repository, source.pool, is_offline=options.access.offline)
        attachments = await asking.of([one.digest for one in subjects])
        contents = AttachmentReader(library)
        found = await _read(contents, subjects, (*attachments, *own), asking.asked, keys)
        source.attached = contents.payloads
        return replace(found, unread=asking.unread or found.unread)


async def _of_layout(
    source: OpenedSource,
    root: ImageRoot,
    subjects: Sequence[SubjectImage],
    own: Sequence[Attachment],
    keys: KeyRing | None,
) -> ReferrerList:
    contents = AttachmentReader(Library(source.fetcher))
    wanted = {one.digest for one in subjects}
    attachments: list[Attachment] = []
    fault = ""
    _unnamed = []
    for entry in root.beside:
        companion = companion_of(tag_of(entry))
        if companion is None:
            _unnamed.append(entry)
        elif companion.digest in wanted:
            is_list = companion.kind is CompanionKind.REFERRERS
            layout = ReferrerLayout.FALLBACK if is_list else ReferrerLayout.TAGS
            attachments.append(
                Attachment(
                    subject=companion.digest, layout=layout, name=tag_of(entry), descriptor=entry, is_list=is_list
                )
            )
    for entry in _unnamed[:_MOST_LOOKED]:
        one = Attachment(subject="", layout=ReferrerLayout.REFERRERS, name=str(entry.digest), descriptor=entry)
        try:
            parsed = (await contents.manifest(one)).parsed()
        except (XpkgError, Malformed) as error:
            fault = fault or f"an entry of index.json cannot be read: {clip(str(error), 200)}"
            continue
        if isinstance(parsed, Manifest) and parsed.subject is not None and str(parsed.subject.digest) in wanted:
            subject = str(parsed.subject.digest)
            attachments.append(
                Attachment(subject=subject, layout=ReferrerLayout.REFERRERS, name=one.name, descriptor=entry)
            )
    if len(_unnamed) > _MOST_LOOKED:
        fault = fault or f"only {_MOST_LOOKED} of {len(_unnamed):,} entries of index.json were read"
    once = {(one.subject, one.name): one for one in attachments}
    attached = {attachment.name for attachment in attachments}
    subjects = tuple(subject for subject in subjects if subject.digest not in attached)
    asked = tuple(
        Asked(layout=layout, answer=f"{plural(len(root.beside), 'other entry', 'other entries')} in index.json")
        for layout in (ReferrerLayout.TAGS, ReferrerLayout.REFERRERS, ReferrerLayout.FALLBACK)
    )
    found = await _read(contents, subjects, (*once.values(), *own), asked, keys)
    source.attached = contents.payloads
    return replace(found, unread=found.unread or fault)


async def _read(
    contents: AttachmentReader,
    subjects: Sequence[SubjectImage],
    attachments: Sequence[Attachment],
    asked: tuple[Asked, ...],
    keys: KeyRing | None,
) -> ReferrerList:
    """Reads attachments; what two layouts have is listed once for each digest and subject."""
    rows: dict[tuple[str, str], list[ReadReferrer]] = {}
    async for some in contents.referrers(attachments):
        for one in some:
            rows.setdefault((one[0].subject, one[0].digest or one[0].reference), []).append(one)
    read: list[ReadReferrer] = []
    for group in rows.values():
        first = group[0][0].layout
        read += [one for one in group if one[0].layout is first]
    found = await keys.verified(read) if keys else [one for one, _ in read]
    order = {one.digest: number for number, one in enumerate(subjects)}
    found.sort(key=lambda one: order.get(one.subject, len(order)))
    return ReferrerList(subjects=tuple(subjects), asked=asked, referrers=tuple(found), unread=contents.fault)
