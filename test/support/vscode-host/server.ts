import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { browserHost } from '../../../scripts/setup/places.mjs';
import { killTree } from '../../../src/node/kill-tree.ts';
import { installVsix, linkExtension } from './extensions.ts';
import { quietSettings, type Settings } from './settings.ts';

/** A VS Code server with its own, temporary data folder. */
export interface VsCodeServer {
  readonly port: number;
  /** Address without a path, e.g. `http://127.0.0.1:8123`. */
  readonly address: string;
  /** User data, logs and installed extensions; removed by `close`. */
  readonly dataFolder: string;
  readonly log: string;
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Folders of extensions to install as links. */
  readonly extensions?: readonly string[];
  /** Packaged extensions to install. */
  readonly vsix?: readonly string[];
  readonly settings?: Settings;
  /** Environment of the extension host, added to this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `tests-inside`: the page may name an extension under development and its tests, and hears how they ended. The
   * price: no notification toasts, and modal dialogs are refused. `as-a-person`: everything is as a person sees it.
   */
  readonly mode: 'tests-inside' | 'as-a-person';
  /** Whether folders have to be trusted first; off unless a test is about it. */
  readonly asksForTrust?: boolean;
}

const START_MS = 120_000;

/** Starts the server on a free port of this machine and waits until it answers. */
export async function startServer(options: ServerOptions): Promise<VsCodeServer> {
  if (!fs.existsSync(browserHost.server)) {
    throw new Error('The browser host is not installed: run "node scripts/setup.mjs vscode".');
  }
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-vscode-'));
  const extensionsFolder = path.join(dataFolder, 'extensions');
  installExtensions(extensionsFolder, dataFolder, options);
  writeSettings(dataFolder, { ...quietSettings, ...options.settings });

  const port = await freePort();
  const log = path.join(dataFolder, 'server.log');
  const output = fs.openSync(log, 'a');
  const args = serverArguments(port, dataFolder, extensionsFolder, options);
  const stdio: ['ignore', number, number] = ['ignore', output, output];
  const env = serverEnvironment(dataFolder, options);
  // It leads a group of its own: what it started (extension host, watchers, terminals) may outlive it otherwise.
  const child = spawn(browserHost.node, args, { stdio, env, detached: process.platform !== 'win32' });
  fs.closeSync(output);
  // A runner that crashes must not leave a server behind.
  const kill = (): void => killTree(child, 'SIGKILL');
  process.once('exit', kill);

  const address = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    await stop(child);
    process.off('exit', kill);
    if (process.env['KEEP_VSCODE_DATA']) return;
    fs.rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  await untilItAnswers(address, child, log);
  return { port, address, dataFolder, log, close };
}

function installExtensions(extensionsFolder: string, dataFolder: string, options: ServerOptions): void {
  fs.mkdirSync(extensionsFolder, { recursive: true });
  for (const folder of options.extensions ?? []) linkExtension(folder, extensionsFolder);
  for (const file of options.vsix ?? []) installVsix(file, extensionsFolder, dataFolder);
}

function writeSettings(dataFolder: string, settings: Settings): void {
  writeSettingsFile(dataFolder, 'User', settings);
  // Here the extension runs on the server, where settings of the machine have a file of their own.
  const ours = Object.entries(settings).filter(([key]) => key.startsWith('workorder.'));
  writeSettingsFile(dataFolder, 'Machine', Object.fromEntries(ours));
}

function writeSettingsFile(dataFolder: string, scope: 'User' | 'Machine', settings: Settings): void {
  const file = path.join(dataFolder, 'data', scope, 'settings.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
}

function serverArguments(port: number, dataFolder: string, extensionsFolder: string, options: ServerOptions) {
  return [
    browserHost.server,
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
    ...['--accept-server-license-terms', '--disable-telemetry'],
    ...['--server-data-dir', dataFolder, '--extensions-dir', extensionsFolder],
    ...(options.mode === 'tests-inside' ? ['--enable-smoke-test-driver'] : []),
    ...(options.asksForTrust ? [] : ['--disable-workspace-trust']),
  ];
}

/** Without what a VS Code terminal leaks into its children; sockets and what the product keeps go to the data folder. */
function serverEnvironment(dataFolder: string, options: ServerOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_(IPC|GIT|AGENT|CWD|ESM|HANDLES)|ELECTRON_RUN_AS_NODE)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    WORKORDER_STATE_DIR: path.join(dataFolder, 'state'),
    ...options.env,
    XDG_RUNTIME_DIR: dataFolder,
  };
}

async function untilItAnswers(address: string, child: ChildProcess, log: string): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await delay(100)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${address}/version`).catch(() => undefined);
    if (answer?.ok) return;
  }
  killTree(child, 'SIGKILL');
  const said = fs.readFileSync(log, 'utf8').slice(-2000);
  throw new Error(`The VS Code server did not start (exit code ${child.exitCode}). It said:\n${said}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const force = setTimeout(() => killTree(child, 'SIGKILL'), 5000);
    await ended;
    clearTimeout(force);
  }
  killTree(child, 'SIGKILL');
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No free port on this machine.');
  return address.port;
}
