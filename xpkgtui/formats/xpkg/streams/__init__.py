"""What each program makes of a stream: documents decoded once, and a verdict by the kinds and checks of each era."""
