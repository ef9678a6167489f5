"""`python start.py` tries one function; `start.py PART` is one part of that, `start.py tests` runs tests."""

import json
import os
import sys

sys.path[:] = [p for p in sys.path if p not in ("", ".", os.path.dirname(os.path.abspath(__file__)))]
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from workorder_trials import as_test, call, constants, describe, guard, setting, worlds  # noqa: E402,F401

if sys.argv[1:] == ["tests"]:
    from workorder_trials import tests

    sys.path.pop(0)
    tests.main()
elif len(sys.argv) > 1:
    if sys.argv[1] == "search":
        # Before the workspace's folders come first: nothing of it may stand in for the tools.
        try:
            import hypothesis  # noqa: F401

            from workorder_trials import arguments, search, strategies  # noqa: F401
        except ImportError:
            pass
    from workorder_trials import confirm, explore, worker

    sys.path.pop(0)
    worker.work(sys.argv[1], json.loads(sys.stdin.read()))
else:
    from workorder_trials import trial

    trial.main()
