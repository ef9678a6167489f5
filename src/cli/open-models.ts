import path from 'node:path';
import type { Spending } from '../core/conversation/budget.ts';
import type { ModelUse } from '../core/conversation/choose-model.ts';
import type { Model } from '../core/ports/model.ts';
import { bindKey, OPENAI_BASE_URL } from '../node/model/endpoint.ts';
import { createModelFor, type ModelInUse } from '../node/model/model-for.ts';
import { createModelOpener } from '../node/model/model-spec.ts';
import { createRecorder } from '../node/model/record-model.ts';
import { knownSecrets, readApiKey } from './api-key.ts';
import { chooseEndpoint } from './choose-endpoint.ts';
import { type Io, UsageError } from './io.ts';
import type { CommandLine } from './options.ts';
import { readSpending } from './spending.ts';

export interface Models {
  readonly designer: Model;
  readonly qa: Model;
  readonly models: 'any' | 'different';
  readonly spending: Spending;
  /** Waits until everything recorded is in the `--record` file. */
  readonly save: () => Promise<void>;
  /** With `--record`: secrets to keep out of what is kept with each run as well. */
  readonly recordSecrets?: readonly string[];
}

/** The models of `--model`, `--designer-model`, `--qa-model`; wrong specs are usage errors with the right form. */
export async function openModels(line: CommandLine, io: Io): Promise<Models> {
  const { modelFor, save } = await openModelFor(line, io);
  return {
    designer: modelFor({ role: 'designer' }).model,
    qa: modelFor({ role: 'qa' }).model,
    models: line.flag('different-models') ? 'different' : 'any',
    spending: await readSpending(line, io),
    save,
    ...(line.text('record') === undefined ? {} : { recordSecrets: knownSecrets(line, io) }),
  };
}

export interface RoleModels {
  /** The model for a role or tier; one that is not set or wrong is a usage error. */
  readonly modelFor: (use: ModelUse) => ModelInUse;
  /** Waits until everything recorded is in the `--record` file. */
  readonly save: () => Promise<void>;
}

/** The models of every role and tier of this command line: `--model`, `--ROLE-model`, `--smart-model`, `--fast-model`. */
export async function openModelFor(line: CommandLine, io: Io): Promise<RoleModels> {
  const choices = {
    default: line.text('model'),
    designer: line.text('designer-model'),
    qa: line.text('qa-model'),
    smart: line.text('smart-model'),
    fast: line.text('fast-model'),
  };
  const isEndpointAsked = Object.values(choices).some(spec => spec?.startsWith('openai:'));
  const baseUrl = isEndpointAsked ? await chooseEndpoint(line, io) : line.text('base-url');
  const key = readApiKey(line, io);
  const apiKey = key !== undefined ? bindKey(key, baseUrl ?? OPENAI_BASE_URL) : undefined;
  if (apiKey && !apiKey.ok) throw new UsageError(apiKey.error);
  const open = createModelOpener({ baseUrl, apiKey: apiKey?.value });
  const find = createModelFor(
    choices,
    spec => open(spec.kind === 'replay' ? { ...spec, path: path.resolve(io.cwd, spec.path) } : spec),
    ({ role, tier }) =>
      `give --model SPEC or --${(tier ?? role).toLowerCase()}-model SPEC, or set model in workorder.toml`,
  );
  const modelFor = (use: ModelUse): ModelInUse => {
    const found = find(use);
    if (found.ok) return found.value;
    throw new UsageError(found.error);
  };
  const record = line.text('record');
  if (record === undefined) return { modelFor, save: async () => undefined };

  const recorder = createRecorder({
    file: path.resolve(io.cwd, record),
    secrets: knownSecrets(line, io),
  });
  return {
    modelFor: use => {
      const found = modelFor(use);
      return { ...found, model: recorder.record(found.model) };
    },
    save: async () => {
      const saved = await recorder.saved();
      if (!saved.ok) io.stderr(`The replies were not recorded: ${saved.error}\n`);
    },
  };
}
