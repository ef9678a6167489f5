import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { hasDisplay } from '../../../scripts/setup/choose-vscode.mjs';
import { vscodeAge } from '../../../scripts/setup/places.mjs';
import { VSCODES } from '../../../scripts/setup/supported.mjs';
import { quietSettings } from '../../support/vscode-host/settings.ts';
import type { HostRun } from './host-run.ts';

const ALREADY_WRAPPED = 'WORKORDER_VIRTUAL_DISPLAY';

/** Runs the suite in desktop VS Code, downloaded once into .vscode-test; the exit code is the answer. */
export async function runOnDesktop(run: HostRun): Promise<number> {
  if (!hasDisplay()) return runUnderVirtualDisplay();
  const vscodeExecutablePath = process.env['VSCODE_EXECUTABLE_PATH'] ?? (await download());
  // A short path: sockets live below it, and their names are limited to about 100 characters.
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-desktop-'));
  try {
    fs.mkdirSync(path.join(data, 'user/User'), { recursive: true });
    fs.writeFileSync(path.join(data, 'user/User/settings.json'), JSON.stringify(quietSettings));
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: [run.extension, run.scriptedModel, run.fakePython],
      extensionTestsPath: run.runner,
      extensionTestsEnv: { WORKORDER_STATE_DIR: path.join(data, 'state'), ...run.env },
      launchArgs: [
        run.example.folder,
        ...['--user-data-dir', path.join(data, 'user'), '--extensions-dir', path.join(data, 'extensions')],
        ...['--disable-workspace-trust', '--disable-updates', '--disable-gpu', '--no-sandbox'],
        ...['--skip-welcome', '--skip-release-notes'],
      ],
    });
    return 0;
  } catch (error) {
    console.error(`  ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    fs.rmSync(data, { recursive: true, force: true });
  }
}

async function download(): Promise<string> {
  try {
    return await downloadAndUnzipVSCode(vscodeAge === 'oldest' ? VSCODES.oldest.vscode : 'stable');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `VS Code could not be downloaded (${reason}): set VSCODE_EXECUTABLE_PATH to one, or WORKORDER_VSCODE=browser.`,
    );
  }
}

/** Starts this run again where windows can be drawn without a screen. */
function runUnderVirtualDisplay(): number {
  if (process.env[ALREADY_WRAPPED]) throw new Error('xvfb-run gave no display: set DISPLAY.');
  const args = ['-a', process.execPath, ...process.argv.slice(1)];
  const env = { ...process.env, [ALREADY_WRAPPED]: '1' };
  const { status, error } = spawnSync('xvfb-run', args, { stdio: 'inherit', env });
  if (error) throw new Error('There is no display for desktop VS Code: install xvfb, or set DISPLAY.');
  return status ?? 1;
}
