"""Objects: their list, its filter, and what Detail shows of one."""
