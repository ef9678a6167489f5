import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Spending } from '../../core/conversation/budget.ts';
import { versionsOf } from '../../core/conversation/prompt-versions.ts';
import { compareResults } from '../../core/eval/compare.ts';
import { isGood } from '../../core/eval/judge.ts';
import { resultsHtml, resultsJson, resultsMarkdown, tableText } from '../../core/eval/projections.ts';
import { counted, settingsWords, type Table, tablesOf, tablesOfComparison } from '../../core/eval/tables.ts';
import { APPROVE } from '../../core/eval/tally.ts';
import { boundTask, chooseTasks, type Task } from '../../core/eval/task.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import type { EvalResults, EvalRun, EvalSettings } from '../../generated/contracts.ts';
import { prompts } from '../../generated/prompts.ts';
import { version } from '../../generated/version.ts';
import { holdResults } from '../../node/eval/hold-results.ts';
import { readSuite } from '../../node/eval/read-suite.ts';
import { createReleases } from '../../node/eval/releases.ts';
import { openRunsFile, readResults } from '../../node/eval/results-file.ts';
import { isPlayer, runSuite } from '../../node/eval/run-suite.ts';
import { sha256 } from '../../node/system.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { EXIT, type Io, requireOk, UsageError } from '../io.ts';
import { givenPrograms } from '../lint-programs.ts';
import { readCap, readSpending } from '../models/spending.ts';
import { readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { type Colours, colours } from '../print/colours.ts';
import { type EvalModels, openEvalModels } from './eval-models.ts';
import { type FoundTools, openEvalTools } from './eval-tools.ts';

const DEFAULT_SUITE = 'evals';
const DEFAULT_OUT = 'eval-results';

export async function runEval(line: CommandLine, io: Io): Promise<number> {
  const compared = line.list('compare');
  if (compared.length > 0) return compare(compared, line, io);
  const models = line.list('model');
  if (models.length === 0)
    throw new UsageError('no model is given: give --model SPEC, once for each model to measure');
  const suite = requireOk(await readSuite(path.resolve(io.cwd, line.positionals[0] ?? DEFAULT_SUITE)));
  checkChoice(suite.tasks, line);
  const isBounded = line.flag('bounded');
  const chosen = chooseTasks(suite.tasks, line.list('task'), line.list('kind'));
  const tasks = isBounded ? chosen.map(boundTask) : chosen;
  if (tasks.length === 0) throw new UsageError('no task of the suite has this name and kind');
  const runs = readCount(line, 'runs') ?? 1;
  const jobs = readCount(line, 'jobs') ?? 2;
  const spending: Spending = { ...(await readSpending(line, io)), caps: readCap(line, 'budget', 'suite') };
  const out = path.resolve(io.cwd, line.text('out') ?? DEFAULT_OUT);
  const opened = await openEvalModels(line, io, models, out);
  const tools = await openEvalTools(line, io, givenPrograms(line));
  const settings: EvalSettings = {
    version,
    suite_sha256: suite.sha256,
    ...(isBounded ? { bounded: true } : {}),
    prompts_sha256: hashOfPrompts(),
    prompts: { ...versionsOf(['designer', 'qa']) },
    lint: [...tools.linterVersions],
    tests: tools.testsWith,
  };
  await makeOut(out);
  const lock = requireOk(await holdResults(out, line.signal));
  try {
    return await runHeld({ tasks, runs, jobs, tools, spending, out, opened, settings }, line, io);
  } finally {
    lock.release();
  }
}

/** Each word that chooses tasks has to choose one: beside others a wrong one would not be noticed. */
function checkChoice(tasks: readonly Task[], line: CommandLine): void {
  const kinds = [...new Set(tasks.map(({ definition }) => definition.kind))].sort();
  for (const kind of line.list('kind'))
    if (chooseTasks(tasks, [], [kind]).length === 0)
      throw new UsageError(`--kind must be one of ${kinds.join(', ')}, not "${kind}"`);
  const packages = [...new Set(tasks.map(({ name }) => name.split('/')[0] ?? name))].sort();
  for (const name of line.list('task'))
    if (chooseTasks(tasks, [name], []).length === 0)
      throw new UsageError(`--task ${name} is no task of the suite; its packages are ${packages.join(', ')}`);
}

interface PlannedEval {
  readonly tasks: readonly Task[];
  readonly runs: number;
  readonly jobs: number;
  readonly tools: FoundTools;
  readonly spending: Spending;
  /** Absolute. */
  readonly out: string;
  readonly opened: EvalModels;
  readonly settings: EvalSettings;
}

async function runHeld(
  { tasks, runs, jobs, tools, spending, out, opened, settings }: PlannedEval,
  line: CommandLine,
  io: Io,
): Promise<number> {
  const file = requireOk(await openRunsFile(out, settings));
  const c = colours(io);
  const write = line.json ? io.stderr : io.stdout;
  for (const note of tools.notes) io.stderr(`${c.yellow('!')} ${note}\n`);
  let [ended, all] = [0, 0];
  const cache = line.text('cache');
  const written = () => writeResults(out, { format: 'workorder-eval/1', settings, runs: [...file.runs] });
  const stopped = await runSuite(
    {
      tasks,
      pairs: opened.pairs,
      runs,
      jobs,
      releases: createReleases(
        cache === undefined
          ? path.join(path.dirname(workspaceStateDir(io.cwd)), 'eval-packages')
          : path.resolve(io.cwd, cache),
        tools.python,
        tools.processes,
      ),
      open: opened.open,
      spending,
      file,
      isPlayed: opened.isPlayed,
      signal: line.signal,
      onPlan: (open, done) => {
        all = open;
        const earlier = done === 0 ? '' : `, ${done} have ended before`;
        if (!line.quiet) write(`${counted(open, 'run')} of ${counted(tasks.length, 'task')}${earlier}\n`);
      },
      onRun: run => {
        ended += 1;
        if (line.json) io.stdout(`${JSON.stringify(run)}\n`);
        if (!line.quiet) write(runLine(run, `${ended}/${all}`, c));
      },
    },
    tools,
  ).catch(async (error: unknown) => {
    if (!(error instanceof Cancelled) || all === 0) throw error;
    await written();
    const where = path.relative(io.cwd, out) || out;
    io.stderr(
      `${ended} of ${counted(all, 'run')} had ended: they are kept in ${where}. The same command again runs what is missing.\n`,
    );
    throw error;
  });
  // Only what was asked for now: a folder may hold more.
  const asked = new Set(opened.pairs.map(({ model, qa }) => `${model}\0${qa}`));
  const names = new Set(tasks.map(({ name }) => name));
  const ran = file.runs.filter(run => asked.has(`${run.model}\0${run.qa}`) && names.has(run.task));
  const results: EvalResults = { format: 'workorder-eval/1', settings, runs: ran };
  await written();
  write(`\n${tablesText(tablesOf(results), c)}`);
  write(
    `${settingsWords(results)
      .map(sentence => c.dim(sentence))
      .join('\n')}\n`,
  );
  write(`Written to ${path.relative(io.cwd, out) || out}: results.md, results.html, results.json\n`);
  const others = file.runs.filter(run => !ran.includes(run));
  if (others.length > 0) write(showControls(othersWords(others)));
  if (!stopped.ok) {
    io.stderr(
      `${c.red('Stopped:')} ${showControls(stopped.error)}\nThe same command again runs what is missing.\n`,
    );
    return EXIT.blocked;
  }
  const surprising = ran.filter(isSurprising);
  for (const run of surprising)
    io.stderr(`${c.red('!')} ${run.model} ${run.variant}: ${run.task} ended as "${run.verdict}"\n`);
  if (line.json)
    io.stdout(
      `${JSON.stringify({ outcome: surprising.length === 0 ? 'DONE' : 'FAILED', runs: ran.length })}\n`,
    );
  return surprising.length === 0 ? EXIT.ok : EXIT.failed;
}

async function makeOut(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
  } catch (error) {
    throw new UsageError(
      `--out ${out} cannot be made a folder: ${error instanceof Error ? error.message : String(error)}`,
      'Name another one with --out DIR.',
    );
  }
}

