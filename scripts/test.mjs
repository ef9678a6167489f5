// npm test [suite…] [-- mocha options]: sets up what is missing, runs the suites, ends with "N passed, N failed".
// Without a name: the quick suites, and of the long ones the files whose turn it is (scripts/test/turns.mjs). With names,
// or with `all`: the whole of them. WORKORDER_TEST_TURN=1…5 chooses the turn.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chooseVsCode } from './setup/choose-vscode.mjs';
import { childEnvironment, projectNode, root } from './setup/places.mjs';
import { SetUpError } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';
import { runJobs } from './test/jobs.mjs';
import { capacityFor } from './test/lanes.mjs';
import { failedTests, slowestTests, summary } from './test/report.mjs';
import { countOf } from './test/results.mjs';
import { startJob } from './test/run-job.mjs';
import {
  allSuites,
  dealtFiles,
  jobsOf,
  meetsAgentClients,
  needsBundles,
  runsCommandLine,
} from './test/suites.mjs';
import { filesOfTurn, TURNS, turnOf } from './test/turns.mjs';

const INSTALL = 'VS Code for the browser';
const INSTALL_MODEL = 'a real model';
/** For a name: every suite, whole. */
const ALL = 'all';
/** Some tests work as a user who may write nowhere else. */
const OTHERS_GET_THROUGH = 0o711;
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

await runScript(async () => {
  const start = performance.now();
  const { names, more, isNamed, turn } = readArguments(process.argv.slice(2));
  await setUpProject({
    bundles: needsBundles(names),
    nodes: runsCommandLine(names),
    clients: meetsAgentClients(names),
    tests: true,
  });
  const jobs = await planJobs(names, { more, isNamed, turn });
  const { counts, signal } = await runAll(jobs);
  // In the order of the suites, however they ended.
  counts.sort(
    (a, b) => jobs.findIndex(job => job.name === a.name) - jobs.findIndex(job => job.name === b.name),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const line of [...slowestTests(counts), ...failedTests(counts), ...summary(counts, seconds)])
    console.log(line);
  if (signal !== undefined) return SIGNALS[signal];
  return counts.some(count => count.failed > 0) || !counts.some(count => count.passed > 0) ? 1 : 0;
});

/** Suite names up to the first option; the options are mocha's. */
function readArguments(args) {
  const firstOption = args.findIndex(arg => arg.startsWith('-'));
  const words = firstOption < 0 ? args : args.slice(0, firstOption);
  const asked = words.filter(word => word !== ALL);
  const known = allSuites();
  const unknown = asked.find(name => !known.includes(name));
  if (unknown)
    throw new SetUpError(`There is no suite "${unknown}". The suites are: ${known.join(', ')}, or ${ALL}.`);
  const isNamed = asked.length > 0;
  const names = isNamed ? known.filter(name => asked.includes(name)) : known;
  const turn = words.length > 0 ? undefined : chosenTurn();
  return { names, more: firstOption < 0 ? [] : args.slice(firstOption), isNamed, turn };
}

/** The turn that is asked for, or that of the commit: whoever repeats a run gets the same tests. */
function chosenTurn() {
  const asked = process.env.WORKORDER_TEST_TURN;
  if (!asked) return turnOf(git('rev-parse', 'HEAD')[0] ?? '0');
  const turn = Number(asked);
  if (Number.isInteger(turn) && turn >= 1 && turn <= TURNS) return turn;
  throw new SetUpError(`WORKORDER_TEST_TURN is "${asked}": set it to a number from 1 to ${TURNS}.`);
}

/** The files of a turn, and what was changed in them since the commit before. */
function chooseFiles(turn) {
  const files = dealtFiles();
  const changed = [
    ...git('diff', '--name-only', '--relative=test', 'HEAD~1'),
    ...git('ls-files', '--others', '--exclude-standard', 'test').map(file => file.replace('test/', '')),
  ];
  const chosen = filesOfTurn(turn, files, changed);
  console.log(
    `\nTurn ${turn} of ${TURNS}: ${chosen.size} of the ${files.length} files of the long suites, and all others. ` +
      `npm test ${ALL} runs every file, WORKORDER_TEST_TURN=1…${TURNS} another turn.`,
  );
  return chosen;
}

/** Lines of what git prints; none where this is no repository, or its history is cut off. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}

/** All jobs of the suites; those in VS Code or with a real model wait for its installation, which runs beside the others. */
async function planJobs(names, { more, isNamed, turn }) {
  const vscode = names.includes('host') ? await chooseVsCode() : undefined;
  const colour = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
  const env = {
    ...(vscode && { WORKORDER_VSCODE: vscode.kind, WORKORDER_VSCODE_WHY: vscode.why }),
    ...(colour && { FORCE_COLOR: '1' }),
    ...(!isNamed && { WORKORDER_PICTURES: 'none' }),
  };
  const only = turn === undefined ? undefined : chooseFiles(turn);
  const isInBrowser = name => name === 'ui' || (name === 'host' && vscode?.kind === 'browser');
  const needs = name =>
    isInBrowser(name) ? { needs: INSTALL } : name === 'models' ? { needs: INSTALL_MODEL } : {};
  const jobs = names.flatMap(name =>
    jobsOf(name, { more, colour, env, isNamed, only }).map(job => ({ ...job, ...needs(name) })),
  );
  const isNeeded = part => jobs.some(job => job.needs === part);
  const install = (name, part) => ({
    name,
    args: ['scripts/setup.mjs', part],
    lane: 'install',
    expected: 40,
    isSetUp: true,
  });
  return [
    ...jobs,
    ...(isNeeded(INSTALL) ? [install(INSTALL, 'browser-host')] : []),
    ...(isNeeded(INSTALL_MODEL) ? [install(INSTALL_MODEL, 'model-server')] : []),
  ];
}

/** Runs the jobs with folders for temporary files that go with them; Ctrl+C ends them all. */
async function runAll(jobs) {
  for (const { results } of jobs) if (results) fs.rmSync(results, { force: true });
  const temporary = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'wo-')));
  fs.chmodSync(temporary, OTHERS_GET_THROUGH);
  const remove = () => fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const counts = [];
  const onEnd = end => {
    const count = countOf(end);
    for (const remark of count.remarks) console.log(`  ${remark}`);
    if (end.job.isSetUp && !count.failed) return;
    counts.push(count);
    const used = `${end.seconds.toFixed(1)} s, ${end.cpu.toFixed(1)} s of processor time`;
    console.log(`  ${count.passed} passed, ${count.failed} failed in ${used}`);
  };
  const run = runJobs(jobs, {
    capacity: capacityFor(os.availableParallelism()),
    write: text => process.stdout.write(text),
    onEnd,
    start: (job, onText) => {
      const env = childEnvironment({ TMPDIR: ownFolder(temporary, jobs.indexOf(job)), ...job.env });
      return startJob(job, { program: projectNode, cwd: root, env, onText });
    },
  });
  let signal;
  for (const name of Object.keys(SIGNALS))
    process.on(name, () => {
      signal ??= name;
      run.stop(name === 'SIGINT' ? 'was interrupted' : `was ended by ${name}`);
    });
  process.once('exit', remove);
  await run.ended;
  remove();
  return { counts, signal };
}

/** A job looks for what it left behind in its folder: nobody else's files may be there. Short, since sockets are below. */
function ownFolder(temporary, number) {
  const folder = path.join(temporary, String(number));
  fs.mkdirSync(folder, { mode: OTHERS_GET_THROUGH });
  return folder;
}
