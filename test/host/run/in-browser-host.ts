import fs from 'node:fs';
import path from 'node:path';
import { results } from '../../../scripts/setup/places.mjs';
import { startServer, type VsCodeServer } from '../../support/vscode-host/server.ts';
import { openWorkbenchPage, type WorkbenchPage } from '../../support/vscode-host/workbench-page.ts';
import type { HostRun } from './host-run.ts';
import { PageBridge } from './page-bridge.ts';

/** Longer than any test's own limit: a suite that says nothing for so long hangs. */
const SILENCE_MS = 5 * 60_000;
const TOLD_EVERY_MS = 200;

/** Runs the suite in VS Code's server, with its workbench in a headless browser; the exit code is the answer. */
export async function runInBrowserHost(run: HostRun): Promise<number> {
  // Nothing in the extension host writes to our terminal, so the suite reports to a file.
  const report = path.join(path.dirname(run.example.folder), 'report.log');
  fs.writeFileSync(report, '');
  const bridge = await PageBridge.open();
  const env = { ...run.env, WORKORDER_REPORT: report, WORKORDER_PAGE: bridge.address };
  const server = await startServer({
    mode: 'tests-inside',
    extensions: [run.scriptedModel, run.fakePython],
    env,
  });
  const telling = tell(report);
  let workbench: WorkbenchPage | undefined;
  try {
    const tests = { extension: run.extension, runner: run.runner };
    workbench = await openWorkbenchPage(server, { folder: run.example.folder, tests, onPage: bridge.use });
    const code = await Promise.race([workbench.testsEnded, telling.silence]);
    if (code !== 0) await keepEvidence(server, workbench, code);
    return code === 0 ? 0 : 1;
  } finally {
    telling.stop();
    await workbench?.close();
    await server.close();
    bridge.close();
  }
}

interface Telling {
  /** Settles when nothing was added for too long. */
  readonly silence: Promise<'silent'>;
  stop(): void;
}

/** Prints what is added to the report. */
function tell(report: string): Telling {
  let told = 0;
  let lastSign = Date.now();
  let hush: (end: 'silent') => void = () => {};
  const silence = new Promise<'silent'>(resolve => {
    hush = resolve;
  });
  const more = (): void => {
    const text = fs.readFileSync(report).subarray(told);
    if (text.length > 0) lastSign = Date.now();
    else if (Date.now() - lastSign > SILENCE_MS) hush('silent');
    told += text.length;
    process.stdout.write(text);
  };
  const timer = setInterval(more, TOLD_EVERY_MS);
  const stop = () => {
    clearInterval(timer);
    more();
    if (told === 0) console.error('  The suite said nothing: the extension host did not start it.');
  };
  return { silence, stop };
}

async function keepEvidence(
  server: VsCodeServer,
  { keepPicture, consoleLog }: WorkbenchPage,
  code: number | 'silent',
) {
  await keepPicture(path.join(results, 'host-failure.png'));
  fs.writeFileSync(path.join(results, 'host-console.log'), `${consoleLog.join('\n')}\n`);
  fs.copyFileSync(server.log, path.join(results, 'host-server.log'));
  const ended = code === 'silent' ? `said nothing for ${SILENCE_MS / 60_000} minutes` : `ended with ${code}`;
  console.error(`  The suite ${ended}; picture and logs are in test-results/host-*.`);
}
