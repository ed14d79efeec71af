"""Rules about Compositions and definitions of a set."""

from collections.abc import Iterator

from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, SetCase
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, CRD, XRD, brought
from xpkgtui.formats.xpkg.sets.controllers.cluster import ClusterDefinition
from xpkgtui.formats.xpkg.sets.manifests import derived_name
from xpkgtui.formats.xpkg.sets.rules.wording import did_you_mean, kind_meant
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.untyped import field, listing, text
from xpkgtui.visible import few, plural

_FEW = 3


@set_rule("SET601", "A step names a Function that will not be there", "EW", absent=("Function",))
def no_function(case: SetCase) -> Iterator[SetProblem]:
    """Each step of a Composition names a Function object of the set, of the cluster, or one that Crossplane adds.

    Why: Steps name the object, not the package. A Function that Crossplane adds has the derived name.
    When it bites: When a composite resource is made: the step fails, and nothing is composed.
    Fix: Write the name of the object.
    Source: Crossplane, internal/xfn; cannot find an active FunctionRevision.
    """
    names = {name for kind, name in case.best.cluster.packages if kind == "Function"}
    derived = {
        derived_name(one.manifest.package): one.manifest.name
        for one in case.best.cluster.packages.values()
        if one.manifest.kind == "Function"
    }
    lacking: dict[str, list[tuple[SetObject, str, Place]]] = {}
    for one in case.of(EXTENSIONS, COMPOSITION):
        for number, step in enumerate(listing(field(one.value, "spec", "pipeline"))):
            name = text(field(step, "functionRef", "name"))
            if name and name not in names:
                place = one.at("spec", "pipeline", number, "functionRef", "name")
                lacking.setdefault(name, []).append((one, text(field(step, "step")) or "(no name)", place))
    for name, ((one, step_name, place), *others) in lacking.items():
        meant = derived.get(name, "")
        they = f" and {plural(len(others), 'other')} name" if others else " names"
        composing = dict.fromkeys(str(each.name) for each, _, _ in lacking[name])
        yield SetProblem(
            message=f"The step {step_name} of {one.name}{they} the Function {name}, which will not be there",
            says=_no_client(name),
            then=f"Nothing is composed by {few([*composing], _FEW)}.",
            fix=f"Write {meant}: its object has that name"
            if meant
            else did_you_mean(case.guesses, name, names, "Add the Function"),
            object=one.name,
            place=place,
            also=tuple((at, f"the step {step} of {each.name} too") for each, step, at in others[:_FEW]),
        )
    own = {one.name.name for one in case.of(EXTENSIONS, COMPOSITION)}
    for each in case.best.cluster.definitions_of(COMPOSITION):
        for name in dict.fromkeys(each.brought.names) if each.brought.name not in own else ():
            if name not in names and name in derived:
                yield _in_package(case, each, name, derived[name])


def _in_package(case: SetCase, composition: ClusterDefinition, name: str, meant: str) -> SetProblem:
    """A step of a package's Composition, whose function has another name in the set."""
    function = next((one for one in case.members if one.name == meant), None)
    owner = next(
        (one.package for one in case.best.cluster.revisions.values() if one.title == composition.controller), ""
    )
    brings = f", which {owner} brings," if owner else ""  # what was saved of a cluster may not name it
    return SetProblem(
        message=f"A step of {composition.brought.name}{brings} names the Function {name}, which will not be there",
        level=1,
        says=_no_client(name),
        then=f"Nothing is composed by {composition.brought.name}.",
        fix=f"Name the object {meant} {name}",
        object=function.object.name if function else None,
        place=function.object.at("metadata", "name") if function else Place(),
        packages=tuple(filter(None, (meant, owner))),
    )


def _no_client(name: str) -> str:
    return (
        f'cannot get gRPC client connection for Function "{name}": cannot find an active FunctionRevision (a '
        "FunctionRevision with spec.desiredState: Active)"
    )


