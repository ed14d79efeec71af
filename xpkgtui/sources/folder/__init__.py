"""A folder of sources, read as `crossplane xpkg build` reads it."""
