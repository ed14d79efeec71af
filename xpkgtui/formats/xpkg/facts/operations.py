"""Facts of operations: pipelines that run once, on a schedule, or on a change."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import Fact, brief, listed, spec
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.facts.compositions import uses
from xpkgtui.formats.xpkg.facts.pipelines import of_steps
from xpkgtui.untyped import field, mapping

_LIMITS = (
    ("retries", "retryLimit"),
    ("starts within", "startingDeadlineSeconds"),
    ("keeps", "successfulHistoryLimit"),
    ("keeps failed", "failedHistoryLimit"),
)


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
