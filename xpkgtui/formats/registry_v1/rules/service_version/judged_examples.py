"""Rules about the examples of a bundle (045 to 047), which are judged where they are asked for."""

from collections.abc import Iterator

from xpkgtui.formats.examples.example import Example
from xpkgtui.formats.examples.problems import lost_values, refusals, unknown_fields
from xpkgtui.formats.registry_v1.rules.by_tool import everywhere
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule


@rule("OLM045", "the API server takes the examples", everywhere("WI"), stage=Stage.RUN)
def examples_are_accepted(example: Example) -> Iterator[Problem]:
    """The API server creates each example, by the definitions of the bundle.

    Why: Consoles fill their forms with these examples; what they make of one that is refused cannot be saved.
    When it bites: When you make an object from the example. The bundle installs all the same.
    Fix: Correct the example as the message says.
    Source: k8s.io/apiextensions-apiserver 0.35, the strategy of custom resources.
    """
    yield from refusals(example)


@rule("OLM046", "examples have known fields only", everywhere("W"), stage=Stage.RUN)
def examples_have_known_fields(example: Example) -> Iterator[Problem]:
    """The definition of an example has every field that the example has.

    Why: kubectl asks the API server to refuse unknown fields. Consoles do not, and then they are dropped silently:
    the object is made without them.
    When it bites: When you make an object from the example.
    Fix: Remove the fields, or spell them as the definition does.
    Source: k8s.io/apiextensions-apiserver 0.35, pruning and strict field validation.
    """
    yield from unknown_fields(example)


@rule("OLM047", "examples are kept whole", everywhere("I"), stage=Stage.RUN)
def examples_are_kept(example: Example) -> Iterator[Problem]:
    """The API server stores every value of an example.

    Why: Nulls are dropped where the schema does not allow them, and the status where it is a subresource.
    When it bites: When you read the object that was made of the example.
    Fix: Remove the values.
    Source: k8s.io/apiextensions-apiserver 0.35.
    """
    yield from lost_values(example)
