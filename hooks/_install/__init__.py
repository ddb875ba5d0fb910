"""What `install.py` is made of: pure text and command building, and a few doors to the disk.  No hook imports it."""
