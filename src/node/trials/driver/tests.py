"""Runs the workspace's tests in one copy with pytest and answers with what became of each, and which lines ran."""

import json
import os
import sys

MOST_MESSAGE = 300


class Recorder:
    """A plugin of pytest: its own report of every test."""

    def __init__(self):
        self.tests, self.broken = {}, {}

    def pytest_runtest_logreport(self, report):
        known = self.tests.get(report.nodeid)
        if report.failed:
            outcome = "failed" if report.when == "call" else "error"
        elif report.skipped:
            outcome = "skipped"
        else:
            outcome = "passed" if report.when == "call" else None
        if outcome is None or (known and known["outcome"] in ("failed", "error")):
            return
        self.tests[report.nodeid] = {
            "outcome": outcome,
            "file": report.location[0].replace(os.sep, "/"),
            "line": (report.location[1] or 0) + 1,
            "message": last_line(report) if report.failed else "",
        }

    def pytest_collectreport(self, report):
        if report.failed:
            self.broken[report.nodeid] = {"outcome": "error", "file": report.nodeid, "line": 1, "message": last_line(report)}


def last_line(report):
    crash = getattr(getattr(report, "longrepr", None), "reprcrash", None)
    text = crash.message if crash is not None else str(report.longrepr or "")
    lines = [line for line in text.splitlines() if line.strip()]
    chosen = lines[0] if crash is not None and lines else lines[-1] if lines else ""
    return chosen[:MOST_MESSAGE]


def has(module):
    import importlib.util

    return importlib.util.find_spec(module) is not None


def run(request):
    folder, files = request["folder"], request["files"]
    os.chdir(folder)
    sys.path[:0] = [p for p in (os.path.join(folder, "src"), folder) if os.path.isdir(p)]
    measuring = None
    if request["measure"]:
        try:
            import coverage

            measuring = coverage.Coverage(data_file=None, config_file=False, include=[os.path.join(folder, f) for f in request["measure"]])
        except ImportError:
            pass
    import pytest

    recorder = Recorder()
    # Other processes would not be seen; chance would compare different runs.
    arguments = [*(["-n0"] if has("xdist") else []), *(["--no-cov"] if has("pytest_cov") else []), *(["-p", "no:randomly"] if has("pytest_randomly") else [])]
    if measuring:
        measuring.start()
    try:
        code = int(pytest.main([*arguments, "-q", "--no-header", "--tb=short", *files], plugins=[recorder]))
    finally:
        if measuring:
            measuring.stop()
    answer = {"tests": {**recorder.broken, **recorder.tests}, "code": code, "elsewhere": elsewhere(request), "version": pytest.__version__}
    if measuring:
        answer["lines"] = {name: lines_of(measuring, os.path.join(folder, name)) for name in request["measure"]}
    return answer


def lines_of(measuring, path):
    """(lines with code, those that were executed); `None` where the file was never imported or cannot be read."""
    try:
        _, statements, _, missing, _ = measuring.analysis2(path)
    except Exception:
        return None
    return {"code": statements, "missing": missing}


def elsewhere(request):
    """A module of the user's own folder that was imported in place of the copy's."""
    root = os.path.realpath(request["root"]) + os.sep
    environments = [os.path.realpath(p) + os.sep for p in {sys.prefix, sys.exec_prefix}]
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        real = os.path.realpath(file) if isinstance(file, str) else ""
        if real.startswith(root) and not any(real.startswith(each) for each in environments):
            return f"{name} ({file})"
    return None


def main():
    request = json.loads(sys.stdin.read())
    answers = os.dup(1)
    # What tests print is not an answer.
    os.dup2(2, 1)
    try:
        answer = run(request)
    except ImportError as error:
        answer = {"not_run": f"pytest cannot be imported: {error}"}
    except BaseException as error:
        answer = {"not_run": f"{type(error).__name__}: {str(error)[:300]}"}
    data = json.dumps(answer).encode() + b"\n"
    while data:
        data = data[os.write(answers, data) :]
    os._exit(0)
