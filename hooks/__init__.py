"""The shell: reads stdin, loads state, calls the guards, records, prints.  It never decides."""
import sys

if sys.version_info < (3, 9):       # noqa: UP036  before anything of ours is loaded, in words that any Python 3 reads
    sys.exit("autoskillit-guards: needs Python 3.9 or newer, this is " + sys.version.split()[0] + " (" + sys.executable
             + "); run install.py again with a newer one")
