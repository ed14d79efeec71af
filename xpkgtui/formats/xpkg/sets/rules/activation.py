"""Rules about activation policies: which managed resources are active, and what Compositions compose of them."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.xpkg.compositions.composed_kinds import ComposedKind, composed_kinds
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, Guesses, SetCase, whereabouts
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, MRD, POLICY
from xpkgtui.formats.xpkg.sets.controllers.activation import activates
from xpkgtui.formats.xpkg.sets.controllers.revisions import objects_of
from xpkgtui.formats.xpkg.sets.manifests import PACKAGE_KINDS
from xpkgtui.formats.xpkg.sets.rules.wording import did_you_mean
from xpkgtui.formats.xpkg.tools.facts import MANAGED_DEFINITIONS, SCALES_TO_ZERO
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.untyped import field, listing, text, texts
from xpkgtui.visible import few, plural


class Composing(NamedTuple):
    """A Composition that composes a kind."""

    kind: ComposedKind
    name: str
    object: ObjectName | None
    place: Place


def _composing(case: SetCase) -> Iterator[Composing]:
    """What is composed: by the Compositions of the set, and by those that packages bring."""
    own = {one.name.name for one in case.of(EXTENSIONS, COMPOSITION)}
    for one in case.of(EXTENSIONS, COMPOSITION):
        for kind in composed_kinds(one.value).kinds:
            yield Composing(kind, one.name.name, one.name, _base(one, kind))
    members = {one.manifest.key: one for one in case.members}
    for each in case.best.cluster.definitions_of(COMPOSITION):
        revision = next((one for one in case.best.cluster.revisions.values() if one.title == each.controller), None)
        member = members.get((revision.kind, revision.package)) if revision else None
        for kind in each.brought.composes if each.brought.name not in own else ():
            place = member.place if member else Place()
            yield Composing(kind, each.brought.name, member.object.name if member else None, place)


def _base(one: SetObject, kind: ComposedKind) -> Place:
    """The place of the first base of a kind; of a template that of its step."""
    for number, step in enumerate(listing(field(one.value, "spec", "pipeline"))):
        for index, resource in enumerate(listing(field(step, "input", "resources"))):
            base = field(resource, "base")
            group = text(field(base, "apiVersion")).rpartition("/")[0]
            if (group, text(field(base, "kind"))) == (kind.group, kind.kind):
                return one.at("spec", "pipeline", number, "input", "resources", index, "base", "kind")
    return one.at("spec", "pipeline")


def by_kind(case: SetCase) -> dict[tuple[str, str], list[Composing]]:
    """What is composed, by group and kind."""
    found: dict[tuple[str, str], list[Composing]] = {}
    for one in _composing(case):
        found.setdefault((one.kind.group, one.kind.kind), []).append(one)
    return found


@set_rule("SET501", "An activation pattern matches nothing", "W")
def matches_nothing(case: SetCase) -> Iterator[SetProblem]:
    """Each pattern of an activation policy names a kind of a provider.

    Why: Names are those of definitions: plural and group. Mostly the singular was written. A bad pattern names
    nothing.
    When it bites: When an object of the kind is made: the API server does not know it.
    Fix: Write the plural.
    Source: Go, path/filepath.Match; Crossplane, ManagedResourceActivationPolicy.
    """
    if not MANAGED_DEFINITIONS.holds(case.minor) or case.has_unread_package:
        return
    names = [one.brought.name for one in case.best.cluster.definitions_of(MRD)]
    # A provider that does not install has its kinds all the same.
    for found in case.known.values():
        made = objects_of(case.best.cluster, found.kind, found)
        names += [one.name for one in made if one.kind == MRD]
    for one in case.of(EXTENSIONS, POLICY):
        told: dict[str, list[tuple[str, Place]]] = {}
        for number, pattern in enumerate(texts(field(one.value, "spec", "activate"))):
            if not any(activates([pattern], name) for name in names):
                fix = _meant(case.guesses, pattern, names)
                if fix or not case.manifests.may_hide(PACKAGE_KINDS):
                    told.setdefault(fix, []).append((pattern, one.at("spec", "activate", number)))
        for fix, lacking in told.items():
            listed = few([each for each, _ in lacking], _FEW)
            yield SetProblem(
                message=f"{one.name} names {listed}, and no provider has such a kind",
                then=f"Nothing is activated by {'it' if len(lacking) == 1 else 'them'}.",
                fix=fix or "Write plural and group of a kind, or add its provider",
                object=one.name,
                place=lacking[0][1],
                also=tuple((place, each) for each, place in lacking[1:_FEW]),
            )


def _meant(guesses: Guesses, pattern: str, names: list[str]) -> str:
    """The name that was meant, as advice: groups are alike, so that its plural has to be alike too. Else empty."""
    plural = pattern.partition(".")[0]
    alike = [one for one in names if guesses.nearest(plural, (one.partition(".")[0],))]
    return did_you_mean(guesses, pattern, alike)


@set_rule("SET503", "The default policy activates everything", "I")
def default_too(case: SetCase) -> Iterator[SetProblem]:
    """A policy that names some kinds stands alone.

    Why: Crossplane's chart makes a policy named default that names all kinds, *. A narrower one beside it changes
    nothing.
    When it bites: When providers are installed: all their kinds are active.
    Fix: Install the chart with provider.defaultActivations: [], or call your policy default.
    Source: Crossplane, cluster/charts/crossplane.
    """
    policies = {one.brought.name: one.brought.names for one in case.best.cluster.definitions_of(POLICY)}
    everything = "*" in policies.get("default", ())
    for one in case.of(EXTENSIONS, POLICY):
        patterns = texts(field(one.value, "spec", "activate"))
        if everything and one.name.name != "default" and "*" not in patterns:
            unsure = "" if case.installed.names else ", if the chart's default is there"
            yield SetProblem(
                message=f"{one.name} is narrower than the policy default, which names all{unsure}",
                then="All kinds are active.",
                fix="Install Crossplane's chart with provider.defaultActivations: []",
                **one.here("spec", "activate"),
            )


@set_rule("SET504", "The policy does nothing here", "I")
def not_needed(case: SetCase) -> Iterator[SetProblem]:
    """A policy names kinds of providers that start safely.

    Why: All kinds of a provider without the capability safe-start are active at once, whatever a policy names.
    When it bites: Never.
    Fix: Leave it, or remove the pattern.
    Source: Crossplane, ProviderCapabilitySafeStart.
    """
    if case.has_unread_package:
        return
    safe = {one.title for one in case.best.cluster.revisions.values() if one.is_safe_start}
    definitions = case.best.cluster.definitions_of(MRD)
    for one in case.of(EXTENSIONS, POLICY):
        for pattern in texts(field(one.value, "spec", "activate")):
            named = [each for each in definitions if activates([pattern], each.brought.name)]
            if pattern != "*" and named and not any(each.controller in safe for each in named):
                yield SetProblem(
                    message=f"{one.name} names {pattern}, whose kinds are active without it",
                    **one.here("spec", "activate"),
                )


@set_rule("SET505", "No policy activates anything of a provider", "W", absent=(POLICY,))
def nothing_active(case: SetCase) -> Iterator[SetProblem]:
    """A policy activates at least one kind of each provider that starts safely.

    Why: None of its kinds is there, and since 2.4 nothing of it runs until one is active.
    When it bites: When an object of a kind is made.
    Fix: Name a kind in an activation policy.
    Source: Crossplane, ManagedResourceActivationPolicy; seen with Crossplane 2.4.
    """
    if (EXTENSIONS, POLICY) in by_kind(case):  # a policy comes with what is composed
        return
    for revision in case.best.cluster.revisions.values():
        owned = list(case.best.cluster.owned_by(revision))
        if not revision.is_safe_start or not owned or any(one.is_active for one in owned):
            continue
        names = sorted(one.brought.name for one in owned)
        policies = list(case.of(EXTENSIONS, POLICY))
        scaled = SCALES_TO_ZERO.holds(case.minor)
        yield SetProblem(
            message=f"No policy activates any of the {plural(len(owned), 'kind')} of {revision.package}",
            says="Package runtime is scaled to zero; awaiting the first ManagedResourceDefinition to be activated"
            if scaled
            else "",
            then="None of its kinds is there" + (", and nothing of it runs." if scaled else "."),
            fix=f"Name what is used of it in a policy, such as {names[0]}",
            **whereabouts(case.member((revision.kind, revision.package)), policies[0].place if policies else None),
            packages=(revision.package,),
            manifest=policy(case, names),
        )


@set_rule("SET506", "Nothing becomes inactive again", "I")
def stays_active(case: SetCase) -> Iterator[SetProblem]:
    """A kind that an activation policy names no more stays active.

    Why: The state of a managed resource definition cannot be changed once it is Active.
    When it bites: Never: the kind stays, also where it is not used.
    Fix: Nothing, or install the provider anew.
    Source: crossplane#6984.
    """
    before = {
        text(field(one, "metadata", "name")): texts(field(one, "spec", "activate"))
        for one in case.installed.others
        if field(one, "kind") == POLICY
    }
    named = [one.brought.names for one in case.best.cluster.definitions_of(POLICY)]
    for one in case.of(EXTENSIONS, POLICY):
        patterns = texts(field(one.value, "spec", "activate"))
        gone = [each for each in before.get(one.name.name, []) if each not in patterns]
        kept = [
            each.brought.name
            for each in case.best.cluster.definitions_of(MRD)
            if activates(gone, each.brought.name) and not any(activates(every, each.brought.name) for every in named)
        ]
        if kept:
            yield SetProblem(
                message=f"{one.name} names {few(gone, _FEW)} no more, and {plural(len(kept), 'kind')} of it "
                f"{'stays' if len(kept) == 1 else 'stay'} active",
                says="state cannot be changed once it becomes Active",
                **one.here("spec", "activate"),
            )


_FEW = 3


def policy(case: SetCase, names: list[str]) -> str:
    """The policy that names them: that of the set where there is one."""
    mine = next(case.of(EXTENSIONS, POLICY), None)
    name = mine.name.name if mine else "platform"
    kept = texts(field(mine.value, "spec", "activate")) if mine else []
    lines = "".join(f"  - {json.dumps(one)}\n" for one in [*kept, *names])
    return (
        "apiVersion: apiextensions.crossplane.io/v1alpha1\nkind: ManagedResourceActivationPolicy\n"
        f"metadata:\n  name: {json.dumps(name)}\nspec:\n  activate:\n{lines}"
    )
