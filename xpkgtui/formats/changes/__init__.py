"""Two packages compared: their objects matched, what differs put into words, and where it stands in both."""
