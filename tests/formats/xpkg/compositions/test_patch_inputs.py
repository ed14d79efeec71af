"""What function-patch-and-transform refuses of its input, beside its own answers."""

import json
from pathlib import Path

from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.compositions import composing
from formats.xpkg.rules.vectors.patch_inputs import WHOLE, random_inputs
from oracle.make_patch_inputs import COUNT, SEED, STORE, shortened

from xpkgtui.formats.xpkg.compositions.patch_inputs import faults_of


def test_of_random_inputs_the_first_fault_is_that_which_the_function_says() -> None:
    answers = json.loads(Path(STORE).read_text(encoding="utf-8"))
    inputs = list(random_inputs(COUNT, SEED))
    ours = [
        next((shortened(fault.says) for fault in faults_of(one, is_first=True) if fault.says), "") for one in inputs
    ]
    differing = [(said, answer) for said, answer in zip(ours, answers, strict=True) if said != answer]
    assert differing == []


def test_every_fault_of_an_input_is_found_at_its_place() -> None:
    patches = "{fromFieldPath: a, policy: {mergeOptions: {}}}, {type: PatchSet, patchSetName: b}, {toFieldPath: c}"
    text = composing(f"resources: [{{name: a, base: {{apiVersion: v1}}, patches: [{patches}]}}, {{name: a}}]")
    found = [(one.place.field, one.message.partition(": ")[2]) for one in judge_stream(text).of("XPKG733")]
    at = "spec.pipeline[0].input.resources[0]"
    assert [(field.removeprefix(at), said.partition(": ")[2]) for field, said in found if field] == [
        (".patches[0].policy.mergeOptions", "the function knows no such field"),
        (".patches[2]", "fromFieldPath must be set for patch type FromCompositeFieldPath"),
        (".patches[1].patchSetName", "cannot find PatchSet by name b"),
        (".base", "the base of resource a has no kind"),
    ]


def test_a_resource_may_come_from_a_step_before_or_from_a_resource_of_its_name() -> None:
    def found(first: list[str], *, is_first: bool) -> list[str]:
        resources = [
            {"name": name, **({"base": {"kind": "A"}} if number == 0 else {})} for number, name in enumerate(first)
        ]
        return [str(fault.path) for fault in faults_of({"resources": resources}, is_first=is_first)]

    assert found(["a", "b"], is_first=True) == ["resources[1]"]
    assert found(["a", "b"], is_first=False) == []
    assert found(["a", "a"], is_first=True) == []


def test_what_is_lost_without_a_word_has_no_message_of_the_function() -> None:
    base = {"kind": "A"}
    patch = {"fromFieldPath": "a", "transforms": [{"type": "string", "string": {"type": "Convert", "convert": "Up"}}]}
    given = {"resources": [{"name": "a", "base": base, "patches": [patch]}, {"name": "a", "base": base}]}
    assert [(str(one.path).rpartition(".")[2], one.says) for one in faults_of(given, is_first=True)] == [
        ("convert", ""),
        ("name", ""),
    ]


def test_an_input_that_the_function_takes_has_no_faults() -> None:
    assert list(faults_of(WHOLE, is_first=True)) == []
