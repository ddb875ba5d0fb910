"""The shell: reads stdin, loads state, calls the guards, records, prints.  It never decides."""
