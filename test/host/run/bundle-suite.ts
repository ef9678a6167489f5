import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root, vscodeAge } from '../../../scripts/setup/places.mjs';
import { VSCODES } from '../../../scripts/setup/supported.mjs';

/**
 * Bundles the suite, or the files of it that are named, for the extension host, which loads CommonJS; returns the
 * module that VS Code calls.
 */
export async function bundleSuite(names?: readonly string[]): Promise<string> {
  const source = path.join(root, 'test/host/suite');
  const folder = path.join(root, `.vscode-test/host-suite-${vscodeAge}`);
  fs.rmSync(folder, { recursive: true, force: true });
  const all = fs.readdirSync(source).filter(name => name.endsWith('.test.ts'));
  const tests = names?.map(name => `${name}.test.ts`) ?? all;
  await build({
    entryPoints: ['index.ts', ...tests].map(name => path.join(source, name)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: `node${VSCODES.oldest.node}`,
    format: 'cjs',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return path.join(folder, 'index.cjs');
}
