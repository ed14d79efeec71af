"""The objects that the resolver reads: the lock of what is installed, and ImageConfigs that rewrite references."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from xpkgtui.errors import Malformed, Usage, parsed
from xpkgtui.formats.cluster_objects import objects_of
from xpkgtui.formats.dependencies.needed import AskedBy, DependencyEdge, DependencyTree, NeededPackage
from xpkgtui.formats.dependencies.questions import ContentsOf, RootPackage, TagsOf
from xpkgtui.formats.used_images.used import RedirectedImage, Redirection
from xpkgtui.formats.xpkg.dependencies.entries import Dependency
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, dns_label, versioned
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

KIND = "ImageConfig"
_MOST = 1_000
"""Prefixes of one config."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterImageConfig:
    """One ImageConfig of a cluster."""

    name: str
    prefixes: tuple[str, ...]
    """The beginnings of images that it is for, as text: a prefix need not end with a part of a path."""
    rewrite: str | None = None
    """The prefix that takes the place of the one that matches; None if it rewrites nothing."""
    pull_secret: str = ""
    verification: Mapping[str, Any] | None = None


def limited(values: Sequence[Any], what: str, name: str, most: int) -> Sequence[Any]:
    """Returns the values; raises `Usage` where there are too many, because part of a policy is another policy."""
    if len(values) > most:
        raise Usage(f"The {KIND} {clip(name, 100)} has {len(values):,} {what}; at most {most:,} are read.")
    return values


def image_config(value: object) -> ClusterImageConfig | None:
    """The config of an object; None if it is of another kind. Raises `Usage` where it is too large."""
    if field(value, "kind") != KIND:
        return None
    spec = mapping(field(value, "spec"))
    name = text(field(value, "metadata", "name"))
    matches = limited(listing(spec.get("matchImages")), "prefixes", name, _MOST)
    rewrite, verification = (spec.get(key) for key in ("rewriteImage", "verification"))
    return ClusterImageConfig(
        name=name,
        prefixes=tuple(text(field(one, "prefix")) for one in matches),
        rewrite=None if rewrite is None else text(field(rewrite, "prefix")),
        pull_secret=text(field(spec, "registry", "authentication", "pullSecretRef", "name")),
        verification=None if verification is None else mapping(verification),
    )


def chosen(
    image: str, configs: Iterable[ClusterImageConfig], speaks: Callable[[ClusterImageConfig], bool]
) -> ClusterImageConfig | None:
    """The config with the longest prefix among those that speak of a purpose; of equal ones the first."""
    found, longest = None, 0
    for config in configs:
        if not speaks(config):
            continue
        for prefix in config.prefixes:
            if image.startswith(prefix) and len(prefix.encode()) > longest:
                found, longest = config, len(prefix.encode())
    return found


def rewritten(image: str, configs: Sequence[ClusterImageConfig]) -> tuple[str, str]:
    """The image that is pulled instead, and the name of the config that says so; the image and "" if none does.

    Raises `Malformed` with Crossplane's message where the config does not say what takes the prefix's place.
    """
    config = chosen(image, configs, lambda one: one.rewrite is not None)
    if config is None:
        return image, ""
    if not config.rewrite:
        raise Malformed("rewrite prefix is missing")
    prefix = max((one for one in config.prefixes if image.startswith(one)), key=lambda one: len(one.encode()))
    return config.rewrite + image.removeprefix(prefix), config.name


def verification(image: str, configs: Sequence[ClusterImageConfig]) -> ClusterImageConfig | None:
    """The config by which an image is verified; None if none does."""
    return chosen(image, configs, lambda one: one.verification is not None)


class Pulls:
    """Where packages are pulled from, after the rewriting of ImageConfigs."""

    def __init__(self, configs: tuple[ClusterImageConfig, ...], installed: Iterable[str] = ()) -> None:
        """`installed` are the sources of packages that are installed already."""
        self.configs = configs
        self._installed = frozenset(installed)

    def path(self, image: str) -> str:
        """The image that is asked for instead; raises `Malformed`."""
        return self._rewritten(image)[0]

    def tags(self, source: str) -> TagsOf:
        """The question for the tags of a repository; raises `Malformed` with Crossplane's message."""
        path, config = self._rewritten(source)
        try:
            is_given = bool(config) or source in self._installed
            return TagsOf(repository=PackageReference.parse(path).name, is_given=is_given)
        except Malformed as error:
            raise Malformed(f"cannot parse package source {path}: {error}") from error

    def package(self, reference: str) -> ContentsOf:
        """The question for what a package holds; raises `Malformed` with Crossplane's message."""
        path, config = self._rewritten(reference)
        try:
            parsed = PackageReference.parse(path)
        except Malformed as error:
            raise Malformed(f"cannot parse package reference {path}: {error}") from error
        is_given = bool(config) or parsed.source in self._installed
        return ContentsOf(reference=versioned(parsed.name, parsed.identifier), is_given=is_given)

    def _rewritten(self, image: str) -> tuple[str, str]:
        try:
            return rewritten(image, self.configs)
        except Malformed as error:
            raise Malformed(f"cannot get image rewrite config: {error}") from error


