import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';

const LIMIT_KB = 140;

interface Output {
  readonly bytes: number;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What VS Code reads to activate the extension: its entry and all that it imports without asking later. */
function readAtActivation(): readonly Output[] {
  const bundles = fs.readFileSync(path.join(root, 'dist/bundles.json'), 'utf8');
  const { outputs } = JSON.parse(bundles) as { readonly outputs: Readonly<Record<string, Output>> };
  const entry = Object.keys(outputs).find(file => file.endsWith('/extension.js'));
  const read = new Set<string>();
  const visit = (file: string | undefined): void => {
    const output = file === undefined ? undefined : outputs[file];
    if (file === undefined || output === undefined || read.has(file)) return;
    read.add(file);
    for (const imported of output.imports) if (imported.kind === 'import-statement') visit(imported.path);
  };
  visit(entry);
  return [...read].flatMap(file => outputs[file] ?? []);
}

describe('activation', () => {
  it(`reads at most ${LIMIT_KB} KB, and neither validators, schemas, prompts nor a model client`, () => {
    const outputs = readAtActivation();
    const modules = outputs.flatMap(output => Object.keys(output.inputs));
    const forbidden = /generated\/(validators|schemas|prompts)|node_modules\/|src\/node\//;
    assert.deepEqual(
      modules.filter(module => forbidden.test(module)),
      [],
    );
    const kilobytes = Math.round(outputs.reduce((sum, { bytes }) => sum + bytes, 0) / 1024);
    assert.ok(kilobytes <= LIMIT_KB, `${kilobytes} KB are read at activation`);
  });
});
