// What `npm test` runs: suites by name, and the jobs each of them is run as. A job is one child process.
import fs from 'node:fs';
import path from 'node:path';
import { results, root } from '../setup/places.mjs';
import { DEALT_SUITES, secondsOf } from './turns.mjs';

const MOCHA_SUITES = ['unit', 'contract', 'golden', 'node', 'cli', 'clients', 'faults', 'models'];
const WITHOUT_BUNDLES = ['check', 'types', 'unit', 'contract', 'node'];
const COMMAND_LINE_SUITES = ['golden', 'cli', 'clients', 'faults', 'models'];
const UI_TIMEOUT_MS = 300_000;

/** Where a job waits for its turn: `vscode` mostly waits for windows, `cpu` keeps a core busy. */
const LANES = { host: 'vscode', ui: 'vscode' };

/** About how long the suites take that are whole in every run; of the others the seconds of their files are known. */
const SECONDS = { check: 10, types: 15, unit: 85, contract: 18, golden: 27 };
const OLDEST_SECONDS = 60;

/**
 * Suites that are several jobs: each has its files and folders, the last one all others. What starts many programs is
 * apart from what needs much memory: starting one copies the table of the whole memory of the process that does it.
 */
const PARTS = {
  node: [
    {
      name: 'git',
      files: ['campaign/', 'delivery/', 'git.test.ts', 'git-config.test.ts', 'hold-run.test.ts'],
    },
    {
      name: 'programs',
      files: ['acp/', 'eval/', 'lint/', 'processes.test.ts', 'sandbox/', 'tests/', 'trials/', 'wrap/'],
    },
    { name: 'all others' },
  ],
  faults: [
    {
      name: 'programs',
      files: [
        'agents-kill.test.ts',
        'campaign-workers.test.ts',
        'folder-race.test.ts',
        'forged-journals.test.ts',
        'hostile-git.test.ts',
        'lint-execution.test.ts',
        'resident-index.test.ts',
        'transaction-kill-cli.test.ts',
        'transaction-kill.test.ts',
        'transaction-race.test.ts',
        'untrusted-repository.test.ts',
      ],
    },
    { name: 'all others' },
  ],
  ui: [
    {
      name: 'work orders',
      // Those that install the packaged extension are in one job, which makes the package once.
      files: [
        'first-step.test.ts',
        'harness.test.ts',
        'set-up.test.ts',
        'two-folders.test.ts',
        'work-order.test.ts',
      ],
    },
    { name: 'agents' },
  ],
  cli: [
    {
      name: 'agents',
      files: [
        'agent-endpoint.test.ts',
        'agent.test.ts',
        'every-node.test.ts',
        'history.test.ts',
        'interrupted-runs.test.ts',
        'routa.test.ts',
        'ticket.test.ts',
      ],
    },
    {
      name: 'servers and campaigns',
      files: [
        'acp.test.ts',
        'campaign-models.test.ts',
        'campaign.test.ts',
        'eval.test.ts',
        'mcp-conformance.test.ts',
        'mcp-http.test.ts',
        'mcp-install.test.ts',
        'mcp-session.test.ts',
        'mcp.test.ts',
        'real-agent.test.ts',
        'routa-branch.test.ts',
        'wrap-acp.test.ts',
      ],
    },
    { name: 'work orders' },
  ],
};

/** What is run of a suite that nobody asked for by its name: real models take minutes for whole runs. */
const SHORT = { models: ['endpoint.test.ts'] };

/** Names in the order of the report; a folder that does not exist is no suite. */
export function allSuites() {
  return ['check', 'types', ...MOCHA_SUITES, 'host', 'ui'].filter(name => !isMocha(name) || hasTests(name));
}

/** Whether any of these suites runs what is in dist/. */
export function needsBundles(names) {
  return names.some(name => !WITHOUT_BUNDLES.includes(name));
}

/** Whether any of these suites runs the built command line, which is done on the Nodes that users have. */
export function runsCommandLine(names) {
  return names.some(name => COMMAND_LINE_SUITES.includes(name));
}

/** Whether any of these suites meets coding agents of other makers. */
export function meetsAgentClients(names) {
  return names.includes('clients');
}

/** The files of the suites that are dealt out to turns, such as `cli/run.test.ts`. */
export function dealtFiles() {
  return DEALT_SUITES.flatMap(suite => testFiles(suite).map(file => `${suite}/${file}`));
}

