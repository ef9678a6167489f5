"""Runs a program in a terminal and answers one question.

python answer_in_terminal.py QUESTION SEEN ANSWER -- PROGRAM ARGUMENT…

Types ANSWER when QUESTION was asked and SEEN was printed, whichever came last, or 30 seconds after the question. Every
other question, which asks to type a name, gets an empty line.
"""

import os
import pty
import select
import sys
import time

split = sys.argv.index("--")
question, seen, answer = (text.encode() for text in sys.argv[1:split])
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[split + 1], sys.argv[split + 1 :])
said = b""
asked_at = None
answered = False
names = 0
while True:
    ready, _, _ = select.select([terminal], [], [], 0.1)
    if ready:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        said += piece
    if said.count(b"Type its name") > names:
        os.write(terminal, b"\n")
        names += 1
    if asked_at is None and question in said:
        asked_at = time.monotonic()
    if asked_at is not None and not answered and (seen in said or time.monotonic() - asked_at > 30):
        os.write(terminal, answer + b"\n")
        answered = True
sys.stdout.buffer.write(said)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
