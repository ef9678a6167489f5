import assert from 'node:assert/strict';
import { compareSignatures } from '../../../src/core/prove/compare-signatures.ts';
import { proveInMemory } from '../../support/prove-in-memory.ts';

const kindOf = (before: string, after: string, isMethod = false) =>
  compareSignatures(before, after, isMethod).kind;

describe('what another signature means for callers', () => {
  const TABLE: readonly (readonly [string, string, string])[] = [
    ['def f(a)', 'def f(a, b=1)', 'takes more'],
    ['def f(a)', 'def f(a, *, b=1)', 'takes more'],
    ['def f(a)', 'def f(a, b)', 'breaks'],
    ['def f(a)', 'def f(a, *, b)', 'breaks'],
    ['def f(a)', 'def f(b)', 'breaks'],
    ['def f(a, /)', 'def f(b, /)', 'same calls'],
    ['def f(a, /)', 'def f(a)', 'takes more'],
    ['def f(a)', 'def f(a, /)', 'breaks'],
    ['def f(a, b)', 'def f(b, a)', 'breaks'],
    ['def f(a, b)', 'def f(a)', 'breaks'],
    ['def f(a, b)', 'def f(a, *args)', 'breaks'],
    ['def f(a, b)', 'def f(a, *args, **kwargs)', 'takes more'],
    ['def f(a, b=1)', 'def f(a, b)', 'breaks'],
    ['def f(a, b)', 'def f(a, b=1)', 'takes more'],
    ['def f(a, b=1)', 'def f(a, b=2)', 'same calls'],
    ['def f(a, b=1)', 'def f(a, *, b=1)', 'breaks'],
    ['def f(a, *, b=1)', 'def f(a, b=1)', 'takes more'],
    ['def f(*, a, b)', 'def f(*, b, a)', 'same calls'],
    ['def f(*args)', 'def f()', 'breaks'],
    ['def f(**kwargs)', 'def f(*, a=1)', 'breaks'],
    ['def f(a: int) -> str', 'def f(a: float = g(1, (2, 3))) -> str', 'takes more'],
    ['def f(a: t.Dict[str, int])', 'def f(a: dict[str, int])', 'same calls'],
    ['def f()', 'async def f()', 'breaks'],
    ['def f(self)', '@property def f(self)', 'breaks'],
    ['@overload def f(a) | def f(a)', 'def f(a)', 'open'],
  ];
  for (const [before, after, kind] of TABLE)
    it(`${before} → ${after}: ${kind}`, () => assert.equal(kindOf(before, after), kind));

  it('leaves out what the call itself gives to a method', () => {
    assert.equal(kindOf('def f(self, a)', 'def f(this, a)', true), 'same calls');
    assert.equal(kindOf('@staticmethod def f(a)', '@staticmethod def f(b)', true), 'breaks');
  });
});

describe('the release that a change needs', () => {
  const levelOf = async (before: Record<string, string>, after: Record<string, string | undefined>) =>
    (await proveInMemory({ before, after })).release.level;
  const F = 'def f(a):\n    return a\n';

  it('is major when something that was offered is gone or called differently', async () => {
    assert.equal(await levelOf({ 'a.py': F }, { 'a.py': 'x = 1\n' }), 'major');
    assert.equal(await levelOf({ 'a.py': F }, { 'a.py': F.replace('(a)', '(a, b)') }), 'major');
    assert.equal(await levelOf({ 'a.py': F }, { 'a.py': undefined }), 'major');
  });

  it('is minor when something is new', async () => {
    assert.equal(await levelOf({ 'a.py': F }, { 'a.py': `${F}\n\ndef g():\n    return 1\n` }), 'minor');
    assert.equal(await levelOf({ 'a.py': F }, { 'a.py': F.replace('(a)', '(a, b=1)') }), 'minor');
  });

  it('is a patch when only what happens inside differs, and none without Python', async () => {
    assert.equal(await levelOf({ 'a.py': F }, { 'a.py': F.replace('return a', 'return a + 1') }), 'patch');
    assert.equal(await levelOf({ 'a.md': 'a\n' }, { 'a.md': 'b\n' }), 'none');
  });

  it('takes nothing private for an API', async () => {
    assert.equal(await levelOf({ '_a.py': F, 'b.py': 'x = 1\n' }, { '_a.py': 'x = 1\n' }), 'patch');
    assert.equal(await levelOf({ 'tests/test_a.py': F }, { 'tests/test_a.py': 'x = 1\n' }), 'patch');
  });

  it('does not say that a name is gone where the module may still answer for it', async () => {
    const after = 'def __getattr__(name):\n    return 1\n';
    const { release } = await proveInMemory({ before: { 'a.py': F }, after: { 'a.py': after } });
    assert.notEqual(release.level, 'major');
    assert.match(release.reason, /1 public name that code cannot rank/);
  });
});
