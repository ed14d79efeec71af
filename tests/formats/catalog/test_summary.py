"""The words of the format: its programs with what each does, its profiles, forms and kinds."""

from builders.goldens import Golden, described_format

from xpkgtui.formats.catalog.format import CATALOG


def test_the_format_says_what_was_agreed(golden: Golden) -> None:
    golden("format_catalog", described_format(CATALOG))
