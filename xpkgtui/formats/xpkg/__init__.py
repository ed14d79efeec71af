"""The xpkg format of Crossplane: `format.py` is its port, every folder one room."""
