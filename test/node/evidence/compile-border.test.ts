import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { COMPILE_SNIPPETS } from '../../support/compile-snippets.ts';
import { evidenceOf } from '../../unit/evidence/evidence-of.ts';

/** Each in a process of its own: some of these have crashed a compiler. */
const COMPILE = `
import json, os, sys, warnings
warnings.simplefilter("ignore")
for line in sys.stdin:
    source = json.loads(line)
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        try:
            compile(source, "m.py", "exec", dont_inherit=True)
            os._exit(0)
        except BaseException:
            os._exit(1)
    print("" if os.waitpid(pid, 0)[1] == 0 else "refused")
`;

const inside = (header: string, indent: string) => (said: string) =>
  `${header}\n${indent}${said.replaceAll('\n', `\n${indent}`)}\n`;

const SURROUNDINGS: Readonly<Record<string, (said: string) => string>> = {
  'at the top': said => `${said}\n`,
  'in a function': inside('def wrapper():', '    '),
  'in an asynchronous function': inside('async def wrapper():', '    '),
  'in a class': inside('class W:', '    '),
  'in a loop in a method in a class in a function': inside(
    'def q(z):\n  class W:\n    def r():\n      while 1:',
    '        ',
  ),
};

describe('"no syntax errors" at the border of what Python compiles', () => {
  const rows = COMPILE_SNIPPETS.map(said => Object.values(SURROUNDINGS).map(around => around(said)));
  let refused: readonly (readonly boolean[])[];
  before(() => {
    const run = spawnSync('python3', ['-c', COMPILE], {
      input: rows
        .flat()
        .map(source => JSON.stringify(source))
        .join('\n'),
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stderr);
    const answers = run.stdout.split('\n').map(answer => answer !== '');
    const width = rows[0]?.length ?? 0;
    refused = rows.map((row, i) => row.map((_, at) => answers[i * width + at] === true));
  });

  const verdictOf = async (before: string, after: string) => {
    const files = { before: { 'm.py': before }, after: { 'm.py': after } };
    const { invariants } = await evidenceOf({ ...files, invariants: ['no syntax errors'] });
    return invariants[0]?.verdict;
  };

  for (const [at, around] of Object.keys(SURROUNDINGS).entries())
    it(`is proved of nothing that is refused, and refuted of nothing that is taken, ${around}`, async () => {
      const wrong: string[] = [];
      for (const [i, row] of rows.entries()) {
        const said = row[at] ?? '';
        const verdict = await verdictOf('x = 1\n', said);
        if (verdict === (refused[i]?.[at] ? 'proved' : 'violated')) wrong.push(`${verdict}: ${said}`);
      }
      assert.deepEqual(wrong, []);
    });

  it('is not proved of a statement that was taken where it stood, and is refused where it stands now', async () => {
    const wrong: string[] = [];
    for (const [i, row] of rows.entries())
      for (const [to, after] of row.entries()) {
        if (!refused[i]?.[to]) continue;
        for (const [from, before] of row.entries())
          if (!refused[i]?.[from] && (await verdictOf(before, after)) === 'proved')
            wrong.push(`${before}=>\n${after}`);
      }
    assert.deepEqual(wrong, []);
  });
});
