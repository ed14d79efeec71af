"""The names under which functions of a repository are called."""

from builders.cases import each_row

from xpkgtui.formats.xpkg.dependencies.references import dns_label, fault_of_reference, function_names


@each_row(
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


@each_row(
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


@each_row("host", ["a.b", "a_b~!$&'()*+,;=<>\".x", "é.x", "\U0010ffff.x", "a.b:80", "[::1]:80", "a.b]", "a:b:1"])
def test_hosts_may_have_what_go_lets_them_have(host: str) -> None:
    assert fault_of_reference(f"{host}/name") is None


@each_row("host", [*(f"a{one}.b" for one in "\x00 \n%@[\\^`{|}\x7f#?"), "[::x]", "[::1]x", "a.b:x"])
def test_hosts_have_nothing_else(host: str) -> None:
    assert fault_of_reference(f"{host}/name") == f"{host} is not a host"
