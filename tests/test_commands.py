"""A printed command: its line for a shell, and what it does to what is there."""

import pytest
from builders.cases import each_row

from xpkgtui.commands import Unknown, command, spelled, verb_of


def test_words_of_a_command_are_quoted_for_a_shell() -> None:
    assert command("crane", "manifest", "a b").line == "crane manifest 'a b'"
    assert command("xpkgtui", "cat", "a.xpkg", into="my file").line == "xpkgtui cat a.xpkg > 'my file'"
    assert str(command("kubectl", "version")) == "$ kubectl version"


def test_a_spelled_command_keeps_its_text_and_knows_its_words() -> None:
    made = spelled("kubectl get things -A -o json | kubectl replace -f -")
    assert made.line == "kubectl get things -A -o json | kubectl replace -f -"
    assert (made.program, made.writes, made.deletes) == ("kubectl", "the objects that it reads", "")
    kept = spelled("kubectl get things -A -o yaml > kept.yaml")
    assert (kept.words[-1], kept.into, kept.writes) == ("yaml", "kept.yaml", "the file kept.yaml")


def test_a_command_says_what_it_writes_over_and_deletes() -> None:
    pushed = command("crossplane", "xpkg", "push", "-f", "a.xpkg", "r.example/a:v1")
    assert (pushed.writes, pushed.deletes) == ("the tag that it names", "")
    deleted = spelled("kubectl delete crd things.example.org")
    assert deleted.deletes.startswith(
        "the objects that it names; with a definition, every object of it; with a managed"
    )
    assert deleted.first == "Of managed resources: set managementPolicies without Delete."


@each_row("words", [("crane", "rename", "a"), ("crossplane", "xpkg"), ("crain", "pull"), ("kubectl",)])
def test_a_program_or_verb_that_is_in_no_table_is_not_known(words: tuple[str, ...]) -> None:
    with pytest.raises(Unknown, match=" ".join(words)):
        verb_of(words)
