"""Facts of the steps of a pipeline, and of resources that are composed by patches."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.formats.fact import Fact, amount, brief, first, listed, rest, text
from xpkgtui.untyped import field, listing, mapping

MOST = 99
"""Steps that a pipeline may have."""
_FEW = 6
"""Things of one step that are listed by name."""


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
    kinds = Counter(_kind(mapping(one)) for one in found)
    several = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common(8)) + rest(len(kinds) - 8)
    patches = sum(len(listing(field(one, "patches"))) for one in found)
    return (
        amount(len(found), "resource")
        + (f": {several}" if found else "")
        + f"; {amount(patches, 'patch', 'patches')}"
    )


def _kind(resource: Mapping[str, object]) -> str:
    return brief(field(resource, "base", "kind"), 60) or "of no kind"


def _step(step: Mapping[str, object]) -> Iterator[str]:
    name = brief(step.get("step")) or "(no name)"
    yield f"{name}: {brief(field(step, 'functionRef', 'name')) or '(no function)'}"
    if "input" in step:
        yield _input(mapping(step.get("input")))
    required = mapping(step.get("requirements"))
    for key, noun in (("requiredResources", "resource"), ("requiredSchemas", "schema")):
        if wanted := listing(required.get(key)):
            yield f"requires {amount(len(wanted), noun)}: {_required(wanted)}"
    credentials = listing(step.get("credentials"))
    for one in credentials[:_FEW]:
        yield _credentials(mapping(one))
    if len(credentials) > _FEW:
        yield f"and {len(credentials) - _FEW:,} more credentials"


def _input(given: Mapping[str, object]) -> str:
    kind, version = brief(given.get("kind")) or "of no kind", brief(given.get("apiVersion")) or "no apiVersion"
    head = f"input {kind} ({version})"
    if kind == "Resources" and isinstance(given.get("resources"), list):
        sets = listing(given.get("patchSets"))
        return f"{head}: {resources_in_words(given['resources'])}" + (
            f", {amount(len(sets), 'patch set')}" if sets else ""
        )
    fields = [key for key in given if key not in ("apiVersion", "kind", "metadata")]
    return f"{head}, with {listed(fields, _FEW)}" if fields else head


def _required(found: Sequence[object]) -> str:
    shown = [
        " ".join(part for part in (brief(one.get("kind"), 60), brief(one.get("name"), 60)) if part) or "(no kind)"
        for one in map(mapping, found[:_FEW])
    ]
    return ", ".join(shown) + rest(len(found) - _FEW)


def _credentials(found: Mapping[str, object]) -> str:
    secret = mapping(found.get("secretRef"))
    name = "/".join(part for part in (text(secret.get("namespace")), text(secret.get("name"))) if part)
    source = " ".join(part for part in (brief(found.get("source"), 60) or "no source", brief(name, 120)) if part)
    return f"credentials {brief(found.get('name'), 60) or '(no name)'} from {source}"
