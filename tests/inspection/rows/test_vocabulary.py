"""What rows are made of, and what is said of each member."""

from builders.goldens import Golden
from builders.vocabulary import declared

from xpkgtui.inspection.rows import files, layers, objects, platforms


def test_the_vocabulary_is_what_was_agreed(golden: Golden) -> None:
    golden("rows", declared(files, layers, objects, platforms))
