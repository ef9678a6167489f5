import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Counterexample, FunctionTrial } from '../../../src/core/ports/trials.ts';
import { describeTrial } from '../../../src/core/trials/describe-trial.ts';
import { type Pair, readPairs } from './pairs.ts';
import { TrialWorkspace } from './try-pairs.ts';

/** All of them in `npm run proofs`; by default one in so many. */
const EVERY = Number(process.env['WORKORDER_TRIALS_EVERY'] ?? 26);
const SECONDS = EVERY === 1 ? 20 : 8;
const isSample = (_: unknown, index: number) => index % EVERY === 0;

describe('functions run before and after a change, on what is known to differ or not', () => {
  const workspace = new TrialWorkspace();
  after(() => workspace.dispose());

  /** Each pair in a module of its own, tried at the same time. */
  async function tryAll(pairs: readonly Pair[]): Promise<ReadonlyMap<string, FunctionTrial>> {
    const versions = pairs.map(({ name, before, after: now }) => ({
      path: `${moduleOf(name)}.py`,
      before,
      after: now,
    }));
    const trials = await workspace.try(versions, { seconds: SECONDS });
    return new Map(
      pairs.map(({ name, function: tried }) => {
        const found = trials.find(
          ({ function: { after: place } }) => place.module === moduleOf(name) && place.name === tried,
        );
        assert.ok(found, `${name}: ${tried} was not tried`);
        return [name, found];
      }),
    );
  }

  it('finds a counterexample for at least nine of ten seeded changes of behavior', async () => {
    const pairs = readPairs('changed').filter(isSample);
    const trials = await tryAll(pairs);
    const missed = [...trials].filter(([, { result }]) => result.verdict !== 'counterexample');
    for (const [name, { result, ms }] of trials)
      console.log(`      ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}: ${describeTrial(result)}`);
    console.log(`      ${trials.size - missed.length} of ${trials.size} found`);
    const names = missed.map(([name, { result }]) => `${name}: ${describeTrial(result)}`);
    assert.ok(missed.length <= trials.size / 10, names.join('\n'));
    holdsBeforeOnly(pairs, trials);
  });

  /** The tests of all counterexamples, run by pytest on both versions. */
  function holdsBeforeOnly(pairs: readonly Pair[], trials: ReadonlyMap<string, FunctionTrial>): void {
    const outcomes = (['before', 'after'] as const).map(side => {
      const folder = mkdtempSync(path.join(tmpdir(), 'work-order-copied-tests-'));
      for (const { name, ...pair } of pairs) {
        const result = trials.get(name)?.result;
        if (result?.verdict !== 'counterexample' || endsNever(result)) continue;
        writeFileSync(path.join(folder, `${moduleOf(name)}.py`), pair[side]);
        writeFileSync(path.join(folder, `test_${moduleOf(name)}.py`), result.test);
      }
      const python = path.resolve(import.meta.dirname, '../../../.venv/bin/python');
      const ran = spawnSync(python, ['-m', 'pytest', '-q', '-rA', '--tb=line', '-p', 'no:cacheprovider'], {
        cwd: folder,
        encoding: 'utf8',
      });
      rmSync(folder, { recursive: true, force: true });
      return ran.stdout;
    });
    for (const name of trials.keys()) {
      const result = trials.get(name)?.result;
      if (result?.verdict !== 'counterexample' || endsNever(result)) continue;
      const file = `test_${moduleOf(name)}.py::`;
      assert.ok(outcomes[0]?.includes(`PASSED ${file}`), `${name} before:\n${result.test}\n${outcomes[0]}`);
      assert.ok(outcomes[1]?.includes(`FAILED ${file}`), `${name} after:\n${result.test}`);
    }
  }

  it('finds none for refactorings, and tries every one of them', async () => {
    const trials = await tryAll(readPairs('refactored').filter(isSample));
    for (const [name, { result, ms }] of trials)
      console.log(`      ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}: ${describeTrial(result)}`);
    const wrong = [...trials].filter(([, { result }]) => result.verdict !== 'no difference');
    assert.deepEqual(
      wrong.map(([name, { result }]) => `${name}: ${describeTrial(result)}`),
      [],
    );
  });
});

/** Its test would not end after the change, and one that returns an argument itself has no value to compare. */
const endsNever = ({ after }: Counterexample): boolean => after.kind === 'endless';

const moduleOf = (name: string): string => name.replaceAll('-', '_');
