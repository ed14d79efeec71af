"""The words of the format: its programs with what each does, its profiles, forms and kinds."""

from enum import IntEnum

from builders.goldens import Golden, described, described_format

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.registry_v1.tools import turns
from xpkgtui.formats.registry_v1.tools.turns import BY_FILE


def test_the_format_says_what_was_agreed(golden: Golden) -> None:
    golden("format_registry_v1", described_format(REGISTRY_V1))


def test_the_order_of_passes_and_steps(golden: Golden) -> None:
    kinds = [one for one in vars(turns).values() if isinstance(one, type) and issubclass(one, IntEnum)]
    told = {one.__name__: {step.name: int(step) for step in one} for one in kinds}
    golden(
        "turns_registry_v1",
        described({**told, "by file": {name: tuple(sorted(each)) for name, each in BY_FILE.items()}}),
    )
