// npm run proofs [name…] [-- options]: the proofs of docs/reliability.md at their full counts, one after the other.
// Options go to `commits` and `sentences`, which are run when they are named: they need clones of repositories
// (test/proofs).
// More than half an hour: broken replies, exploding responses and git take about ten minutes each; `npm test` runs a
// sample of each.
import fs from 'node:fs';
import path from 'node:path';
import { projectNode, root } from './setup/places.mjs';
import { runInForeground, SetUpError } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';

const EDITS_SEED = '20250101';
const HOST = 'test/host/run/main.ts';
const POWER_SEEDS = ['20261121', '20261122'];

await runScript(async () => {
  const args = process.argv.slice(2);
  const firstOption = args.findIndex(arg => arg.startsWith('-'));
  const asked = firstOption < 0 ? args : args.slice(0, firstOption);
  const options = firstOption < 0 ? [] : args.slice(firstOption);
  const all = proofs();
  const unknown = asked.find(name => !all.some(proof => proof.name === name));
  if (unknown) {
    const names = all.map(proof => proof.name).join(', ');
    throw new SetUpError(`There is no proof "${unknown}". There are: ${names}.`);
  }
  await setUpProject({ nodes: true, tests: true });
  const broken = [];
  const isMeant = ({ name, script }) => (asked.length ? asked.includes(name) : script === undefined);
  for (const { name, file, host, script, env } of all.filter(isMeant)) {
    console.log(`\n${name} ${JSON.stringify(env)}`);
    const mocha = host ? [HOST, ...host] : ['node_modules/mocha/bin/mocha.js', '--no-color', file];
    const command = script ? [script, ...options] : mocha;
    const failed = (await runInForeground(projectNode, command, { env })) !== 0;
    if (failed) broken.push(name);
  }
  console.log(broken.length ? `\nBroken: ${broken.join(', ')}` : '\nEvery proof holds.');
  return broken.length ? 1 : 0;
});

/** Everything in test/faults, the edits against a naive model, verdicts of evidence against Python and about real releases, and changes of thousands of files in the editor. */
function proofs() {
  const folder = path.join(root, 'test/faults');
  const files = fs.readdirSync(folder).filter(name => name.endsWith('.test.ts'));
  const faults = files.flatMap(file => {
    const name = file.slice(0, -'.test.ts'.length);
    const seeds = name === 'transaction-power' ? POWER_SEEDS : [undefined];
    return seeds.map(seed => ({
      name,
      file: `test/faults/${file}`,
      env: { WORKORDER_FAULTS: 'full', ...(seed && { WORKORDER_FAULTS_SEED: seed }) },
    }));
  });
  const edits = {
    name: 'edits-against-model',
    file: 'test/unit/text/edits-against-model.test.ts',
    env: { WORKORDER_PROPERTY_EDITS: '1000000', WORKORDER_PROPERTY_SEED: EDITS_SEED },
  };
  // Verdicts about changed Python programs against what Python does with both versions.
  const evidence = ['adversary', 'import-failures', 'syntax'].map(name => ({
    name,
    file: `test/node/evidence/${name}.test.ts`,
    env: { WORKORDER_MUTANTS: '20000', WORKORDER_MUTANTS_SEED: EDITS_SEED },
  }));
  const facts = {
    name: 'facts',
    file: 'test/node/evidence/facts.test.ts',
    env: { WORKORDER_FACT_PROGRAMS: '3000' },
  };
  // Functions run before and after changes of which it is known whether they change behavior.
  const trials = {
    name: 'trials',
    file: 'test/node/trials/seeded-changes.test.ts',
    env: { WORKORDER_TRIALS_EVERY: '1' },
  };
  // What users run: every command on every supported Node, every process beside every other, every way to show, every golden case.
  const suites = ['cli/every-node', 'cli/interrupted-runs', 'cli/shown-text', 'golden/command-line'];
  const built = suites.map(file => ({
    name: path.basename(file),
    file: `test/${file}.test.ts`,
    env: { WORKORDER_FAULTS: 'full' },
  }));
  // Evidence about what changed between releases of real packages.
  const replay = {
    name: 'replay',
    file: 'test/node/evidence/replay.test.ts',
    env: { WORKORDER_REPLAY: 'full' },
  };
  // Every task of `workorder eval` with its right reply, no reply, and each of its seeded faults.
  const suite = {
    name: 'eval',
    file: 'test/node/eval/suite.test.ts',
    env: { WORKORDER_FAULTS: 'full' },
  };
  // Every release that reviewers spoke of.
  const reviews = {
    name: 'reviews',
    file: 'test/node/evidence/sentences.test.ts',
    env: { WORKORDER_FAULTS: 'full' },
  };
  // Codemods and the command line of a coding agent, from their registries.
  const wrapped = { name: 'wrap-programs', file: 'test/proofs/wrap-programs.test.ts', env: {} };
  // Commits of repositories that somebody cloned for it.
  const onClones = ['commits', 'sentences'].map(name => ({
    name,
    script: `test/proofs/${name}.ts`,
    env: {},
  }));
  // In a real VS Code: the browser host, or the desktop's.
  const large = (name, grep) => ({ name, host: ['--grep', grep], env: { WORKORDER_LONG: '1' } });
  const host = [
    large('many-files', 'applying to many files in the editor'),
    large('responsive', 'the extension host stays responsive'),
    { name: 'oldest-vscode', host: [], env: { WORKORDER_VSCODE_AGE: 'oldest' } },
  ];
  return [
    ...faults,
    ...built,
    edits,
    ...evidence,
    facts,
    replay,
    trials,
    suite,
    reviews,
    wrapped,
    ...onClones,
    ...host,
  ];
}
