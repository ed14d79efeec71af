"""The Overview of a meta object of any shape."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from xpkgtui.formats.fact import metadata, spec, text
from xpkgtui.formats.overview import DependencyFacts, DependencyRow, MetaFacts, Overview, Pair
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.annotations.descriptions import missing
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.formats.xpkg.summary import OWN, WORDING
from xpkgtui.formats.xpkg.tools.crossplane_versions import admits
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, texts
from xpkgtui.visible import few, plural

if TYPE_CHECKING:  # only a readme is made of blocks
    from xpkgtui.formats.prose.blocks import Block

_FORMER = ("configuration", "provider", "function")
"""Keys of the older spelling, in the order in which they count."""
_MEANINGS = {
    "safe-start": "its managed resources are inactive until they are activated",
    "composition": "its function can be a step of a Composition",
    "operation": "its function can be a step of an Operation",
}
_SIGNS = late(r"[^a-z0-9]")
_PLAIN = {_SIGNS.sub("", name): name for name in _MEANINGS}
_LONGEST_NAME = 100
_IGNORED = "ignored since Crossplane 2.0"


def wanted_by(value: object) -> Iterator[DependencyRow]:
    """Every entry of `spec.dependsOn`, also one without a package."""
    for entry in listing(spec(value).get("dependsOn")):
        yield (
            _wanted_entry(mapping(entry))
            if isinstance(entry, dict)
            else DependencyRow(note=f"names no package: {text(entry)}")
        )


def _wanted_entry(fields: Mapping[str, object]) -> DependencyRow:
    version = text(fields.get("version"))
    former = [key for key in _FORMER if fields.get(key) is not None]
    if fields.get("package") is not None:
        missing = [key for key in ("apiVersion", "kind") if fields.get(key) is None]
        notes = [*([f"has no {' and no '.join(missing)}"] if missing else []), *_also(fields, former)]
        package = text(fields.get("package"))
        return DependencyRow(kind=text(fields.get("kind")), package=package, version=version, note="; ".join(notes))
    if not former:
        return DependencyRow(version=version, note="names no package")
    first, *rest = former
    note = "; ".join(_also(fields, rest))
    return DependencyRow(kind=first.capitalize(), package=text(fields[first]), version=version, note=note)


def _also(fields: Mapping[str, object], keys: list[str]) -> list[str]:
    return [f"{key}: {text(fields[key])} is ignored" for key in keys]


def meta_facts(value: object) -> MetaFacts:
    """The dependencies, the constraint, the annotations and the capabilities of a meta object."""
    wanted = field(value, "spec", "crossplane")
    return MetaFacts(
        dependencies=tuple(
            DependencyFacts(kind=one.kind or None, package=one.package or None, version=one.version or None)
            for one in wanted_by(value)
        ),
        crossplane=_scalar(wanted) or _scalar(field(wanted, "version")),
        annotations=tuple(
            (key, words)
            for key, words in mapping(metadata(value).get("annotations")).items()
            if isinstance(words, str)
        ),
        capabilities=tuple(texts(spec(value).get("capabilities"))),
    )


def _scalar(value: object) -> str | None:
    if isinstance(value, bool):
        return None
    return str(value) if isinstance(value, str | int | float) and value != "" else None


def capabilities_of(value: object) -> Iterator[tuple[str, str]]:
    """Each capability as it is spelled, and its meaning."""
    given = spec(value).get("capabilities")
    if given is not None and not isinstance(given, list):
        yield text(given), "is not a list"
    elif not given:
        is_function = mapping(value).get("kind") == "Function"
        yield "none given", "a function can be a step of a Composition" if is_function else ""
    for one in listing(given):
        spelled = text(one)
        name = _PLAIN.get(_SIGNS.sub("", spelled[:_LONGEST_NAME].lower()))
        if name is None:
            yield spelled, "Crossplane does not know it"
        else:
            yield spelled, _MEANINGS[name] if name == spelled else f"counts as {name}: {_MEANINGS[name]}"


def is_format_v2(value: object) -> bool:
    """Whether a meta object is of Package Format v2."""
    return text(mapping(value).get("apiVersion")).partition("/")[0] in OWN


def deprecated_fields(value: object) -> Iterator[tuple[str, str]]:
    """The controller's image and the permissions that a spec asks for; Package Format v2 has them elsewhere."""
    wanted = spec(value)
    controller = mapping(wanted.get("controller"))
    remark = "" if is_format_v2(value) else f"  ({_IGNORED})"
    for place, image in (("controller", controller.get("image")), ("image", wanted.get("image"))):
        if image is not None:
            yield place, f"{text(image)}{remark}"
    for requests in (controller.get("permissionRequests"), wanted.get("permissionRequests")):
        for request in listing(requests):
            yield "asks for", f"{_permission(mapping(request))}{remark}"


