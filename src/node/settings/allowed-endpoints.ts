import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../make-folder.ts';

/**
 * Endpoints of settings files that a person allowed for one workspace, one a line. They are kept outside the
 * workspace: whoever writes the settings file cannot allow what it names.
 */
const fileIn = (stateDir: string): string => path.join(stateDir, 'allowed-endpoints');

export async function isEndpointAllowed(stateDir: string, url: string): Promise<boolean> {
  const text = await readFile(fileIn(stateDir), 'utf8').catch(() => '');
  return text.split('\n').includes(url);
}

export async function allowEndpoint(stateDir: string, url: string): Promise<void> {
  makeFolder(stateDir);
  await appendFile(fileIn(stateDir), `${url}\n`, { mode: 0o600 });
}
