// npm test [suite…] [-- mocha options]: sets up what is missing, runs the suites, ends with "N passed, N failed".
import fs from 'node:fs';
import os from 'node:os';
import { chooseVsCode } from './setup/choose-vscode.mjs';
import { SetUpError } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';
import { runJobs } from './test/jobs.mjs';
import { countOf, printSummary } from './test/report.mjs';
import { allSuites, argumentsOf, needsBundles, resultsOf, runsCommandLine } from './test/suites.mjs';

await runScript(async () => {
  const start = performance.now();
  const { names, more } = readArguments(process.argv.slice(2));
  await setUpProject({ bundles: needsBundles(names), nodes: runsCommandLine(names) });

  const counts = [];
  const onEnd = end => {
    const count = countOf(end);
    const isSetUp = end.job.early; // its success is no test that passed
    if (!isSetUp || count.failed) counts.push(count);
    if (!isSetUp)
      console.log(`  ${count.passed} passed, ${count.failed} failed in ${end.seconds.toFixed(1)} s`);
  };
  const atOnce = Math.min(2, os.availableParallelism());
  await runJobs(await planJobs(names, more), { atOnce, onEnd });
  return printSummary(counts, (performance.now() - start) / 1000);
});

/** Suite names up to the first option; the options are mocha's. */
function readArguments(args) {
  const firstOption = args.findIndex(arg => arg.startsWith('-'));
  const asked = firstOption < 0 ? args : args.slice(0, firstOption);
  const known = allSuites();
  const unknown = asked.find(name => !known.includes(name));
  if (unknown) throw new SetUpError(`There is no suite "${unknown}". The suites are: ${known.join(', ')}.`);
  const names = asked.length ? known.filter(name => asked.includes(name)) : known;
  return { names, more: firstOption < 0 ? [] : args.slice(firstOption) };
}

async function planJobs(names, more) {
  const vscode = names.includes('host') ? await chooseVsCode() : undefined;
  const colour = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
  const usesBrowserHost = names.includes('ui') || vscode?.kind === 'browser';
  const suites = names.map(name => planSuite(name, more, colour, vscode));
  if (!usesBrowserHost) return suites;

  // Installed in the background while the other suites run, and told of where it is first needed.
  const install = {
    name: 'VS Code for the browser',
    args: ['scripts/setup.mjs', 'browser-host'],
    early: true,
  };
  const first = suites.findIndex(({ alone }) => alone);
  return [...suites.slice(0, first), install, ...suites.slice(first)];
}

function planSuite(name, more, colour, vscode) {
  const file = resultsOf(name);
  if (file) fs.rmSync(file, { force: true });
  return {
    name,
    results: file,
    args: argumentsOf(name, more, colour),
    alone: name === 'host' || name === 'ui',
    env: {
      ...(file && { WORKORDER_RESULTS: file }),
      ...(vscode && { WORKORDER_VSCODE: vscode.kind, WORKORDER_VSCODE_WHY: vscode.why }),
      ...(colour && { FORCE_COLOR: '1' }),
    },
  };
}
