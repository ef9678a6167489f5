import assert from 'node:assert/strict';
import { createAnalyst } from '../../../src/core/evidence/analyst.ts';
import { CHECKABLE_INVARIANTS } from '../../../src/core/evidence/invariants/invariant-catalog.ts';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';
import { changeSetOf, evidenceOf } from './evidence-of.ts';

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

const PHRASES = CHECKABLE_INVARIANTS.map(({ phrases: [phrase] }) => phrase);

/** What becomes of a file of that many lines. */
const FILES: Readonly<Record<string, (count: number) => readonly [string, string]>> = {
  assignments: count => [lines(count, i => `a${i} = ${i}\n`), lines(count, i => `a${i} = ${i + 1}\n`)],
  'class attributes': count => {
    const text = `class A:\n${lines(count, i => `    a${i} = ${i}\n`)}`;
    return [text, `${text}    b = 1\n`];
  },
  'class attributes, each with another value': count => [
    `class A:\n${lines(count, i => `    a${i} = ${i}\n`)}`,
    `class A:\n${lines(count, i => `    a${i} = ${i + 1}\n`)}`,
  ],
  'functions, each with another parameter': count => [
    lines(count / 2, i => `def f${i}(a): ...\nf${i}(1)\n`),
    lines(count / 2, i => `def f${i}(a, b=1): ...\nf${i}(1)\n`),
  ],
  // By a search among all that binds it, which takes a little longer the more there are.
  'one name of a function, each time bound to something else': count => {
    const of = (by: number) =>
      lines(count / 8, i => `    x = ${i % 8 === 0 ? i : `g(x, ${i + by})`}\n    g(x, x)\n`);
    return [0, 1].map(by => `def g(a, b): return a\ndef f(x):\n${of(by)}`) as [string, string];
  },
  suppressions: count => [lines(count, i => `f(${i})\n`), lines(count, i => `f(${i})  # noqa\n`)],
  'forward annotations in another order': count => {
    const rest = lines(count / 2, i => `def f${i}(x: T${i}): ...\nclass T${i}: ...\n`);
    return [`class U: ...\n${rest}`, `${rest}class U: ...\n`];
  },
};

async function secondsFor([before, after]: readonly [string, string]): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 2; i++) {
    const { user } = process.cpuUsage();
    await evidenceOf({
      before: { 'm.py': before },
      after: { 'm.py': after },
      invariants: PHRASES,
    });
    best = Math.min(best, process.cpuUsage().user - user);
  }
  return best / 1e6;
}

describe('what evidence costs', () => {
  for (const [name, of] of Object.entries(FILES))
    it(`grows with the size of a file, not with its square: ${name}`, async () => {
      await secondsFor(of(1000));
      const small = await secondsFor(of(2000));
      const large = await secondsFor(of(16_000));
      // Eight times the size: linear is 8, quadratic 64.
      assert.ok(large < small * 32, `${small} s for 2,000, ${large} s for 16,000`);
    });

  it('ends at the next pause once it is cancelled', async () => {
    const [before, after] = [lines(100, i => `def f${i}(a): ...\n`), lines(100, i => `def f${i}(b): ...\n`)];
    const files = new MemoryFiles({ 'm.py': before });
    const pausesUntil = async (cancelAt: number) => {
      const cancel = new AbortController();
      let pauses = 0;
      const breathe = async () => {
        if (++pauses === cancelAt) cancel.abort();
      };
      const parts = { files, python: new WorkspaceIndex(files), sha256: sha256Of, breathe };
      const changes = changeSetOf({ before: { 'm.py': before }, after: { 'm.py': after } });
      const change = { changes, invariants: PHRASES, changedSignatures: [] };
      const ended = await createAnalyst(parts)
        .examine(change, cancel.signal)
        .then(
          () => 'whole',
          (error: unknown) => (error instanceof Cancelled ? 'cancelled' : error),
        );
      return { pauses, ended };
    };
    const { pauses: all, ended } = await pausesUntil(Number.POSITIVE_INFINITY);
    assert.equal(ended, 'whole');
    assert.ok(all > 100, `${all} pauses`);
    for (const at of [1, 2, 50, all])
      assert.deepEqual(await pausesUntil(at), { pauses: at, ended: 'cancelled' });
  });
});
