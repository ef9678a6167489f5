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
import { FOLLOWS_SYSTEM, Workbench } from './workbench.ts';

export type SessionOptions = Pick<ServerOptions, 'settings' | 'env' | 'asksForTrust'> &
  Pick<PageOptions, 'viewport' | 'scale'> & {
    /** `package`: the extension as it is published, in a .vsix. By default the built folder. */
    readonly installedFrom?: 'folder' | 'package';
    /** Opened instead of a copy of the example; the test that made it removes it. */
    readonly folder?: string;
    /** Shared with no other tests, because these change the window itself. */
    readonly isAlone?: true;
  };

/** A recording of every step, for Playwright's viewer; it costs half as much again as the tests do. */
const TRACE = process.env['WORKORDER_TRACE'] !== undefined;

/** One VS Code with Work Order installed, open on a copy of the example. */
export interface Session {
  readonly workbench: Workbench;
  readonly example: ExampleCopy;
  /** What the language model `scripted` answers. */
  readonly script: Script;
  /** A file of the example on disk, as UTF-8. */
  read(file: string): string;
  /** A picture of the window under test-results, also in a run that takes none otherwise. */
  keepPicture(name: string): Promise<void>;
}

/** Describes with equal options share one VS Code, which ends behind the last of them. Settings stay as they are. */
interface SharedSession {
  users: number;
  started: Promise<OpenSession> | undefined;
}
const shared = new Map<string, SharedSession>();

// Of what `--grep` leaves out, no hook of a describe runs.
after('end every VS Code', async () => {
  for (const { started } of shared.values()) await (await started)?.close();
});

/**
 * A VS Code for the tests of the surrounding `describe`, with the example as it was and nothing open. A test that
 * fails leaves a picture, what the page shows and its console under test-results, and with WORKORDER_TRACE a trace.
 * Use the returned function inside tests only.
 */
export function useSession(options: SessionOptions = {}): () => Session {
  const key = JSON.stringify(options);
  const common = shared.get(key) ?? { users: 0, started: undefined };
  shared.set(key, common);
  common.users += 1;
  let session: OpenSession | undefined;
  before('start VS Code', async () => {
    const isFresh = common.started === undefined;
    common.started ??= openSession(options);
    session = await common.started;
    if (!isFresh) await session.startOver();
  });
  afterEach('keep evidence of a failure', async function () {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    const shown = await session?.keepFailure(fileNameOf(test.fullTitle()));
    if (test.err) test.err.message += `\nWhat the window showed:\n${shown}`;
  });
  after('end VS Code', async () => {
    common.users -= 1;
    if (common.users > 0) return;
    common.started = undefined;
    await session?.close();
  });
  return () => {
    if (!session) throw new Error('The session starts before the first test: call this inside a test.');
    return session;
  };
}

interface OpenSession extends Session {
  /** Makes it as good as new for the next tests. */
  startOver(): Promise<void>;
  /** Answers what the window showed, in a few lines. */
  keepFailure(name: string): Promise<string>;
  close(): Promise<void>;
}

async function openSession(options: SessionOptions): Promise<OpenSession> {
  fs.mkdirSync(results, { recursive: true });
  const given = options.folder;
  const workspace = given === undefined ? copyExample() : asItIs(given);
  const [scriptedModel, example] = await Promise.all([buildScriptedModel(), workspace]);
  const script = new Script(fs.mkdtempSync(path.join(os.tmpdir(), 'wo-script-')));
  const isPackaged = options.installedFrom === 'package';
  const extensions = isPackaged ? [scriptedModel] : [root, scriptedModel];
  const vsix = isPackaged ? [packageExtension()] : [];
  const env = { ...options.env, [FOLDER_VARIABLE]: script.folder };
  const settings = { ...FOLLOWS_SYSTEM, ...options.settings };
  const server = await startServer({ ...options, mode: 'as-a-person', extensions, vsix, env, settings });
  const shown = await openWorkbenchPage(server, { ...options, folder: example.folder });
  const { page, context, consoleLog, close } = shown;
  const keepPicture = (name: string) => shown.keepPicture(path.join(results, `${name}.png`));
  if (TRACE) await context.tracing.start({ screenshots: true, snapshots: true });
  const workbench = new Workbench(page);
  let failed: string | undefined;
  return {
    workbench,
    example,
    script,
    read: file => fs.readFileSync(path.join(example.folder, file), 'utf8'),
    async startOver() {
      script.clear();
      await workbench.closeEverything();
      await example.reset();
    },
    keepPicture,
    async keepFailure(test) {
      failed = test;
      const shown = await workbench.summary();
      await keepPicture(test);
      fs.writeFileSync(path.join(results, `${test}.console.log`), `${consoleLog.join('\n')}\n`);
      fs.writeFileSync(path.join(results, `${test}.page.txt`), await page.locator('body').ariaSnapshot());
      return shown;
    },
    async close() {
      const keep = failed === undefined ? {} : { path: path.join(results, `${failed}.trace.zip`) };
      if (TRACE) await context.tracing.stop(keep);
      await close();
      await server.close();
      example.dispose();
      fs.rmSync(script.folder, { recursive: true, force: true });
    },
  };
}

const asItIs = (folder: string): ExampleCopy => ({
  folder,
  replies: '',
  reset: async () => undefined,
  dispose: () => undefined,
});

let packaged: string | undefined;

/** `npm run package`, once for all tests of a job, which also holds the package to its size; gives the file. */
function packageExtension(): string {
  packaged ??= makePackage();
  return packaged;
}

function makePackage(): string {
  const ended = spawnSync(projectNode, [path.join(root, 'scripts/package.mjs')], { encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(`The extension was not packaged: ${ended.stdout}${ended.stderr}`);
  return path.join(root, 'dist/work-order.vsix');
}

function fileNameOf(title: string): string {
  return `ui-failed-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.slice(0, 90);
}
