"""Commands: the parser, the machine that follows what flows, the tables of programs."""
