// lint_backend against the three tools run one after the other by hand, interleaved in one run:
// node bench/lint.ts [--quick] [--sandbox: only what the sandbox costs]. The large project is a package from PyPI. Exits with 1 when a target is missed.
// Ratios of CPU time always count; ratios of wall time only while the machine has a core to spare, because running
// at the same time gains nothing on a busy one.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDiskFiles } from '../src/node/files/disk-files.ts';
import { createGit } from '../src/node/git/modified-files.ts';
import { createLinter } from '../src/node/lint/index.ts';
import { createProcesses } from '../src/node/processes.ts';
import { openSandbox } from '../src/node/sandbox/open-sandbox.ts';
import { Figures, ratios, type Target } from './figures.ts';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, '.venv', 'bin');
const LARGE = 'networkx==3.4.2';
const isQuick = process.argv.includes('--quick');
const coldRounds = isQuick ? 1 : 5;
const warmRounds = isQuick ? 3 : 7;
const work = mkdtempSync(join(tmpdir(), 'bench-lint-'));
const figures = new Figures('lint');

interface Project {
  readonly name: string;
  readonly root: string;
  /** Path that is linted, and a file in it that is edited between warm runs. */
  readonly path: string;
  readonly edited: string;
}

function exampleProject(): Project {
  const root = join(work, 'example');
  cpSync(join(ROOT, 'examples', 'shop'), root, { recursive: true, force: true });
  return { name: 'example', root, path: 'shop', edited: 'shop/money.py' };
}

/**
 * `asItsOwn`: with what the package's own project tells mypy, whose optional dependencies are not installed here. Without
 * it, hundreds of imports that are not found are problems, and mypy's daemon looks at each of them again after every
 * change.
 */
function largeProject(asItsOwn: boolean): Project {
  const root = join(work, asItsOwn ? 'large' : 'large-unclean');
  mkdirSync(root);
  execFileSync(join(BIN, 'pip'), ['install', '-q', '--no-deps', '--target', root, LARGE], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const contract = [
    '[importlinter]',
    'root_package = networkx',
    '[importlinter:contract:one]',
    'name = Utilities draw nothing',
    'type = forbidden',
    'source_modules = networkx.utils',
    'forbidden_modules = networkx.drawing',
    'allow_indirect_imports = True',
    '',
  ];
  writeFileSync(join(root, '.importlinter'), contract.join('\n'));
  if (asItsOwn) writeFileSync(join(root, 'mypy.ini'), '[mypy]\nignore_missing_imports = True\n');
  return {
    name: asItsOwn ? 'large' : 'large, imports not found',
    root,
    path: 'networkx',
    edited: 'networkx/utils/misc.py',
  };
}

interface Cost {
  readonly wall: number;
  /** CPU milliseconds of this process's finished children, and its own. */
  readonly cpu: number;
}

/** The three tools one after the other, as a script would run them; `slowest` is wall time. */
async function commandLine(
  { root, path }: Project,
  cache: string,
): Promise<Cost & { readonly slowest: number }> {
  const costs: Cost[] = [];
  for (const [tool = '', ...args] of [
    ['ruff', 'check', '--output-format=json', '--cache-dir', join(cache, 'ruff'), path],
    ['mypy', '--output=json', `--cache-dir=${join(cache, 'mypy')}`, path],
    ['lint-imports', '--no-logo', '--cache-dir', join(cache, 'imports')],
  ]) {
    costs.push(await measured(async () => run(join(BIN, tool), args, root)));
  }
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  return {
    wall: sum(one => one.wall),
    cpu: sum(one => one.cpu),
    slowest: Math.max(...costs.map(one => one.wall)),
  };
}

/** Whatever the tool finds: exit code 1 is no fault here. */
function run(program: string, args: readonly string[], cwd: string): void {
  try {
    execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'ignore'] });
  } catch (error) {
    if ((error as { status?: number }).status !== 1) throw error;
  }
}

