"""A process of its own that runs one part of a trial: it alone loads code of the workspace."""

import json
import os
import traceback


def work(mode, request):
    answers = os.dup(1)
    # Whatever is printed past Python's own standard output is not an answer.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    own = os.getpid()

    def end(answer):
        if os.getpid() == own:
            data = json.dumps(answer).encode() + b"\n"
            while data:
                data = data[os.write(answers, data) :]
        # Threads and handlers that the tried code left behind do not run on.
        os._exit(0)

    end(answer_of(mode, {**request, "end": end}))


def answer_of(mode, request):
    from .worlds import NotRun

    try:
        if mode == "search":
            from .search import search as run
        elif mode == "explore":
            from .explore import explore as run
        else:
            from .confirm import confirm as run
        return run(request)
    except NotRun as error:
        return {"not_run": str(error)}
    except MemoryError:
        return {"not_run": "it needs more memory than a trial may use"}
    except BaseException as error:
        return {"failed": f"{type(error).__name__}: {str(error)[:300]}", "detail": traceback.format_exc()[-3000:]}
