import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

/** Whether callers work where the function says this line in place of `return x`. */
async function judge(head: string, line: string, others: Files = {}) {
  const module = (last: string) => `${head}\n\n\ndef f(x):\n    ${last}\n`;
  const { invariants } = await evidenceOf({
    before: { 'shop/__init__.py': '', 'shop/a.py': module('return x'), ...others },
    after: { 'shop/a.py': module(line) },
    invariants: ['no broken callers'],
  });
  return invariants[0];
}

const FINE: readonly (readonly [head: string, line: string])[] = [
  ['import re\n\nWORDS = re.compile("a")', 'return WORDS.sub("", x).strip()'],
  ['from datetime import datetime', 'return datetime.now().isoformat()'],
  ['from datetime import datetime', 'return datetime.strptime(x, "%Y").date().year'],
  ['from datetime import timedelta', 'return timedelta(days=1).total_seconds()'],
  ['from datetime import datetime', 'return f"{datetime.now():%Y}"'],
  ['import threading\n\nLOCK = threading.Lock()', 'with LOCK:\n        return x'],
  ['import threading\n\nLOCK = threading.Lock()', 'return LOCK.acquire(timeout=1)'],
  ['from collections import deque', 'q = deque()\n    q.append(x)\n    return q.popleft()'],
  ['from collections import deque', 'for each in deque(x):\n        return each\n    return x'],
  ['from collections import Counter', 'return Counter(x).most_common(3)'],
  ['from collections import defaultdict', 'q = defaultdict(list)\n    q.update(x)\n    return q'],
  ['import subprocess', 'return subprocess.run(["a"], capture_output=True).stdout'],
  ['import hashlib', 'return hashlib.sha256(x).hexdigest()'],
  ['import uuid', 'return uuid.uuid4().hex.upper()'],
  ['from decimal import Decimal', 'return Decimal(x).quantize(Decimal("1"))'],
  [
    'from pathlib import Path\n\nROOT = Path(__file__).resolve().parent',
    'return ROOT.joinpath("x").exists()',
  ],
  ['from pathlib import Path', 'return Path(x).parent.name.lower()'],
  ['from pathlib import Path\n\nROOT = Path(__file__).parent', 'return (ROOT / "x" / x).read_text()'],
  ['from pathlib import Path', 'p = Path(x) / "y"\n    p.write_text("z")\n    return p'],
  ['', 'return ("%s" % x).strip()'],
  ['', 'y = 1\n    y = "a"\n    return y.strip()'],
  ['', 'y = 1\n    if x:\n        y = "a"\n        return y.strip()\n    return x'],
  ['', 'return ("a" + x + "b").upper()'],
  ['import re', 'x = "a".lower()\n    x = re.sub("a", "b", x)\n    return x.strip()'],
  ['import os', 'return os.path.join("a", "b").replace("a", x)'],
  ['import os', 'return os.environ.get("A")'],
  ['import argparse', 'p = argparse.ArgumentParser()\n    p.add_argument("--a")\n    return p.parse_args(x)'],
  ['import csv', 'with open(x) as h:\n        return list(csv.reader(h))'],
  ['', 'return open("a").read().strip()'],
  [
    'from concurrent.futures import ThreadPoolExecutor',
    'with ThreadPoolExecutor() as p:\n        return p.submit(str, x)',
  ],
];

/** What an object does not have, does not take or is no good for. */
const OPEN: readonly (readonly [head: string, line: string])[] = [
  ['import re\n\nWORDS = re.compile("a")', 'return WORDS.sub("")'],
  ['import re\n\nWORDS = re.compile("a")', 'return WORDS.replace("a", x)'],
  ['import re\n\nWORDS = re.compile("a")', 'for each in WORDS:\n        return each\n    return x'],
  ['import re', 'return re.match("a", x).group(0)'],
  ['from datetime import datetime', 'return datetime.now().iso()'],
  ['from datetime import datetime', 'return datetime.isoformat2(x)'],
  ['from datetime import datetime', 'with datetime.now() as now:\n        return now'],
  ['from datetime import timedelta', 'return f"{timedelta(days=1):>5}"'],
  ['import threading\n\nLOCK = threading.Lock()', 'return LOCK.acquire(1, 2, 3)'],
  ['from collections import deque', 'return {deque(): x}'],
  ['from collections import deque', 'return deque().push(x)'],
  ['import hashlib', 'return hashlib.sha256(x).hex()'],
  ['import uuid', 'return uuid.uuid4().hex()'],
  ['import subprocess', 'return subprocess.run(["a"]).output'],
  ['import os', 'return os.environ.append("A")'],
  ['', 'return open("a").read().decode()'],
  ['from pathlib import Path', 'return (Path(x) / "y").read()'],
  ['from pathlib import Path', 'return (Path(x) + "y").name'],
  ['', 'return ("a" == x).strip()'],
  ['', 'return ("a" if x else 1).strip()'],
  ['', 'return ("a", x).strip()'],
  ['', 'y = "a"\n    if x:\n        y = 1\n    return y.strip()'],
  ['', 'if x:\n        y = 1\n    if x:\n        y = "a"\n    if x:\n        return y.strip()\n    return x'],
  [
    '',
    'try:\n        y = 1\n        x()\n        y = "a"\n    except E:\n        return y.strip()\n    return x',
  ],
  ['', 'y = 1\n    with x:\n        y = "a"\n    return y.strip()'],
  ['', 'y = "a"\n    while x:\n        y.strip()\n        y = 1\n    return x'],
  ['', 'y = "a"\n    g = lambda: y.strip()\n    y = 1\n    return g'],
  ['', 'for each in x:\n        y = "a" if not each else y.strip()\n        y = 1\n    return x'],
];

const show = (head: string, line: string) => `${head.split('\n').at(-1)}: ${line.replaceAll('\n', ' ')}`;

describe('objects of the standard library', () => {
  for (const [head, line] of FINE)
    it(`have what is asked of them: ${show(head, line)}`, async () => {
      const found = await judge(head, line);
      assert.equal(found?.verdict, 'proved', found?.reason);
    });
  for (const [head, line] of OPEN)
    it(`may not have it: ${show(head, line)}`, async () => {
      const found = await judge(head, line);
      assert.notEqual(found?.verdict, 'proved');
    });

  it('are others where a test replaces what makes them', async () => {
    const test = [
      'import subprocess',
      'from shop.a import f',
      '',
      '',
      'class Done:',
      '    returncode = 0',
      '',
      '',
      'def test_f(monkeypatch):',
      '    monkeypatch.setattr(subprocess, "run", lambda *a, **k: Done())',
      '    f(1)',
      '',
    ].join('\n');
    const line = 'return subprocess.run(["a"]).stdout';
    const found = await judge('import subprocess', line, { 'tests/test_a.py': test });
    assert.equal(found?.verdict, 'not_checkable', found?.reason);
  });
});
