"""Rules about the examples beside a package (415 to 418), which are judged where they are asked for."""

from collections.abc import Callable, Iterator

from xpkgtui.formats.examples.example import Example, ExampleList, lost_values, refusals, unknown_fields
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Subject
from xpkgtui.formats.xpkg.rules.rule import rule as rule_of_xpkg
from xpkgtui.rules.rule import Check, Rule
from xpkgtui.visible import few

_NAMED = 8
"""Kinds that are named."""


def rule(name: str, title: str, severity: str) -> Callable[[Check[Subject]], Rule[Subject]]:
    """A rule about examples, which is the same for everyone who makes or reads packages."""
    return rule_of_xpkg(
        name, title, severity, spec=severity, format_v2=severity, build=severity, readers=(), stage=Stage.RUN
    )


@rule("XPKG415", "the API server refuses an example", "WI")
def examples_are_accepted(example: Example) -> Iterator[Problem]:
    """The API server creates each example, by the definitions that the package installs.

    Why: People copy examples, and marketplaces show them. One that is refused was written for another version.
    When it bites: When you apply the example. The package installs all the same.
    Fix: Correct the example as the message says, and try it with `kubectl apply --dry-run=server`.
    Source: k8s.io/apiextensions-apiserver 0.35, the strategy of custom resources.
    """
    yield from refusals(example)


@rule("XPKG416", "an example has an unknown field", "W")
def examples_have_known_fields(example: Example) -> Iterator[Problem]:
    """The definition of an example has every field that the example has.

    Why: kubectl asks the API server to refuse unknown fields. Other clients do not, and then they are dropped
    silently: the resource is made without them.
    When it bites: When you apply the example.
    Fix: Remove the fields, or spell them as the definition does.
    Source: k8s.io/apiextensions-apiserver 0.35, pruning and strict field validation.
    """
    yield from unknown_fields(example)


@rule("XPKG417", "the API server drops values of an example", "I")
def examples_are_kept(example: Example) -> Iterator[Problem]:
    """The API server stores every value of an example.

    Why: Nulls are dropped where the schema does not allow them, the status where it is a subresource, and of a key
    that stands twice the first value.
    When it bites: When you read the resource that was made of the example.
    Fix: Remove the values.
    Source: k8s.io/apiextensions-apiserver 0.35.
    """
    yield from lost_values(example)


@rule("XPKG418", "a kind has no example", "I")
def kinds_have_examples(found: ExampleList) -> Iterator[Problem]:
    """There is an example of every kind that the package defines.

    Why: An example is where most people begin.
    When it bites: When you look for one.
    Fix: Add a file to the folder examples/, which a build packs.
    Source: crossplane-runtime pkg/xpkg/parser/examples.
    """
    if found.without and found.examples:
        count = len(found.without)
        noun, have = "kind" if found.kinds == 1 else "kinds", "has" if count == 1 else "have"
        yield Problem(message=f"{count:,} of {found.kinds:,} {noun} {have} no example: {few(found.without, _NAMED)}")
