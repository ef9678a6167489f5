/**
 * Records what the real linters print for every case: `node test/node/lint/record-fixtures.ts`.
 * With `--answers` the recordings stay and only what is read from them is written anew.
 * The recording is reviewed like code; see test/fixtures/lint/README.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LintCase } from './cases/case.ts';
import { IMPORT_LINTER_CASES } from './cases/import-linter-cases.ts';
import { MYPY_CASES } from './cases/mypy-cases.ts';
import { RUFF_CASES } from './cases/ruff-cases.ts';
import { readCase, runCase, type Tool } from './cases/run-case.ts';
import { FIXTURES, type Fixture, readFixture } from './fixtures.ts';

const CASES: readonly (readonly [Tool, readonly LintCase[]])[] = [
  ['ruff', RUFF_CASES],
  ['mypy', MYPY_CASES],
  ['import-linter', IMPORT_LINTER_CASES],
];

const keepPrinted = process.argv.includes('--answers');
const wanted = process.argv.slice(2).find(arg => arg !== '--answers');
for (const [tool, cases] of CASES) {
  await mkdir(join(FIXTURES, tool), { recursive: true });
  for (const one of cases) {
    if (wanted !== undefined && !`${tool}/${one.name}`.includes(wanted)) continue;
    const printed = keepPrinted ? readFixture(tool, one.name).printed : await runCase(tool, one);
    const fixture: Fixture = { printed, answer: await readCase(tool, one, printed) };
    await writeFile(join(FIXTURES, tool, `${one.name}.json`), `${JSON.stringify(fixture, null, 2)}\n`);
    console.log(`${tool}/${one.name}: ${fixture.answer.kind}`);
  }
}
