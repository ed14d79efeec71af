"""Packages of Crossplane up to 0.12, once called stacks: a folder `.registry`."""
