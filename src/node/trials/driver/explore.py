"""Looks for arguments on which two versions of a function differ, with CrossHair's symbolic execution."""

import ast
import base64
import inspect
import sys
import time

from .as_test import write
from .setting import NotRun, Setting, dump


def explore(request):
    setting = Setting(request)
    with setting.worlds["after"]:
        after_function, _, kind = setting.functions["after"]
    function, holder, _ = setting.functions["before"]
    if kind not in ("function", "static") or not all(inspect.isfunction(each) for each in (function, after_function)):
        raise NotRun("CrossHair compares plain functions only")
    if inspect.iscoroutinefunction(function):
        raise NotRun("CrossHair does not run coroutines")
    try:
        import collections

        from crosshair.auditwall import engage_auditwall
        from crosshair.core_and_libs import AnalysisKind  # noqa: F401 (its models of the standard library)
        from crosshair.diff_behavior import ExceptionEquivalenceType, diff_behavior_with_signature
        from crosshair.fnutil import FunctionInfo
        from crosshair.options import DEFAULT_OPTIONS
    except ImportError:
        raise NotRun("CrossHair is not installed") from None
    engage_auditwall()
    told, found, paths, exhausted = [], [], 0, True
    end = request["deadline"]
    sys.stdout = setting.printed
    with setting.worlds["after"], setting.worlds["before"]:
        for first, second in ((function, after_function), (after_function, function)):
            left = end - time.time()
            if left < 0.5:
                exhausted = False
                break
            stats = collections.Counter()
            options = DEFAULT_OPTIONS.overlay(per_condition_timeout=left / (2 if first is function else 1))
            options.stats = stats
            nondeterministic = []
            signature = FunctionInfo.from_fn(first).get_sig(first)
            if signature is None:
                raise NotRun("CrossHair cannot read its annotations")
            for each in signature.parameters.values():
                if each.annotation is each.empty:
                    raise NotRun(f"its parameter {each.name} has no annotation")
            diffs = list(
                diff_behavior_with_signature(
                    first, second, signature, options, ExceptionEquivalenceType.SAME_TYPE, lambda: nondeterministic.append(1)
                )
            )
            paths += stats["num_paths"]
            exhausted = exhausted and stats["exhaustion"] > 0
            told += [(each.args, signature) for each in sorted(diffs, key=lambda each: len(str(each.args)))[:5]]
            if told:
                break
    for texts, signature in told:
        data = arguments_of(texts, signature, setting.worlds["before"], function)
        if data is not None:
            found.append({"data": base64.b64encode(data[0]).decode(), **data[1], "kind": kind})
    return {"paths": paths, "exhausted": exhausted and not told, "found": found}


def arguments_of(texts, signature, world, function):
    """CrossHair tells arguments as Python expressions."""
    scope = dict(function.__globals__)
    values = {}
    for name, text in texts.items():
        try:
            values[name] = ast.literal_eval(text)
        except Exception:
            try:
                values[name] = eval(text, scope)
            except Exception:
                return None
    args, kwargs = [], {}
    for name, parameter in signature.parameters.items():
        if name not in values:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            args += list(values[name])
        elif parameter.kind is parameter.VAR_KEYWORD:
            kwargs.update(values[name])
        elif parameter.kind is parameter.KEYWORD_ONLY:
            kwargs[name] = values[name]
        else:
            args.append(values[name])
    data = dump(world, tuple(args), kwargs)
    if data is None:
        return None
    return data, {"positional": [write(each) for each in args], "named": {name: write(each) for name, each in kwargs.items()}}
