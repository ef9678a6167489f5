import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';
import { COMMANDS } from '../../src/cli/command-list.ts';

const LIMIT_KB = 140;
const HELP_LIMIT_KB = 20;

interface Output {
  readonly bytes: number;
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What is read at the start of a module: its own output, and all that it imports without asking later. */
function readAtStartOf(isEntry: (file: string, output: Output) => boolean): readonly Output[] {
  const bundles = fs.readFileSync(path.join(root, 'dist/bundles.json'), 'utf8');
  const { outputs } = JSON.parse(bundles) as { readonly outputs: Readonly<Record<string, Output>> };
  const [entry] = Object.entries(outputs).find(([file, output]) => isEntry(file, output)) ?? [];
  assert.ok(entry);
  const read = new Set<string>();
  const visit = (file: string): void => {
    const output = outputs[file];
    if (output === undefined || read.has(file)) return;
    read.add(file);
    for (const imported of output.imports) if (imported.kind === 'import-statement') visit(imported.path);
  };
  visit(entry);
  return [...read].flatMap(file => outputs[file] ?? []);
}

const modulesOf = (outputs: readonly Output[]): readonly string[] =>
  outputs.flatMap(output => Object.keys(output.inputs));
const kilobytesOf = (outputs: readonly Output[]): number =>
  Math.round(outputs.reduce((sum, { bytes }) => sum + bytes, 0) / 1024);

describe('activation', () => {
  it(`reads at most ${LIMIT_KB} KB, and neither validators, schemas, prompts nor a model client`, () => {
    const outputs = readAtStartOf(file => file.endsWith('/extension.js'));
    const forbidden = /generated\/(validators|schemas|prompts)|node_modules\/|src\/node\//;
    assert.deepEqual(
      modulesOf(outputs).filter(module => forbidden.test(module)),
      [],
    );
    const kilobytes = kilobytesOf(outputs);
    assert.ok(kilobytes <= LIMIT_KB, `${kilobytes} KB are read at activation`);
  });
});

describe('the help of the command line', () => {
  const readFor = (command: string) =>
    readAtStartOf((_, { entryPoint }) => entryPoint === `src/cli/commands/${command}.ts`);
  /** What opens a workspace or asks a model. */
  const work = /core\/app\.ts|cli\/open-|node_modules\/openai/;

  it(`reads at most ${HELP_LIMIT_KB} KB for the list of commands, and of linters what they are alone`, () => {
    const outputs = readFor('help');
    assert.deepEqual(
      modulesOf(outputs).filter(module => module.includes('/run-') || work.test(module)),
      [],
    );
    const kilobytes = kilobytesOf(outputs);
    assert.ok(kilobytes <= HELP_LIMIT_KB, `${kilobytes} KB are read for the list of commands`);
  });

  for (const command of Object.keys(COMMANDS))
    it(`wires no workspace and loads no model client for workorder ${command} --help, nor for its completion`, () => {
      assert.deepEqual(
        modulesOf(readFor(command)).filter(module => work.test(module)),
        [],
      );
    });
});
