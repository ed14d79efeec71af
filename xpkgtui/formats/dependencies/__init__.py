"""What a package depends on: values that all formats have in common, and the questions that answering takes."""
