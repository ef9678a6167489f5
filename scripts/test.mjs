// npm test [suite…] [-- mocha options]: sets up what is missing, runs the suites, ends with "N passed, N failed".
import fs from 'node:fs';
import os from 'node:os';
import { chooseVsCode } from './setup/choose-vscode.mjs';
import { SetUpError } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';
import { runJobs } from './test/jobs.mjs';
import { countOf, printSummary } from './test/report.mjs';
import { allSuites, argumentsOf, needsBundles, resultsOf } from './test/suites.mjs';

const BROWSER_HOST = 'browser host';

await runScript(async () => {
  const start = performance.now();
  const { names, more } = readArguments(process.argv.slice(2));
  await setUpProject({ bundles: needsBundles(names) });
  const jobs = await planJobs(names, more);

  const counts = [];
  const onEnd = end => {
    const count = countOf(end);
    const isSetUp = end.name === BROWSER_HOST; // part of the set-up: only its failure counts
    if (!isSetUp || count.failed) counts.push(count);
    if (!isSetUp)
      console.log(`  ${count.passed} passed, ${count.failed} failed in ${end.seconds.toFixed(1)} s`);
  };
  await runJobs(jobs, { atOnce: Math.min(2, os.availableParallelism()), onEnd });
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

  // Installed in the background while the other suites run, and shown where it is first needed.
  const install = {
    name: BROWSER_HOST,
    title: 'VS Code for the browser',
    args: ['scripts/setup.mjs', 'browser-host'],
  };
  const first = suites.findIndex(({ alone }) => alone);
  return [...suites.slice(0, first), install, ...suites.slice(first)];
}

function planSuite(name, more, colour, vscode) {
  const resultsFile = resultsOf(name);
  if (resultsFile) fs.rmSync(resultsFile, { force: true });
  return {
    name,
    args: argumentsOf(name, more, colour),
    alone: name === 'host' || name === 'ui',
    env: {
      ...(resultsFile && { WORKORDER_RESULTS: resultsFile }),
      ...(vscode && { WORKORDER_VSCODE: vscode.kind }),
      ...(colour && { FORCE_COLOR: '1' }),
    },
  };
}
