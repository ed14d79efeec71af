"""What runs once a package is installed, in the lines of a narrow terminal."""

from dataclasses import replace

import click

from xpkgtui.formats.permissions.granted import Costs, PackagePermissions, RunningContainer, Workload
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.rbac import rbac
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.package_permissions import FoundPermissions

CONTAINER = RunningContainer(
    name="manager",
    image="a.example/manager:v1",
    command=("manager", "--leader-elect", "--metrics", ":8080"),
    user="65532",
    ports=("8080", "9443"),
    requests=(("cpu", "10m"), ("memory", "64Mi")),
    risks=("it may become another user of the node",),
)
INIT = RunningContainer(name="first", is_init=True)
RUNS = Workload(
    kind="Deployment",
    name="sea",
    replicas=1,
    account="sea-account",
    containers=(INIT, CONTAINER),
    risks=("it shares the network of its node",),
    note="It is a plain Deployment.",
)
FOUND = FoundPermissions(
    inspection=Inspection(source="a"),
    permissions=PackagePermissions(
        workloads=(RUNS,),
        costs=Costs(definitions=2, versions=3, size=9_000, largest="a.b", largest_size=8_000),
        remarks=("A remark that is longer than a line.",),
    ),
)


SAID = """\
Runs
  Deployment sea, 1 replica,
    ServiceAccount sea-account
    ! it shares the network of its
      node
    It is a plain Deployment.
    init container first: no image
    container manager:
      a.example/manager:v1
      command manager --leader-elect
        --metrics :8080
      user 65532
      ports 8080, 9443
      requests cpu 10m, memory 64Mi
      ! it may become another user
        of the node

Costs
  2 definitions with 3 versions, 9
    kB
  the largest is a.b (8 kB)

Notes
  · A remark that is longer than a
    line.
"""


def test_lines_of_what_runs_continue_under_what_they_belong_to() -> None:
    text = rbac(FOUND, Paint(width=36))
    assert text[text.index("Runs") :] == SAID


def test_risks_have_the_color_of_a_warning() -> None:
    rows = rbac(FOUND, Paint(width=36, colors=True)).split("\n")
    yellow = [click.unstyle(row).strip() for row in rows if row.startswith("\x1b[33m")]
    assert yellow == [
        "! it shares the network of its",
        "node",
        "! it may become another user",
        "of the node",
    ]


def test_what_is_not_listed_is_counted() -> None:
    many = replace(RUNS, containers=(CONTAINER,) * 30)
    found = replace(FOUND, permissions=PackagePermissions(workloads=(many,)))
    text = rbac(found, Paint())
    assert (text.count("container manager:"), "6 more containers: --verbose lists them" in text) == (24, True)
    assert rbac(found, Paint(), is_verbose=True).count("container manager:") == 30
