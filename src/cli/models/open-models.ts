import path from 'node:path';
import type { Spending } from '../../core/conversation/budget.ts';
import type { ModelUse } from '../../core/conversation/choose-model.ts';
import { ok } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import type { EndpointFact } from '../../core/workorder/preflight.ts';
import { OPENAI_BASE_URL } from '../../node/model/endpoint.ts';
import { lookAtEndpoints } from '../../node/model/look-at-endpoints.ts';
import { createModelFor, type ModelInUse } from '../../node/model/model-for.ts';
import { createModelOpener } from '../../node/model/model-spec.ts';
import { createRecorder } from '../../node/model/record-model.ts';
import { type Io, UsageError } from '../io.ts';
import { checkCanWrite } from '../named-file.ts';
import type { CommandLine } from '../options.ts';
import { knownSecrets } from './api-key.ts';
import { chooseEndpoint } from './choose-endpoint.ts';
import { openDesignerCommand } from './designer-command.ts';
import { readBoundKey } from './endpoint-key.ts';
import { readModelLimits } from './model-limits.ts';
import { readSpending } from './spending.ts';

/** What is paid for, to be looked at before. */
export interface PaidModels {
  /** Models at an endpoint; none where all replies are recorded. */
  readonly models: readonly Model[];
  readonly spending: Spending;
  /** What their endpoint says of them without being paid. */
  readonly look: (signal: AbortSignal) => Promise<readonly EndpointFact[]>;
}

export interface Models {
  readonly paid: PaidModels;
  readonly spending: Spending;
  readonly designer: Model;
  readonly qa: Model;
  readonly models: 'any' | 'different';
  /** Waits until everything recorded is in the `--record` file. */
  readonly save: () => Promise<void>;
  /** With `--record`: secrets to keep out of what is kept with each run as well. */
  readonly recordSecrets?: readonly string[];
}

/** The models of `--model`, `--designer-model`, `--qa-model`; wrong specs are usage errors with the right form. */
export async function openModels(line: CommandLine, io: Io): Promise<Models> {
  const { modelFor, save, look } = await openModelFor(line, io);
  const designer = (await openDesignerCommand(line, io)) ?? modelFor({ role: 'designer' }).model;
  const qa = modelFor({ role: 'qa' }).model;
  const spending = await readSpending(line, io);
  const asked = [designer, qa].filter(({ identity }) => identity !== undefined);
  return {
    designer,
    qa,
    paid: { models: asked, spending, look: signal => look(asked, signal) },
    models: line.flag('different-models') ? 'different' : 'any',
    spending,
    save,
    ...(line.text('record') === undefined ? {} : { recordSecrets: knownSecrets(line, io) }),
  };
}

export interface RoleModels {
  /** Every model at an endpoint that this command line names. */
  readonly paid: readonly Model[];
  /** What the endpoint says of models without being paid. */
  readonly look: (models: readonly Model[], signal: AbortSignal) => Promise<readonly EndpointFact[]>;
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
  const apiKey = readBoundKey(line, io, baseUrl ?? OPENAI_BASE_URL);
  const opener = createModelOpener({ baseUrl, apiKey, ...readModelLimits(line) });
  const open: typeof opener = spec => {
    const opened = opener(spec);
    return opened.ok && io.model ? ok(io.model(opened.value)) : opened;
  };
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
  const paid = [...new Set(Object.values(choices))].flatMap(spec => {
    const model = spec?.startsWith('openai:')
      ? open({ kind: 'openai', model: spec.slice('openai:'.length) })
      : undefined;
    return model?.ok ? [model.value] : [];
  });
  const look: RoleModels['look'] = (models, signal) =>
    lookAtEndpoints(models, { baseUrl: baseUrl ?? OPENAI_BASE_URL, apiKey, signal });
  const record = line.text('record');
  if (record === undefined) return { modelFor, paid, look, save: async () => undefined };

  checkCanWrite(record, io, { makesFolders: true });
  const recorder = createRecorder({
    file: path.resolve(io.cwd, record),
    secrets: knownSecrets(line, io),
  });
  return {
    paid,
    look,
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
