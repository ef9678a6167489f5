import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isSkipped } from '../../../src/core/python/grammar/module-index.ts';
import { ModuleIndexer } from '../../../src/core/python/index/index-module.ts';
import { functionsOf, mutate, seededNumbers } from './mutations.ts';
import { pythonVersion, standardLibrary } from './truth.ts';

const script = path.resolve(import.meta.dirname, '../../support/python-compiles.py');
const SOURCES = [
  '.',
  'asyncio',
  'json',
  'test/test_grammar.py',
  'test/test_fstring.py',
  'test/test_patma.py',
];
const COUNT = 8000;

/** ASCII files of the standard library with all kinds of statements. */
function readSources(folder: string): readonly string[] {
  const files = SOURCES.flatMap(name => {
    const full = path.join(folder, name);
    if (!fs.existsSync(full)) return [];
    if (!fs.statSync(full).isDirectory()) return [full];
    return fs.readdirSync(full).flatMap(file => (file.endsWith('.py') ? [path.join(full, file)] : []));
  });
  return files.map(file => fs.readFileSync(file, 'latin1')).filter(text => !/[^\0-\x7f]/.test(text));
}

/** What later Pythons allow: anything inside f-strings (PEP 701), `except A, B:` (PEP 758). */
const mayBeLaterSyntax = (source: string) => /[ft]['"]|except\b[^:\n]*,/i.test(source);

describe('the Python index, compared with Python on broken code', () => {
  it('refuses what Python refuses and accepts what it accepts, over thousands of mutated functions', () => {
    const random = seededNumbers(20_240_601);
    const functions = readSources(standardLibrary()).flatMap(functionsOf);
    const sources = Array.from({ length: COUNT }, () =>
      mutate(functions[random(functions.length)] as string, random),
    );
    const input = `${sources.map(source => JSON.stringify(source)).join('\n')}\n`;
    const run = spawnSync('python3', [script], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(run.status, 0, run.stderr);
    const answers = run.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as string | null);
    assert.equal(answers.length, COUNT);
    const indexer = new ModuleIndexer();
    const encoder = new TextEncoder();
    const different = sources.flatMap((source, i) => {
      const index = indexer.index(encoder.encode(source));
      const ours = isSkipped(index) ? index.skipped : null;
      const theirs = answers[i] ?? null;
      return (ours === null) === (theirs === null) ? [] : [{ source, ours, theirs }];
    });
    const refused = answers.filter(answer => answer !== null).length;
    console.log(
      `      Python ${pythonVersion()}: ${COUNT - different.length} of ${COUNT} judged alike, ${refused} of them broken`,
    );
    const unexplained = different.filter(({ source, ours }) => ours !== null || !mayBeLaterSyntax(source));
    assert.deepEqual(unexplained, []);
    assert.ok(different.length <= COUNT / 1000, JSON.stringify(different, undefined, 1));
    assert.ok(refused > COUNT / 3 && refused < COUNT);
  });
});
