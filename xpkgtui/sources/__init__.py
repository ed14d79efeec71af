"""Sources of images and streams: registries, archives, layouts, folders, files and standard input."""
