"""Calls one version with given arguments in a process of its own, as a caller would: nothing was called before."""

import base64

from .call import endless
from .describe import attributes_of
from .setting import CONFIRM_SECONDS, Setting

# A value that only chance decides differs in one of them.
REPEATS = 5


def confirm(request):
    side = request["side"]
    setting = Setting(request, (side,))
    data = base64.b64decode(request["data"])
    setting.outcomes = []
    with setting.worlds[side] as world:
        args, kwargs = world.loads(data)
        told = {"classes": dict(sorted({pair for each in [*args, *kwargs.values()] for pair in class_names(each)}))}
    setting.on_stuck(side, lambda: {"outcomes": [*setting.outcomes, endless(CONFIRM_SECONDS)], **told})
    return {"outcomes": setting.calls(side, data, CONFIRM_SECONDS, REPEATS), **told}


def class_names(value, depth=0):
    """The names and modules of the classes that a test has to import to write the value down."""
    kind = type(value)
    if depth > 4:
        return set()
    if isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        parts = list(value)
    else:
        parts = list(attributes_of(value).values()) if kind.__module__ != "builtins" else []
    names = set() if kind.__module__ == "builtins" else {(kind.__qualname__.partition(".")[0], kind.__module__)}
    return names.union(*[class_names(each, depth + 1) for each in parts[:50]]) if parts else names
