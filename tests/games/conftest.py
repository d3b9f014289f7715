"""Hypothesis without deadlines: how fast an example runs says nothing about the rules."""

from hypothesis import settings

settings.register_profile("no_deadline", deadline=None)
settings.load_profile("no_deadline")
