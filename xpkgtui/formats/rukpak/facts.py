"""The facts of a Bundle or a BundleDeployment."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, brief, identity, listed, metadata
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.rukpak.sources import in_words, movable
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT, GROUP
from xpkgtui.untyped import field, mapping, text
from xpkgtui.visible import plural

_CLASSES = {
    "core-rukpak-io-plain": "applies objects as they are (plain+v0)",
    "core-rukpak-io-registry": "turns an operator bundle (registry+v1) into objects",
    "core-rukpak-io-helm": "renders a Helm chart",
}


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:  # noqa: ARG001 - each stands for itself
    """The facts of an object."""
    yield identity(value)
    if text(field(value, "apiVersion")).partition("/")[0] == GROUP:
        kind = text(field(value, "kind"))
        if kind == BUNDLE:
            yield from _of_spec(field(value, "spec"))
            yield "immutable", "all of spec, once it is created"
        elif kind == DEPLOYMENT:
            name = text(field(value, "metadata", "name"))
            yield "makes", f"Bundles named {name}- and a hash, a new one where the template changes"
            yield "installed by", _class(field(value, "spec", "provisionerClassName"))
            if config := mapping(field(value, "spec", "config")):
                yield "config", f"{plural(len(config), 'entry', 'entries')}: {listed(config)}"
            yield from _of_spec(field(value, "spec", "template", "spec"))
    if data := mapping(field(value, "data")):
        yield "data", listed(data)
    if "immutable" in mapping(value):
        yield "immutable", brief(field(value, "immutable"))
    for label in ("labels", "annotations"):
        if pairs := mapping(metadata(value).get(label)):
            yield label, listed(f"{key}: {brief(words, 80)}" for key, words in pairs.items())


def _of_spec(spec: object) -> Iterator[Fact]:
    yield "unpacked by", _class(field(spec, "provisionerClassName"))
    source = field(spec, "source")
    yield "source", in_words(source)
    why = movable(source)
    yield "pinned", f"no: {why}" if why else "yes, as far as the source says"


def _class(name: object) -> str:
    known = _CLASSES.get(text(name))
    return f"{text(name)}: {known}" if known else brief(name) or "not given"
