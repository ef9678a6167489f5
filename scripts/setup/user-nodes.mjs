// The Nodes that users have, each as its npm package, so that the built command line is tested as it is used.
import fs from 'node:fs';
import path from 'node:path';
import { userNodes } from './places.mjs';
import { run } from './steps.mjs';

/** Installs them into .vscode-test/node-<version>, once per version. About 45 MB to download each. */
export async function installUserNodes() {
  const missing = userNodes.filter(({ program }) => !fs.existsSync(program));
  for (const { version, folder, package: name } of missing) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
    await run('npm', ['install', ...quiet, `${name}@${version}`], { cwd: folder });
  }
  const versions = userNodes.map(({ version }) => version).join(', ');
  return `Node ${versions} ${missing.length ? 'installed' : 'are in place'} for the command line under test`;
}
