"""The process that compiles what a coach thinks with: `python -m sobremesa.server.coaching.readying GAME SEATS`."""

import os
import signal
import sys

from sobremesa import games, warm

NICE = 10
"""How far it gives way to whoever else wants the processor."""

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house, which ends it
    if hasattr(os, "nice"):
        os.nice(NICE)
    warm.make_coach_ready(games.find(sys.argv[1]), int(sys.argv[2]))
