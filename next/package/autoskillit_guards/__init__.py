"""autoskillit-guards as a package: the bundle as install.py copies it, and a command that runs it."""
