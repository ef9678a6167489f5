// Opens a copy of the example for a person to try, in desktop VS Code or in a browser, until Ctrl+C.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { copyExample, type ExampleCopy } from '../../../scripts/setup/example.mjs';
import { root } from '../../../scripts/setup/places.mjs';
import { startServer } from './server.ts';
import { quietSettings } from './settings.ts';

const ORDER = 'rename-calc-total';

const example = await copyExample();
try {
  await (process.argv[2] === 'desktop' ? openOnDesktop(example) : openInBrowser(example));
} finally {
  example.dispose();
}

async function openOnDesktop({ folder, replies }: ExampleCopy): Promise<void> {
  const program = process.env['VSCODE_EXECUTABLE_PATH'] ?? (await downloadAndUnzipVSCode('stable'));
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-desktop-'));
  fs.mkdirSync(path.join(data, 'user/User'), { recursive: true });
  const settings = JSON.stringify({ ...quietSettings, ...recorded(replies) });
  fs.writeFileSync(path.join(data, 'user/User/settings.json'), settings);
  const folders = [
    '--user-data-dir',
    path.join(data, 'user'),
    '--extensions-dir',
    path.join(data, 'extensions'),
  ];
  const args = [folder, `--extensionDevelopmentPath=${root}`, ...folders, '--disable-workspace-trust'];
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(program, [...args, ...sandbox], { stdio: 'ignore' });
  console.log(`\n${advice()}\nClose the window or press Ctrl+C to end.`);
  void untilStopped().then(() => child.kill());
  await once(child, 'exit');
  fs.rmSync(data, { recursive: true, force: true });
}

async function openInBrowser({ folder, replies }: ExampleCopy): Promise<void> {
  const server = await startServer({ mode: 'as-a-person', extensions: [root], settings: recorded(replies) });
  console.log(`\nOpen ${server.address}/?folder=${encodeURIComponent(folder)}`);
  console.log(`${advice()}\nPress Ctrl+C to end.`);
  await untilStopped();
  await server.close();
}

/** Listens on, so that a second Ctrl+C does not cut the cleaning up short. */
function untilStopped(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}

/** The recorded replies answer as the model, so that no key is needed. */
function recorded(replies: string) {
  return { 'workorder.models.designer': `replay:${path.join(replies, `${ORDER}.replay.json`)}` };
}

function advice(): string {
  return `Then open work-orders/${ORDER}.workorder.json and choose "Work Order: Run Work Order" from the palette.`;
}
