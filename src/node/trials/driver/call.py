"""One call of a function, and all that it shows from outside."""

import asyncio
import inspect
import random
import signal
import sys
import time
import types

from .as_test import write
from .describe import Describer, limit_output, repr_of

# Times a call that has used up its time is asked to end before the process itself ends.
MOST_ASKED = 10
TICK = 0.05


NO_ANSWER = "no answer after {:g} s of computing"


class OutOfTime(BaseException):
    """Raised in a call that has used up its time."""


class TimeLimit:
    """Ends a call after some seconds of its own computing, or ten times as many of the clock's."""

    def __init__(self, seconds, on_stuck):
        self.seconds, self.on_stuck, self.asked = seconds, on_stuck, 0

    def __enter__(self):
        if hasattr(signal, "setitimer"):
            self.start = time.process_time()
            signal.signal(signal.SIGPROF, self.end)
            signal.signal(signal.SIGALRM, self.end)
            signal.setitimer(signal.ITIMER_PROF, self.seconds, TICK)
            signal.setitimer(signal.ITIMER_REAL, 10 * self.seconds, TICK)
        return self

    def end(self, *_):
        self.asked += 1
        if self.asked > MOST_ASKED:
            # The call catches what should end it.
            self.on_stuck()
        raise OutOfTime

    def __exit__(self, *_):
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            # On a busy machine the clock runs out first; what computes most of the time computes.
            self.computes = time.process_time() - self.start > self.seconds / 4
        return False


class Caller:
    def __init__(self, guard, printed, rename=None):
        self.guard, self.printed, self.rename = guard, printed, rename
        # Called where a call can only be ended with the process.
        self.on_stuck = lambda: None

    def call(self, function, args, kwargs, seconds, seed=None):
        """The outcome: what the call returned or raised, what it did to its arguments, what it printed."""
        if seed is not None:
            random.seed(seed)
        self.guard.take_effects()
        self.printed.take()
        outcome = {"kind": "returned", "value": None, "arguments": None, "output": "", "same": []}
        limit, stdout = TimeLimit(seconds, self.on_stuck), sys.stdout
        describer = Describer(self.rename)
        sys.stdout = self.printed
        try:
            with limit:
                self.guard.state = "calling"
                try:
                    value = settle(function(*args, **kwargs))
                    outcome["same"] = [i for i, each in enumerate([*args, *kwargs.values()]) if each is value and is_mutable(value)]
                    # An iterator does its work only here.
                    outcome["value"] = describer.describe(value)
                    outcome["shown"], outcome["items"] = shown(value, outcome["value"])
                    outcome["repr"] = repr_of(value)
                finally:
                    self.guard.state = "off"
        except OutOfTime:
            outcome.update(kind="endless" if limit.computes else "waiting", value=None)
        except SystemExit as error:
            outcome.update(kind="raised", value=["exception", "SystemExit"], shown=f"SystemExit({error.code!r})")
        except BaseException as error:
            name = describer.type_name(type(error))
            outcome.update(kind="raised", value=["exception", name], shown=repr_of(error))
        finally:
            sys.stdout = stdout
        if outcome["kind"] == "endless":
            outcome["shown"] = NO_ANSWER.format(seconds)
        outcome["output"] = self.printed.take()
        if outcome["kind"] in ("returned", "raised"):
            after = Describer(self.rename)
            outcome["arguments"] = after.describe([list(args), dict(kwargs)])
            outcome["shown_arguments"] = [write(each) for each in [*args, *kwargs.values()]]
        outcome["opaque"] = describer.opaque
        outcome["effects"] = self.guard.take_effects()
        outcome["shown_output"] = limit_output(outcome["output"])
        return outcome


def settle(value):
    """What a coroutine comes to, and the first items of an asynchronous generator."""
    if inspect.iscoroutine(value):
        return asyncio.run(value)
    if isinstance(value, types.AsyncGeneratorType):

        async def take():
            found = []
            async for each in value:
                found.append(each)
                if len(found) >= 100:
                    break
            return found

        return asyncio.run(take())
    return value


def is_mutable(value):
    return isinstance(value, (list, dict, set, bytearray)) or hasattr(value, "__dict__")


def shown(value, described):
    """The value for people, and the items of an iterator as a list where they can be written down."""
    if described[0] != "iterator":
        return write(value), None
    texts = [item_text(item) for item in described[1]]
    more = described[2] != "end"
    items = f"[{', '.join(texts)}]" if not more and None not in texts and len(texts) <= 50 else None
    shown_texts = [text or "…" for text in texts[:20]] + (["…"] if more or len(texts) > 20 else [])
    return f"<{type(value).__name__}: {', '.join(shown_texts)}>", items


def item_text(described):
    if len(described) == 2 and isinstance(described[1], str):
        return described[1]
    if described[0] == "items" and described[1] in ("list", "tuple"):
        parts = [item_text(each) for each in described[2]]
        if None in parts:
            return None
        text = ", ".join(parts)
        return f"[{text}]" if described[1] == "list" else f"({text}{',' if len(parts) == 1 else ''})"
    return None


SEEN = ("kind", "value", "arguments", "output", "same")


def seen(outcome):
    """The parts of an outcome that have to be the same."""
    return {key: outcome[key] for key in SEEN}


def endless(seconds):
    """The outcome of a call that could only be ended with its process."""
    shown_text = NO_ANSWER.format(seconds)
    empty = {"value": None, "arguments": None, "output": "", "same": [], "opaque": False, "effects": [], "shown_output": ""}
    return {"kind": "endless", "shown": shown_text, **empty}