async function measured(act: () => Promise<unknown>): Promise<Cost> {
  const cpu = cpuMs();
  const start = performance.now();
  await act();
  return { wall: performance.now() - start, cpu: cpuMs() - cpu };
}

/** This process and its finished children; the tenths of a second of Linux's account. */
function cpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

const open = (root: string, cacheDir: string, keepWarm: boolean, confined = true) => {
  const processes = createProcesses();
  const started: string[] = [];
  const files = createDiskFiles({ root, stateDir: join(cacheDir, 'state') });
  const counting = {
    run: (request: Parameters<typeof processes.run>[0]) => {
      const words = [request.program, ...request.args].map(word => word.split('/').at(-1) ?? '');
      started.push(words.find(word => ['dmypy', 'mypy', 'ruff'].includes(word)) ?? words[0] ?? '');
      return processes.run(request);
    },
  };
  const linter = createLinter({
    root,
    files,
    processes: counting,
    git: createGit(root, counting),
    ...(confined && { sandbox: openSandbox(root) }),
    settings: () => ({ interpreters: [join(BIN, 'python')], cacheDir, keepWarm }),
  });
  return { linter, started };
};

const ask = (linter: ReturnType<typeof open>['linter'], path: string): Promise<Cost> =>
  measured(async () => {
    const args = { path, check_all: true };
    const outcome = await linter.lint(args, { signal: new AbortController().signal });
    if (outcome.kind !== 'report') throw new Error(outcome.failure.error);
  });

/** What finding out that nothing changed costs at least: every folder listed, every file looked at. */
function floor(folder: string): number {
  const visit = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) visit(path);
      else statSync(path);
    }
  };
  const start = performance.now();
  visit(folder);
  return performance.now() - start;
}

const wall = (costs: readonly Cost[]) => costs.map(cost => cost.wall);
const cpu = (costs: readonly Cost[]) => costs.map(cost => cost.cpu);

/** What the sandbox costs: the same lint with and without it, in turn, each with what it remembers. */
async function measureSandbox(project: Project): Promise<void> {
  const state = await openSandbox(project.root).state();
  if (state.kind === 'none') return figures.note(`There is no sandbox here: ${state.reason}`);
  const costs = { inside: [] as Cost[], outside: [] as Cost[] };
  const linters = {
    inside: open(project.root, join(work, `${project.name}-inside`), false).linter,
    outside: open(project.root, join(work, `${project.name}-outside`), false, false).linter,
  };
  for (let round = 0; round <= warmRounds; round++)
    for (const where of ['inside', 'outside'] as const) {
      const cost = await ask(linters[where], project.path);
      // The first has nothing to remember.
      if (round > 0) costs[where].push(cost);
    }
  const more = (of: (costs: readonly Cost[]) => readonly number[]) =>
    of(costs.inside).map((value, i) => value - (of(costs.outside)[i] ?? 0));
  figures.add(`${project.name}: more in the sandbox`, more(wall), { byTheClock: true, unit: 'ms' });
  figures.add(`${project.name}: processor time, more in the sandbox`, more(cpu), { unit: 'ms' });
}

