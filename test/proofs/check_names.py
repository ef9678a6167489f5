"""Holds what `npm run proofs commits -- --details FILE` says of public names against Python.

check_names.py DETAILS REPOSITORIES: of each name that is said to be gone, new or declared differently, the module
is imported as it was before the commit and as it is after, each in a new process, and the two are compared. Needs a
Python in which the packages' own dependencies are installed; what cannot be imported is counted, not decided.
"""
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import io

SAID = ("no public API changes", "no public names removed", "no signature changes")
NAMED = re.compile(r"(\S+) is (removed|added|changed) \((\S+?\.py):\d+")

LOOK = r"""
import importlib, inspect, json, sys, warnings
warnings.simplefilter("ignore")
found = {}
for module, name in json.load(sys.stdin):
    key = module + " " + name
    try:
        here = importlib.import_module(module)
    except BaseException as error:
        found[key] = ["no import", repr(error)[:80]]
        continue
    try:
        for part in name.split("."):
            here = inspect.getattr_static(here, part)
    except AttributeError:
        found[key] = ["missing", ""]
        continue
    here = getattr(here, "__func__", here)
    what = type(here).__name__
    if inspect.isclass(here):
        what += " " + " ".join(base.__name__ for base in here.__bases__)
    try:
        what += str(inspect.signature(here))
    except (TypeError, ValueError):
        what += repr(here)[:80]
    found[key] = ["there", what]
json.dump(found, sys.stdout)
"""


def export(repository, commit, folder):
    archive = subprocess.run(["git", "-C", repository, "archive", commit], capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="data")


def place_of(name, path):
    """The folder to import from, the module, and the name in it."""
    parts = re.sub(r"(/__init__)?\.py$", "", path).split("/")
    words = name.split(".")
    for start in range(len(parts)):
        module = parts[start:]
        if words[: len(module)] == module and len(words) > len(module):
            return "/".join(parts[:start]), ".".join(module), ".".join(words[len(module) :])
    return None


def look(folder, asked):
    run = subprocess.run(
        [sys.executable, "-c", LOOK], input=json.dumps(asked), capture_output=True, text=True, cwd=folder, timeout=120,
        env={**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    return json.loads(run.stdout) if run.returncode == 0 else {}


def main(details, repositories):
    counts = {"right": 0, "wrong": 0, "not importable": 0}
    for line in open(details, encoding="utf-8"):
        commit = json.loads(line)
        said = set()
        for statement in commit["statements"]:
            if statement["text"] in SAID and statement["verdict"] in ("refuted", "does not hold"):
                said.update(NAMED.findall(statement["reason"]))
        asked = {(place, change) for name, change, path in said if (place := place_of(name, path))}
        if not asked:
            continue
        repository = os.path.join(repositories, commit["name"])
        with tempfile.TemporaryDirectory() as before, tempfile.TemporaryDirectory() as after:
            export(repository, commit["commit"] + "^", before)
            export(repository, commit["commit"], after)
            for root in {place[0] for place, _ in asked}:
                names = sorted({(module, name) for (at, module, name), _ in asked if at == root})
                old, new = (look(os.path.join(folder, root), names) for folder in (before, after))
                for (at, module, name), change in sorted(asked):
                    if at != root:
                        continue
                    key = f"{module} {name}"
                    was = old.get(key, ["no import", ""]) if has_module(before, root, module) else ["missing", ""]
                    now = new.get(key, ["no import", ""]) if has_module(after, root, module) else ["missing", ""]
                    if "no import" in (was[0], now[0]):
                        verdict = "not importable"
                    elif change == "changed":
                        verdict = "right" if was[1] != now[1] else "wrong"
                    else:
                        gone, there = (now, was) if change == "removed" else (was, now)
                        verdict = "right" if gone[0] != "there" and there[0] == "there" else "wrong"
                    counts[verdict] += 1
                    if verdict != "right":
                        print(verdict, commit["name"], commit["commit"][:10], change, key, was, now)
    print(counts)
    return 1 if counts["wrong"] else 0


def has_module(folder, root, module):
    place = os.path.join(folder, root, module.replace(".", "/"))
    return any(os.path.exists(place + end) for end in (".py", "/__init__.py"))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
