"""The selection, its transitions and history, and the replies; pure, without Textual."""
