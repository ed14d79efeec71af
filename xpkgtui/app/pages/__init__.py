"""What Detail shows of each thing that can be chosen; pure."""
