"""Which finding a consumer meets first, and the clause that says so."""

import json
from dataclasses import replace
from importlib.resources import files
from itertools import chain, permutations
from typing import Any

from builders.cases import each_row
from builders.goldens import Golden
from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.packages.case_facts import case_about, with_facts

from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.oci.image import Image, ImageConfig, LayerMark
from xpkgtui.oci.manifest import Manifest
from xpkgtui.readers.reader import Part, Reading, ReadStage, Step
from xpkgtui.rules.case import Profiles, StreamFile
from xpkgtui.rules.finding import Acceptance, Finding, Place, Severity, Stage
from xpkgtui.rules.verdict import conclude, conclude_all
from xpkgtui.visible import size

CASE = case_about("package.yaml")
BOUND = replace(RULESET, bound_to_reader=RULESET.bound_to_reader - {"spec"})


def error(stage: Stage, rule: str = "XPKG500", message: str = "it is odd", **facts: object) -> Finding:
    names = {"met", "turn", "walked", "cause"}
    own = {name: value for name, value in facts.items() if name in names}
    place = Place(**{name: value for name, value in facts.items() if name not in names})  # type: ignore[arg-type]
    return Finding(rule=rule, severity=Severity.ERROR, message=message, stage=stage, place=place, **own)  # type: ignore[arg-type]


@each_row(
    "met",
    [
        (
            error(Stage.FILE, met=(0, 0)),
            error(Stage.FILE, met=(0, 1)),
            error(Stage.FILE, met=(0, 1), rule="XPKG501"),
            error(Stage.FILE, met=(1, 0), document=1),
        ),
        (
            error(Stage.PARSE, document=1, line=9),
            error(Stage.PARSE, document=2),
            error(Stage.PARSE, document=2, line=1, rule="XPKG501"),
            error(Stage.PARSE, document=2, line=1, rule="XPKG502"),
            error(Stage.PARSE, document=2, line=2),
        ),
        (
            error(Stage.PARSE, document=2, met=(0, 1)),
            error(Stage.PARSE),
            error(Stage.PARSE, document=1, walked=("b",)),
            error(Stage.PARSE, document=1, met=(1, 0)),
            error(Stage.LINT, document=1),
        ),
        (
            error(Stage.PARSE, document=1, turn=((1, "a"),), line=2),
            error(Stage.PARSE, document=1, turn=((1, "b"),), line=1),
        ),
        (
            error(Stage.LINT, document=9, turn=((0, ""),)),
            error(Stage.LINT, document=1, line=2, column=4),
            error(Stage.LINT, document=1, line=2, column=9),
            error(Stage.LINT, document=1, line=3),
            error(Stage.LINT, document=1, met=(0, 1)),
            error(Stage.LINT, document=2),
        ),
    ],
    ids=["image", "documents", "where reading stops", "decoder", "linter"],
)
def test_the_first_one_that_is_met_refuses(met: tuple[Finding, ...]) -> None:
    for number, one in enumerate(met):
        assert all(conclude(CASE, order, RULESET).culprit == one for order in permutations(met[number:]))


@each_row(
    ("one", "clause"),
    [
        (error(Stage.PARSE, message="The value is odd; on.", cause="The value is odd"), "the value is odd"),
        (error(Stage.PARSE, message="The value is a; b.", document=3), "document 3: the value is a; b"),
        (error(Stage.PARSE, message="Document 3 is odd.", document=3), "document 3 is odd"),
        (error(Stage.PARSE, message="Provider x is odd", line=4), "line 4: Provider x is odd"),
        (error(Stage.PARSE, message="It is odd", file="a.yaml", line=4, document=3), "a.yaml:4: it is odd"),
        (error(Stage.FILE, message="x" * 161), "x" * 159 + "…"),
        (error(Stage.FILE, message="x" * 160), "x" * 160),
    ],
)
def test_the_reason_is_the_cause_with_its_place(one: Finding, clause: str) -> None:
    verdict = conclude(CASE, [one], RULESET)
    assert (verdict.acceptance, verdict.reason) == (Acceptance.REFUSED, clause)


def test_what_runs_or_warns_refuses_nothing() -> None:
    warning = Finding(rule="XPKG500", severity=Severity.WARNING, message="", stage=Stage.LINT)
    verdict = conclude(CASE, [error(Stage.RUN), warning], RULESET)
    assert (verdict.acceptance, verdict.reason) == (None, "package.yaml was not read")


READ = Reading(reader="manager-2.4", annotated=True, layer=1, parts=(Part(name="package.yaml", layer=1),))
BUILT = image(layer(file("a", "1")), layer(file("package.yaml", "a: 1\n"), base=True))
IMAGE = Image.of(
    Manifest.parse(BUILT.manifest), ImageConfig.parse(BUILT.config), (LayerMark(), LayerMark(annotation="base"))
)
FILE = StreamFile(path="/nowhere", size=1, sha256="ab" * 32)
REFUSED, ACCEPTED = Acceptance.REFUSED, Acceptance.ACCEPTED


