// Runs test/host/suite inside the extension host of a real VS Code.
//   node test/host/run/main.ts [--grep TEXT] [--sample]
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

/** What is most exposed to VS Code's own changes: start-up, review and apply, editors, tasks, the Agents view. */
const SAMPLE = ['activation', 'editor-files', 'lint', 'run', 'task-agent'];

const { values } = parseArgs({
  options: { grep: { type: 'string', short: 'g' }, sample: { type: 'boolean', default: false } },
});
const { kind, why } = await chooseVsCode();
console.log(
  `  VS Code: ${kind === 'desktop' ? 'desktop' : 'browser host'} (${why}), ${vscodeAge} supported version`,
);
if (values.sample) console.log(`  A sample: ${SAMPLE.join(', ')}`);

const [suite, scriptedModel, example] = await Promise.all([
  bundleSuite(values.sample ? SAMPLE : undefined),
  buildScriptedModel(),
  copyExample(),
]);
const script = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-script-'));
fs.mkdirSync(results, { recursive: true });
const env = {
  WORKORDER_RESULTS: process.env['WORKORDER_RESULTS'] ?? path.join(results, 'host.jsonl'),
  WORKORDER_ARTIFACTS: results,
  WORKORDER_GREP: values.grep ?? '',
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
