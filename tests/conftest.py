"""What holds for the whole suite."""

from hypothesis import settings

settings.register_profile("hitblow", deadline=None)  # a busy machine is no bug
settings.load_profile("hitblow")
