"""A password that is typed into SOURCE is in nothing that is written or kept."""

from builders.cases import each_row
from builders.program.headless import run

from xpkgtui.visible import without_password

DIGEST = f"sha256:{'a' * 64}"
SECRET = "pass/w:o@rd"  # of this test


@each_row("form", ["", "http://", "docker://", "oci://", "https://"])
@each_row(
    "words",
    [
        ("check", "-vv"),
        ("check", "--format", "json"),
        ("check", "--format", "html"),
        ("check", "--format", "sarif"),
        ("show", "--format", "json"),
        ("deps", "--resolve"),
        ("images", "--format", "json"),
        ("referrers",),
        ("tags", "--format", "json"),
        ("report",),
        ("why", "--format", "json"),
        ("cat",),
        ("diff", "demo"),
        ("rbac",),
        ("explain",),
        (),
    ],
)
def test_no_command_prints_it(words: tuple[str, ...], form: str) -> None:
    ended = run(*words, f"{form}alice:{SECRET}@registry.example/a/b:v1")
    shown = ended.stdout + ended.stderr
    assert SECRET not in shown
    assert "alice:…@registry.example/a/b" in shown or "alice:\\u2026@registry.example/a/b" in shown, shown


@each_row(
    "source",
    [
        f"registry.example:5000/a/b:v1@{DIGEST}",
        f"package.tar:v1@{DIGEST}",
        f"oci:folder:v1@{DIGEST}",
        "https://github.com/x/y/.github/workflows/z.yml@refs/heads/main",
        "registry.example/a@foo",
        "alice@registry.example/a",
    ],
)
def test_tags_digests_and_ports_are_no_passwords(source: str) -> None:
    assert without_password(source) == source


def test_the_identity_of_a_signer_stays() -> None:
    ended = run("referrers", "demo", "--verify", "--identity", "mailto:ci@example.org", "--issuer", "x:y@z")
    assert "…@" not in ended.stdout + ended.stderr
