"""What each stage is given and how it is run: one file a kind of work; their order is in the pipeline's table."""
