"""What a person looks at and what is known of it; pure, without Textual."""
