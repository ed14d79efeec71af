"""The xpkg annotation: what it says of layers, how labels carry it through an archive, and its misspellings."""