def _permission(request: Mapping[str, object]) -> str:
    verbs, groups, resources, names, addresses = (
        ", ".join(text(item) or '""' for item in listing(request.get(key)))
        for key in ("verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs")
    )
    words = [verbs or "no verbs", f"on {resources or addresses or 'nothing'}"]
    words += [f"named {names}"] if names else []
    words += [f"in {'the core group' if groups == chr(34) * 2 else groups}"] if groups else []
    return " ".join(words)


_META = "meta.crossplane.io/"
_LABELS = {
    "friendly-name.meta.crossplane.io": "name",
    f"{_META}description": "description",
    f"{_META}maintainer": "maintainer",
    f"{_META}source": "source",
    f"{_META}license": "license",
}
_GROUP, _KIND = "friendly-group-name.meta.crossplane.io/", "friendly-kind-name.meta.crossplane.io/"
_ICON, _README = f"{_META}iconURI", f"{_META}readme"
_ALONE = PackageObjects()
_MOST = 200
"""Entries of one list that are shown."""
_ROOM = 12_000
"""Characters of one list, so that the Overview stays small."""
_LONGEST = 1_000
_MOST_LINES = 20
_CRD, _MRD = "CustomResourceDefinition", "ManagedResourceDefinition"
_KUBERNETES = "apiextensions.k8s.io"
_FEW = 4


def overview(value: object, crossplane: str, package: PackageObjects = _ALONE) -> Overview:
    """The Overview, with whether that version of Crossplane may install the package, and what it then installs."""
    # The facts of a meta object, which `show` lists, do without roles and pictures.
    from xpkgtui.formats.prose.icon import icon_of
    from xpkgtui.formats.xpkg.permissions.account import once_installed

    annotations = mapping(metadata(value).get("annotations"))
    readme, icon = annotations.get(_README), annotations.get(_ICON)
    is_v2 = is_format_v2(value)
    needs, fits = _needs(spec(value).get("crossplane"), crossplane, is_v2=is_v2)
    known = {*_LABELS, *((_ICON,) if isinstance(icon, str) else ()), *((_README,) if isinstance(readme, str) else ())}
    others = {key: words for key, words in annotations.items() if key not in known}
    pairs = [(label, _cut(_flowing(text(annotations[key])))) for key, label in _LABELS.items() if key in annotations]
    if lacking := missing(annotations, is_v2=is_v2):
        pairs.append(("not given", ", ".join(lacking)))
    found, more = _kept((one.kind, one.package, one.version, one.note) for one in wanted_by(value))
    shown = (
        DependencyRow(kind=kind, package=package, version=version, note=note)
        for kind, package, version, note in found
    )
    return Overview(
        said=tuple(pairs),
        program=WORDING.program,
        needs=needs,
        fits=fits,
        dependencies=(*shown, *((DependencyRow(note=f"{more:,} more are on the YAML tab"),) if more else ())),
        installs=() if is_v2 else tuple(installs(value, crossplane, package)),
        capabilities=() if is_v2 else _few(capabilities_of(value)),
        once_installed=() if is_v2 else tuple(once_installed(package, value, crossplane)),
        deprecated=_few(deprecated_fields(value)),
        labels=_few(_texts(mapping(metadata(value).get("labels")))),
        friendly=_few(_friendly(others)),
        others=_few(_texts({key: words for key, words in others.items() if not key.startswith((_GROUP, _KIND))})),
        others_title="passed on" if is_v2 else "annotations",
        icon=icon_of(icon) if isinstance(icon, str) else None,
        readme=_blocks(readme) if isinstance(readme, str) else (),
    )


