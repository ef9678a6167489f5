"""Runs a program with a terminal as its standard input, on which these lines are typed: ANSWERS PROGRAM ARGUMENT..."""

import os
import pty
import subprocess
import sys
import termios

keyboard, terminal = pty.openpty()
attributes = termios.tcgetattr(terminal)
attributes[3] &= ~termios.ECHO  # nobody reads the echo
termios.tcsetattr(terminal, termios.TCSANOW, attributes)
# The terminal hands out one line a read; the end of input follows the last, so that no question waits for ever.
os.write(keyboard, sys.argv[1].encode() + b"\n\x04")
sys.exit(subprocess.run(sys.argv[2:], stdin=terminal, check=False).returncode)
