"""Changes between two packages: their rules, how much each weighs at which level, and what is said of one."""
