"""The facts of a ClusterServiceVersion: the bundle in words."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice

from xpkgtui.formats.fact import Fact, brief, cells, heading, listed, metadata, spec
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.in_words import in_words
from xpkgtui.formats.registry_v1.layout import (
    ANNOTATIONS,
    CHANNELS,
    CSV,
    DEFAULT_CHANNEL,
    LABELS,
    PACKAGE,
    PREFIX,
    annotations_of,
    required,
)
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import more, plural

_MODES = ("AllNamespaces", "SingleNamespace", "OwnNamespace", "MultiNamespace")
_SCOPES = (("clusterPermissions", "everywhere"), ("permissions", "its namespace"))
_MANY = 20
_EXAMPLES = "alm-examples"
_LARGEST_EXAMPLES = 1 << 20
"""Characters of the examples that are read."""
_MOST_PEOPLE = 12


def of_service_version(value: object, package: PackageObjects) -> Iterator[Fact]:
    """Who it is, what it upgrades, what it provides and needs, what it may do, what it runs, who made it."""
    annotations = annotations_of(package)
    yield from _names(value, annotations)
    yield from _upgrades(value)
    yield from _apis(value, package)
    yield from _modes(value)
    yield from permissions(value)
    yield from running(value)
    yield from label_comparison(package, annotations)
    yield from made_by(value)


def _names(value: object, annotations: Mapping[str, str]) -> Iterator[Fact]:
    given, version = spec(value), brief(spec(value).get("version"))
    name = brief(metadata(value).get("name")) or "(no name)"
    shown = brief(given.get("displayName")) or name
    yield heading(f"{shown} {f'v{version}' if version else ''}", CSV)
    if summary := brief(mapping(metadata(value).get("annotations")).get("description")):
        yield "", summary
    yield "name", name
    yield "package", brief(annotations.get(PACKAGE, "")) or "not given"
    if provider := brief(field(given, "provider", "name")):
        yield "provider", provider
    yield "version", version or "not given"
    if channels := annotations.get(CHANNELS):
        default = annotations.get(DEFAULT_CHANNEL)
        yield (
            "channels",
            f"{listed(channels.split(','))}; " + (f"default {brief(default)}" if default else "no default"),
        )


def _upgrades(value: object) -> Iterator[Fact]:
    given = spec(value)
    replaces, skips = brief(given.get("replaces")), listing(given.get("skips"))
    versions = brief(mapping(metadata(value).get("annotations")).get("olm.skipRange"))
    edges = [f"{replaces}, which it replaces"] if replaces else []
    edges += [f"{listed(skips)}, which it skips"] if skips else []
    edges += [f"{versions}, by its skipRange"] if versions else []
    yield "upgrades from", "\n".join(edges) or "nothing: it neither replaces nor skips a version"


def _apis(value: object, package: PackageObjects) -> Iterator[Fact]:
    yield "provides", "\n".join(_listed_apis(value, "owned")) or "no APIs"
    if needs := [*_listed_apis(value, "required"), *required(package)]:
        yield "requires", "\n".join(f"! {one}" for one in needs)
        yield "OLM v1", "✗ refuses what requires packages or APIs"
    oldest = brief(spec(value).get("minKubeVersion"))
    yield "Kubernetes", f"{oldest} or later" if oldest else "any version"


def _listed_apis(value: object, which: str) -> Iterator[str]:
    families: dict[tuple[str, str], list[str]] = {}
    for part in ("customresourcedefinitions", "apiservicedefinitions"):
        for one in listing(field(spec(value), part, which)):
            group = text(field(one, "group")) or text(field(one, "name")).partition(".")[2]
            families.setdefault((brief(field(one, "kind")), brief(group)), []).append(brief(field(one, "version")))
    alike: dict[tuple[str, str], list[str]] = {}
    for (kind, group), versions in families.items():
        alike.setdefault((", ".join(versions), group), []).append(kind)
    for (names, group), kinds in islice(alike.items(), _MANY):
        yield f"{listed(kinds)} {names}" + (f" of {group}" if group else "")
    if others := more(len(alike) - _MANY):
        yield others.strip()


def _modes(value: object) -> Iterator[Fact]:
    modes = {
        text(field(one, "type")): field(one, "supported") is True for one in listing(spec(value).get("installModes"))
    }
    if not modes:
        yield "install modes", "✗ none is listed"
        return
    names = [*(one for one in _MODES if one in modes), *(one for one in modes if one not in _MODES)][:_MANY]
    signed = [f"{'✓' if modes[name] else '–'} {brief(name, 60)}" for name in names]
    yield "install modes", "\n".join(cells(*signed[first : first + 2]) for first in range(0, len(signed), 2))


def permissions(value: object) -> Iterator[Fact]:
    """What the operator of a ClusterServiceVersion may do, everywhere and in its namespace."""
    found = [(label, list(_rules(value, part))) for part, label in _SCOPES]
    count = sum(len(rules) for _, rules in found)
    if not count:
        return
    yield heading("Permissions", f"{plural(count, 'rule')} in words")
    for label, rules in found:
        if rules:
            yield label, "\n".join(in_words(rules))


def _rules(value: object, part: str) -> Iterator[object]:
    for account in listing(field(spec(value), "install", "spec", part)):
        yield from listing(field(account, "rules"))


def label_comparison(package: PackageObjects, annotations: Mapping[str, str]) -> Iterator[Fact]:
    """A table of annotations and labels of the image; the file is what tools go by."""
    labels = package.labels
    if not any(key in labels for key in LABELS):
        return
    yield heading("Annotations beside image labels", f"{PREFIX}*")
    yield "key", cells("annotations.yaml", "label", "")
    differ = False
    for key in LABELS:
        label, value = labels.get(key), annotations.get(key)
        if label is None and value is None:
            continue
        differ = differ or label != value
        likeness = "= agree" if label == value else "! differ"
        yield key.removeprefix(PREFIX).removesuffix(".v1"), cells(_or(value), _or(label), likeness)
    yield "", f"Tools go by {ANNOTATIONS} where the two differ." if differ else "They agree."


def _or(value: str | None) -> str:
    return "–" if value is None else brief(value) or "(empty)"


def running(value: object) -> Iterator[Fact]:
    """Deployments, then the images that they and the ClusterServiceVersion name, then webhooks."""
    deployments = listing(field(spec(value), "install", "spec", "deployments"))
    images = list(_images(value, deployments))
    by_tag = [name for name in images if not _is_pinned(name)]
    yield heading("Images", _counted(len(images), len(by_tag)))
    yield "deployments", listed(brief(field(one, "name")) or "(no name)" for one in deployments) or "none"
    for name in islice((*by_tag, *(one for one in images if _is_pinned(one))), _MANY):
        yield "✓ by digest" if _is_pinned(name) else "! by tag", brief(name)
    if others := more(len(images) - _MANY):
        yield "", others.strip()
    if hooks := listing(spec(value).get("webhookdefinitions")):
        yield "webhooks", listed(f"{text(field(one, 'type'))} {text(field(one, 'generateName'))}" for one in hooks)


def _counted(images: int, by_tag: int) -> str:
    return plural(images, "image") + (f", {by_tag:,} not pinned" if by_tag else ", all pinned" if images else "")


def _is_pinned(name: str) -> bool:
    return "@sha256:" in name or "@sha512:" in name


def _images(value: object, deployments: list[object]) -> Iterator[str]:
    """Each image once: of the containers, then the related ones."""
    found: dict[str, None] = {}
    for one in deployments:
        pod = mapping(field(one, "spec", "template", "spec"))
        for container in (*listing(pod.get("initContainers")), *listing(pod.get("containers"))):
            found.setdefault(text(field(container, "image")))
    for one in listing(spec(value).get("relatedImages")):
        found.setdefault(text(field(one, "image")))
    yield from (name for name in found if name)


def made_by(value: object) -> Iterator[Fact]:
    """Maturity, categories, maintainers, addresses and examples; only what is given."""
    given, annotations = spec(value), mapping(metadata(value).get("annotations"))
    if found := [*_about(given, annotations), *_people(given), *_examples(annotations)]:
        yield heading("About")
        yield from found


def _about(given: object, annotations: object) -> Iterator[Fact]:
    for label, text_of in (
        ("maturity", field(given, "maturity")),
        ("capabilities", field(annotations, "capabilities")),
        ("categories", field(annotations, "categories")),
        ("keywords", listed(listing(field(given, "keywords")))),
        ("created", field(annotations, "createdAt")),
        ("repository", field(annotations, "repository")),
        ("support", field(annotations, "support")),
    ):
        if words := brief(text_of):
            yield label, words


def _people(given: object) -> Iterator[Fact]:
    for label, key, detail in (("maintainers", "maintainers", "email"), ("links", "links", "url")):
        if found := listing(field(given, key)):
            lines = [_person(one, detail) for one in found[:_MOST_PEOPLE]]
            yield label, "\n".join([*lines, *filter(None, [more(len(found) - _MOST_PEOPLE).strip()])])


def _person(one: object, detail: str) -> str:
    name, address = brief(field(one, "name")), brief(field(one, detail))
    return f"{name} <{address}>" if address else name or "(no name)"


def _examples(annotations: object) -> Iterator[Fact]:
    """The kinds and names of the examples, which consoles fill their forms with."""
    given = text(field(annotations, _EXAMPLES))
    if not given:
        return
    if len(given) > _LARGEST_EXAMPLES:
        yield "examples", "! too large to read"
        return
    try:
        found = json.loads(given)
    except (ValueError, RecursionError):
        yield "examples", f"! {_EXAMPLES} is not JSON"
        return
    if not isinstance(found, list):
        yield "examples", f"! {_EXAMPLES} is not a list"
        return
    lines = [
        f"{brief(field(one, 'kind')) or '(no kind)'} {brief(field(one, 'metadata', 'name'))}".rstrip()
        for one in found[:_MOST_PEOPLE]
    ]
    yield "examples", "\n".join([*lines, *filter(None, [more(len(found) - _MOST_PEOPLE).strip()])]) or "none"
