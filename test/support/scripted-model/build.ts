import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../scripts/setup/places.mjs';

/** Bundles the scripted model into a folder that VS Code can load as an extension; returns that folder. */
export async function buildScriptedModel(): Promise<string> {
  const folder = path.join(root, '.vscode-test/scripted-model');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'extension.ts')],
    outfile: path.join(folder, 'extension.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  fs.copyFileSync(path.join(import.meta.dirname, 'package.json'), path.join(folder, 'package.json'));
  return folder;
}
