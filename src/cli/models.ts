import path from 'node:path';
import type { Spending } from '../core/conversation/budget.ts';
import type { Model } from '../core/ports/model.ts';
import { bindKey, OPENAI_BASE_URL } from '../node/model/endpoint.ts';
import { createModelOpener, parseModelSpec } from '../node/model/model-spec.ts';
import { createRecorder } from '../node/model/record-model.ts';
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
}

/** The models of `--model`, `--designer-model`, `--qa-model`; wrong specs are usage errors with the right form. */
export async function openModels(line: CommandLine, io: Io, usage: string): Promise<Models> {
  const baseUrl = line.text('base-url') ?? io.env['WORKORDER_BASE_URL'];
  const key = io.env['WORKORDER_API_KEY'];
  const apiKey = key ? bindKey(key, baseUrl ?? OPENAI_BASE_URL) : undefined;
  if (apiKey && !apiKey.ok) throw new UsageError(apiKey.error, usage);
  const open = createModelOpener({ baseUrl, apiKey: apiKey?.value });
  const openRole = (option: string): Model => {
    const text = line.text(option) ?? line.text('model');
    if (text === undefined) {
      throw new UsageError(`no model is set: give --model SPEC or --${option} SPEC`, usage);
    }
    const spec = parseModelSpec(text);
    if (!spec.ok) throw new UsageError(spec.error, usage);
    const model = open(
      spec.value.kind === 'replay'
        ? { ...spec.value, path: path.resolve(io.cwd, spec.value.path) }
        : spec.value,
    );
    if (!model.ok) throw new UsageError(model.error, usage);
    return model.value;
  };
  const record = line.text('record');
  const models = {
    designer: openRole('designer-model'),
    qa: openRole('qa-model'),
    models: line.flag('different-models') ? ('different' as const) : ('any' as const),
    spending: await readSpending(line, io, usage),
  };
  if (record === undefined) return { ...models, save: async () => undefined };

  const recorder = createRecorder({ file: path.resolve(io.cwd, record), secrets: key ? [key] : [] });
  return {
    ...models,
    designer: recorder.record(models.designer),
    qa: recorder.record(models.qa),
    save: async () => {
      const saved = await recorder.saved();
      if (!saved.ok) io.stderr(`The replies were not recorded: ${saved.error}\n`);
    },
  };
}