/** What a folder holds besides, by whom: its tables are not those that were just printed. */
function othersWords(runs: readonly EvalRun[]): string {
  const models = [...new Set(runs.map(({ model, qa }) => (model === qa ? model : `${model} with QA ${qa}`)))];
  return `These also have ${counted(runs.length, 'run')} that ended here before, of other models or tasks: ${models.join(', ')}\n`;
}

/** What a right suite and a right product cannot bring about. */
const isSurprising = (run: EvalRun): boolean =>
  (run.model === 'oracle' && run.qa === APPROVE && !isGood(run)) ||
  // A QA that sends other commands may repair a wrong reply.
  (run.model !== 'oracle' && run.qa === APPROVE && isPlayer(run.model) && isGood(run));

const hashOfPrompts = (): string => {
  const texts = Object.entries(prompts).filter(([name]) => name.startsWith('workorder/'));
  return sha256(new TextEncoder().encode(JSON.stringify(texts)));
};

async function writeResults(out: string, results: EvalResults): Promise<void> {
  await writeFile(path.join(out, 'results.json'), resultsJson(results));
  const sorted: EvalResults = JSON.parse(resultsJson(results));
  await writeFile(path.join(out, 'results.md'), resultsMarkdown(sorted));
  await writeFile(path.join(out, 'results.html'), resultsHtml(sorted));
}

