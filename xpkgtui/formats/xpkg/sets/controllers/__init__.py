"""Crossplane's controllers of packages, run over a cluster in memory."""
