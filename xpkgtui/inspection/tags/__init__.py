"""The tags of a repository: listed in Crossplane's order, and looked at one by one."""
