// npm test [suite…] [-- mocha options]: sets up what is missing, runs the suites, ends with "N passed, N failed".
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
import { allSuites, jobsOf, meetsAgentClients, needsBundles, runsCommandLine } from './test/suites.mjs';

const INSTALL = 'VS Code for the browser';
const INSTALL_MODEL = 'a real model';
/** Some tests work as a user who may write nowhere else. */
const OTHERS_GET_THROUGH = 0o711;
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

await runScript(async () => {
  const start = performance.now();
  const { names, more, isWhole } = readArguments(process.argv.slice(2));
  await setUpProject({
    bundles: needsBundles(names),
    nodes: runsCommandLine(names),
    clients: meetsAgentClients(names),
    tests: true,
  });
  const jobs = await planJobs(names, more, isWhole);
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
  const asked = firstOption < 0 ? args : args.slice(0, firstOption);
  const known = allSuites();
  const unknown = asked.find(name => !known.includes(name));
  if (unknown) throw new SetUpError(`There is no suite "${unknown}". The suites are: ${known.join(', ')}.`);
  const names = asked.length ? known.filter(name => asked.includes(name)) : known;
  return { names, more: firstOption < 0 ? [] : args.slice(firstOption), isWhole: asked.length > 0 };
}

/** All jobs of the suites; those in VS Code or with a real model wait for its installation, which runs beside the others. */
async function planJobs(names, more, isWhole) {
  const vscode = names.includes('host') ? await chooseVsCode() : undefined;
  const colour = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
  const env = {
    ...(vscode && { WORKORDER_VSCODE: vscode.kind, WORKORDER_VSCODE_WHY: vscode.why }),
    ...(colour && { FORCE_COLOR: '1' }),
    ...(!isWhole && { WORKORDER_PICTURES: 'none' }),
  };
  const isInBrowser = name => name === 'ui' || (name === 'host' && vscode?.kind === 'browser');
  const needs = name =>
    isInBrowser(name) ? { needs: INSTALL } : name === 'models' ? { needs: INSTALL_MODEL } : {};
  const jobs = names.flatMap(name =>
    jobsOf(name, { more, colour, env, isWhole }).map(job => ({ ...job, ...needs(name) })),
  );
  const install = (name, part) => ({
    name,
    args: ['scripts/setup.mjs', part],
    lane: 'install',
    expected: 40,
    isSetUp: true,
  });
  return [
    ...jobs,
    ...(names.some(isInBrowser) ? [install(INSTALL, 'browser-host')] : []),
    ...(names.includes('models') ? [install(INSTALL_MODEL, 'model-server')] : []),
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
