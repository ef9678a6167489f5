// node scripts/test/repeat.mjs [times] [--commit NAME] [--anew] [--write] [-- suite…]: runs npm test so many times (10),
// one after the other, each in a clean clone of that commit (HEAD) with everything installed before the clock starts.
// The runs are added to the series in test-results/repeat.jsonl, which goes on in a later sitting, on another machine
// with what docs/testing.md has of it; its table is test-results/repeat.md, and with --write also the part of that page
// that is kept for it. --anew begins another series. Ends with 1 when a run of this sitting was not green. WORKORDER_BROWSER_HOST spares the clones the download.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { results, root } from '../setup/places.mjs';
import { readRun, readSeries, runsOfPage, runsTable, withTable } from './runs-table.mjs';
import { TURNS } from './turns.mjs';

const { values, positionals } = readOptions();
const [asked = '10', ...suites] = positionals;
const times = Number(asked);
if (!Number.isInteger(times) || times < 0) refuse(`"${asked}" is no number of runs.`);
const commit = git('rev-parse', '--short=12', '--verify', `${values.commit}^{commit}`);
const series = path.join(results, 'repeat.jsonl');
fs.mkdirSync(results, { recursive: true });
const page = path.join(root, 'docs/testing.md');
if (values.anew) fs.writeFileSync(series, '');
else if (!fs.existsSync(series)) addToSeries(...runsOfPage(fs.readFileSync(page, 'utf8')));

let isGreen = true;
for (let number = 1; number <= times && process.exitCode !== 130; number++) {
  console.log(`Run ${number} of ${times}, of ${commit}`);
  const run = await runInClone();
  // A run that a person stopped says nothing.
  if (process.exitCode === 130) break;
  addToSeries(run);
  isGreen &&= run.failed === 0 && run.passed > 0;
  console.log(`\n${writeTables()}`);
}
if (times === 0) console.log(writeTables());
if (!isGreen) process.exitCode ||= 1;

function addToSeries(...runs) {
  fs.appendFileSync(series, runs.map(run => `${JSON.stringify(run)}\n`).join(''));
}

function writeTables() {
  const table = runsTable(readSeries(fs.readFileSync(series, 'utf8')));
  fs.writeFileSync(path.join(results, 'repeat.md'), table);
  if (values.write) fs.writeFileSync(page, withTable(fs.readFileSync(page, 'utf8'), table));
  return table;
}

/** One run; its whole output is kept beside the table. */
async function runInClone() {
  // Not among temporary files: programs in the sandbox see none of them, and tests start programs of the clone there.
  const folder = fs.mkdtempSync(`${root}-run-`);
  const clone = path.join(folder, 'clone');
  const date = new Date().toISOString();
  const log = path.join(results, `repeat-${date.replace(/\D/g, '').slice(0, 14)}.log`);
  const file = fs.openSync(log, 'w');
  try {
    git('clone', '--quiet', root, clone);
    git('-C', clone, 'checkout', '--quiet', '--detach', commit);
    const installed = await end(clone, file, ['scripts/setup.mjs', 'everything']);
    const start = performance.now();
    // Turn after turn, so that a series has every test as often.
    const turn = (readSeries(fs.readFileSync(series, 'utf8')).length % TURNS) + 1;
    if (installed === 0) await end(clone, file, ['scripts/test.mjs', ...suites], turn);
    const seconds = Math.round((performance.now() - start) / 1000);
    const load = Number((os.loadavg()[1] ?? 0).toFixed(1));
    const cores = os.availableParallelism();
    const run = { commit, date, ...readRun(fs.readFileSync(log, 'utf8')), seconds, cores, load, suites };
    // Pictures and logs of a red run are what tells why; one that ended before its tests has none.
    const shown = path.join(clone, 'test-results');
    if (run.failed > 0 && fs.existsSync(shown))
      fs.cpSync(shown, log.replace(/\.log$/, ''), { recursive: true });
    return run;
  } finally {
    fs.closeSync(file);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function end(cwd, file, args, turn) {
  const env = { ...process.env, ...(turn && { WORKORDER_TEST_TURN: String(turn) }) };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', file, file] });
  const passOn = () => {
    process.exitCode = 130;
    child.kill('SIGINT');
  };
  process.once('SIGINT', passOn);
  return new Promise(resolve => {
    child.once('exit', code => {
      process.off('SIGINT', passOn);
      resolve(code);
    });
  });
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) refuse(stderr.trim());
  return stdout.trim();
}

function readOptions() {
  const options = {
    commit: { type: 'string', default: 'HEAD' },
    anew: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(sentence) {
  console.error(
    `${sentence} Usage: node scripts/test/repeat.mjs [times] [--commit NAME] [--anew] [--write] [-- suite…]`,
  );
  process.exit(2);
}
