import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { browserHost } from '../../../scripts/setup/places.mjs';

/** Installs an extension from its folder: a link under the name that VS Code expects is enough. */
export function linkExtension(source: string, extensionsFolder: string): void {
  const manifest = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8')) as Manifest;
  const link = path.join(extensionsFolder, `${manifest.publisher}.${manifest.name}-${manifest.version}`);
  fs.symlinkSync(source, link, 'junction');
}

/** Installs a packaged extension, the way `code --install-extension` does. */
export function installVsix(vsix: string, extensionsFolder: string, dataFolder: string): void {
  const folders = ['--extensions-dir', extensionsFolder, '--server-data-dir', dataFolder];
  const args = [browserHost.server, '--install-extension', vsix, ...folders, '--accept-server-license-terms'];
  const { stdout, stderr } = spawnSync(browserHost.node, args, { encoding: 'utf8' });
  if (!stdout.includes('successfully installed'))
    throw new Error(`${vsix} was not installed: ${stdout}${stderr}`);
}

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
}
