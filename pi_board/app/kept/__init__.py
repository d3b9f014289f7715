"""Games that are kept: while they are played, when they go on, replayed and reviewed."""
