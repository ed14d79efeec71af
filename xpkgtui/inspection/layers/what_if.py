"""An image as if another of its layers were marked as the one that supplies the package."""

from xpkgtui.errors import Usage
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.oci.image import Image


def with_base(images: ImageConventions, image: Image, base: int | None) -> Image:
    """The image with that layer alone for its base; None is the image as it is."""
    if base is None:
        return image
    count = len(image.layers)
    if base >= count:
        hint = f"Its layers are 0 to {count - 1}." if count else "It has no layers."
        raise Usage(f"The image has no layer {base}.", hint=hint)
    made = images.marks.with_base(image, base)
    if made is image:
        raise Usage("No tool reads this package from a single layer.", hint="Remove --base.")
    return made