_API = "pkg.crossplane.io/v1beta1"


def redirect(images: Sequence[RedirectedImage], policies: Sequence[str] = ()) -> Redirection:
    """A config for each folder of packages, tried out on each package beside the configs of the cluster.

    A prefix is text, which also begins other names. It therefore ends with a slash: that of `host/acme/` is no
    beginning of `host/acme-co/nop`. A prefix that ends with the name of a package would have to match both
    `host/acme/nop:v1` and, where tags are listed, `host/acme/nop`, so it would match `host/acme/nop-sql` too.
    """
    folders: dict[str, str] = {}
    problems: list[str] = []
    for one in images:
        name = _name(one.reference)
        if "/" not in name:
            problems.append(f"{one.reference} has no registry and no folder, so no prefix leads to it alone")
        else:
            folders.setdefault(_folder(name), _folder(one.target))
    configs = tuple(_configs(folders))
    present = read_image_configs(policies)
    problems += _unmet(images, (*present, *configs))
    return Redirection(text="---\n".join(map(_written, configs)), problems=tuple(problems))


def _configs(folders: Mapping[str, str]) -> Iterator[ClusterImageConfig]:
    names: dict[str, int] = {}
    for prefix in sorted(folders):
        name = f"mirror-{dns_label(prefix.rstrip('/'))}"
        names[name] = number = names.get(name, 0) + 1
        yield ClusterImageConfig(
            name=f"{name}-{number}" if number > 1 else name, prefixes=(prefix,), rewrite=folders[prefix]
        )


def _unmet(images: Sequence[RedirectedImage], configs: Sequence[ClusterImageConfig]) -> Iterator[str]:
    """The packages that the configs lead elsewhere: a config of the cluster with a longer prefix wins."""
    for one in images:
        name = _name(one.reference)
        wanted = one.target + one.reference.removeprefix(name)
        try:
            found, config = rewritten(one.reference, configs)
        except Malformed as error:
            yield f"{one.reference} is not redirected: {error}"
            continue
        if "/" in name and found != wanted:
            winner = config or "(none)"
            yield f"{one.reference} is pulled from {found}: the ImageConfig {winner} wins over those of the mirror"


def _name(reference: str) -> str:
    """The reference without tag and digest, as it is spelled."""
    found = parsed(PackageReference.parse, reference) if ":" in reference or "@" in reference else None
    return found.source if found else reference


def _folder(name: str) -> str:
    return name[: name.rindex("/") + 1]


def _written(config: ClusterImageConfig) -> str:
    """The object in YAML; texts are quoted as in JSON."""
    prefix, rewrite = json.dumps(config.prefixes[0]), json.dumps(config.rewrite)
    return f"""\
apiVersion: {_API}
kind: ImageConfig
metadata:
  name: {config.name}
spec:
  matchImages:
  - type: Prefix
    prefix: {prefix}
  rewriteImage:
    prefix: {rewrite}
"""


