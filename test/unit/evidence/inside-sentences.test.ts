import assert from 'node:assert/strict';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import { computeFor, type Edit } from './evidence-of.ts';

const BEFORE = `import json
import os as system
from warnings import warn

LIMITS = {"small": 1, "large": 9}
NAMES = ["a", "b"]
ALL = dict(LIMITS)
GROWN = {"x": 1}
GROWN["y"] = 2


def load(path, mode="r"):
    """Loads what parse() gives; raises KeyError."""
    # parse is slow
    data = parse(path, strict=False)
    return data


def parse(path, strict=True, **more):
    if not path:
        raise ValueError("no path given")
    try:
        return json.loads(path)
    except TypeError:
        return None


def save(target, items):
    for item in items:
        target.write(item)
    flush(target)
    flush(target)
    return True


def flush(target):
    return target.flush()


def outer():
    def inner():
        return flush(1)

    return inner


def choose(flag):
    if flag:
        return 1
    return 2


def run(*args, **kwargs):
    handler = flush
    handler(args)
    getattr(system, "remove")(args)
    return parse(*args, **kwargs)


class Store:
    size = 3

    def __init__(self):
        self._items = {}
        self._open = False

    def close(self):
        self._open = False
        self.flush()

    def flush(self):
        pass


class Other:
    def close(self):
        return None
`;

const AFTER = `import json
import os as system
from warnings import warn

LIMITS = {"small": 1, "large": 10, "huge": 99}
NAMES = ["a"]
ALL = dict(LIMITS)
GROWN = {"x": 1}
GROWN["y"] = 2


def load(path, mode="r"):
    """Loads what parse() gives; raises KeyError."""
    # parse is slow
    warn("slow", DeprecationWarning, stacklevel=2)
    data = parse(path, strict=True)
    return data


def parse(path, strict=True, **more):
    if not path:
        raise ValueError("no path at all")
    try:
        return json.loads(path)
    except (TypeError, KeyError):
        return None


def save(target, items):
    for item in items:
        target.write(item)
    flush(target)
    return True


def flush(target):
    checked = check(target)
    return checked.flush()


def check(target):
    return target


def outer():
    def inner():
        return flush(1)

    return inner


def choose(flag):
    if flag:
        return 1
    return 2


def run(*args, **kwargs):
    handler = flush
    handler(args)
    getattr(system, "remove")(args)
    return parse(*args, **kwargs)


class Store:
    size = 3

    def __init__(self):
        self._items = {}
        self._open = True
        self._count = 0

    def close(self):
        self._open = False
        self.flush()

    def flush(self):
        pass


class Other:
    def close(self):
        return None
`;

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/m.py': BEFORE,
    'pkg/n.py': 'from pkg.m import load as read\n\n\ndef go():\n    return read(1)\n',
  },
  after: { 'pkg/m.py': AFTER },
};

type Row = readonly ['confirmed' | 'refuted' | 'not_checkable', string];

