// Runs test/host/suite inside the extension host of a real VS Code.
//   node test/host/run/main.ts [--grep TEXT] [--files suite/run.test.ts,…] [--sample]
// WORKORDER_VSCODE_AGE=oldest runs it in the oldest VS Code that package.json promises.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chooseVsCode } from '../../../scripts/setup/choose-vscode.mjs';
import { copyExample } from '../../../scripts/setup/example.mjs';
import { results, root, vscodeAge } from '../../../scripts/setup/places.mjs';
import { buildScriptedModel } from '../../support/scripted-model/build.ts';
import { FOLDER_VARIABLE } from '../../support/scripted-model/script.ts';
import { bundleSuite } from './bundle-suite.ts';
import { runInBrowserHost } from './in-browser-host.ts';
import { runOnDesktop } from './on-desktop.ts';

/**
 * What is most exposed to VS Code's own changes, by file and test: start-up, review, apply and undo, editors, tasks and
 * Problems, the Agents view. `npm run proofs -- oldest-vscode` runs everything in the oldest VS Code.
 */
const SAMPLE: Readonly<Record<string, readonly string[]>> = {
  activation: ['is done, and its time is told', 'offers every command'],
  'editor-files': [
    'refuses to read a file with unsaved changes',
    'keeps CRLF and a byte order mark',
    'restores every file, those past the editor too',
    'passes a file that is read-only',
    'changes fifty files as one step',
  ],
  lint: ['is listed, finds what is modified', 'marks columns as the editor counts them'],
  run: [
    'goes from the order to a clean lint',
    'one undo restores every file',
    'creates the new files of a split',
    'can be rejected',
    'refuses a file with unsaved changes by name',
  ],
  'task-agent': [
    'shows each turn’s change as a diff',
    'waits with a question',
    'runs the tests as a task of the folder',
  ],
};

const { values } = parseArgs({
  options: {
    grep: { type: 'string', short: 'g' },
    files: { type: 'string' },
    sample: { type: 'boolean', default: false },
  },
});
const { kind, why } = await chooseVsCode();
console.log(
  `  VS Code: ${kind === 'desktop' ? 'desktop' : 'browser host'} (${why}), ${vscodeAge} supported version`,
);
const asked = values.files?.split(',').map(file => path.basename(file, '.test.ts'));
const inSample = Object.keys(SAMPLE).filter(name => asked?.includes(name) ?? true);
const sampled = inSample.flatMap(name => SAMPLE[name] ?? []);
if (values.sample)
  console.log(`  A sample: ${sampled.length} tests of ${inSample.join(', ')}; npm run proofs runs all`);

const [suite, scriptedModel, example] = await Promise.all([
  bundleSuite(values.sample ? inSample : asked),
  buildScriptedModel(),
  copyExample(),
]);
const script = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-script-'));
fs.mkdirSync(results, { recursive: true });
const env = {
  WORKORDER_RESULTS: process.env['WORKORDER_RESULTS'] ?? path.join(results, 'host.jsonl'),
  WORKORDER_ARTIFACTS: results,
  WORKORDER_GREP: values.grep ?? '',
  WORKORDER_SAMPLE: values.sample ? JSON.stringify(sampled) : '',
  [FOLDER_VARIABLE]: script,
};
try {
  const fakePython = path.join(root, 'test/support/fake-python');
  const run = { extension: root, runner: suite.runner, scriptedModel, fakePython, example, env };
  process.exitCode = await (kind === 'desktop' ? runOnDesktop(run) : runInBrowserHost(run));
} catch (error) {
  console.error(`  ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  example.dispose();
  suite.dispose();
  fs.rmSync(script, { recursive: true, force: true });
}
