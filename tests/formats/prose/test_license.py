"""Licenses by their names."""

import subprocess
import sys

from builders.cases import each_row

from xpkgtui.formats.prose.license import COMMON, is_license


@each_row("name", sorted(COMMON))
def test_a_common_name_is_in_the_list_of_spdx(name: str) -> None:
    assert is_license(f"({name})")


@each_row(
    "text",
    [
        "(MIT OR Apache-2.0) AND ISC",
        "GPL-2.0+",
        "LicenseRef-mine.1-a",
        "DocumentRef-x:LicenseRef-y AND MIT",
        "MIT  OR\tISC",
        " OR ".join(["MIT"] * 143) + "   ",
    ],
)
def test_an_expression_of_known_names_is_a_license(text: str) -> None:
    assert is_license(text)


@each_row(
    "text",
    [
        *("Apache 2", "apache", "MIT OR", "GPL", "", "gpl", "BSD-2", "verbatim-man-pages", "(MIT", "MIT+x", "nope+"),
        *(
            "MIT\nOR ISC",
            "LicenseRef-a b",
            "LicenseRef-",
            " OR ".join(["MIT"] * 143) + "    ",
            "MIT ISC",
            "()",
            "AND",
        ),
    ],
)
def test_what_is_no_name_of_spdx_is_no_license(text: str) -> None:
    assert not is_license(text)


def test_a_common_name_needs_no_list() -> None:
    code = (
        "import sys; from xpkgtui.formats.prose.license import is_license;"
        " sys.exit(not is_license('Apache-2.0') or 'license_expression' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
