import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LintCase } from './cases/case.ts';
import { IMPORT_LINTER_CASES } from './cases/import-linter-cases.ts';
import { MYPY_CASES } from './cases/mypy-cases.ts';
import { RUFF_CASES } from './cases/ruff-cases.ts';
import { readCase, runCase, type Tool } from './cases/run-case.ts';
import { FIXTURES, readFixture } from './fixtures.ts';

const CASES: readonly (readonly [Tool, readonly LintCase[]])[] = [
  ['ruff', RUFF_CASES],
  ['mypy', MYPY_CASES],
  ['import-linter', IMPORT_LINTER_CASES],
];

/** Every n-th case is run again with the real tool; all of them with WORKORDER_LINT_CASES=all. */
const SAMPLE = process.env['WORKORDER_LINT_CASES'] === 'all' ? 1 : 8;

/** As it would be read back from a file. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

for (const [tool, cases] of CASES) {
  describe(`recorded output of ${tool}`, () => {
    for (const one of cases) {
      it(`${one.name.replaceAll('-', ' ')} [001-025]`, async () => {
        const { printed, answer } = readFixture(tool, one.name);
        assert.deepEqual(plain(await readCase(tool, one, printed)), answer);
      });
    }

    it('belongs to a case, each of them', () =>
      assert.deepEqual(
        readdirSync(join(FIXTURES, tool)).toSorted(),
        cases.map(one => `${one.name}.json`).toSorted(),
      ));

    it(`is what the installed ${tool} prints today [001-025]`, async () => {
      const chosen = cases.filter((_, index) => index % SAMPLE === 0);
      for (const one of chosen) {
        const { answer } = readFixture(tool, one.name);
        const now = await readCase(tool, one, await runCase(tool, one));
        assert.deepEqual(
          plain({ ...now, detail: undefined }),
          plain({ ...answer, detail: undefined }),
          one.name,
        );
      }
    });
  });
}
