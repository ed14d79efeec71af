"""The functions of CEL and of Kubernetes: what each takes, and what it does."""
