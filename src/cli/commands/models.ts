import { OPENAI_BASE_URL } from '../../node/model/endpoint.ts';
import { factOf, listModels, type ModelList } from '../../node/model/list-models.ts';
import { type ModelTrial, testModel } from '../../node/model/test-model.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { chooseEndpoint } from '../models/choose-endpoint.ts';
import { readBoundKey } from '../models/endpoint-key.ts';
import { flagOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { MODEL_OPTIONS, TIER_OPTIONS } from '../shared-options.ts';

const { model, 'designer-model': designer, 'qa-model': qa, 'base-url': url } = MODEL_OPTIONS;

export const command = defineCommand({
  forms: ['workorder models [--base-url URL]', 'workorder models --test [NAME]'],
  about: [
    'Lists the models that are set up, and those that the endpoint lists; asking for the list costs nothing. With --test, NAME or each model that is set up is asked two tiny questions, which cost a few tokens, and what works is said: structured output, streaming, tools.',
  ],
  options: {
    test: flagOption('ask the models two tiny questions and say what works'),
    model,
    'designer-model': designer,
    'qa-model': qa,
    ...TIER_OPTIONS,
    'base-url': url,
    'key-file': MODEL_OPTIONS['key-file'],
    'key-stdin': MODEL_OPTIONS['key-stdin'],
  },
  notes: [
    'Exit codes: 0 the endpoint answers, and with --test the models do what a work order needs; 1 it or they do not.',
  ],
  takes: [[], 1],
  async run(line, io) {
    const [name] = line.positionals;
    if (name !== undefined && !line.flag('test'))
      throw new UsageError(`"${name}" is not expected without --test, which asks the model of that name`);
    const where = await placeOf(line, io);
    const chosen = configured(line);
    return line.flag('test')
      ? testAll(line, io, where, name === undefined ? [...new Set(chosen.values())] : [name])
      : showAll(line, io, where, chosen);
  },
});

type Place = Pick<Parameters<typeof testModel>[0], 'baseUrl' | 'apiKey'>;

async function placeOf(line: CommandLine, io: Io): Promise<Place> {
  const baseUrl = (await chooseEndpoint(line, io)) ?? OPENAI_BASE_URL;
  return { baseUrl, apiKey: readBoundKey(line, io, baseUrl) };
}

const ROLES = ['model', 'designer-model', 'qa-model', 'smart-model', 'fast-model'] as const;
const ENDPOINT_MODEL = 'openai:';

/** The models at an endpoint, by what they are set as. */
const configured = (line: CommandLine): ReadonlyMap<string, string> =>
  new Map(
    ROLES.flatMap(role => {
      const spec = line.text(role);
      return spec?.startsWith(ENDPOINT_MODEL) ? [[role, spec.slice(ENDPOINT_MODEL.length)] as const] : [];
    }),
  );

async function showAll(
  line: CommandLine,
  io: Io,
  where: Place,
  chosen: ReadonlyMap<string, string>,
): Promise<number> {
  const list = await listModels({ ...where, signal: line.signal });
  const isThere = list.kind === 'list' || list.kind === 'no list';
  if (line.json) {
    const models = list.kind === 'list' ? list.models : null;
    const reason = 'reason' in list ? { reason: list.reason } : {};
    const answer = { endpoint: where.baseUrl, configured: Object.fromEntries(chosen), models, ...reason };
    io.stdout(`${JSON.stringify(answer)}\n`);
    return isThere ? EXIT.ok : EXIT.failed;
  }
  const c = colours(io);
  if (chosen.size === 0) io.stdout('No model is set up: give --model openai:NAME, or run workorder init.\n');
  for (const [role, name] of chosen)
    io.stdout(`${role.padEnd(15)} ${ENDPOINT_MODEL}${name}${listedWords(list, name, where)}\n`);
  if (list.kind === 'list') {
    io.stdout(`\n${where.baseUrl} lists ${list.models.length} models\n`);
    for (const name of list.models)
      io.stdout(`${[...chosen.values()].includes(name) ? c.green('✓') : ' '} ${ENDPOINT_MODEL}${name}\n`);
  } else io.stdout(`\n${isThere ? c.yellow('!') : c.red('✗')} ${list.reason}\n`);
  return isThere ? EXIT.ok : EXIT.failed;
}

function listedWords(list: ModelList, name: string, { baseUrl }: Place): string {
  const fact = factOf(list, name, baseUrl);
  if (fact.kind !== 'not listed') return '';
  const near = fact.near.length === 0 ? '' : `; did you mean ${fact.near.join(', ')}?`;
  return `  (not in the list of the endpoint${near})`;
}

async function testAll(line: CommandLine, io: Io, where: Place, names: readonly string[]): Promise<number> {
  if (names.length === 0)
    throw new UsageError('no model is set up: name one, as workorder models --test NAME');
  let works = true;
  const all: Record<string, readonly ModelTrial[]> = {};
  for (const name of names) {
    const trials = await testModel({ ...where, model: name.replace(/^openai:/, ''), signal: line.signal });
    all[name] = trials;
    works &&= trials.every(trial => trial.works || !NEEDED.has(trial.what));
    if (!line.json) io.stdout(trialLines(name, trials, io));
  }
  if (line.json) io.stdout(`${JSON.stringify({ endpoint: where.baseUrl, tested: all })}\n`);
  return works ? EXIT.ok : EXIT.failed;
}

/** What a work order cannot do without. */
const NEEDED: ReadonlySet<ModelTrial['what']> = new Set(['answers', 'structured output']);

function trialLines(name: string, trials: readonly ModelTrial[], io: Io): string {
  const c = colours(io);
  const lines = trials.map(({ what, works, found, next }) => {
    const mark = works ? c.green('✓') : NEEDED.has(what) ? c.red('✗') : c.yellow('!');
    return `${mark} ${what.padEnd(18)}${found}${next === undefined ? '' : `\n  ${next}`}\n`;
  });
  return `${c.bold(name)}\n${lines.join('')}`;
}
