"""The image that is installed in a cluster, opened in its registry by its digest; and what else the cluster has."""

from dataclasses import replace

from xpkgtui.errors import NotFound, XpkgError
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, OnExchange
from xpkgtui.sources.cluster import installation
from xpkgtui.sources.cluster.installation import InstalledImage
from xpkgtui.sources.cluster.kubectl import ClusterClient, Kubectl
from xpkgtui.sources.cluster.naming import ClusterName, parse
from xpkgtui.sources.recognition import naming
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import Prefix, Source


def open_installed(
    text: str, access: Access, on_exchange: OnExchange | None = None, cluster: ClusterClient | None = None
) -> Source:
    """The image that is installed under the name in `text`, a SOURCE without its `kube:`.

    `cluster` is asked, or else kubectl.

    Raises `Usage`, and `NotFound`, `Unauthorized` or `Unreachable` of the cluster or the registry.
    """
    name = parse(text)
    cluster = cluster or _kubectl(name, access)
    image = installation.find(name, cluster)
    reference = naming.reference(image.reference)
    source = RegistrySource(reference, access, on_exchange=on_exchange)
    try:
        pinned, notes = _pinned(name, image, source, cluster)
    except BaseException:
        source.close()
        raise
    source.reference, source.installed = pinned, replace(image.state, notes=notes)
    return source


def lock_and_configs(source: str, access: Access) -> tuple[str, str]:
    """The Lock and the ImageConfigs of the cluster that a SOURCE is in, as JSON; empty where there are none."""
    return installation.lock_and_configs(_kubectl(_name(source), access))


def installed_set(context: str, access: Access) -> str:
    """What is installed in the cluster of a context, or of the current one, as documents of JSON."""
    return installation.installed_set(Kubectl(context, access.environment, offline=access.offline))


def stored_versions(
    source: str, definitions: tuple[str, ...], access: Access
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What the cluster of a SOURCE has in `status.storedVersions` of definitions, by their names."""
    name = _name(source)
    return installation.stored_versions(name, definitions, _kubectl(name, access))


def _name(source: str) -> ClusterName:
    return parse(source.removeprefix(Prefix.CLUSTER))


def _kubectl(name: ClusterName, access: Access) -> Kubectl:
    return Kubectl(name.context, access.environment, offline=access.offline)


def _pinned(
    name: ClusterName, image: InstalledImage, source: RegistrySource, cluster: ClusterClient
) -> tuple[Reference, tuple[str, ...]]:
    """The reference with the digest that is installed, and what is to be said of its tag."""
    reference = source.reference
    if reference.digest is not None and reference.tag is None:
        return reference, ()
    tag, now = reference.tag or "latest", None
    why = ""
    try:
        now = source.at(reference.tagged(tag)).resolve().digest
    except XpkgError as error:
        if reference.digest is None and not image.mark:
            raise
        why = error.title
    installed = reference.digest
    if installed is None and image.mark:
        installed = now if now is not None and image.is_made_of(now) else _running(name, image, cluster, why, now)
    note = _note(tag, installed, now, why)
    pinned = installed or now
    return (reference.pinned(pinned) if pinned is not None else reference), ((note,) if note else ())


def _running(
    name: ClusterName, image: InstalledImage, cluster: ClusterClient, why: str, now: Digest | None
) -> Digest:
    """The digest that pods run; raises `NotFound` where none of them runs what the revision was made of."""
    tried = [f"{image.reference}: {why or f'names {now} now, which is not what is installed'}"]
    try:
        found = next(installation.running(image, cluster), None) if image.revision else None
        tried.append("no pod of the revision runs what it was made of")
    except XpkgError as error:
        found = None
        tried.append(f"its pods: {error.title}")
    if found is None:
        raise NotFound(
            f"{name.title} is installed from an image of which the cluster keeps only a mark: {image.mark}",
            hint=f"Open what its tag names now: {image.reference}",
            tried=tuple(tried),
        )
    return found


def _note(tag: str, installed: Digest | None, now: Digest | None, why: str) -> str:
    if installed is None:
        return f"The cluster names no digest: this is what the tag {tag} names now, which may be another image."
    if now is None:
        return f"What the tag {tag} names now is not known: {why.rstrip('.')}."
    if now != installed:
        return f"The tag {tag} names another image now ({now}); this is the one that is installed."
    return ""
