import { existsSync } from 'node:fs';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { orCancelled } from '../../core/kernel/cancel.ts';
import { POLICY_FILE } from '../../core/verification/read-policy.ts';
import { detectDefaultLintPath } from '../../node/default-lint-path.ts';
import { parseEndpoint } from '../../node/model/endpoint.ts';
import { allowEndpoint } from '../../node/settings/allowed-endpoints.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { flagOption, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { type FirstAnswers, firstOrder, firstPolicy, firstSettings } from './first-files.ts';

export const command = defineCommand({
  forms: ['workorder init [--yes]'],
  about: [
    `Writes workorder.toml (defaults of the command line), ${POLICY_FILE} and a first order, after a few questions. Files that are there are kept.`,
  ],
  options: {
    yes: flagOption('ask nothing: the defaults, and what these options say'),
    model: textOption('SPEC', 'openai:MODEL, for every role'),
    'base-url': textOption('URL', 'OpenAI-compatible endpoint; naming it here allows it for this workspace'),
    scope: {
      ...textOption('PATH', 'the folder that steps may change (default: the package)'),
      multiple: true,
    },
    budget: textOption('LIMIT', 'the most that one run may use: 200k tokens, 0.50 USD'),
  },
  async run(line, io) {
    const { root } = line;
    const texts: Readonly<Record<string, (answers: FirstAnswers) => string>> = {
      [SETTINGS_FILE]: firstSettings,
      [POLICY_FILE]: firstPolicy,
      [ORDER_FILE]: firstOrder,
    };
    const isThere = (file: string) => existsSync(path.join(root, file));
    if (Object.keys(texts).every(isThere)) {
      io.stdout(`${Object.keys(texts).join(', ')} are there already; nothing was written.\n`);
      return EXIT.ok;
    }
    const answers = await askAll(line, io);
    for (const [file, text] of Object.entries(texts))
      io.stdout(`${(await writeNew(root, file, text(answers))) ? 'wrote' : 'kept '}  ${file}\n`);
    if (answers.baseUrl !== undefined) await allowNamed(root, answers.baseUrl);
    const model = answers.model === undefined ? ' --model openai:MODEL' : '';
    io.stdout(`\nNext: look at ${ORDER_FILE}, then workorder run ${ORDER_FILE}${model}\n`);
    return EXIT.ok;
  },
});

const SETTINGS_FILE = 'workorder.toml';
const ORDER_FILE = 'work-orders/first-step.workorder.json';

async function askAll(line: CommandLine, io: Io): Promise<FirstAnswers> {
  const lintPath = detectDefaultLintPath(line.root);
  const folder = lintPath === '.' ? './' : `${lintPath}/`;
  const given = {
    model: line.text('model'),
    baseUrl: line.text('base-url'),
    scope: line.list('scope')[0],
    budget: line.text('budget'),
  };
  const ask = async (question: string, before: string | undefined): Promise<string | undefined> => {
    if (before !== undefined || line.flag('yes')) return before;
    const answer = await orCancelled(io.ask(question, line.signal), line.signal);
    if (answer === undefined) throw new UsageError('there is no terminal to ask on; give --yes');
    return answer.trim() || undefined;
  };
  const model = await ask('Model, as openai:MODEL (empty: none yet): ', given.model);
  if (model !== undefined && !/^openai:\S/.test(model))
    throw new UsageError(`the model must be openai:MODEL, not "${model}"`);
  const baseUrl = await ask('Endpoint (empty: https://api.openai.com/v1): ', given.baseUrl);
  const endpoint = baseUrl === undefined ? undefined : parseEndpoint(baseUrl);
  if (endpoint && !endpoint.ok) throw new UsageError(endpoint.error);
  const scope = (await ask(`Folder that steps may change (empty: ${folder}): `, given.scope)) ?? folder;
  const budget = await ask(
    'Most that one run may use, as 200k or 0.50 USD (empty: no limit): ',
    given.budget,
  );
  const step = await ask('First step in words (empty: an example): ', undefined);
  return { model, baseUrl, scope, budget, step };
}

/** Never overwrites; a folder that leads out of the workspace is not followed. */
async function writeNew(root: string, file: string, text: string): Promise<boolean> {
  const full = path.join(root, file);
  await mkdir(path.dirname(full), { recursive: true });
  const real = await realpath(path.dirname(full));
  const inside = path.relative(await realpath(root), real);
  if (inside.startsWith('..') || path.isAbsolute(inside))
    throw new UsageError(`${path.dirname(file)} leads out of the workspace, to ${real}`);
  try {
    await writeFile(full, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The person has just named it. */
async function allowNamed(root: string, baseUrl: string): Promise<void> {
  const endpoint = parseEndpoint(baseUrl);
  if (endpoint.ok) await allowEndpoint(workspaceStateDir(root), endpoint.value.url);
}