const UNDERSTOOD: readonly Row[] = [
  ['confirmed', '`load` passes `strict=True` to `parse`.'],
  ['refuted', '`load` still passes `strict=False` to `parse`.'],
  ['confirmed', '`load` calls `parse` with `strict=True`.'],
  ['refuted', '`load` calls `parse` with `strict=False` now.'],
  ['confirmed', 'In `load`, `parse` is called with `strict=True`.'],
  ['confirmed', '`load` now emits a `DeprecationWarning` with `stacklevel=2`.'],
  ['refuted', '`load` emits a `DeprecationWarning` with `stacklevel=3`.'],
  ['refuted', '`load` emits a `FutureWarning`.'],
  ['refuted', '`save` still calls `flush` twice.'],
  ['confirmed', '`parse` raises a `ValueError` with the message "no path at all".'],
  ['confirmed', '`parse` now catches `KeyError`.'],
  ['confirmed', '`parse` still catches `TypeError`.'],
  ['refuted', '`parse` catches `IndexError`.'],
  ['confirmed', '`check` returns `target`.'],
  ['confirmed', '`save` returns True.'],
  ['refuted', '`save` returns False.'],
  ['confirmed', '`self._open` is set to True in `Store.__init__`.'],
  ['refuted', '`self._open` is set to None in `Store.__init__`.'],
  ['confirmed', '`Store.__init__` initialises `self._count` to 0.'],
  ['confirmed', '`Store` has a new attribute `_count`, initialised to 0.'],
  ['refuted', '`Store` has a new attribute `_count`, initialised to 1.'],
  ['confirmed', '`"huge"` was added to `LIMITS` with the value 99.'],
  ['refuted', '`"huge"` was added to `LIMITS` with the value 98.'],
  ['confirmed', '`"b"` was removed from `NAMES`.'],
  ['refuted', '`"a"` was removed from `NAMES`.'],
  ['confirmed', '`LIMITS` maps "large" to 10.'],
  ['refuted', '`LIMITS` maps "large" to 8.'],
  ['not_checkable', '`LIMITS` maps "large" to 9.'],
  ['refuted', '`LIMITS` contains the key "tiny".'],
  ['confirmed', '`inner` is a nested function.'],
  ['refuted', '`inner` is defined at module level.'],
  ['confirmed', '`check` comes directly after `flush` in pkg/m.py.'],
  ['refuted', '`check` comes directly after `save`.'],
  ['refuted', '`choose` comes before `check`.'],
  ['confirmed', '`load` calls `warn` before `parse`.'],
  ['not_checkable', '`load` calls `parse` before `warn`.'],
  ['confirmed', '`save` calls `write`.'],
  ['confirmed', '`read` calls `parse`.'],
  ['confirmed', 'The code of `choose` is unchanged.'],
  ['refuted', 'The body of `choose` was rewritten.'],
  ['confirmed', 'Only pkg/m.py was modified.'],
  ['refuted', 'Only pkg/n.py was modified.'],
  ['confirmed', 'Both `choose` and `run` are unchanged.'],
  ['refuted', 'Both `choose` and `save` are unchanged.'],
];

/** They look like what is understood, and are about something else, about run time, or about too little. */
const OPEN: readonly string[] = [
  '`load` calls `parse` once per file.',
  '`load` calls `parse` only when needed.',
  '`load` calls `parse` before reading the file.',
  '`load` passes `strict=True` to `parse` when `mode` is set.',
  '`load` passes the right value to `parse`.',
  '`load` never calls anything but `parse`.',
  '`load` does not call `parse` with bad arguments.',
  '`load` mentions `parse` in its docstring only.',
  '`load` raises `KeyError`.',
  '`load` no longer raises `KeyError`.',
  '`save` calls `flush` once for each item.',
  '`save` no longer flushes `target` twice.',
  '`save` returns `True` if all is well.',
  '`outer` calls `flush`.',
  '`outer` returns `flush(1)`.',
  '`run` calls `flush`.',
  '`run` does not call `flush`.',
  '`run` no longer calls `remove`.',
  '`run` does not call `remove`.',
  '`run` passes `strict=True` to `parse`.',
  '`run` passes `path` to `parse`.',
  '`run` calls `parse` with `strict=False`.',
  '`choose` returns 1.',
  '`choose` returns 2.',
  '`choose` returns 1 or 2.',
  '`choose` always returns `flag`.',
  '`flush` returns `checked`.',
  '`flush` returns the checked target.',
  '`parse` returns None.',
  '`parse` returns `json.loads(path)`.',
  '`parse` raises `ValueError` with the message "nothing found".',
  '`parse` raises a `TypeError` with the message "no path at all".',
  '`parse` only catches `KeyError`.',
  '`parse` catches `OSError`.',
  '`parse` catches all exceptions.',
  '`parse` catches `Exception`.',
  '`close` sets `self._open` to False.',
  '`close` calls `flush`.',
  '`Store.close` sets `self._open`, too, to something false.',
  '`self._open` is set to False in `Store`.',
  '`_open` is set to True in `Store.close` or `Store.__init__`.',
  '`"y"` was added to `GROWN`.',
  '`GROWN` contains the key "y".',
  '`GROWN` contains the key "z".',
  '`ALL` contains the key "small".',
  '`ALL` maps "small" to 1.',
  '`LIMITS` maps "large" to a larger value.',
  '`LIMITS` has reasonable values.',
  '`NAMES` contains the same names as before.',
  '`NAMES` is shorter than before.',
  '`go` calls `load`.',
  '`go` does not call `load`.',
  '`go` no longer calls `load`.',
  '`load` is cleaner than `parse`.',
  '`load` should call `parse`.',
  '`load` could call `flush`.',
  '`load` might raise `ValueError`.',
  '`load` used to call `parse` with `strict=None`.',
  '`load` calls either `parse` or `flush`.',
  '`load` calls neither `parse` nor `flush`.',
  '`load` and `parse` call each other.',
  '`load` and `save` together call `flush` once.',
  'Both `load` and `parse` behave the same.',
  'Either `choose` or `save` is unchanged.',
  'Neither `choose` nor `save` is unchanged.',
  'Not only `choose` is unchanged.',
  'Nothing but `choose` is unchanged.',
  'Almost all of `choose` is unchanged.',
  'The behavior of `choose` is unchanged.',
  'The behavior of `load` is unchanged.',
  'The callers of `choose` are unchanged.',
  'The idea of `load` is the same.',
  'The meaning of `strict` is unchanged.',
  'The order of the statements in `save` does not matter.',
  '`save` does the same as before, but once.',
  '`warn` is called with `stacklevel=2` in most cases.',
  '`parse` is called with `strict=True` by default.',
  '`parse` is called with a path.',
  '`parse` is called by `load` and others.',
  '`parse` is called for every file.',
  '`check` is called before the target is flushed.',
  '`check` is called before `write`.',
  '`data` is set to what `parse` gives.',
  '`data` is set by `parse`.',
  '`strict` is set to True in `parse`.',
  '`flag` is set to True in `choose`.',
  '`item` is assigned in `save`.',
  '`target` is assigned in `flush`.',
  '`size` is set to 4 in `Store` when it grows.',
  '`Store` initialises `_open` lazily.',
  '`Store` has a new attribute for the count.',
  'A comment in `load` explains `parse` well.',
  'The message "slow" is shown to users.',
  'The docstring of `load` is correct.',
  'The warning in `load` is raised only once.',
  'Only `load` emits a warning.',
  'Only the tests were modified.',
  'Only two of the functions in pkg/m.py were modified.',
  '`inner` is at the right level.',
  '`check` comes after the other helpers.',
  '`choose` comes directly before the class it belongs to.',
  '`pkg/m.py` calls `parse` in the usual way.',
  '`json` is used less often in pkg/m.py.',
  '`flush` is used in several places in pkg/m.py.',
  '`load` uses `parse` correctly rather than `flush`.',
];