function runLine(
  { verdict, by, task, model, variant, run, failures, reasons }: EvalRun,
  place: string,
  c: Colours,
): string {
  const colour =
    verdict === 'escaped'
      ? c.red
      : verdict === 'solved' || verdict === 'blocked rightly'
        ? c.green
        : c.yellow;
  const words = verdict === 'caught' || verdict === 'blocked wrongly' ? `${verdict} by ${by}` : verdict;
  const name = `${task}${variant === '' ? '' : ` ${variant}`}${run > 1 ? ` run ${run}` : ''}`;
  const why = isGood({ verdict })
    ? ''
    : c.dim(`  ${showControls([...failures, ...reasons][0] ?? '').slice(0, 120)}`);
  return `${c.dim(place.padStart(9))}  ${colour(words.padEnd(22))} ${name}  ${c.dim(model)}${why}\n`;
}

const tablesText = (tables: readonly Table[], c: Colours): string =>
  tables
    .map(table => {
      const [head = '', ...rows] = tableText(table).map(showControls);
      return [c.bold(table.title), c.dim(head), ...rows, ''].join('\n');
    })
    .join('\n');

async function compare(files: readonly string[], line: CommandLine, io: Io): Promise<number> {
  const [before, after, ...more] = files;
  if (before === undefined || after === undefined || more.length > 0)
    throw new UsageError('--compare is given twice: --compare BEFORE.json --compare AFTER.json');
  const read = async (file: string) => requireOk(await readResults(path.resolve(io.cwd, file)));
  const comparison = compareResults(await read(before), await read(after));
  if (line.json) {
    io.stdout(`${JSON.stringify(comparison)}\n`);
    return EXIT.ok;
  }
  const c = colours(io);
  io.stdout(tablesText(tablesOfComparison(comparison), c));
  for (const difference of comparison.differences)
    io.stdout(`${c.yellow('!')} Not the same in both: ${showControls(difference)}\n`);
  if (comparison.notCompared.length > 0)
    io.stdout(`Only in one of the two: ${showControls(comparison.notCompared.join('; '))}\n`);
  if (comparison.rows.length === 0) io.stdout('No model did the same tasks in both files.\n');
  return EXIT.ok;
}
