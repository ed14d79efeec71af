"""The words of the format: its programs with what each does, its profiles, forms and kinds."""

from builders.goldens import Golden, described

from xpkgtui.formats.registry_v1.format import REGISTRY_V1


def test_the_format_says_what_was_agreed(golden: Golden) -> None:
    golden("format_registry_v1", described(REGISTRY_V1))
