"""What a command shows, gathered from replies, before it becomes text, JSON or a screen."""
