"""What the lists show: their groups, filters and views, and the rows that are chosen in them."""
