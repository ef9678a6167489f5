import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Files } from '../../../src/core/ports/files.ts';
import { createPythonSymbols } from '../../../src/core/python/python-symbols.ts';
import { standardLibrary } from './truth.ts';

const script = path.resolve(import.meta.dirname, '../../support/python-signatures.py');

/** The modules of one folder, without packages, as a workspace that is only read. */
function folderFiles(folder: string): Files {
  const names = fs.readdirSync(folder).filter(name => name.endsWith('.py'));
  return {
    walk: async () => names,
    list: async () => undefined,
    apply: async () => ({ kind: 'not_applied', reason: 'read only', rolledBack: false }),
    read: async name => {
      const bytes = fs.readFileSync(path.join(folder, name));
      return {
        kind: 'file',
        file: { path: name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') },
      };
    },
  };
}

describe('discover_api, compared with Python itself', () => {
  it('writes signatures that mean the same, and the first lines of docstrings [001-058]', async () => {
    const folder = standardLibrary();
    const files = folderFiles(folder);
    // The files do not change meanwhile, so each is read once.
    const store = { load: async () => undefined, save: async () => {}, stamp: async () => 'same' };
    const symbols = createPythonSymbols(files, { store });
    const asked: string[] = [];
    let functions = 0;
    for (const name of await files.walk('.')) {
      const answer = await symbols.discoverApi(name.slice(0, -3));
      if ('error' in answer) continue;
      const all = [answer.functions, ...Object.values(answer.classes).map(({ methods }) => methods)];
      const entries = all.flatMap(Object.values).map(f => [f.line, f.signature, f.doc]);
      functions += entries.length;
      asked.push(JSON.stringify({ file: path.join(folder, answer.file), functions: entries }));
    }
    const run = spawnSync('python3', [script], { input: `${asked.join('\n')}\n`, encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    const lines = run.stdout.trim().split('\n');
    assert.equal(lines.pop(), `compared ${functions}`);
    assert.deepEqual(lines, []);
    assert.ok(functions > 2000, `only ${functions} functions`);
    console.log(`      ${functions} signatures equal`);
  });
});
