// Which VS Code the host tests and `npm run vscode` use: the desktop one where it can be had, else the browser host.
import fs from 'node:fs';
import path from 'node:path';
import { findProgram, root } from './places.mjs';
import { SetUpError } from './steps.mjs';

const DOWNLOADS = 'https://update.code.visualstudio.com/api/releases/stable';
const PROBE_MS = 5000;

/**
 * @returns {Promise<{kind: 'desktop' | 'browser', why: string}>}
 * WORKORDER_VSCODE=desktop|browser decides; VSCODE_EXECUTABLE_PATH names a desktop VS Code that is already there.
 */
export async function chooseVsCode() {
  const asked = process.env.WORKORDER_VSCODE;
  if (asked === 'desktop' || asked === 'browser') {
    return { kind: asked, why: process.env.WORKORDER_VSCODE_WHY ?? 'WORKORDER_VSCODE says so' };
  }
  if (asked) throw new SetUpError(`WORKORDER_VSCODE is "${asked}": set it to "desktop" or "browser".`);
  if (process.env.VSCODE_EXECUTABLE_PATH) return { kind: 'desktop', why: 'VSCODE_EXECUTABLE_PATH names it' };
  if (!hasDisplay() && !findProgram('xvfb-run')) {
    return { kind: 'browser', why: 'there is no display and no xvfb-run for the desktop' };
  }
  if (isDownloaded()) return { kind: 'desktop', why: 'it was downloaded before' };
  if (await canDownload()) return { kind: 'desktop', why: 'it can be downloaded' };
  return { kind: 'browser', why: 'desktop VS Code cannot be downloaded here' };
}

/** Whether a window can be shown without a virtual display. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function isDownloaded() {
  const folder = path.join(root, '.vscode-test');
  if (!fs.existsSync(folder)) return false;
  const versions = fs.readdirSync(folder).filter(name => name.startsWith('vscode-'));
  return versions.some(name => fs.existsSync(path.join(folder, name, 'is-complete')));
}

async function canDownload() {
  try {
    return (await fetch(DOWNLOADS, { signal: AbortSignal.timeout(PROBE_MS) })).ok;
  } catch {
    return false;
  }
}
