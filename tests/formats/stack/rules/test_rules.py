"""What is special about STK rules: their messages, fields and limits."""

import json
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from builders.cases import each_row
from builders.goldens import Golden
from builders.packages.case_facts import with_facts
from builders.packages.edited import differences
from builders.packages.judged_folders import judged, said_of
from builders.packages.pairs.stacks import CASES, CLUSTER_SHIP, GIF
from builders.packages.stacks import APP, BEHAVIOR, RESOURCE, SVG, Files, crd, fine, with_app, write
from builders.packages.whole import STACK as WHOLE
from builders.packages.whole import STACK_FILES, parsed

from xpkgtui.formats.stack.format import STACK
from xpkgtui.formats.stack.rules.ruleset import RULESET
from xpkgtui.rules.judging.engine import Judgement


def place(files: Files, rule: str, folder: Path) -> tuple[str, str | None, int | None]:
    finding = judged(STACK, write(folder, files)).of(rule)[0]
    return finding.message, finding.place.field, finding.place.document


def test_an_unknown_field_names_a_near_one(tmp_path: Path) -> None:
    message = "app.yaml has the unknown field description; did you mean overview?"
    assert place(CASES["STK013"][0], "STK013", tmp_path) == (message, "description", 1)


@each_row(
    ("field", "near"),
    [
        ("descriptionShort", "overviewShort"),
        ("shortOverview", "overviewShort"),
        ("overview-short", "overviewShort"),
        ("title-plural", "titlePlural"),
        ("permissions", "permissionScope"),
        ("type", "packageType"),
        ("dependencies", "dependsOn"),
    ],
)
def test_fields_of_other_designs_name_the_one_that_is_meant(field: str, near: str, tmp_path: Path) -> None:
    file = "resource.yaml" if near == "titlePlural" else "app.yaml"
    text = {"app.yaml": APP, "resource.yaml": RESOURCE}[file] + f"{field}: a\n"
    found = judged(STACK, write(tmp_path, fine(resource_yaml=RESOURCE) | {file: text})).of("STK013")
    assert [one.message for one in found] == [f"{file} has the unknown field {field}; did you mean {near}?"]


def test_controls_of_forms_are_known(tmp_path: Path) -> None:
    known = ("singleInput", "multipleInput", "secretInput", "singleSelect", "multipleSelect", "checkboxSingle")
    controls = (*known, "checkboxGroup", "radioGroup", "codeSnippet", "dial")
    items = [{"name": "a", "title": "b", "path": "c", "controlType": one} for one in controls]
    text = json.dumps({"configSections": [{"items": items}]})
    found = judged(STACK, write(tmp_path, fine(ui9schema_yaml=text))).of("STK017")
    assert [one.message for one in found] == [
        "configSections[0].items[9] of ui-schema.yaml has an unknown controlType: dial"
    ]


def test_a_definition_that_slips_through_is_told_as_a_warning(tmp_path: Path) -> None:
    found = judged(
        STACK, write(tmp_path, {**with_app("permissionScope: Namespaced"), "a.crd.yaml": CLUSTER_SHIP})
    ).of("STK005")
    assert [(str(one.severity.word), one.place.field) for one in found] == [("warning", "spec.scope")]


def test_the_reason_is_told_why_a_file_is_bound_to_nothing(tmp_path: Path) -> None:
    files = {
        **fine(),
        "Boat.ui-schema.yaml": "a: 1\n",
        "other/boat.icon.svg": SVG,
        "group.yaml": "title: a\n",
        "resource.yaml": RESOURCE.replace("Boat", "Tree", 1),
    }
    found = judged(STACK, write(tmp_path, files)).findings
    assert [one.message for one in found if one.rule in ("STK014", "STK015")] == [
        "other/boat.icon.svg belongs to no definition: there is no definition in its folder or below",
        (
            "Boat.ui-schema.yaml belongs to no definition:"
            " its name is neither one for all kinds, nor begins with a kind in lowercase"
        ),
        "resource.yaml belongs to no definition: no definition in its folder or below has the kind of its id",
    ]


