import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

/** What becomes of a file of that many lines. */
const FILES: Readonly<Record<string, (count: number) => readonly [string, string]>> = {
  assignments: count => [lines(count, i => `a${i} = ${i}\n`), lines(count, i => `a${i} = ${i + 1}\n`)],
  'class attributes': count => {
    const text = `class A:\n${lines(count, i => `    a${i} = ${i}\n`)}`;
    return [text, `${text}    b = 1\n`];
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
      invariants: ['no behavior changes'],
    });
    best = Math.min(best, process.cpuUsage().user - user);
  }
  return best / 1e6;
}

describe('what evidence costs', () => {
  for (const [name, of] of Object.entries(FILES))
    it(`grows with the size of a file, not with its square: ${name}`, async function () {
      this.timeout(0);
      await secondsFor(of(1000));
      const small = await secondsFor(of(2000));
      const large = await secondsFor(of(16_000));
      // Eight times the size: linear is 8, quadratic 64.
      assert.ok(large < small * 32, `${small} s for 2,000, ${large} s for 16,000`);
    });
});
