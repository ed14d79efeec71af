"""Files: their list, and what Detail shows of one."""
