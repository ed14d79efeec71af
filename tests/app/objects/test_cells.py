"""Objects as rows of a list: short kinds, and which end of a name stays."""

import pytest

from xpkgtui.app.objects.cells import ObjectItem, cells, meta_cells, name_of, widths
from xpkgtui.formats.role import Role
from xpkgtui.inspection.rows.objects import ObjectRow

FOLDER = ".registry/resources/moorings"


def row(role: Role = Role.OBJECT, **more: str) -> ObjectRow:
    return ObjectRow(document=1, line=1, start=0, end=1, first_line=1, role=role, **more)  # type: ignore[arg-type]


FILE = row(file=f"{FOLDER}/berth.resource.yaml", kind="berth.resource.yaml", name=FOLDER)
OBJECT = row(file=f"{FOLDER}/berth.crd.yaml", kind="Deployment", api_version="apps/v1", name="controller")


def drawn(one: ObjectRow, width: int) -> list[str]:
    kind, name = widths((one,), flat=False)
    return [cell.content.plain.strip() for cell in cells(ObjectItem(one, kind, name, flat=False), width)]


def test_a_document_that_is_no_object_has_the_name_of_its_file() -> None:
    assert drawn(FILE, 90)[1:3] == ["file", f"{FOLDER}/berth.resource.yaml"]
    assert drawn(OBJECT, 90)[1:3] == ["Deployment", "controller"]


@pytest.mark.parametrize("flat", [True, False])
def test_its_name_is_the_same_in_groups_and_without(flat: bool) -> None:
    assert name_of(FILE, flat=flat) == f"{FOLDER}/berth.resource.yaml"


def test_the_end_of_its_path_stays() -> None:
    name = drawn(FILE, 50)[2]
    assert name.startswith("…")
    assert name.endswith("/berth.resource.yaml")


def test_the_object_of_the_package_has_its_kind_in_short() -> None:
    meta = row(Role.META, kind="ClusterServiceVersion", api_version="operators.coreos.com/v1alpha1", name="a.v1.0.0")
    title = meta_cells(ObjectItem(meta, 3, 10, flat=False), 60)[1].content.plain
    assert title.strip() == "CSV a.v1.0.0"
