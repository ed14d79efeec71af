"""The facts of compositions and operations, and of the steps of their pipelines."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.formats.fact import Fact, brief, first, listed, spec, text
from xpkgtui.formats.package_objects import PackageObjects, location
from xpkgtui.formats.xpkg.dependencies.entries import Dependency, dependencies_of
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.untyped import field, listing, mapping
from xpkgtui.visible import more, plural

_NO_LABEL = re.compile(r"[^a-z0-9-]")
_LABEL = 63
_LIMITS = (
    ("retries", "retryLimit"),
    ("starts within", "startingDeadlineSeconds"),
    ("keeps", "successfulHistoryLimit"),
    ("keeps failed", "failedHistoryLimit"),
)
MOST = 99
"""Steps that a pipeline may have."""
_FEW = 6
"""Things of one step that are listed by name."""


def of_composition(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of a Composition."""
    wanted = spec(value)
    composed = mapping(wanted.get("compositeTypeRef"))
    kind, version = brief(composed.get("kind")) or "(no kind)", brief(composed.get("apiVersion")) or "no apiVersion"
    yield "composes", f"{kind} ({version})"
    yield "defined by", _definition(composed, package)
    yield "mode", _mode(wanted)
    yield from of_steps(wanted.get("pipeline"))
    yield from uses(wanted.get("pipeline"), package)
    if "resources" in wanted:
        yield "resources", resources_in_words(wanted["resources"])
    if sets := listing(wanted.get("patchSets")):
        yield "patch sets", f"{len(sets):,}"
    if namespace := brief(wanted.get("writeConnectionSecretsToNamespace")):
        yield "secrets", f"go to namespace {namespace}"


def uses(pipeline: object, package: PackageObjects) -> Iterator[Fact]:
    """Each function that is called, and the dependency that installs it."""
    names = functions(pipeline)
    if not names:
        return
    known = tuple(dependencies_of(spec(package.meta_value())))
    facts = (("uses", _origin(name, known, package)) for name in names)
    yield from first(facts, len(names), "uses", "functions")


def installed_as(dependency: Dependency) -> str:
    """The name that Crossplane gives to a dependency: its repository without the host as a label of DNS."""
    host, slash, path = dependency.repository.partition("/")
    name = path if slash and ("." in host or ":" in host or host == "localhost") else dependency.repository
    return _NO_LABEL.sub("-", name.lower())[:_LABEL].strip("-")


def _origin(name: str, known: tuple[Dependency, ...], package: PackageObjects) -> str:
    shown = brief(name, 120)
    if package.meta is None:
        return shown
    for dependency in known:
        if installed_as(dependency) == name:
            return f"{shown}: from dependency {brief(dependency.package)}"
    for dependency in known:
        if dependency.repository.rpartition("/")[2] == name:
            return f"{shown}: dependency {brief(dependency.package)} is installed as {installed_as(dependency)}"
    return f"{shown}: not among the dependencies"


def _mode(wanted: Mapping[str, object]) -> str:
    mode = wanted.get("mode")
    if mode is None:
        return "Resources, by default" if "resources" in wanted else "Pipeline, by default"
    return "Resources: without functions, as up to Crossplane 1.20" if mode == "Resources" else brief(mode)


def _definition(composed: Mapping[str, object], package: PackageObjects) -> str:
    group, _, version = text(composed.get("apiVersion")).rpartition("/")
    for row in package.of_kind("CompositeResourceDefinition", EXTENSIONS):
        if row.defines is not None and row.defines == composed.get("kind") and row.group == group:
            doubt = "" if version in row.versions else f", but without version {brief(version, 60)}"
            return f"{row.name} of this package ({location(row)}){doubt}"
    return "no definition of this package"