@set_rule(
    "SET602", "A Composition has no XRD, or an XRD no Composition", "W", absent=(XRD, COMPOSITION, "Configuration")
)
def no_pair(case: SetCase) -> Iterator[SetProblem]:
    """The kind that a Composition is for is defined, and a defined kind has a Composition.

    Why: A Composition for a kind without a definition is never used; a composite resource without a Composition
    waits.
    When it bites: When a composite resource is made.
    Fix: Correct kind or version.
    Source: Crossplane, no compatible CompositionRevisions found.
    """
    if not case.is_all_known:
        return
    # What is refused has a finding of its own.
    making = [one.brought for one in case.best.cluster.definitions_of(XRD)]
    making += [brought(one.value) for one in case.of(EXTENSIONS, XRD)]
    making += [each for one in case.known.values() for each in one.objects if each.kind == XRD]
    defined = {(f"{one.group}/{version}", one.defines) for one in making for version in one.versions}
    composed = {one.brought.composite for one in case.best.cluster.definitions_of(COMPOSITION)}
    composed |= {brought(one.value).composite for one in case.of(EXTENSIONS, COMPOSITION)}
    for one in case.of(EXTENSIONS, COMPOSITION):
        of = field(one.value, "spec", "compositeTypeRef")
        wanted = (text(field(of, "apiVersion")), text(field(of, "kind")))
        if wanted not in defined:
            yield SetProblem(
                message=f"{one.name} composes {wanted[1]} of {wanted[0]}, which no definition makes",
                then="It is never used.",
                fix=kind_meant(case.guesses, wanted, defined, "Correct the kind, or add its definition"),
                **one.here("spec", "compositeTypeRef"),
            )
    for one in case.of(EXTENSIONS, XRD):
        kind, group = text(field(one.value, "spec", "names", "kind")), text(field(one.value, "spec", "group"))
        if not any(version.partition("/")[0] == group and each == kind for version, each in composed):
            yield SetProblem(
                message=f"{one.name} has no Composition",
                says="cannot fetch Composition: no compatible CompositionRevisions found",
                then=f"A {kind} waits for one.",
                fix="Add a Composition",
                **one.here(),
            )


@set_rule("SET605", "Two definitions make one CRD", "E")
def one_crd(case: SetCase) -> Iterator[SetProblem]:
    """Each CustomResourceDefinition is made by one definition.

    Why: The plural of a composite resource, that of a claim and the definitions of packages share their names. The
    one that comes first has it.
    When it bites: When the second one is applied: its kind never appears.
    Fix: Rename one of them.
    Source: crossplane#6610; seen with Crossplane 2.4.
    """
    makers: dict[str, list[str]] = {}
    claims: set[str] = set()
    """The names that a claim comes too late for."""
    for one in case.best.cluster.definitions_of(XRD):
        for name in filter(None, (one.brought.name, one.brought.claim)):
            makers.setdefault(name, []).append(f"{XRD} {one.brought.name}")
            if name == one.brought.claim and len(makers[name]) > 1:
                claims.add(name)
    for definition in case.best.cluster.definitions_of("ManagedResourceDefinition"):
        if definition.brought.name in makers:
            makers[definition.brought.name].append(definition.controller)
    for name, found in makers.items():
        if len(found) < 2:
            continue
        mine = next((one for one in case.of(EXTENSIONS, XRD) if f"{XRD} {one.name.name}" in found), None)
        yield SetProblem(
            message=f"{found[0]} and {found[1]} make the {CRD} {name}",
            says=f"cannot apply rendered composite resource {'claim ' if name in claims else ''}"
            'CustomResourceDefinition: existing object is not controlled by UID "…"',
            then="The one that comes first has it; the kind of the other one never appears.",
            fix="Rename one of them",
            object=mine.name if mine else None,
            place=mine.at("spec", "names") if mine else Place(),
        )
