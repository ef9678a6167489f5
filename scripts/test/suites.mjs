// What `npm test` runs, in the order of the report. Each suite is one child process on the project's Node.
import fs from 'node:fs';
import path from 'node:path';
import { results, root } from '../setup/places.mjs';

const MOCHA_SUITES = ['unit', 'contract', 'golden', 'node', 'cli', 'faults'];
const WITHOUT_BUNDLES = ['check', 'types', 'unit', 'contract', 'node'];
const COMMAND_LINE_SUITES = ['golden', 'cli', 'faults'];
const UI_TIMEOUT_MS = 120_000;

/** Names in running order; a folder that does not exist is no suite. */
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

/** Where a suite leaves its results; checks have none, their exit code is the result. */
export function resultsOf(name) {
  return isMocha(name) ? path.join(results, `${name}.json`) : undefined;
}

/** The arguments for Node that run a suite; `more` goes to mocha. */
export function argumentsOf(name, more, colour) {
  switch (name) {
    case 'check':
      return ['node_modules/@biomejs/biome/bin/biome', 'check', `--colors=${colour ? 'force' : 'off'}`, '.'];
    case 'types':
      return ['node_modules/typescript/bin/tsc', '-b', '--pretty', String(colour)];
    case 'host':
      return ['test/host/run/main.ts', ...more];
    case 'ui':
      return [...mocha(name, colour), '--timeout', String(UI_TIMEOUT_MS), ...more];
    default:
      return [...mocha(name, colour), ...more];
  }
}

function mocha(name, colour) {
  const specs = [`test/${name}/**/*.test.ts`, ...(name === 'unit' ? ['test/*.test.ts'] : [])];
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
