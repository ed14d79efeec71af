"""Whether an installation with the policies of a cluster would take the image that is open."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from xpkgtui.errors import Malformed, NotFound, Usage, XpkgError
from xpkgtui.formats.known import admission
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.referrers.attached import Attachment
from xpkgtui.inspection.referrers.contents import AttachmentReader, RegistryLibrary
from xpkgtui.inspection.referrers.keys import KeyRing
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.reference import Reference
from xpkgtui.referrers.checks import CheckedSignatures
from xpkgtui.referrers.layer import BUNDLE
from xpkgtui.referrers.referrer import ReferrerLayout, ReferrerList, What
from xpkgtui.rules.admission import AdmissionDecision, AdmissionPlan, SignedImage, TagContents
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot
from xpkgtui.visible import clip

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


def unnamed(source: OpenedSource) -> AdmissionDecision:
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
