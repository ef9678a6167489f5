import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const BEFORE = `
import os
LIMIT = 3
class Box(Base):
    def open(self, path, mode="r"): ...
    def close(self) -> None: ...
    def old(self, a): ...
def load(path, mode="r") -> str:
    return open(path, mode).read()
def keep(x: int) -> int: ...
def turn(by, speed=1) -> list[str]: ...
def gone(a, b): ...
def first(a, b=1):
    return [a, b, os.sep]
def plain(x): ...
@app.route("/")
def page(a): ...
`;
const AFTER = `
import os
LIMIT = 3
class Box(Base):
    def open(self, path, mode="r", *, strict=False): ...
    async def close(self) -> bool: ...
    def young(self, a): ...
def load(path, mode="r", encoding: str = "utf-8") -> bytes:
    return open(path, mode).read()
def keep(x: int) -> int: ...
def turn(by, pace=1) -> list[int]: ...
def fresh(a: int, b=2) -> str: ...
def second(a, b=1):
    return [a, b, os.sep]
def plain(x): ...
@app.route("/")
def page(a): ...
`;

/** Entries as models write them: true, and made false in one place. */
const CLAIMS: readonly (readonly [right: string, ...wrong: string[]])[] = [
  [
    'load(path, mode="r", encoding: str = "utf-8") -> bytes',
    'load(path, mode="r", encoding: str = "utf-8") -> str',
    'load(path, mode="r") -> bytes',
    'load(path, mode="r", encoding: str = "ascii") -> bytes',
    'load(path, mode="r", *, encoding: str = "utf-8") -> bytes',
  ],
  ['def load(path, mode="r", encoding="utf-8"):', 'def load(path, mode="r", encoding=None):'],
  ['`Box.open(self, path, mode="r", *, strict=False)`', '`Box.open(self, path, mode="r", *, loose=False)`'],
  ['async def Box.close(self) -> bool', 'async def Box.close(self) -> None', 'def Box.close(self) -> bool'],
  ['def keep(x: int) -> int', 'async def keep(x: int) -> int'],
  ['pkg.m.turn(by, pace=1)', 'pkg.m.turn(by, speed=1)', 'm.turn(by, pace=2)'],
  [
    'load(path, mode="r") -> str → load(path, mode="r", encoding="utf-8") -> bytes',
    'load(path) -> str → load(path, mode="r", encoding="utf-8") -> bytes',
  ],
  ['turn(by, speed=1) -> turn(by, pace=1)', 'turn(by, speed=1) -> turn(by, tempo=1)'],
  ['turn(by, speed=1) is now turn(by, pace=1)', 'turn(by, speed=2) is now turn(by, pace=1)'],
  [
    'Box.open: added parameter strict=False',
    'Box.open: added parameter strict=True',
    'Box.open: added parameter loose',
  ],
  [
    'Box.open: added keyword-only parameter `strict` (default False)',
    'Box.open: added keyword-only parameter `mode`',
    'Box.open: added positional parameter `strict`',
  ],
  ['load(): new optional parameter encoding', 'load(): new optional parameter mode'],
  ['turn: renamed parameter speed to pace', 'turn: renamed parameter by to pace'],
  ['turn: removed parameter speed', 'turn: removed parameter by', 'turn: removed parameter pace'],
  ['load() now returns bytes instead of str', 'load() now returns str instead of bytes'],
  ['load: return type changed from str to bytes', 'load: return type changed from bytes to str'],
  ['keep() returns int', 'keep() now returns str'],
  ['added fresh(a: int, b=2) -> str', 'added fresh(a: int, b=3) -> str', 'added load(path)'],
  ['New function `fresh`', 'New function `keep`'],
  ['fresh: added', 'fresh: removed', 'keep: added'],
  ['gone(a, b): removed', 'keep(x): removed'],
  ['removed function gone', 'removed function keep'],
  ['first → second'],
  ['renamed first to second', 'renamed keep to second'],
  ['Box.old → Box.young', 'Box.open → Box.young'],
];

/** What names a changed function and says something that code does not know. */
const OPEN = [
  'load() no longer returns bytes',
  'load() never returns bytes or None',
  'load() returns bytes when strict',
  'load() is used with (path, mode="r")',
  'load() was called by keep(x: str)',
  'caching was removed from keep()',
  'the check in keep() is removed',
  'plain() now returns a cached value',
  'plain(x) -> int',
  'self.open() is removed',
  'print() now returns int',
  'page(a, b)',
  'page: added parameter request',
  'Box.read() returns str',
  'Box(path)',
  'box.open(path)',
  'f(a) → g(a) → h(a)',
  'load',
  'load(',
  '',
];

describe('entries of changed_signatures in the forms that models use', () => {
  const grade = async (claims: readonly string[]) => {
    const { claims: graded } = await evidenceOf({
      before: { 'pkg/__init__.py': '', 'pkg/m.py': BEFORE },
      after: { 'pkg/m.py': AFTER },
      claims,
    });
    return graded;
  };

  it('are confirmed where they are true', async () => {
    for (const { text, verdict, reason } of await grade(CLAIMS.map(([right]) => right)))
      assert.equal(verdict, 'confirmed', `${text}: ${reason}`);
  });

  it('are refuted where one thing in them is false', async () => {
    for (const { text, verdict, reason } of await grade(CLAIMS.flatMap(([, ...wrong]) => wrong)))
      assert.equal(verdict, 'refuted', `${text}: ${reason}`);
  });

  it('are left open where they say something else', async () => {
    for (const { text, verdict, reason } of await grade(OPEN))
      assert.equal(verdict, 'not_checkable', `${text}: ${reason}`);
  });

  it('mean the thing of that name that the change is about, where it is true of it', async () => {
    const { claims } = await evidenceOf({
      before: { 'pkg/a.py': 'def get(a): ...\n', 'pkg/b.py': 'def get(b): ...\n' },
      after: { 'pkg/a.py': 'def get(a, c): ...\n' },
      claims: ['get(a, c)', 'get(b)', 'get(x)'],
    });
    assert.deepEqual(
      claims.map(({ verdict }) => verdict),
      ['confirmed', 'not_checkable', 'refuted'],
    );
  });

  it('say that a definition moved, also where the old module imports it from the new one', async () => {
    const { claims } = await evidenceOf({
      before: {
        'pkg/old.py': 'def go(a): ...\ndef stay(a): ...\ndef both(a): ...\n',
        'pkg/new.py': '',
      },
      after: {
        'pkg/old.py':
          'from pkg.new import go\ndef stay(a): ...\ntry:\n    from pkg.new import both\nexcept ImportError:\n    def both(a): ...\n',
        'pkg/new.py': 'def go(a): ...\ndef both(a): ...\n',
      },
      claims: [
        'go() moved from pkg.old to pkg.new',
        'go() was moved from pkg/old.py to pkg/new.py',
        'stay() moved from pkg.old to pkg.new',
        'go() moved from pkg.new to pkg.old',
        'both() moved from pkg.old to pkg.new',
      ],
    });
    assert.deepEqual(
      claims.map(({ verdict }) => verdict),
      ['confirmed', 'confirmed', 'refuted', 'refuted', 'not_checkable'],
      JSON.stringify(claims, undefined, 1),
    );
  });
});