def of_operation(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of an Operation, a CronOperation or a WatchOperation."""
    wanted = spec(value)
    match field(value, "kind"):
        case "CronOperation":
            yield "runs", f"by the clock: {brief(wanted.get('schedule')) or '(no schedule)'}"
        case "WatchOperation":
            yield "runs", f"when {_watched(mapping(wanted.get('watch')))} changes"
        case _:
            yield "runs", "once"
    if policy := brief(wanted.get("concurrencyPolicy")):
        yield "at a time", policy
    if wanted.get("suspend") is True:
        yield "suspended", "yes"
    yield from _limits(wanted)
    template = mapping(field(wanted, "operationTemplate", "spec"))
    inner = template or wanted
    if template:
        yield from _limits(template)
    yield "mode", brief(inner.get("mode")) or "Pipeline, by default"
    yield from of_steps(inner.get("pipeline"))
    yield from uses(inner.get("pipeline"), package)


def _watched(watch: Mapping[str, object]) -> str:
    kind = brief(watch.get("kind")) or "(no kind)"
    where = f" in namespace {brief(watch['namespace'])}" if "namespace" in watch else ""
    labels = [f"{key}={brief(value, 60)}" for key, value in mapping(watch.get("matchLabels")).items()]
    return f"{kind} ({brief(watch.get('apiVersion')) or 'no apiVersion'}){where}" + (
        f" with {listed(labels)}" if labels else ""
    )


def _limits(wanted: Mapping[str, object]) -> Iterator[Fact]:
    for label, key in _LIMITS:
        if key in wanted:
            unit = " s" if key.endswith("Seconds") else ""
            yield label, f"{brief(wanted[key])}{unit}"


def of_steps(pipeline: object) -> Iterator[Fact]:
    """Each step with its function, the function's inputs and its requirements."""
    steps = listing(pipeline)
    facts = ((f"step {number}", "\n".join(_step(mapping(step)))) for number, step in enumerate(steps, 1))
    yield from first(facts, len(steps), "steps", "steps", MOST)


def functions(pipeline: object) -> tuple[str, ...]:
    """The names of the called functions, each once."""
    names = [field(step, "functionRef", "name") for step in listing(pipeline)[:MOST]]
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))


def resources_in_words(resources: object) -> str:
    """`12 resources: 3 Bucket, 2 Role; 40 patches`."""
    found = listing(resources)
    kinds = Counter((brief(field(mapping(one), "base", "kind"), 60) or "of no kind") for one in found)
    several = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common(8)) + more(len(kinds) - 8)
    patches = sum(len(listing(field(one, "patches"))) for one in found)
    return (
        plural(len(found), "resource")
        + (f": {several}" if found else "")
        + f"; {plural(patches, 'patch', 'patches')}"
    )


def _step(step: Mapping[str, object]) -> Iterator[str]:
    name = brief(step.get("step")) or "(no name)"
    yield f"{name}: {brief(field(step, 'functionRef', 'name')) or '(no function)'}"
    if "input" in step:
        yield _input(mapping(step.get("input")))
    required = mapping(step.get("requirements"))
    for key, noun in (("requiredResources", "resource"), ("requiredSchemas", "schema")):
        if wanted := listing(required.get(key)):
            yield f"requires {plural(len(wanted), noun)}: {_required(wanted)}"
    credentials = listing(step.get("credentials"))
    for one in credentials[:_FEW]:
        yield _credentials(mapping(one))
    if len(credentials) > _FEW:
        yield f"and {plural(len(credentials) - _FEW, 'more credential')}"


def _input(given: Mapping[str, object]) -> str:
    kind, version = brief(given.get("kind")) or "of no kind", brief(given.get("apiVersion")) or "no apiVersion"
    head = f"input {kind} ({version})"
    if kind == "Resources" and isinstance(given.get("resources"), list):
        sets = listing(given.get("patchSets"))
        return f"{head}: {resources_in_words(given['resources'])}" + (
            f", {plural(len(sets), 'patch set')}" if sets else ""
        )
    fields = [key for key in given if key not in ("apiVersion", "kind", "metadata")]
    return f"{head}, with {listed(fields, _FEW)}" if fields else head


def _required(found: Sequence[object]) -> str:
    shown = [
        " ".join(part for part in (brief(one.get("kind"), 60), brief(one.get("name"), 60)) if part) or "(no kind)"
        for one in map(mapping, found[:_FEW])
    ]
    return ", ".join(shown) + more(len(found) - _FEW)


def _credentials(found: Mapping[str, object]) -> str:
    secret = mapping(found.get("secretRef"))
    name = "/".join(part for part in (text(secret.get("namespace")), text(secret.get("name"))) if part)
    source = " ".join(part for part in (brief(found.get("source"), 60) or "no source", brief(name, 120)) if part)
    return f"credentials {brief(found.get('name'), 60) or '(no name)'} from {source}"
