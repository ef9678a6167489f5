"""Says of each source, one JSON string a line, whether Python can parse it: null, or the reason why not."""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")
for text in sys.stdin:
    try:
        ast.parse(json.loads(text).encode("utf-8"))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        print(json.dumps(str(error)))
    else:
        print("null")
