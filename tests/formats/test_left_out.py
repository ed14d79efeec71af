"""A document that a limit keeps from being read may hold what seems to be missing: nothing is refused for that."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from builders.cases import each_row
from builders.packages import bundles, judgements, plain_bundles, rukpak_objects, stacks
from builders.packages.judged_folders import Judged, judged, judged_by, judged_text
from builders.packages.pairs.catalogs import GOOD

from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.known import format_of
from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.stack.format import STACK
from xpkgtui.limits import Limits
from xpkgtui.rules.finding import Acceptance

LIMITS = Limits(document=6_000)
TOO_LARGE = f"# {'x' * 6_000}\n"
STACK_FILES = stacks.fine(
    behavior_yaml=stacks.BEHAVIOR, install_yaml=stacks.INSTALL, group_yaml=stacks.GROUP, resource_yaml=stacks.RESOURCE
)
FOLDERS = {
    STACK.summary.name: {f".registry/{name}": text for name, text in STACK_FILES.items()},
    REGISTRY_V1.summary.name: {
        **bundles.SOUND,
        bundles.PROPERTIES_FILE: 'properties:\n- {type: olm.maxOpenShiftVersion, value: "4.20"}\n',
    },
    PLAIN.summary.name: {"manifests/a.yaml": plain_bundles.CRD, "manifests/b.yaml": plain_bundles.BOAT},
}
TEXTS = {
    "catalog": GOOD,
    "xpkg": f"{judgements.PROVIDER}---\n{judgements.CRD}",
    "rukpak": f"{rukpak_objects.bundle(rukpak_objects.IMAGE, 'a')}---\n"
    f"{rukpak_objects.bundle(rukpak_objects.IMAGE, 'b')}",
}
OF_FOLDERS = [(name, file) for name, files in FOLDERS.items() for file in files]
OF_TEXTS = [
    (name, profile, number)
    for name, text in TEXTS.items()
    for profile in format_of(name).ruleset().profiles
    for number in range(text.count("---\n") + 1)
    if profile != "format-v2"  # it knows other versions
]


def of_most(name: str) -> list[str]:
    """The profiles that accept what is in the folders: the hub wants more of a bundle than the others."""
    return [profile for profile in format_of(name).ruleset().profiles if profile != "hub"]


def folder(path: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text)
    return path


@cache
def of_sound(name: str, profile: str) -> Judged:
    if name in TEXTS:
        return judged_text(format_of(name), TEXTS[name], profile, limits=LIMITS)
    with TemporaryDirectory() as path:
        return judged(format_of(name), folder(Path(path), FOLDERS[name]), profile, LIMITS)


@each_row(("name", "file"), OF_FOLDERS)
def test_a_file_that_is_too_large_leaves_the_verdict_open(name: str, file: str, tmp_path: Path) -> None:
    files, profiles = FOLDERS[name], of_most(name)
    assert {of_sound(name, profile).verdict.acceptance for profile in profiles} == {Acceptance.ACCEPTED}
    left_out = files | {file: TOO_LARGE + files[file]}
    found = judged_by(format_of(name), folder(tmp_path, left_out), profiles, LIMITS)
    assert {profile: one.verdict.acceptance for profile, one in found.items()} == dict.fromkeys(profiles)


@each_row(("name", "profile", "number"), OF_TEXTS)
def test_a_document_that_is_too_large_leaves_the_verdict_open(name: str, profile: str, number: int) -> None:
    parts = TEXTS[name].split("---\n")
    assert of_sound(name, profile).verdict.acceptance is Acceptance.ACCEPTED
    parts[number] += TOO_LARGE
    found = judged_text(format_of(name), "---\n".join(parts), profile, limits=LIMITS)
    assert found.verdict.acceptance is None


@each_row("name", FOLDERS)
def test_files_beyond_the_steps_of_rules_leave_the_verdict_open(name: str, tmp_path: Path) -> None:
    limits = Limits(rules=2 * format_of(name).ruleset().steps)
    files = FOLDERS[name] | {f"{'manifests/' * (name != STACK.summary.name)}z{n}.yaml": "" for n in range(2)}
    files = {file: text or plain_bundles.thing(file[-6]) for file, text in files.items()}
    profiles = format_of(name).ruleset().profiles
    for profile, found in judged_by(format_of(name), folder(tmp_path, files), profiles, limits).items():
        if found.verdict.acceptance is not Acceptance.REFUSED or profile != "hub":
            assert found.verdict.acceptance is None, profile
        (said,) = [one for one in found.findings if "were not checked" in one.message]
        assert said.message.startswith("Documents 3 to "), profile
        assert said.undecided, profile
        assert said.fix.startswith("To read more, raise the limit: --limit rules="), profile


@each_row(
    ("name", "profile"),
    [(name, profile) for name in TEXTS for profile in format_of(name).ruleset().profiles if profile != "format-v2"],
)
def test_documents_beyond_the_steps_of_rules_leave_the_verdict_open(name: str, profile: str) -> None:
    steps = format_of(name).ruleset().steps
    many = TEXTS[name].count("---\n") + 1
    enough = judged_text(format_of(name), TEXTS[name], profile, limits=Limits(rules=many * steps))
    assert enough.verdict.acceptance is Acceptance.ACCEPTED
    for most in range(1, many):
        found = judged_text(format_of(name), TEXTS[name], profile, limits=Limits(rules=(most + 1) * steps - 1))
        assert found.verdict.acceptance is None
        these = f"Document {many}" if most == many - 1 else f"Documents {most + 1} to {many}"
        assert found.findings[-1].message.startswith(f"{these} and the package as a whole were not checked: xpkgtui")
        assert (found.findings[-1].place.document, found.findings[-1].undecided) == (most + 1, True)
        assert found.verdict.reason.startswith(f"d{these[1:]} and the package")


@pytest.mark.parametrize("most", [1, 2])
def test_a_catalog_of_too_many_documents_is_undecided(most: int) -> None:
    found = judged_text(CATALOG, GOOD, limits=Limits(documents=most))
    assert found.verdict.acceptance is None


@pytest.mark.parametrize("value", ["true", '"\\u00e9"'])
def test_json_that_is_too_large_is_not_read(value: str) -> None:
    text = f'{{"schema": "olm.package", "name": "a", "defaultChannel": "b", "x": {value}, "y": "{"x" * 6_000}"}}'
    found = judged_text(CATALOG, text, limits=LIMITS)
    assert found.verdict.acceptance is None
    assert [one.message for one in found.of("FBC002") if "of a document" in one.message]


def test_what_no_other_document_heals_is_refused_although_one_was_not_read() -> None:
    first, *others = GOOD.split("---\n")
    text = "---\n".join([first.replace("name: tide\n", "name: ti.de\n"), others[0] + TOO_LARGE, *others[1:]])
    assert judged_text(CATALOG, text, limits=LIMITS).verdict.acceptance is Acceptance.REFUSED


@each_row("limit", ["folder", "documents"])
@each_row("name", FOLDERS)
def test_files_beyond_a_limit_of_a_folder_leave_the_verdict_open(name: str, limit: str, tmp_path: Path) -> None:
    files = (
        FOLDERS[name] | {"manifests/zz.yaml": plain_bundles.thing("z")}
        if name == PLAIN.summary.name
        else FOLDERS[name]
    )
    path = folder(tmp_path, files)
    for most in range(1, 12):
        is_reached = False
        for profile, found in judged_by(format_of(name), path, of_most(name), Limits(**{limit: most})).items():
            said = [one for one in found.findings if "xpkgtui reads at most" in one.message]
            if found.case.reached:
                assert len(said) == 1
                assert f"--limit {limit}=" in said[0].fix
            if said:
                assert found.verdict.acceptance is None, (profile, most, found.verdict)
            is_reached |= bool(said or found.case.reached)
        if not is_reached:
            break  # and no larger limit is reached


@each_row(("name", "profile"), sorted({(name, profile) for name, profile, _ in OF_TEXTS}))
def test_documents_beyond_the_limit_of_documents_leave_the_verdict_open(name: str, profile: str) -> None:
    text = "---\n".join([TEXTS[name], TEXTS[name].split("---\n")[-1]])
    found = judged_text(format_of(name), text, profile, limits=Limits(documents=1))
    (said,) = [one for one in found.findings if "xpkgtui reads at most 1 documents" in one.message]
    assert said.message.startswith("The documents from here on were not read: ")
    assert (said.undecided, said.fix) == (True, "To read more, raise the limit: --limit documents=4")
    assert said.place.line
    assert found.verdict.acceptance is None
