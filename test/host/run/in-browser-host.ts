import fs from 'node:fs';
import path from 'node:path';
import { results } from '../../../scripts/setup/places.mjs';
import { startServer, type VsCodeServer } from '../../support/vscode-host/server.ts';
import { openWorkbenchPage, type WorkbenchPage } from '../../support/vscode-host/workbench-page.ts';
import type { HostRun } from './host-run.ts';
import { PageBridge } from './page-bridge.ts';

const LIMIT_MS = 6 * 60_000;
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
  const stopTelling = tell(report);
  let workbench: WorkbenchPage | undefined;
  try {
    const tests = { extension: run.extension, runner: run.runner };
    workbench = await openWorkbenchPage(server, { folder: run.example.folder, tests, onPage: bridge.use });
    const code = await Promise.race([workbench.testsEnded, timeIsUp()]);
    if (code !== 0) await keepEvidence(server, workbench, code);
    return code === 0 ? 0 : 1;
  } finally {
    stopTelling();
    await workbench?.close();
    await server.close();
    bridge.close();
  }
}

/** Prints what is added to the report, until the returned function is called. */
function tell(report: string): () => void {
  let told = 0;
  const more = (): void => {
    const text = fs.readFileSync(report).subarray(told);
    told += text.length;
    process.stdout.write(text);
  };
  const timer = setInterval(more, TOLD_EVERY_MS);
  return () => {
    clearInterval(timer);
    more();
    if (told === 0) console.error('  The suite said nothing: the extension host did not start it.');
  };
}

function timeIsUp(): Promise<'timeout'> {
  return new Promise(resolve => setTimeout(() => resolve('timeout'), LIMIT_MS).unref());
}

async function keepEvidence(
  server: VsCodeServer,
  { page, consoleLog }: WorkbenchPage,
  code: number | 'timeout',
) {
  await page.screenshot({ path: path.join(results, 'host-failure.png') });
  fs.writeFileSync(path.join(results, 'host-console.log'), `${consoleLog.join('\n')}\n`);
  fs.copyFileSync(server.log, path.join(results, 'host-server.log'));
  const ended = code === 'timeout' ? `did not end in ${LIMIT_MS / 60_000} minutes` : `ended with ${code}`;
  console.error(`  The suite ${ended}; picture and logs are in test-results/host-*.`);
}
