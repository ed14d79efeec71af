"""Findings made of problems: what they say, where they are, and of which nothing is made."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from builders.cases import each_row
from builders.oci.images import package
from builders.packages.judgements import PROVIDER, case_of

from xpkgtui.documents.origins import Origins
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.readers.reader import Part
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Badge, Finding, Place, Severity, Stage
from xpkgtui.rules.judging.locating import image_place, package_place, place_of
from xpkgtui.rules.judging.tally import Tally
from xpkgtui.rules.rule import CRASHED, AnyRule, Problem, Where

CASE, _ = case_of(package(PROVIDER))
LAYER = str(package(PROVIDER).layers[0].digest)
E, W = Severity.ERROR, Severity.WARNING
RULE = replace(
    RULESET.rules[0],
    id="XPKG999",
    stage=Stage.LINT,
    severities={"a": (E, W), "b": (E,), "c": (W,), "d": ()},
    silenced_by=None,
    is_decoding=False,
    once_from=None,
)


def made(problem: Problem, rule: AnyRule = RULE, profile: str = "a") -> Finding | None:
    reported = Tally(CASE, profile, ("b", "c", "d")).report(rule, problem, 1, Place, None)
    return reported.finding if reported else None


def test_a_sentence_is_whole_until_a_package_has_megabytes_of_them() -> None:
    tally, long = Tally(CASE, "a"), Problem(message="m" * 5_000_000)
    first, second = (tally.report(RULE, long, 1, Place, None) for _ in range(2))
    short = tally.report(RULE, Problem(message="s" * 4_000), 1, Place, None)
    assert first
    assert first.finding.message == long.message
    assert second
    assert second.finding.message.endswith("… (4,996,000 more characters)")
    assert short
    assert short.finding.message == "s" * 4_000


@each_row(
    ("more", "profile", "found"),
    [
        ({}, "a", (E, False, False, ("b",))),
        ({"level": 1}, "a", (W, False, False, ("b",))),
        ({"undecided": True}, "a", (W, True, False, ())),
        ({"undecided": True, "profiles": ("c",)}, "c", (W, True, False, ())),
        ({"level": CRASHED}, "a", (W, True, True, ())),
        ({"level": CRASHED}, "c", (W, False, True, ())),
        ({"profiles": ("a", "c")}, "a", (E, False, False, ())),
        ({"profiles": ("b",)}, "a", None),
        ({}, "d", None),
    ],
)
def test_each_profile_weighs_a_problem(more: dict[str, Any], profile: str, found: object) -> None:
    one = made(Problem(message="m", **more), profile=profile)
    assert (one and (one.severity, one.undecided, one.is_failure, one.refused_by)) == found


@each_row(
    ("fix", "said"),
    [
        ("Do it.", "Do it."),
        ("", RULE.fix),
        ("No action is needed.", ""),
        ("No action is needed. Or do it.", "No action is needed. Or do it."),
        ("x" * 5_000, "x" * 5_000),
    ],
)
def test_what_need_not_be_done_is_not_said(fix: str, said: str) -> None:
    one = made(Problem(message="m", fix=fix))
    assert one is not None
    assert one.fix == said


@each_row(
    ("is_decoding", "at_once", "path", "turn"),
    [
        (False, False, FieldPath(("spec",)), ()),
        (True, False, FieldPath(("spec", 3)), ((1, ""), (0, "spec"), (3, ""))),
        (True, True, None, ((0, ""),)),
        (False, True, FieldPath(("spec",)), ((0, ""), (0, "spec"))),
    ],
)
def test_a_decoder_meets_fields_sorted_by_name(
    is_decoding: bool, at_once: bool, path: FieldPath | None, turn: object
) -> None:
    one = made(Problem(message="m", at_once=at_once, path=path), replace(RULE, is_decoding=is_decoding))
    assert one is not None
    assert one.turn == turn


def test_what_is_said_once_is_said_of_the_first_document() -> None:
    tally, rule = Tally(CASE, "a"), replace(RULE, once_from=1)
    levels = [
        tally.report(rule, Problem(message="m", level=level), 1, Place, None) for level in (0, 0, 1, 1, CRASHED)
    ]
    assert [one is not None for one in levels] == [True, True, True, False, True]


def test_what_is_said_once_is_listed_last_with_the_number_of_all_and_each_document_has_its_badge() -> None:
    tally, rule = Tally(CASE, "a"), replace(RULE, once_from=1)
    for document in (1, 2, 3):
        problem = Problem(message=f"m{document}", level=1)
        one = tally.report(rule, problem, document, lambda: Place(document=document), None)  # noqa: B023
        assert tally.list(each.finding for each in tally.count([one] if one else [])) == ()
    assert [one.message for one in tally.list_held()] == ["m1 (2 more like it)"]
    assert [one.place.document for one in tally.listed] == [1]
    assert [tally.badge(number) for number in range(5)] == [Badge.OK, *[Badge.WARNING] * 3, Badge.OK]


def test_a_document_has_the_badge_of_its_worst_finding() -> None:
    tally = Tally(CASE, "a")
    for level, document in ((1, 1), (0, 2), (1, 2), (0, None)):
        one = tally.report(RULE, Problem(message="m", level=level), document, lambda: Place(document=document), None)  # noqa: B023
        assert one is not None
        tally.count([one])
    assert [tally.badge(number) for number in range(4)] == [Badge.OK, Badge.WARNING, Badge.ERROR, Badge.OK]


def in_parts(*parts: Part) -> Case:
    assert CASE.reading is not None
    origins = Origins(files=("a.yaml",), starts=(1,), owners=(0,), lines=(5,))
    return replace(CASE, reading=replace(CASE.reading, origins=origins, parts=parts))


@each_row(
    ("case", "place", "found"),
    [
        (CASE, Place(line=3), Place(line=3)),
        (in_parts(), Place(document=1), Place(document=1)),
        (in_parts(), Place(line=3), Place(file="a.yaml", line=7)),
        (
            in_parts(Part(name="a.yaml", layer=0)),
            Place(line=3),
            Place(file="a.yaml", line=7, layer=0, layer_digest=LAYER, path="a.yaml"),
        ),
    ],
)
def test_a_finding_names_the_file_that_its_line_came_from(case: Case, place: Place, found: Place) -> None:
    finding = Finding(rule="XPKG999", severity=E, message="", stage=Stage.LINT, place=place)
    tally = Tally(case, "a")
    assert [one.place for one in tally.list([finding])] == [found]
    assert len(tally.listed) == 1


@each_row(
    ("placed", "found"),
    [
        (lambda: place_of(CASE), Place(layer=0, layer_digest=LAYER, path="package.yaml")),
        (lambda: place_of(replace(CASE, reading=None), document=2), Place(document=2)),
        (
            lambda: image_place(CASE, Problem(message="", where=Where(layer=0, entry="a"))),
            Place(layer=0, layer_digest=LAYER, path="a"),
        ),
        (lambda: image_place(CASE, Problem(message="", where=Where(layer=1))), Place(layer=1)),
        (lambda: image_place(CASE, Problem(message="", where=Where(entry="a"))), Place(path="a")),
        (
            lambda: image_place(CASE, Problem(message="", where=Where(layer=0, platform="linux/arm64"))),
            Place(platform="linux/arm64", layer=0),
        ),
        (
            lambda: package_place(
                CASE, Problem(message="", where=Where(document=2, line=9), path=FieldPath(("spec",)))
            ),
            Place(layer=0, layer_digest=LAYER, path="package.yaml", document=2, line=9, field="spec"),
        ),
        (
            lambda: package_place(CASE, Problem(message="", where=Where(document=2, entry="a"))),
            Place(path="a"),
        ),
    ],
)
def test_a_place_is_as_far_as_it_is_known(placed: Callable[[], Place], found: Place) -> None:
    assert placed() == found
