"""Tries one function in both versions and answers with a verdict. Loads no code of the workspace itself."""

import json
import os
import subprocess
import sys
import time

from .as_test import call_text, make_test
from .call import SEEN
from .describe import DIFFERENT, compare

# Seconds beyond its budget after which a part is ended: importing the workspace takes time, too.
SLACK = 12
MOST_ANSWER = 8 * 1024 * 1024
NOT_SEEN_AGAIN = "a difference was seen once and not again: not deterministic, or it depends on earlier calls"


class Trial:
    def __init__(self, request):
        self.request = request
        self.end = time.monotonic() + request["seconds"]

    def part(self, mode, seconds, **more):
        """One worker, ended when it takes too long; the answer or why there is none."""
        request = {**self.request, **more, "seconds": seconds, "deadline": time.time() + seconds}
        start = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "start.py")
        try:
            done = subprocess.run(
                [sys.executable, "-B", start, mode], input=json.dumps(request).encode(), stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, timeout=seconds + SLACK, cwd=request["after"]["folder"],
            )
        except subprocess.TimeoutExpired:
            return {"not_run": "it could not be ended in time: a call, or importing its module, does not return"}
        if len(done.stdout) > MOST_ANSWER:
            return {"not_run": "what it returns is too large to compare"}
        try:
            return json.loads(done.stdout.decode().strip().split("\n")[-1])
        except ValueError:
            return {"not_run": f"Python ended while it was tried (exit code {done.returncode})"}

    def run(self):
        seconds, methods = self.request["seconds"], self.request["methods"]
        answer, searched, explored = {"verdict": "not run", "tools": []}, None, None
        if "hypothesis" in methods:
            searched = self.part("search", seconds / 2 if "crosshair" in methods else seconds)
            found = self.look_again(searched, "Hypothesis")
            if found:
                return found
        if "crosshair" in methods and self.end - time.monotonic() > 1 and self.is_worth_exploring(searched):
            explored = self.part("explore", max(1.0, self.end - time.monotonic()))
            found = self.look_again(explored, "CrossHair")
            if found and found.get("reason") == NOT_SEEN_AGAIN and "runs" in (searched or {}):
                # A model of a value differed, no value did: what Hypothesis compared stays.
                explored = None
            elif found:
                return found
        return {**answer, **self.conclude(searched, explored)}

    def is_worth_exploring(self, searched):
        return searched is None or "runs" in searched

    def look_again(self, answer, tool):
        """A difference counts when new processes show it twice, and each version agrees with itself."""
        unstable = None
        for found in answer.get("found", []):
            rounds = [tuple(self.part("confirm", 10.0, side=side, data=found["data"]) for side in ("before", "after")) for _ in range(2)]
            if any("outcomes" not in each for pair in rounds for each in pair):
                unstable = unstable or next(each.get("not_run", each.get("failed", "?")) for pair in rounds for each in pair if "outcomes" not in each)
                continue
            (before, after), (again_before, again_after) = rounds
            if differ(before, again_before) is not None or differ(after, again_after) is not None:
                unstable = "not deterministic: the same call gave different results"
                continue
            index = differ(before, after)
            if index is None:
                unstable = unstable or NOT_SEEN_AGAIN
                continue
            if any(outcome["kind"] == "waiting" for each in (before, after) for outcome in each["outcomes"][: index + 1]):
                unstable = "it waits for something, so that its time says nothing"
                continue
            return self.counterexample(found, before, after, index, tool)
        if unstable is not None:
            return {"verdict": "not run", "reason": unstable, "tools": [tool], "seed": self.request["seed"]}
        return None

    def counterexample(self, found, before, after, index, tool):
        one, other = before["outcomes"][index], after["outcomes"][index]
        differs = [key for key in SEEN if compare(one[key], other[key]) == DIFFERENT]
        return {
            "verdict": "counterexample",
            "tools": [tool],
            "seed": self.request["seed"],
            "call": call_text(found["kind"], self.request["before"]["name"], found["positional"], found["named"]),
            "number": index + 1,
            "differs": differs,
            "before": side_of(one),
            "after": side_of(other),
            "test": make_test(self.request, found, before["classes"], (one, other), index, differs),
        }

    def conclude(self, searched, explored):
        tools, seed = [], self.request["seed"]
        runs = (searched or {}).get("runs", {"runs": 0, "raised": 0})
        paths = (explored or {}).get("paths", 0)
        if runs["runs"]:
            tools.append("Hypothesis")
        if paths:
            tools.append("CrossHair")
        returned = runs["runs"] - runs["raised"]
        problem = reason_of(searched) or reason_of(explored)
        if runs["runs"] and not returned and not (explored or {}).get("exhausted"):
            most = max(searched["raises"], key=searched["raises"].get, default="an exception")
            return {"reason": f"each of {runs['runs']} calls raised an exception, most often {most}: the arguments that were tried do not suit it"}
        if runs.get("opaque", 0) and runs["opaque"] >= returned:
            return {"reason": "what it returns cannot be compared, for example a function"}
        if runs.get("endless", 0) >= 4 or runs.get("waiting", 0) >= 4:
            return {"reason": "most calls do not return in time"}
        if not runs["runs"] and not paths:
            if runs.get("not_copied"):
                return {"reason": "its arguments cannot be copied to the other version"}
            return {"reason": problem or "no call could be tried in this time"}
        return {
            "verdict": "no difference", "tools": tools, "seed": seed, "runs": runs["runs"], "raised": runs["raised"],
            "rounded": runs.get("rounded", 0), "paths": paths, "all_paths": bool((explored or {}).get("exhausted")),
        }


def reason_of(answer):
    if answer is None:
        return None
    return answer.get("not_run") or (f"the driver failed: {answer['failed']}" if "failed" in answer else None)


def differ(one, other):
    """Index of the first call whose outcomes differ."""
    pairs = list(zip(one["outcomes"], other["outcomes"]))
    for index, (a, b) in enumerate(pairs):
        if compare({k: a[k] for k in SEEN}, {k: b[k] for k in SEEN}) == DIFFERENT:
            return index
    return None


def side_of(outcome):
    return {
        "kind": outcome["kind"], "shown": outcome.get("shown", ""), "type": outcome["value"][1] if outcome["kind"] == "raised" else None,
        "arguments": outcome.get("shown_arguments", []), "output": outcome["shown_output"], "items": outcome.get("items"), "same": bool(outcome["same"]),
    }


def main():
    request = json.loads(sys.stdin.read())
    print(json.dumps(Trial(request).run()))
