"""What every part of a trial needs: the guard, both versions, the function in each."""

import os
import pickle
import sys

from .call import Caller, seen
from .describe import DIFFERENT, ROUNDED, SAME, compare
from .guard import Guard, Printed, limit_resources
from .worlds import NotRun, World

# Computing time of one call while arguments are looked for, and while a difference is looked at again.
SEARCH_SECONDS, CONFIRM_SECONDS = 0.5, 2.0
# A default that is changed in place, and whatever else a function remembers, shows in the second call.
CALLS = 2


class Setting:
    def __init__(self, request, sides=("before", "after")):
        limit_resources(request["seconds"])
        sys.dont_write_bytecode = True
        self.request = request
        self.guard, self.printed = Guard(request["scratch"]), Printed()
        renamed = [((a, b), (c, d)) for a, b, c, d in request.get("renamed", [])]
        back = [(new, old) for old, new in renamed]
        self.worlds, self.functions, self.callers = {}, {}, {}
        for side in sides:
            place = request[side]
            world = World(side, place["folder"], place["roots"], renamed if side == "after" else back)
            names = {(m, n): f"{c}.{d}" for (m, n), (c, d) in renamed} if side == "before" else {}
            self.worlds[side] = world
            self.callers[side] = Caller(self.guard, self.printed, names)
        for side in sides:
            self.functions[side] = self.find(side)

    def find(self, side):
        place, stdout = self.request[side], sys.stdout
        sys.stdout = self.printed
        try:
            self.guard.state = "importing"
            found = self.find_in(self.worlds[side], place)
        except NotRun as error:
            effects = self.guard.take_effects()
            raise NotRun(f"{error} ({side} the change{', where importing ' + effects[0] if effects else ''})") from None
        finally:
            self.guard.state, sys.stdout = "off", stdout
        if not callable(found[0]):
            raise NotRun(f"{place['name']} is not a function once {place['module']} is imported")
        return found

    def find_in(self, world, place):
        try:
            with world:
                return world.find(place["module"], place["name"])
        except NotRun:
            shorter = world.start_at_package(place["file"], place["module"])
            if shorter is None:
                raise
            try:
                with world:
                    found = world.find(shorter, place["name"])
            except NotRun:
                shorter = None
            if shorter is None:
                raise
            place["module"] = shorter
            return found

    def calls(self, side, data, seconds, count=CALLS, seed=None):
        """The outcomes of calling one version with copies of the same arguments, one after the other."""
        outcomes, environment = [], dict(os.environ)
        self.outcomes = outcomes
        with self.worlds[side] as world:
            for _ in range(count):
                args, kwargs = world.loads(data)
                outcome = self.callers[side].call(self.functions[side][0], args, kwargs, seconds, seed)
                outcomes.append(outcome)
                if outcome["kind"] in ("endless", "waiting") or outcome["effects"]:
                    break
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)
        return outcomes

    def on_stuck(self, side, answer):
        """`answer` gives the last answer of this process, which then ends."""
        self.callers[side].on_stuck = lambda: self.request["end"](answer())

    def both(self, data, seconds, seed=None):
        return self.calls("before", data, seconds, seed=seed), self.calls("after", data, seconds, seed=seed)


def dump(world, args, kwargs):
    """Arguments as bytes that both versions can read; `None` where that is not possible."""
    with world:
        try:
            data = pickle.dumps((args, kwargs), protocol=4)
            world.loads(data)
        except Exception:
            return None
        return data


def first_difference(before, after):
    """(index of the first call that differs or `None`, how close the others are)."""
    closeness = SAME
    for index, (one, other) in enumerate(zip(before, after)):
        how = compare(seen(one), seen(other))
        if how == DIFFERENT:
            return index, how
        closeness = max(closeness, how)
    return None, closeness


__all__ = ["CONFIRM_SECONDS", "ROUNDED", "SEARCH_SECONDS", "NotRun", "Setting", "dump", "first_difference"]