@each_row(
    ("facts", "acceptance", "reason"),
    [
        ({"not_a_package": "an attestation"}, None, "an attestation"),
        ({"reading": None}, None, "package.yaml was not read"),
        ({"stream": None}, None, "package.yaml was not read"),
        ({"reading": replace(READ, unread=0)}, None, "layer 0 was not read ({size})"),
        ({"reading": replace(READ, unread=1)}, None, "layer 1 (annotated base) was not read ({size})"),
        ({"reading": replace(READ, unread=2)}, None, "layer 2 was not read"),
        ({"reading": replace(READ, unread=0), "image": None}, None, "layer 0 was not read"),
        ({"reading": replace(READ, stage=ReadStage.FETCH)}, None, "package.yaml was not read"),
        ({"reading": replace(READ, stage=ReadStage.FETCH, message="gone")}, None, "gone"),
        ({"reading": replace(READ, stage=ReadStage.SELECT, message="no")}, REFUSED, "no"),
        ({"reading": replace(READ, stage=ReadStage.SELECT)}, REFUSED, "the package cannot be read"),
        ({"reading": replace(READ, stage=ReadStage.SELECT, steps=(Step(title="a", evidence="b"),))}, REFUSED, "b"),
        (
            {"reading": replace(READ, stage=ReadStage.SELECT), "profile": "spec"},
            None,
            "package.yaml was not read: Crossplane 2.4 stops before it",
        ),
        ({}, ACCEPTED, "package.yaml from layer 1 (annotated base)"),
        ({"reading": replace(READ, annotated=False)}, ACCEPTED, "package.yaml from layer 1 (all layers flattened)"),
        ({"image": None}, ACCEPTED, "package.yaml read directly"),
        ({"reading": replace(READ, layer=None)}, ACCEPTED, "package.yaml read directly"),
        ({"image": None, "is_assembled": True}, ACCEPTED, "package.yaml built from this folder"),
    ],
)
def test_what_was_read_decides_where_no_finding_does(
    facts: dict[str, Any], acceptance: Acceptance | None, reason: str
) -> None:
    made = {"image": IMAGE, "reading": READ, "stream": FILE} | facts
    verdict = conclude(with_facts(CASE, **made), (), BOUND)
    sizes = {str(number): size(one.descriptor.size) for number, one in enumerate(IMAGE.layers)}
    assert (verdict.acceptance, verdict.reason) == (acceptance, reason.replace("{size}", sizes.get(reason[6:7], "")))


@each_row(("layers", "where"), [((1,), "layer 1"), ((1, 1), "layer 1"), ((0, 1), "2 layers")])
def test_what_was_put_together_of_several_layers_is_said(layers: tuple[int, ...], where: str) -> None:
    read = replace(READ, parts=tuple(Part(name=f"{number}.yaml", layer=one) for number, one in enumerate(layers)))
    ruleset = replace(RULESET, wording=replace(RULESET.wording, builds=False))
    verdict = conclude(with_facts(CASE, image=IMAGE, reading=read, stream=FILE), (), ruleset)
    assert verdict.reason == f"{read.stream_name('package.yaml')} from {where} (annotated base)"


def test_an_undecided_finding_keeps_it_open_and_an_error_does_not() -> None:
    unsure = Finding(
        rule="XPKG500", severity=Severity.WARNING, message="A limit; so", cause="A limit", undecided=True
    )
    case = with_facts(CASE, reading=READ, stream=FILE)
    assert (conclude(case, [unsure], RULESET).acceptance, conclude(case, [unsure], RULESET).reason) == (
        None,
        "a limit",
    )
    assert conclude(case, [unsure, error(Stage.LINT)], RULESET).acceptance is REFUSED


def test_the_verdicts_of_others_stand_beside_the_chosen_one() -> None:
    case = with_facts(CASE, reading=READ, stream=FILE, profiles=Profiles(others=("build", "spec")))
    both = conclude_all(case, {"build": [error(Stage.LINT)]}, RULESET)
    assert (both.acceptance, [(one.profile, one.acceptance, one.rule) for one in both.others]) == (
        ACCEPTED,
        [("build", REFUSED, "XPKG500"), ("spec", ACCEPTED, "")],
    )
    assert conclude_all(with_facts(case, not_a_package="an attestation"), {}, RULESET).others == ()


def test_a_sentence_begins_small_within_another_as_was_agreed(golden: Golden) -> None:
    messages = json.loads(
        files("xpkgtui.reporting.messages").joinpath("messages.json").read_text().replace("\x7f", r"\u0000")
    )
    begins = sorted({words.partition(" ")[0] for words in (*chain(*messages["written"].values()), "Rule")} - {""})
    said = [conclude(CASE, [error(Stage.LINT, message=f"{one} x")], RULESET).reason for one in begins]
    golden("verdict_words", "".join(f"{one}\n" for word, one in zip(begins, said, strict=True) if one != f"{word} x"))
