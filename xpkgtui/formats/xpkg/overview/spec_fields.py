"""Fields of a meta object's spec in words: dependencies, capabilities, and fields that Crossplane no longer reads."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import metadata, spec, text
from xpkgtui.formats.overview import DependencyFacts, DependencyRow, MetaFacts
from xpkgtui.formats.xpkg.summary import OWN
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping

_FORMER = ("configuration", "provider", "function")
"""Keys of the older spelling, in the order in which they count."""
_MEANINGS = {
    "safe-start": "its managed resources are inactive until they are activated",
    "composition": "its function can be a step of a Composition",
    "operation": "its function can be a step of an Operation",
}
_SIGNS = late(r"[^a-z0-9]")
_PLAIN = {_SIGNS.sub("", name): name for name in _MEANINGS}
_LONGEST = 100
_IGNORED = "ignored since Crossplane 2.0"


def wanted_by(value: object) -> Iterator[DependencyRow]:
    """Every entry of `spec.dependsOn`, also one without a package."""
    for entry in listing(spec(value).get("dependsOn")):
        yield (
            _wanted(mapping(entry))
            if isinstance(entry, dict)
            else DependencyRow(note=f"names no package: {text(entry)}")
        )


def _wanted(fields: Mapping[str, object]) -> DependencyRow:
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
            (key, said) for key, said in mapping(metadata(value).get("annotations")).items() if isinstance(said, str)
        ),
        capabilities=tuple(one for one in listing(spec(value).get("capabilities")) if isinstance(one, str)),
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
        name = _PLAIN.get(_SIGNS.sub("", spelled[:_LONGEST].lower()))
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
