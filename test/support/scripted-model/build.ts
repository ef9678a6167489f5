import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../scripts/setup/places.mjs';

/**
 * Bundles the scripted model into a folder that VS Code can load as an extension; returns that folder. Several VS Codes
 * start at once and load it from there, so each file gets its name when it is whole.
 */
export async function buildScriptedModel(): Promise<string> {
  const folder = path.join(root, '.vscode-test/scripted-model');
  fs.mkdirSync(folder, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'extension.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
    write: false,
  });
  const [bundle] = outputFiles;
  if (!bundle) throw new Error('esbuild gave no bundle of the scripted model.');
  put(path.join(folder, 'extension.cjs'), bundle.contents);
  put(path.join(folder, 'package.json'), fs.readFileSync(path.join(import.meta.dirname, 'package.json')));
  return folder;
}

function put(file: string, content: Uint8Array): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, content);
  fs.renameSync(draft, file);
}
