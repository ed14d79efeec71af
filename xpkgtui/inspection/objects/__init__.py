"""The objects of one stream: taken out of the image, split, listed, searched and described."""
