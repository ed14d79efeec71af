"""The application's side of the port: what is asked, and how news of it reaches the screen."""
