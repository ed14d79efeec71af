"""The words of the format: its programs with what each does, its profiles, forms and kinds."""

from builders.goldens import Golden, described_format

from xpkgtui.formats.stack.format import STACK


def test_the_format_says_what_was_agreed(golden: Golden) -> None:
    golden("format_stack", described_format(STACK))
