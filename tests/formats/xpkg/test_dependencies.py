"""The names under which functions of a repository are called."""

import pytest

from xpkgtui.formats.xpkg.dependencies import dns_label, function_names


@pytest.mark.parametrize(
    ("repository", "names"),
    [
        ("xpkg.crossplane.io/crossplane-contrib/function-kcl", {"crossplane-contrib-function-kcl", "function-kcl"}),
        ("localhost:5000/function-kcl", {"function-kcl"}),
        ("org/function-kcl", {"org-function-kcl", "function-kcl"}),
        ("function-kcl", {"function-kcl"}),
    ],
)
def test_a_function_is_named_after_its_repository(repository: str, names: set[str]) -> None:
    assert function_names(repository) == names


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("-hi/my.name/is-", "hi-my-name-is"),
        ("a" * 64, "a" * 63),
        ("a_b/C", "ab"),
        (f"{'a' * 62}.b", "a" * 62),
    ],
)
def test_labels_are_those_of_crossplane(text: str, label: str) -> None:
    assert dns_label(text) == label
