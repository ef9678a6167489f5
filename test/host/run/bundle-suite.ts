import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../scripts/setup/places.mjs';

/** Bundles the suite for the extension host, which loads CommonJS; returns the module that VS Code calls. */
export async function bundleSuite(): Promise<string> {
  const source = path.join(root, 'test/host/suite');
  const folder = path.join(root, '.vscode-test/host-suite');
  fs.rmSync(folder, { recursive: true, force: true });
  const tests = fs.readdirSync(source).filter(name => name.endsWith('.test.ts'));
  await build({
    entryPoints: ['index.ts', ...tests].map(name => path.join(source, name)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return path.join(folder, 'index.cjs');
}
