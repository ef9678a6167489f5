import { type Diagnosis, diagnose } from '../../node/doctor.ts';
import { createDiskFiles } from '../../node/files/disk-files.ts';
import { readSettings } from '../../node/settings/read-settings.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { givenLintTools, givenPrograms } from '../lint-programs.ts';
import { readApiKey } from '../models/api-key.ts';
import { openModels } from '../models/load-models.ts';
import { flagOption, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { MODEL_OPTIONS } from '../shared-options.ts';

const FORM = 'workorder doctor [--model-check]';

export const command = defineCommand({
  forms: [FORM],
  about: [
    'Says what this machine and workspace have, one line each, with the fix for what is missing or broken. Writes nothing; asks no endpoint without --model-check.',
  ],
  /** Without its settings: a file that cannot be read is a line of the answer, not the end of it. */
  options: {
    'model-check': flagOption('ask the model one question, which costs a few tokens'),
    model: textOption('SPEC', 'openai:MODEL (default: WORKORDER_MODEL, or model in workorder.toml)'),
    'base-url': MODEL_OPTIONS['base-url'],
    'key-file': MODEL_OPTIONS['key-file'],
    'key-stdin': MODEL_OPTIONS['key-stdin'],
  },
  notes: ['Exit codes: 0 everything that is needed works, 1 something does not.'],
  async run(line, io) {
    const { root, signal } = line;
    const stateDir = workspaceStateDir(root);
    const found: Diagnosis[] = [];
    const tell = (one: Diagnosis) => {
      found.push(one);
      if (!line.json) io.stdout(diagnosisText(one, io));
    };
    const files = createDiskFiles({ root, stateDir });
    for await (const one of diagnose({
      root,
      stateDir,
      files,
      lint: { programs: givenPrograms(line), ...givenLintTools(line) },
      signal,
    }))
      tell(one);
    for (const one of await modelOf(line, io)) tell(one);
    if (line.json) io.stdout(`${JSON.stringify({ checks: found })}\n`);
    return found.some(({ state }) => state === 'broken') ? EXIT.failed : EXIT.ok;
  },
});

function diagnosisText({ what, state, found, fix }: Diagnosis, io: Io): string {
  const c = colours(io);
  const mark = { good: c.green('✓'), poor: c.yellow('!'), broken: c.red('✗') }[state];
  return `${mark} ${what.padEnd(14)}${found}${fix === undefined ? '' : `: ${fix}`}\n`;
}

async function modelOf(line: CommandLine, io: Io): Promise<readonly Diagnosis[]> {
  const read = await readSettings(line.root);
  const settings = read.ok ? read.value : undefined;
  const model = line.text('model') ?? settings?.values.model;
  if (model === undefined)
    return [
      { what: 'model', state: 'poor', found: 'none is set', fix: 'give --model, or run workorder init' },
    ];
  const endpoint = line.text('base-url') ?? settings?.values['base-url'] ?? 'https://api.openai.com/v1';
  const isSet: Diagnosis = { what: 'model', state: 'good', found: `${model} at ${endpoint}` };
  const hasKey = readApiKey(line, io) !== undefined;
  const key: Diagnosis = hasKey
    ? { what: 'key', state: 'good', found: 'there is one' }
    : {
        what: 'key',
        state: 'poor',
        found: 'none',
        fix: 'set WORKORDER_API_KEY_FILE or WORKORDER_API_KEY, unless the endpoint needs none',
      };
  if (!line.flag('model-check')) return [isSet, key];
  const withSettings: CommandLine = {
    ...line,
    ...(settings ? { settings } : {}),
    text: name => (name === 'model' ? model : line.text(name)),
  };
  return [isSet, key, await askOnce(withSettings, io)];
}

/** The whole way to the model, with a question that costs next to nothing. */
async function askOnce(line: CommandLine, io: Io): Promise<Diagnosis> {
  const what = 'endpoint';
  try {
    const { designer } = await openModels(line, io);
    const reply = await designer.ask({
      role: 'doctor',
      messages: [{ role: 'user', text: 'Answer with the JSON object {"ok": true} and nothing else.' }],
      tools: [],
      output: { name: 'answer', schema: SCHEMA },
      signal: line.signal,
    });
    if (reply.kind !== 'fault') return { what, state: 'good', found: `${designer.label} answers` };
    return { what, state: 'broken', found: reply.reason, fix: 'see docs/models.md' };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { what, state: 'broken', found: error.message, fix: error.advice ?? FORM };
  }
}

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['ok'],
  properties: { ok: { type: 'boolean' } },
};
