"""Looks for arguments on which two versions of a function differ, with Hypothesis."""

import base64
import inspect
import time
import warnings

from .constants import Constants
from .setting import ROUNDED, SEARCH_SECONDS, NotRun, Setting, dump, first_difference

MOST_RUNS = 2_000
# A function that never ends takes all of the time; a few such calls are enough to know.
MOST_ENDLESS = 4


class Difference(Exception):
    pass


class Enough(BaseException):
    """Ends Hypothesis at once; it catches nothing but what is an `Exception`."""


def search(request):
    setting = Setting(request)
    try:
        import hypothesis
    except ImportError:
        raise NotRun("Hypothesis is not installed") from None
    from hypothesis import HealthCheck, Phase, given, seed, settings

    side, strategy = plan(setting)
    world = setting.worlds[side]
    counts = {"runs": 0, "raised": 0, "rounded": 0, "opaque": 0, "endless": 0, "waiting": 0, "not_copied": 0}
    notes = {"effects": [], "raises": {}}
    failing = []
    # From the first arguments on: what Hypothesis needs to start is not its time to search.
    clock = {}

    # A call that cannot be ended is a difference where the other version returns.
    trying = {}
    setting.on_stuck("before", lambda: {"not_run": "a call of the version before the change does not return"})
    setting.on_stuck("after", lambda: {"runs": counts, "raises": {}, "found": [told(setting, (trying["data"], *texts_of(trying["drawn"])))]})

    def is_over():
        return time.time() > clock.setdefault("end", time.time() + request["seconds"]) or notes["effects"] or counts["endless"] >= MOST_ENDLESS or counts["waiting"] >= MOST_ENDLESS

    @seed(request["seed"])
    @settings(
        max_examples=MOST_RUNS, database=None, deadline=None, suppress_health_check=list(HealthCheck), print_blob=False,
        report_multiple_bugs=False,
        phases=[Phase.generate, Phase.shrink], verbosity=hypothesis.Verbosity.quiet,
    )
    @given(strategy)
    def run(drawn):
        if is_over():
            raise Enough
        data = dump(world, *drawn)
        if data is None:
            counts["not_copied"] += 1
            return
        trying.update(data=data, drawn=drawn)
        before, after = setting.both(data, SEARCH_SECONDS, seed=request["seed"])
        note(counts, notes, before, after)
        if notes["effects"] or any(o["kind"] == "waiting" for o in [*before, *after]):
            return
        index, closeness = first_difference(before, after)
        counts["rounded"] += closeness == ROUNDED
        if index is not None:
            failing.append((data, *texts_of(drawn)))
            raise Difference

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            run()
        except (Difference, Enough):
            pass
        except Exception as error:
            # What is found counts, also where Hypothesis cannot make it smaller because it does not show every time.
            if not failing and counts["runs"] == 0:
                raise NotRun(f"Hypothesis finds no arguments: {type(error).__name__}") from None
    answer = {"runs": counts, "raises": notes["raises"], "version": hypothesis.__version__}
    if notes["effects"]:
        raise NotRun(f"it does more than compute: it {notes['effects'][0]}")
    if failing:
        return {**answer, "found": [told(setting, failing[-1])]}
    return answer


def texts_of(drawn):
    from .strategies import written

    args, kwargs = drawn
    return [written(each) for each in args], {name: written(each) for name, each in kwargs.items()}


def told(setting, found):
    data, positional, named = found
    awaited = inspect.iscoroutinefunction(setting.functions["before"][0])
    return {"awaited": awaited, "data": base64.b64encode(data).decode(), "positional": positional, "named": named, "kind": setting.functions["before"][2]}


def note(counts, notes, before, after):
    outcomes = [*before, *after]
    counts["runs"] += 1
    for outcome in outcomes:
        notes["effects"] += outcome["effects"][:1]
    if any(o["kind"] == "endless" for o in outcomes):
        counts["endless"] += 1
    if any(o["kind"] == "waiting" for o in outcomes):
        counts["waiting"] += 1
    if before[0]["kind"] == after[0]["kind"] == "raised":
        counts["raised"] += 1
        name = before[0]["value"][1]
        notes["raises"][name] = notes["raises"].get(name, 0) + 1
    if any(o["opaque"] for o in outcomes):
        counts["opaque"] += 1


def plan(setting):
    """The version whose annotations give arguments, and the strategy; the one before the change if both do."""
    from .arguments import argument_strategy
    from .strategies import Strategies

    constants = Constants()
    for side in ("before", "after"):
        with setting.worlds[side] as world:
            function = setting.functions[side][0]
            constants.read(function, world.load(setting.request[side]["module"]))
    problem = None
    for side, other in (("before", "after"), ("after", "before")):
        function, holder, kind = setting.functions[side]
        with setting.worlds[side] as world:

            def is_own(cls):
                import sys

                module = sys.modules.get(cls.__module__)
                return module is not None and world.owns(module)

            try:
                strategies = Strategies(constants, is_own)
                return side, argument_strategy(function, holder, kind, setting.functions[other][0], strategies)
            except NotRun as error:
                problem = problem or error
    raise problem