def test_of_two_groups_that_fit_the_other_is_lost(tmp_path: Path) -> None:
    files = {"app.yaml": APP, "group.yaml": "title: a\n", "m/group.yaml": "title: b\n", "m/boat.crd.yaml": crd()}
    (found,) = judged(STACK, write(tmp_path, files)).of("STK014")
    assert found.message.startswith("group.yaml belongs to no definition: every definition takes another file")


def test_the_specification_refuses_an_unknown_type(tmp_path: Path) -> None:
    folder = write(tmp_path, CASES["STK004"][0])
    assert [judged(STACK, folder, profile).verdict.acceptance for profile in ("xp", "spec")] == [
        "accepted",
        "refused",
    ]


@each_row(
    ("name", "data", "says"),
    [
        ("icon.gif", GIF % "\x08", "icon.gif is 16 points wide and 8 high, and not square"),
        ("icon.png", GIF % "\x10", "icon.png is a picture of type GIF"),
        ("icon.svg", "text", "icon.svg is no picture of a known type"),
        ("icon.jpg", "", "icon.jpg is empty"),
        ("icon.bmp", "BM", "icon.bmp is read as an icon, and its ending is that of no known picture"),
        ("icon.svg", SVG.replace("/>", " width='9' height='3'/>"), None),
    ],
)
def test_an_icon_is_what_its_ending_says_and_square(name: str, data: str, says: str | None, tmp_path: Path) -> None:
    found = judged(STACK, write(tmp_path, {**fine(), name: data})).of("STK016")
    assert [one.message for one in found] == ([says] if says else [])


def test_every_icon_is_looked_at_below_a_limit(tmp_path: Path) -> None:
    icons = {f"m{number}/icon.svg": "text" for number in range(260)}
    found = judged(STACK, write(tmp_path, {**fine(), **icons})).of("STK016")
    assert len(found) == 256


@each_row(
    ("source", "is_told"),
    [
        ("r.example.org/harbour:v1.2.3", False),
        ("r.example.org/harbour:1.2.4", True),
        ("r.example.org/harbour:latest", False),
        ("r.example.org/harbour:1.2.4@sha256:" + "a" * 64, False),
        ("harbour", False),
    ],
)
def test_the_version_is_that_of_the_tag(source: str, is_told: bool, tmp_path: Path) -> None:
    result = judged(STACK, write(tmp_path, fine()))
    judgement = Judgement(with_facts(result.case, source=source, is_remote=True), result.data, RULESET)
    found = [one.message for ruling in judgement.rulings() for one in ruling.findings if one.rule == "STK012"]
    assert found == (["version of app.yaml is 1.2.3, and the tag of the image is 1.2.4"] if is_told else [])


def test_what_is_found_in_edited_packages(golden: Golden, tmp_path: Path) -> None:
    folders = count()
    others = {name: SVG for name in STACK_FILES if name.endswith(".svg")}

    def found(values: Mapping[str, Any]) -> list[str]:
        texts = {name: json.dumps(value) for name, value in values.items()}
        return said_of(judged(STACK, write(tmp_path / str(next(folders)), {**texts, **others})))

    texts = {**WHOLE, "behavior.yaml": BEHAVIOR}
    values = {name: parsed(text)[0] for name, text in texts.items()}
    names = ("app.yaml", "a/boat.crd.yaml", "a/resource.yaml", "ship.ui-schema.yaml")
    app = {"app.yaml": values["app.yaml"]}
    many = {name: values[name] for name in names}
    few = {
        **{name: values[name] for name in ("group.yaml", "behavior.yaml")},
        "x.install.yaml": {"kind": "Deployment"},
    }
    golden("findings_stack", differences({"many": many, "few": few}, lambda edited: found({**app, **edited})))