/**
 * The jobs of a suite. One that runs several times (on another Node, in another VS Code) is several jobs with own
 * names: results, report and log keep them apart.
 * @param {string} suite
 * @param {{more: readonly string[], colour: boolean, env?: Record<string, string>, isNamed?: boolean,
 *   only?: Set<string>}} options `more` goes to mocha; `isNamed`: also what takes minutes; `only`: of the suites that are
 *   dealt out, these files
 * @returns {import('./jobs.mjs').Job[]} none when no file is left
 */
export function jobsOf(suite, options) {
  if (!DEALT_SUITES.includes(suite)) {
    const args = argumentsOf(suite, options);
    return [jobOf(suite, suite, args, { env: options.env, expected: SECONDS[suite] })];
  }
  const all = (!options.isNamed && SHORT[suite]) || testFiles(suite);
  const files = all.filter(file => options.only?.has(`${suite}/${file}`) ?? true);
  return files.length === 0
    ? []
    : suite === 'host'
      ? hostJobs(files, options)
      : partsOf(suite, files, options);
}

/** A job for each part that has any of the files. */
function partsOf(suite, files, { more, colour, env }) {
  const parts = PARTS[suite] ?? [{}];
  const isOf = (own, file) => own.some(one => (one.endsWith('/') ? file.startsWith(one) : file === one));
  const named = parts.flatMap(part => part.files ?? []);
  const limit = suite === 'ui' ? ['--timeout', String(UI_TIMEOUT_MS)] : [];
  return parts.flatMap(({ name, files: own }) => {
    const mine = files.filter(file => (own === undefined ? !isOf(named, file) : isOf(own, file)));
    if (mine.length === 0) return [];
    const specs = mine.map(file => `test/${suite}/${file}`);
    const args = [...mocha(specs, colour), ...limit, ...more];
    return [jobOf(suite, name ? `${suite}: ${name}` : suite, args, { env, expected: sumOf(suite, mine) })];
  });
}

/** In the newest VS Code, and what is a sample of it in the oldest; or in the one that is asked for. */
function hostJobs(files, { more, env, only }) {
  const named = only ? ['--files', files.join()] : [];
  const args = ['test/host/run/main.ts', ...named, ...more];
  const newest = jobOf('host', 'host', args, { env, expected: sumOf('host', files) });
  if (process.env.WORKORDER_VSCODE_AGE) return [newest];
  const inOldest = { env: { ...env, WORKORDER_VSCODE_AGE: 'oldest' }, expected: OLDEST_SECONDS };
  return [newest, jobOf('host', 'host: oldest', [...args, '--sample'], inOldest)];
}

function sumOf(suite, files) {
  return files.reduce((sum, file) => sum + secondsOf(`${suite}/${file}`), 0);
}

/** Below the suite's folder. */
function testFiles(suite) {
  return fs
    .readdirSync(path.join(root, 'test', suite), { recursive: true })
    .map(file => file.split(path.sep).join('/'))
    .filter(file => file.endsWith('.test.ts'))
    .sort();
}

function jobOf(suite, name, args, { env = {}, expected }) {
  const file = isMocha(suite) ? path.join(results, `${name.replace(/[^\w.-]+/g, '-')}.jsonl`) : undefined;
  return {
    name,
    args,
    lane: LANES[suite] ?? 'cpu',
    expected,
    ...(file && { results: file }),
    env: { ...env, ...(file && { WORKORDER_RESULTS: file }) },
  };
}

/** The arguments for Node that run a suite. */
function argumentsOf(name, { more, colour }) {
  switch (name) {
    case 'check':
      return ['node_modules/@biomejs/biome/bin/biome', 'check', `--colors=${colour ? 'force' : 'off'}`, '.'];
    case 'types':
      return ['node_modules/typescript/bin/tsc', '-b', '--pretty', String(colour)];
    default: {
      const specs = [`test/${name}/**/*.test.ts`, ...(name === 'unit' ? ['test/*.test.ts'] : [])];
      return [...mocha(specs, colour), ...more];
    }
  }
}

function mocha(specs, colour) {
  const reporter = ['--reporter', './test/support/mocha/spec-and-results.ts'];
  return ['node_modules/mocha/bin/mocha.js', colour ? '--color' : '--no-color', ...reporter, ...specs];
}

function isMocha(name) {
  return name !== 'check' && name !== 'types';
}

function hasTests(name) {
  const folder = path.join(root, 'test', name);
  return (
    fs.existsSync(folder) &&
    fs.readdirSync(folder, { recursive: true }).some(file => String(file).endsWith('.test.ts'))
  );
}
