"""Runs a program on a terminal and types at it as a person would: STEPS PROGRAM ARGUMENT...

STEPS is a JSON list of [text, keys]: each text is waited for on the screen, then its keys are typed. After the last
one the program is ended. Prints what was on the screen, without escape sequences.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

LIMIT_S = 120
ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[\]P^_].*?(?:\x07|\x1b\\)|\x1b[^\[\]P^_]", re.DOTALL)

steps = [(text.encode(), keys.encode()) for text, keys in json.loads(sys.argv[1])]
child, screen = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm-256color"
    os.execv(sys.argv[2], sys.argv[2:])
fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 140, 0, 0))

shown = b""
read_to = 0
end = time.monotonic() + LIMIT_S
while steps and time.monotonic() < end:
    ready, _, _ = select.select([screen], [], [], 0.3)
    if ready:
        try:
            piece = os.read(screen, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
        continue
    # Nothing was drawn for a moment: the program waits.
    if steps[0][0] in ESCAPES.sub(b"", shown[read_to:]):
        read_to = len(shown)
        os.write(screen, steps.pop(0)[1])

try:
    os.kill(child, signal.SIGTERM)
except ProcessLookupError:
    pass
# What is drawn at the end has to be read, or the program waits for it.
while True:
    try:
        if not os.read(screen, 65536):
            break
    except OSError:
        break
os.waitpid(child, 0)
sys.stdout.buffer.write(ESCAPES.sub(b"", shown))
if steps:
    print(f"\nnot seen: {steps[0][0].decode()}")
    sys.exit(1)
