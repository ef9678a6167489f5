"""Imports and calls two versions of small programs; answers what each shows from outside, one JSON line a pair.

Each version is imported afresh, and none of its modules stays. A program is a dictionary of paths and sources.
"""

import enum
import importlib.abc
import importlib.util
import inspect
import io
import json
import re
import sys
import types
import warnings

ARGUMENTS = [(), (1,), (2, 3), ("a",)]


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, files):
        self.files = files

    def find_spec(self, name, path, target=None):
        base = name.replace(".", "/")
        for file, is_package in ((base + "/__init__.py", True), (base + ".py", False)):
            if file in self.files:
                return importlib.util.spec_from_loader(name, self, origin=file, is_package=is_package)
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        spec = module.__spec__
        exec(compile(self.files[spec.origin], spec.origin, "exec", dont_inherit=True), module.__dict__)


def show(value, depth=0):
    if isinstance(value, (int, float, str, bytes, type(None), bool)):
        return repr(value)
    if depth < 3 and isinstance(value, (list, tuple)):
        return type(value).__name__ + "(" + ", ".join(show(each, depth + 1) for each in value) + ")"
    if depth < 3 and isinstance(value, dict):
        return "{" + ", ".join(f"{show(k, depth + 1)}: {show(v, depth + 1)}" for k, v in value.items()) + "}"
    if isinstance(value, enum.Enum):
        return str(value)
    if isinstance(value, (types.FunctionType, type)):
        return f"{type(value).__name__} {value.__name__}"
    if isinstance(value, types.ModuleType):
        return "module"
    state = getattr(value, "__dict__", None)
    if not isinstance(state, dict):
        return type(value).__name__
    return type(value).__name__ + show({k: v for k, v in state.items() if not k.startswith("__") and k != "cache_parameters"}, depth + 1)


def attempt(function, *arguments):
    try:
        result = function(*arguments)
        if inspect.iscoroutine(result):
            result.close()
        return show(result)
    except BaseException as error:  # noqa: BLE001
        raised.append(place(error.__traceback__))
        return f"raises {type(error).__name__}"


raised = []


def place(trace):
    """The function of the program in which it was raised."""
    found = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename != __file__ and "/" not in code.co_filename:
            found = f"{code.co_filename} {code.co_name}"
        trace = trace.tb_next
    return found


def signature(value):
    try:
        return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(value)))
    except (TypeError, ValueError):
        return "none"


def observe(files):
    sys.meta_path.insert(0, Loader(files))
    for name in [each[:-3] for each in files]:
        sys.modules.pop(name, None)
    seen = {}
    modules = sorted(file[:-3].replace("/", ".").removesuffix(".__init__") for file in files)
    for name in modules:
        try:
            module = importlib.import_module(name)
        except BaseException as error:  # noqa: BLE001
            seen[name] = {"error": type(error).__name__}
            continue
        seen[name] = {"names": {}, "raised": {}, "module": module}
    for name, found in seen.items():
        module = found.pop("module", None)
        if module is None:
            continue
        for key, value in sorted(vars(module).items()):
            if key.startswith("__"):
                continue
            is_own = not isinstance(value, types.ModuleType)
            shown = {"value": show(value), "signature": signature(value) if callable(value) else ""}
            if is_own and callable(value):
                raised.clear()
                shown["calls"] = [attempt(value, *arguments) for arguments in ARGUMENTS]
                found["raised"][key] = list(raised)
            found["names"][key] = shown
        found["after"] = {key: show(value) for key, value in sorted(vars(module).items()) if not key.startswith("__")}
    return seen


def apart(files):
    """Leaves the process as it was: no module of the program stays."""
    known = set(sys.modules)
    finders = list(sys.meta_path)
    path = list(sys.path)
    try:
        return observe(files)
    except BaseException as error:  # noqa: BLE001
        return {"driver": {"error": repr(error)}}
    finally:
        sys.meta_path[:] = finders
        sys.path[:] = path
        for name in set(sys.modules) - known:
            del sys.modules[name]


warnings.simplefilter("ignore")
import abc, asyncio, collections, contextlib, dataclasses, functools, typing  # noqa: E401, E402, F401

out = sys.stdout
sys.stdout = io.StringIO()
for line in sys.stdin:
    pair = json.loads(line)
    out.write(json.dumps({"before": apart(pair["before"]), "after": apart(pair["after"])}) + "\n")
out.flush()