PACKAGE_API = "pkg.crossplane.io/v1"
_TYPES = ("Configuration", "Provider", "Function")
_REVISION = late(r"-[0-9a-f]{12}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class LockDependency:
    """What one package of the lock asks for."""

    package: str
    """The repository, as the package spells it: two spellings are two packages."""
    constraints: str
    """A constraint on the version, or a digest."""
    kind: str = ""
    """The kind of the package: `Provider`; empty where it is not known, so that none can be made."""
    api_version: str = PACKAGE_API

    @property
    def title(self) -> str:
        """The dependency in Crossplane's messages."""
        from xpkgtui.golang.printing import quoted

        return quoted(self.package) + (f" ({self.constraints})" if self.constraints else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class LockPackage:
    """One package in the lock."""

    name: str
    """The name of its revision."""
    source: str
    """The repository, as it was asked for."""
    version: str
    """The tag, or the digest."""
    kind: str = ""
    api_version: str = PACKAGE_API
    is_typed: bool = False
    """Whether the lock names its kind by `type`, as Crossplane did up to 1.18."""
    dependencies: tuple[LockDependency, ...] = ()

    @property
    def reference(self) -> str:
        """The reference of the installed version."""
        return versioned(self.source, self.version)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageObject:
    """A package object in the cluster: what makes Crossplane install a package."""

    kind: str
    name: str
    package: str
    """Its `spec.package`."""
    resolved: str = ""
    """Its `status.resolvedPackage`, where an ImageConfig rewrote the reference."""
    api_version: str = PACKAGE_API


def lock_dependency(entry: Dependency) -> LockDependency | None:
    """The entry of `spec.dependsOn` as the lock holds it; None where it names no package, and is refused."""
    if not entry.forms:
        return None
    return LockDependency(
        package=entry.package,
        constraints=entry.version,
        kind=entry.kind,
        api_version=entry.api_version or PACKAGE_API,
    )


def packages_of_lock(value: object) -> tuple[LockPackage, ...]:
    """The packages of a Lock."""
    return tuple(_packages(listing(field(value, "packages"))))


def objects_of_lock(packages: Iterable[LockPackage]) -> tuple[PackageObject, ...]:
    """The package objects behind the packages of a lock, which names their revisions: those names end in a digest."""
    return tuple(
        PackageObject(
            kind=one.kind, name=_REVISION.sub("", one.name), package=one.reference, api_version=one.api_version
        )
        for one in packages
    )


def _packages(entries: Iterable[object]) -> Iterator[LockPackage]:
    for entry in entries:
        one = mapping(entry)
        kind, api_version, is_typed = _kind(one)
        yield LockPackage(
            name=text(one.get("name")),
            source=text(one.get("source")),
            version=text(one.get("version")),
            kind=kind,
            api_version=api_version,
            is_typed=is_typed,
            dependencies=tuple(_dependency(each) for each in listing(one.get("dependencies"))),
        )


def _dependency(entry: object) -> LockDependency:
    one = mapping(entry)
    kind, api_version, _ = _kind(one)
    return LockDependency(
        package=text(one.get("package")), constraints=text(one.get("constraints")), kind=kind, api_version=api_version
    )


def _kind(one: Mapping[str, Any]) -> tuple[str, str, bool]:
    """Kind and apiVersion, and whether only the older `type` says them."""
    if "apiVersion" in one and "kind" in one:
        return text(one["kind"]), text(one["apiVersion"]), "type" in one
    kind = text(one.get("type"))
    return kind if kind in _TYPES else "", PACKAGE_API, True


_LOCK_HINT = "Save it with: kubectl get lock lock -o yaml > lock.yaml"
_MOST_CONFIGS = 1_000
CONFIG_HINT = "Save them with: kubectl get imageconfigs -o yaml > imageconfigs.yaml"


def read_lock(text: str) -> tuple[LockPackage, ...]:
    """The packages of a Lock, in YAML or JSON; raises `Usage` where the text has none."""
    locks = [one for one in objects_of(text, "the lock", _LOCK_HINT) if field(one, "kind") == "Lock"]
    if not locks:
        raise Usage("There is no Lock in the file of installed packages.", hint=_LOCK_HINT)
    return tuple(package for one in locks for package in packages_of_lock(one))


def objects_of_policies(texts: Sequence[str]) -> list[object]:
    """What texts in YAML or JSON hold; raises `Usage` where one cannot be read."""
    return [one for each in texts for one in objects_of(each, "the policy", CONFIG_HINT)]


def image_configs(objects: Iterable[object]) -> tuple[ClusterImageConfig, ...]:
    """The ImageConfigs among objects; raises `Usage` where there is none, or too many."""
    found = tuple(filter(None, map(image_config, objects)))
    if not found:
        raise Usage(f"There is no {KIND} in the policy.", hint=CONFIG_HINT)
    if len(found) > _MOST_CONFIGS:
        raise Usage(f"The policy has {len(found):,} {KIND}s; at most {_MOST_CONFIGS:,} are read.")
    return found


def read_image_configs(texts: Sequence[str]) -> tuple[ClusterImageConfig, ...]:
    """The ImageConfigs of texts; raises `Usage` where they have none, unless there is no text."""
    return image_configs(objects_of_policies(texts)) if texts else ()


def direct_tree(root: RootPackage, package: LockPackage) -> DependencyTree:
    """What a package asks for itself; nothing is known of what becomes of it."""
    edges = tuple(
        DependencyEdge(source=root.source, target=one.package, constraint=one.constraints)
        for one in package.dependencies
    )
    first = NeededPackage(
        package=root.source, kind=package.kind, version=shown_version(root, package), image=root.opened.image
    )
    asked: dict[str, list[AskedBy]] = {}
    kinds = {one.package: one.kind for one in reversed(package.dependencies)}
    for one in package.dependencies:
        asked.setdefault(one.package, []).append(AskedBy(package=root.source, constraint=one.constraints))
    others = (NeededPackage(package=name, kind=kinds[name], asked_by=tuple(by)) for name, by in asked.items())
    return DependencyTree(packages=(first, *others), edges=edges)


def shown_version(root: RootPackage, package: LockPackage) -> str:
    """The version of the package that was asked about; empty where it comes from no registry."""
    return package.version if root.reference else ""