async function measure(project: Project, verdicts: 'judged' | 'told only' = 'judged'): Promise<void> {
  const cold = { sequence: [] as Cost[], slowest: [] as number[], ours: [] as Cost[] };
  for (let round = 0; round < coldRounds; round++) {
    const sequence = await commandLine(project, join(work, `${project.name}-cli-${round}`));
    cold.sequence.push(sequence);
    cold.slowest.push(sequence.slowest);
    const { linter } = open(project.root, join(work, `${project.name}-cold-${round}`), false);
    cold.ours.push(await ask(linter, project.path));
  }

  const cliCache = join(work, `${project.name}-cli-0`);
  const { linter, started } = open(project.root, join(work, `${project.name}-warm`), true);
  const edit = (round: number) => appendFileSync(join(project.root, project.edited), `\n_ROUND = ${round}\n`);
  await ask(linter, project.path);
  // Warm is what an editor is after a while: mypy's daemon has answered, or it was found not to be worth it.
  const answersWarm = () => started.includes('dmypy') && !started.includes('mypy');
  for (let tries = 0; tries < 8 && !answersWarm(); tries++) {
    started.length = 0;
    edit(-tries - 1);
    await delay(project.name === 'example' ? 100 : 4000);
    await ask(linter, project.path);
    if (project.name === 'example' && tries === 2) break;
  }
  started.length = 0;
  const warm = { sequence: [] as Cost[], ours: [] as Cost[], same: [] as Cost[], floor: [] as number[] };
  const programs = new Set<string>();
  let startedForNothing = 0;
  for (let round = 0; round < warmRounds; round++) {
    edit(round);
    // A change of this very moment is never taken for none.
    await delay(100);
    warm.sequence.push(await commandLine(project, cliCache));
    warm.ours.push(await ask(linter, project.path));
    for (const program of started) programs.add(program);
    started.length = 0;
    warm.same.push(await ask(linter, project.path));
    startedForNothing += started.length;
    warm.floor.push(floor(project.root));
  }
  await linter.dispose();

  for (const [what, costs] of [
    ['one after the other, cold', cold.sequence],
    ['ours, cold', cold.ours],
    ['one after the other, warm, one file edited', warm.sequence],
    ['ours, warm, one file edited', warm.ours],
    ['ours, nothing changed', warm.same],
  ] as const)
    figures.add(`${project.name}: ${what}`, wall(costs), { byTheClock: true, unit: 'ms' });
  const judged = verdicts === 'judged';
  const ratio = (what: string, values: readonly number[], target: Target, byTheClock = false) =>
    figures.add(`${project.name}: ${what}`, values, {
      unit: '×',
      target,
      byTheClock,
      ...(judged ? {} : { judged }),
    });
  ratio('CPU, ours cold ÷ sequence cold', ratios(cpu(cold.ours), cpu(cold.sequence)), '≤ 1.15');
  ratio('CPU, ours warm ÷ sequence warm', ratios(cpu(warm.ours), cpu(warm.sequence)), '≤ 1.25');
  const byTheClock = true;
  ratio('ours cold ÷ slowest tool cold', ratios(wall(cold.ours), cold.slowest), '≤ 1.1', byTheClock);
  // Where mypy is quick by itself there is little to gain.
  const warmTarget = project.name === 'example' ? '≥ 1.5' : '≥ 3';
  ratio('sequence warm ÷ ours warm', ratios(wall(warm.sequence), wall(warm.ours)), warmTarget, byTheClock);
  const [firstCold] = wall(cold.sequence);
  ratio(
    'sequence cold ÷ ours again',
    wall(warm.same).map(time => (firstCold ?? 0) / time),
    '≥ 15',
  );
  ratio('sequence warm ÷ ours again', ratios(wall(warm.sequence), wall(warm.same)), '≥ 3', byTheClock);
  figures.add(
    `${project.name}: ours again ÷ looking at every file once`,
    ratios(wall(warm.same), warm.floor),
    {
      unit: '×',
    },
  );
  figures.add(`${project.name}: processes started when nothing changed`, startedForNothing, {
    target: '≤ 0',
  });
  figures.note(`${project.name}: ${project.path}, linted by ${[...programs].toSorted().join(', ')}`);
}

async function measureAll(): Promise<void> {
  await measure(exampleProject());
  await measure(largeProject(true));
  await measure(largeProject(false), 'told only');
}

if (!existsSync(join(BIN, 'mypy'))) throw new Error('The Python tools are missing; run npm run setup first.');
try {
  await measureSandbox(exampleProject());
  if (!process.argv.includes('--sandbox')) await measureAll();
} finally {
  rmSync(work, { recursive: true, force: true });
}
figures.end();