/** What they say is not so, however true they look. */
const REFUTED: readonly string[] = [
  '`load` catches `ValueError`.',
  '`save` calls `open`.',
  '`outer` no longer calls `flush`.',
  '`self._items` is set to an empty dict in `Other`.',
  '`load` no longer calls `parse`.',
  '`save` calls `parse`.',
  '`save` calls `check`.',
  '`choose` calls `flush`.',
  '`load` does not call `parse`.',
  '`flush` no longer calls `check`.',
  '`parse` never catches `TypeError`.',
  '`check` is still called in `save`.',
  'The code of `load` is unchanged.',
  '`Store.close` is changed as well.',
  '`outer` was rewritten.',
  '`inner` is no longer a nested function.',
];

describe('sentences about the code inside of functions [001-047]', () => {
  let grades: ReadonlyMap<string, { readonly verdict: string; readonly reason: string }>;
  before(async () => {
    const { facts } = await computeFor(EDIT);
    const said = [...UNDERSTOOD.map(([, sentence]) => sentence), ...OPEN, ...REFUTED];
    const found = await gradeSpotChecks({
      spotChecks: said.map(sentence => `verified: ${sentence}`),
      order: { scope_allowlist: ['**'] },
      facts,
      isFile: async () => false,
    });
    grades = new Map(said.map((sentence, i) => [sentence, found[i] ?? { verdict: '', reason: '' }]));
  });

  const check = (rows: readonly Row[]) =>
    assert.deepEqual(
      rows.flatMap(([expected, sentence]) => {
        const grade = grades.get(sentence);
        return grade?.verdict === expected ? [] : [`${sentence} ${grade?.verdict}: ${grade?.reason}`];
      }),
      [],
    );

  it('are decided by what is written there, before the change and after it', () => check(UNDERSTOOD));

  it('are left open where a word is left over, where they speak of run time, or where several things may be meant', () => {
    assert.ok(OPEN.length >= 100, String(OPEN.length));
    check(OPEN.map(sentence => ['not_checkable', sentence]));
  });

  it('are refuted where nothing of the kind is there', () =>
    check(REFUTED.map(sentence => ['refuted', sentence])));
});
