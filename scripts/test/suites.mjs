// What `npm test` runs: suites by name, and the jobs each of them is run as. A job is one child process.
import fs from 'node:fs';
import path from 'node:path';
import { results, root } from '../setup/places.mjs';

const MOCHA_SUITES = ['unit', 'contract', 'golden', 'node', 'cli', 'faults'];
const WITHOUT_BUNDLES = ['check', 'types', 'unit', 'contract', 'node'];
const COMMAND_LINE_SUITES = ['golden', 'cli', 'faults'];
const UI_TIMEOUT_MS = 300_000;

/** Where a job waits for its turn: `vscode` mostly waits for windows, `cpu` keeps a core busy. */
const LANES = { host: 'vscode', ui: 'vscode' };

/** About how long each job takes, in seconds on two cores: the longest of a lane is started first. */
const SECONDS = {
  check: 5,
  types: 20,
  unit: 40,
  contract: 10,
  golden: 30,
  node: 90,
  cli: 110,
  faults: 120,
  host: 220,
  'host: oldest': 100,
  'ui: work orders': 180,
  'ui: agents': 170,
};

/** These files of test/ui are one job, all others are the second: about half of the time each. */
const UI_WORK_ORDERS = ['harness.test.ts', 'set-up.test.ts', 'two-folders.test.ts', 'work-order.test.ts'];

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

/**
 * The jobs of a suite. One that runs several times (on another Node, in another VS Code) is several jobs with own
 * names: results, report and log keep them apart.
 * @param {string} suite
 * @param {{more: readonly string[], colour: boolean, env?: Record<string, string>}} options `more` goes to mocha
 * @returns {import('./jobs.mjs').Job[]}
 */
export function jobsOf(suite, options) {
  if (suite === 'host') return hostJobs(options);
  if (suite !== 'ui') return [jobOf(suite, suite, argumentsOf(suite, options), options.env)];
  const files = fs.readdirSync(path.join(root, 'test/ui')).filter(file => file.endsWith('.test.ts'));
  const half = (name, isMine) => {
    const specs = files.filter(isMine).map(file => `test/ui/${file}`);
    const args = [...mocha(specs, options.colour), '--timeout', String(UI_TIMEOUT_MS), ...options.more];
    return jobOf(suite, name, args, options.env);
  };
  return [
    half('ui: work orders', file => UI_WORK_ORDERS.includes(file)),
    half('ui: agents', file => !UI_WORK_ORDERS.includes(file)),
  ];
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