def _needs(wanted: object, crossplane: str, *, is_v2: bool) -> tuple[str, bool | None]:
    if wanted is None:
        return "any version", None
    if isinstance(wanted, str) and is_v2:
        wanted = {"version": wanted}
    if isinstance(wanted, str):
        return f"needs {_cut(wanted)}, in the spelling of Package Format v2, which Crossplane refuses", False
    constraint = field(wanted, "version")
    if not isinstance(constraint, str):
        return "its constraint cannot be read", False
    fits = admits(constraint, crossplane)
    if fits is None:
        return f"needs {_cut(constraint)}, which is not a valid constraint for {crossplane}", False
    return f"needs {_cut(constraint)}; {crossplane} {'satisfies' if fits else 'does not satisfy'} it", fits


def _few(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    found, more = _kept(pairs)
    shown = ((key, words) for key, words in found)
    return (*shown, *((("", f"{more:,} more are on the YAML tab"),) if more else ()))


def _kept(entries: Iterable[tuple[str, ...]]) -> tuple[list[tuple[str, ...]], int]:
    """The first entries, each text cut where it is long; and the number of the others."""
    shown: list[tuple[str, ...]] = []
    left, more = _ROOM, 0
    for entry in entries:
        if left <= 0 or len(shown) == _MOST:
            more += 1
            continue
        shown.append(tuple(map(_cut, entry)))
        left -= sum(map(len, shown[-1]))
    return shown, more


def _cut(words: str) -> str:
    head = "\n".join(words[:_LONGEST].split("\n")[:_MOST_LINES])
    more = len(words.rstrip()) - len(head)
    return f"{head}… ({more:,} more characters are on the YAML tab)" if more > 0 else head.rstrip()


def _flowing(words: str) -> str:
    return "\n\n".join(" ".join(part.split("\n")) for part in words.strip().split("\n\n"))


def _texts(found: Mapping[str, object]) -> Iterator[Pair]:
    return ((key, text(words)) for key, words in found.items())


def _friendly(annotations: Mapping[str, object]) -> Iterator[Pair]:
    for key, words in annotations.items():
        for start in (_GROUP, _KIND):
            if key.startswith(start):
                yield key.removeprefix(start), text(words)


def _blocks(readme: str) -> "tuple[Block, ...]":
    """The blocks of a readme; the Markdown library is loaded for the first one."""
    from xpkgtui.formats.prose.markdown import blocks_of

    return blocks_of(readme)


def installs(value: object, crossplane: str, package: PackageObjects) -> Iterator[str]:
    """What that version of Crossplane installs of a provider's definitions; a sentence each."""
    from xpkgtui.formats.xpkg.permissions.account import divided, is_safe_start

    if field(value, "kind") != "Provider":
        return
    definitions = [one for one in package.of_kind(_CRD, _KUBERNETES) if (one.api_version or "").endswith("/v1")]
    turned, kept = divided(definitions, crossplane)
    if turned:
        state = "inactive until an activation policy names them (safe-start)" if is_safe_start(value) else "active"
        yield f"{plural(len(turned), 'CRD')}, turned into {plural(len(turned), 'MRD')}, {state}"
    states = Counter(text(spec(one).get("state")) or "Inactive" for _, one in package.values(_MRD, EXTENSIONS))
    if count := sum(1 for _ in package.of_kind(_MRD, EXTENSIONS)):
        left = count - states.total()
        words = [f"{number:,} {state}" for state, number in states.most_common(_FEW)]
        words += [f"{left:,} not read"] if left else []
        yield f"{plural(count, 'MRD')} of the package ({', '.join(words)})"
    if kept:
        names = sorted({one.defines or "(no kind)" for one in kept})
        yield f"{plural(len(kept), 'CRD')} as is ({few(names, _FEW)})"
