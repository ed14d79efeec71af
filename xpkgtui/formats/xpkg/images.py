"""The conventions of images that hold Crossplane packages."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from xpkgtui.formats.images.image_conventions import ImageConventions, LayerMarks, SideFile
from xpkgtui.formats.xpkg.annotations import layers
from xpkgtui.formats.xpkg.summary import SUMMARY

if TYPE_CHECKING:  # a format is asked for in order to list its rules, too
    from xpkgtui.filesystem.layer_facts import Landmarks
    from xpkgtui.formats.images.image_conventions import ImageReaders, ImageRepairs
    from xpkgtui.formats.images.layers import NearMiss
    from xpkgtui.oci.image import Image


def _problem_of_examples(data: bytes, check: Callable[[], None]) -> str | None:
    from xpkgtui.formats.xpkg.sources.examples import problem_of

    return problem_of(data, check)


_EXAMPLES = SideFile(path=".up/examples.yaml", problem=_problem_of_examples)


class _Marks(LayerMarks):
    """The xpkg annotation of layers."""

    is_extra = staticmethod(layers.is_extension)
    image_of = staticmethod(layers.image_of)
    with_base = staticmethod(layers.with_base)
    role = staticmethod(layers.role_of)

    @property
    def landmarks(self) -> "Landmarks":
        """package.yaml, what registries of stacks and bundles looked for, and the examples of a marketplace."""
        from xpkgtui.filesystem.layer_facts import Landmarks

        paths = frozenset({".registry/app.yaml", "metadata/annotations.yaml", _EXAMPLES.path})
        return Landmarks(stream_file=SUMMARY.wording.stream_file, paths=paths)

    def near_misses(self, image: "Image") -> "tuple[NearMiss, ...]":
        """Misspelled annotations and labels."""
        from xpkgtui.formats.xpkg.annotations.typos import near_misses

        return near_misses(image)


def _readers() -> "ImageReaders":
    from xpkgtui.formats.xpkg.reader import readers

    return readers


def _repairs() -> "ImageRepairs":
    from xpkgtui.formats.xpkg import repairs

    return repairs


POD_USER = 2000
"""The user, and the group, of what Crossplane runs unless a DeploymentRuntimeConfig names others."""
IMAGES = ImageConventions(marks=_Marks(), readers=_readers, repairs=_repairs, side_file=_EXAMPLES, pod_user=POD_USER)
"""The xpkg annotation, and the package managers that go by it."""
