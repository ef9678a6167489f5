import path from 'node:path';
import { APPROVE } from '../../core/eval/tally.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import { slug } from '../../core/kernel/slug.ts';
import type { Model } from '../../core/ports/model.ts';
import { isPlayer, type OpenedModels, type RunKey } from '../../node/eval/run-suite.ts';
import { OPENAI_BASE_URL } from '../../node/model/endpoint.ts';
import { createModelOpener, parseModelSpec } from '../../node/model/model-spec.ts';
import { createRecorder } from '../../node/model/record-model.ts';
import { openReplay } from '../../node/model/replay-model.ts';
import { sha256 } from '../../node/system.ts';
import { type Io, requireOk, UsageError } from '../io.ts';
import { knownSecrets } from '../models/api-key.ts';
import { chooseEndpoint } from '../models/choose-endpoint.ts';
import { readBoundKey } from '../models/endpoint-key.ts';
import { readModelLimits } from '../models/model-limits.ts';
import type { CommandLine } from '../options.ts';

export interface EvalModels {
  readonly pairs: readonly { readonly model: string; readonly qa: string }[];
  readonly open: (key: RunKey) => Result<OpenedModels>;
  readonly isPlayed: boolean;
}

/** Who answers: models at the endpoint, recorded below `out` (absolute), what an earlier run recorded, or nobody. */
export async function openEvalModels(
  line: CommandLine,
  io: Io,
  specs: readonly string[],
  out: string,
): Promise<EvalModels> {
  const qa = line.text('qa-model');
  for (const spec of [...specs, ...(qa === undefined || qa === APPROVE ? [] : [qa])]) checkSpec(spec);
  if (qa !== undefined && isPlayer(qa))
    throw new UsageError(`--qa-model must be openai:MODEL or ${APPROVE}, not "${qa}"`);
  const pairs = [...new Set(specs)].map(model => ({ model, qa: qa ?? (isPlayer(model) ? APPROVE : model) }));
  const replay = line.text('replay');
  if (replay !== undefined) {
    const folder = path.join(path.resolve(io.cwd, replay), RECORDED);
    return { pairs, open: key => openRecorded(key, folder), isPlayed: true };
  }
  const isAsked = pairs.some(pair => [pair.model, pair.qa].some(spec => spec.startsWith('openai:')));
  const baseUrl = isAsked ? await chooseEndpoint(line, io) : undefined;
  const apiKey = isAsked ? readBoundKey(line, io, baseUrl ?? OPENAI_BASE_URL) : undefined;
  const openModel = createModelOpener({ baseUrl, apiKey, ...readModelLimits(line) });
  const secrets = isAsked ? knownSecrets(line, io) : [];
  // Opened now, so that what is wrong is said before anything is begun.
  const models = new Map<string, Model>();
  for (const spec of new Set(pairs.flatMap(pair => [pair.model, pair.qa]))) {
    const parsed = parseModelSpec(spec);
    if (parsed.ok) models.set(spec, requireOk(openModel(parsed.value)));
  }
  return {
    pairs,
    isPlayed: false,
    open: key => {
      const [designer, judge] = [models.get(key.model), models.get(key.qa)];
      if (!designer && !judge) return ok({ save: async () => undefined });
      const recorder = createRecorder({ file: fileOf(path.join(out, RECORDED), key), secrets });
      return ok({
        ...(designer ? { designer: recorder.record(designer) } : {}),
        ...(judge ? { qa: recorder.record(judge) } : {}),
        save: async () => {
          const saved = await recorder.saved();
          if (!saved.ok) io.stderr(`The replies were not recorded: ${saved.error}\n`);
        },
      });
    },
  };
}

const RECORDED = 'replies';

function checkSpec(spec: string): void {
  if (isPlayer(spec)) return;
  if (spec.startsWith('openai:')) requireOk(parseModelSpec(spec));
  else
    throw new UsageError(
      `--model "${spec}": write openai:MODEL, oracle, empty or wrong; recorded replies are played with --replay DIR`,
    );
}

function openRecorded(key: RunKey, folder: string): Result<OpenedModels> {
  const [asksDesigner, asksQa] = [!isPlayer(key.model), key.qa !== APPROVE];
  if (!asksDesigner && !asksQa) return ok({ save: async () => undefined });
  const opened = openReplay(fileOf(folder, key));
  if (!opened.ok) return opened;
  return ok({
    ...(asksDesigner ? { designer: opened.value('designer') } : {}),
    ...(asksQa ? { qa: opened.value('qa') } : {}),
    save: async () => undefined,
  });
}

/** Names of models may have any characters: what is no letter or digit is left out, and a hash tells them apart. */
function fileOf(folder: string, { model, qa, task, variant, run }: RunKey): string {
  const pair = sha256(new TextEncoder().encode(`${model}\0${qa}`)).slice(0, 8);
  const name = [task.replace('/', '-'), variant, String(run)].filter(part => part !== '').join('.');
  return path.join(folder, `${slug(model)}-${pair}`, `${name}.json`);
}
