"""What an image is: digests, descriptors, manifests and configs as values."""
