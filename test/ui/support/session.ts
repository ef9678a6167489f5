import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyExample, type ExampleCopy } from '../../../scripts/setup/example.mjs';
import { projectNode, results, root } from '../../../scripts/setup/places.mjs';
import { buildScriptedModel } from '../../support/scripted-model/build.ts';
import { FOLDER_VARIABLE, Script } from '../../support/scripted-model/script.ts';
import { type ServerOptions, startServer } from '../../support/vscode-host/server.ts';
import { openWorkbenchPage, type PageOptions } from '../../support/vscode-host/workbench-page.ts';
import { Workbench } from './workbench.ts';

export type SessionOptions = Pick<ServerOptions, 'settings' | 'env' | 'asksForTrust'> &
  Pick<PageOptions, 'viewport' | 'scale'> & {
    /** `package`: the extension as it is published, in a .vsix. By default the built folder. */
    readonly installedFrom?: 'folder' | 'package';
  };

/** One VS Code with Work Order installed, open on a fresh copy of the example. */
export interface Session {
  readonly workbench: Workbench;
  readonly example: ExampleCopy;
  /** What the language model `scripted` answers. */
  readonly script: Script;
  /** A file of the example on disk, as UTF-8. */
  read(file: string): string;
}

/**
 * Starts a VS Code for the tests of the surrounding `describe`, and ends it behind them. A test that fails leaves a
 * picture, the page's console and a trace under test-results. Use the returned function inside tests only.
 */
export function useSession(options: SessionOptions = {}): () => Session {
  let session: OpenSession | undefined;
  let failed = 0;
  before('start VS Code', async function () {
    this.timeout(180_000);
    session = await openSession(options);
  });
  afterEach('keep evidence of a failure', async function () {
    const test = this.currentTest;
    if (test?.state !== 'failed' || !session) return;
    failed += 1;
    await session.keepPicture(fileNameOf(test.fullTitle()));
  });
  after('end VS Code', async () => {
    await session?.close(failed > 0 ? 'keep-trace' : 'drop-trace');
  });
  return () => {
    if (!session) throw new Error('The session starts before the first test: call this inside a test.');
    return session;
  };
}

interface OpenSession extends Session {
  keepPicture(name: string): Promise<void>;
  close(trace: 'keep-trace' | 'drop-trace'): Promise<void>;
}

async function openSession(options: SessionOptions): Promise<OpenSession> {
  fs.mkdirSync(results, { recursive: true });
  const [scriptedModel, example] = await Promise.all([buildScriptedModel(), copyExample()]);
  const scriptFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-script-'));
  const isPackaged = options.installedFrom === 'package';
  const extensions = isPackaged ? [scriptedModel] : [root, scriptedModel];
  const vsix = isPackaged ? [packageExtension()] : [];
  const env = { ...options.env, [FOLDER_VARIABLE]: scriptFolder };
  const server = await startServer({ ...options, mode: 'as-a-person', extensions, vsix, env });
  const { page, context, consoleLog, close } = await openWorkbenchPage(server, {
    ...options,
    folder: example.folder,
  });
  await context.tracing.start({ screenshots: true, snapshots: true });
  let name = 'ui';
  return {
    workbench: new Workbench(page),
    example,
    script: new Script(scriptFolder),
    read: file => fs.readFileSync(path.join(example.folder, file), 'utf8'),
    async keepPicture(test) {
      name = test;
      await page.screenshot({ path: path.join(results, `${test}.png`) });
      fs.writeFileSync(path.join(results, `${test}.console.log`), `${consoleLog.join('\n')}\n`);
    },
    async close(trace) {
      const keep = trace === 'keep-trace' ? { path: path.join(results, `${name}.trace.zip`) } : {};
      await context.tracing.stop(keep);
      await close();
      await server.close();
      example.dispose();
      fs.rmSync(scriptFolder, { recursive: true, force: true });
    },
  };
}

/** `npm run package`, which also holds the package to its size; gives the file. */
function packageExtension(): string {
  const ended = spawnSync(projectNode, [path.join(root, 'scripts/package.mjs')], { encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(`The extension was not packaged: ${ended.stdout}${ended.stderr}`);
  return path.join(root, 'dist/work-order.vsix');
}

function fileNameOf(title: string): string {
  return `ui-failed-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.slice(0, 90);
}
