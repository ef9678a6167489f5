// What `npm test` runs: suites by name, and the jobs each of them is run as. A job is one child process.
import fs from 'node:fs';
import path from 'node:path';
import { results, root } from '../setup/places.mjs';

const MOCHA_SUITES = ['unit', 'contract', 'golden', 'node', 'cli', 'clients', 'faults', 'models'];
const WITHOUT_BUNDLES = ['check', 'types', 'unit', 'contract', 'node'];
const COMMAND_LINE_SUITES = ['golden', 'cli', 'clients', 'faults', 'models'];
const UI_TIMEOUT_MS = 300_000;

/** Where a job waits for its turn: `vscode` mostly waits for windows, `cpu` keeps a core busy. */
const LANES = { host: 'vscode', ui: 'vscode' };

/** About how long each job takes, in seconds on two cores: the longest of a lane is started first. */
const SECONDS = {
  check: 5,
  types: 6,
  unit: 30,
  contract: 10,
  golden: 17,
  'node: git': 60,
  'node: programs': 130,
  'node: all others': 80,
  'cli: agents': 120,
  'cli: servers and campaigns': 100,
  'cli: work orders': 600,
  clients: 40,
  'faults: programs': 90,
  'faults: all others': 90,
  models: 30,
  host: 550,
  'host: oldest': 70,
  'ui: work orders': 280,
  'ui: agents': 450,
};

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
const SHORT = { models: ['test/models/endpoint.test.ts'] };

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

/**
 * The jobs of a suite. One that runs several times (on another Node, in another VS Code) is several jobs with own
 * names: results, report and log keep them apart.
 * @param {string} suite
 * @param {{more: readonly string[], colour: boolean, env?: Record<string, string>, isWhole?: boolean}} options `more`
 *   goes to mocha; `isWhole`: also what takes long
 * @returns {import('./jobs.mjs').Job[]}
 */
export function jobsOf(suite, options) {
  if (suite === 'host') return hostJobs(options);
  const parts = PARTS[suite];
  if (!parts) return [jobOf(suite, suite, argumentsOf(suite, options), options.env)];
  const folder = path.join(root, 'test', suite);
  const files = fs
    .readdirSync(folder, { recursive: true })
    .map(file => file.split(path.sep).join('/'))
    .filter(file => file.endsWith('.test.ts'))
    .sort();
  const isOf = (own, file) => own.some(one => (one.endsWith('/') ? file.startsWith(one) : file === one));
  const named = parts.flatMap(part => part.files ?? []);
  return parts.map(({ name, files: own }) => {
    const mine = files.filter(file => (own === undefined ? !isOf(named, file) : isOf(own, file)));
    const specs = mine.map(file => `test/${suite}/${file}`);
    const limit = suite === 'ui' ? ['--timeout', String(UI_TIMEOUT_MS)] : [];
    const args = [...mocha(specs, options.colour), ...limit, ...options.more];
    return jobOf(suite, `${suite}: ${name}`, args, options.env);
  });
}

/** Whole in the newest VS Code and a sample in the oldest, or whole in the one that is asked for. */
function hostJobs({ more, env }) {
  const args = ['test/host/run/main.ts', ...more];
  const whole = jobOf('host', 'host', args, env);
  if (process.env.WORKORDER_VSCODE_AGE) return [whole];
  const oldest = { ...env, WORKORDER_VSCODE_AGE: 'oldest' };
  return [whole, jobOf('host', 'host: oldest', [...args, '--sample'], oldest)];
}

function jobOf(suite, name, args, env = {}) {
  const file = isMocha(suite) ? path.join(results, `${name.replace(/[^\w.-]+/g, '-')}.jsonl`) : undefined;
  return {
    name,
    args,
    lane: LANES[suite] ?? 'cpu',
    expected: SECONDS[name] ?? 60,
    ...(file && { results: file }),
    env: { ...env, ...(file && { WORKORDER_RESULTS: file }) },
  };
}

/** The arguments for Node that run a suite. */
function argumentsOf(name, { more, colour, isWhole = false }) {
  switch (name) {
    case 'check':
      return ['node_modules/@biomejs/biome/bin/biome', 'check', `--colors=${colour ? 'force' : 'off'}`, '.'];
    case 'types':
      return ['node_modules/typescript/bin/tsc', '-b', '--pretty', String(colour)];
    default: {
      const all = [`test/${name}/**/*.test.ts`, ...(name === 'unit' ? ['test/*.test.ts'] : [])];
      const specs = isWhole ? all : (SHORT[name] ?? all);
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
