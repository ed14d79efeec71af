"""The cache on disk: blobs, extracts and tags, written whole, verified when read, and bounded."""
