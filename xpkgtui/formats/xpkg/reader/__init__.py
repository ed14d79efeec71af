"""The programs that read Crossplane packages."""
