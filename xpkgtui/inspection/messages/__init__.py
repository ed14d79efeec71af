"""What is asked of an inspection, and what it answers: requests, events and replies."""
