"""How images hold packages: conventions, layers, and how programs that read them compare."""
