import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { evidenceOf } from '../../unit/evidence/evidence-of.ts';
import { standardLibrary } from '../python/truth.ts';
import { seeded } from './mutations.ts';
import { mutateSource } from './syntax-mutants.ts';

const COUNT = Number(process.env['WORKORDER_MUTANTS'] ?? 200) / 4;
const SEED = Number(process.env['WORKORDER_MUTANTS_SEED'] ?? 20260719);
const MODULES =
  'bisect textwrap shlex fnmatch heapq queue sched contextlib functools copy keyword abc types'.split(' ');

const COMPILE = `
import json, sys, warnings
warnings.simplefilter("ignore")
for line in sys.stdin:
    source = json.loads(line)
    try:
        compile(source, "m.py", "exec", dont_inherit=True)
        print("")
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        print(repr(error)[:200].replace("\\n", " "))
`;

describe('"no syntax errors", held against Python’s compiler', function () {
  this.timeout(180_000 + 40 * COUNT);
  it(`agrees about ${COUNT} mutated files (seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const sources = MODULES.map(name => fs.readFileSync(path.join(standardLibrary(), `${name}.py`), 'utf8'));
    const mutants = Array.from({ length: COUNT }, (_, i) =>
      mutateSource(sources[i % sources.length] ?? '', random),
    );
    const run = spawnSync('python3', ['-c', COMPILE], {
      input: mutants.map(source => JSON.stringify(source)).join('\n'),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    assert.equal(run.status, 0, run.stderr);
    const answers = run.stdout.split('\n');
    const proved: string[] = [];
    const violated: string[] = [];
    let refused = 0;
    for (const [i, after] of mutants.entries()) {
      const before = sources[i % sources.length] ?? '';
      const { invariants } = await evidenceOf({
        before: { 'm.py': before },
        after: { 'm.py': after },
        invariants: ['no syntax errors'],
      });
      const [verdict] = invariants;
      const error = answers[i] ?? '';
      if (error !== '') refused++;
      const added = after.split('\n').filter((line, at) => line !== before.split('\n')[at])[0];
      if (verdict?.verdict === 'proved' && error !== '') proved.push(`${error}: ${added}`);
      if (verdict?.verdict === 'violated' && error === '') violated.push(`${verdict.reason}: ${added}`);
    }
    console.log(`      ${COUNT} files, ${refused} of which Python refuses`);
    assert.deepEqual(
      { proved: [...new Set(proved)].slice(0, 60), violated: violated.slice(0, 20) },
      { proved: [], violated: [] },
    );
  });
});
