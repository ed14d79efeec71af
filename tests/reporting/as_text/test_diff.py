"""What `diff` writes of changes: what several objects have in common once, and folded where the terminal ends."""

from dataclasses import replace
from typing import Any

from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.commands import command
from xpkgtui.reporting.as_text.diff import diff, markdown
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.differences import Differences
from xpkgtui.rules.changes.change import Change, Weight, Weights, Witness
from xpkgtui.rules.finding import ObjectName, Place


def changed(rule: str, weight: Weight, message: str, name: str = "a", **more: object) -> Change:
    """A change of a definition."""
    weights = Weights(clients=weight, stored=weight, strict=weight, olmv1=weight)
    named = ObjectName(api_version="v1", kind="CustomResourceDefinition", name=name)
    return Change(id=rule, weights=weights, message=message, object=named, **more)  # type: ignore[arg-type]


BREAK = changed(
    "CHG101",
    Weight.BREAKS,
    "the field spec.region of every stored object is gone",
    who="Everyone who sets it in a manifest of their own.",
    first=("Take it out of manifests.", command("kubectl", "get", "a")),
    witness=Witness(manifest="kind: A\nspec: {region: b}\n", says='unknown field "spec.region"'),
    old=Place(line=7),
    new=Place(file="apis/buckets/definition.yaml", line=9),
)
CHECK = changed("CHG102", Weight.CHECK, "the field b is text", version="v1", who="Those who read it.")
WORDS = changed("CHG301", Weight.WORDS, "the description is another one")
FOUND = Differences(
    old=ports.inspection(),
    new=ports.inspection(),
    changes=(
        BREAK,
        replace(BREAK, object=ObjectName(api_version="v1", kind="CustomResourceDefinition", name="b")),
        CHECK,
        *(changed("CHG201", Weight.ADDITION, f"the field c{number} is new") for number in range(13)),
        WORDS,
    ),
    equal=1,
    total=2,
)


HEAD = """\
✗ pkg.xpkg to pkg.xpkg needs work first: 2
  changes break its users
  2 of 3 objects differ: 2 break, 1 to check, 13
  additions, 1 in words only

Breaks its users  2
✗ CHG101  CRD a, CRD b: the field spec.region of
          every stored object is gone
  old package.yaml:7  new
    apis/buckets/definition.yaml:9
  who      Everyone who sets it in a manifest of
           their own.
  first    Take it out of manifests.
           $ kubectl get a
  proof    kind: A
           spec: {region: b}
  answers  unknown field "spec.region"

To check before  1
! CHG102  CRD a: v1: the field b is text
  who      Those who read it.

Additions  13
· CHG201  CRD a: the field c0 is new
"""
TAIL = """
· CHG201  CRD a: the field c11 is new
  1 more: --verbose lists them

Words  1
  --verbose lists them
"""


def test_changes_are_written_the_worst_first_on_a_narrow_terminal() -> None:
    shown = diff(FOUND, Paint(width=48))
    assert shown.startswith(HEAD)
    assert shown.endswith(TAIL)


def test_all_are_written_where_that_is_asked_for() -> None:
    shown = diff(FOUND, Paint(width=48), is_verbose=True)
    assert "c12 is new\n\nWords  1\n· CHG301  CRD a: the description is another one\n" in shown


def test_a_release_note_closes_what_breaks_nothing() -> None:
    shown = markdown(FOUND)
    assert "#### Breaks its users: 2\n\n- **CRD a, CRD b** the field spec.region of every" in shown
    assert '  - Take it out of manifests.\n  - `kubectl get a`\n  - `unknown field "spec.region"`\n' in shown
    assert (
        "#### To check before: 1\n\n- **CRD a** v1: the field b is text (CHG102)\n  - Those who read it.\n" in shown
    )
    assert "\n<details><summary><b>Additions: 13</b></summary>\n\n- **CRD a** the field c0 is new (CHG201)\n" in shown
    assert shown.endswith("**CRD a** the description is another one (CHG301)\n\n</details>\n")


@each_row(
    ("more", "sign"),
    [
        ({"changes": (BREAK,)}, "✗"),
        ({"changes": (CHECK,)}, "!"),
        ({"changes": (WORDS,)}, "✓"),
        ({"uncompared": "one was not read"}, "?"),
    ],
)
def test_the_sign_says_whether_one_can_go(more: dict[str, Any], sign: str) -> None:
    found = Differences(old=ports.inspection(), new=ports.inspection(), **more)
    assert markdown(found).startswith(f"### {sign} pkg.xpkg to pkg.xpkg ")
    assert diff(found, Paint()).startswith(f"{sign} pkg.xpkg to pkg.xpkg ")
