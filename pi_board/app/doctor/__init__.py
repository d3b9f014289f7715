"""The doctor: what of this machine is well, and one remedy for each fault."""
