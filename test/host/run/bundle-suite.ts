import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../scripts/setup/places.mjs';
import { VSCODES } from '../../../scripts/setup/supported.mjs';

export interface BundledSuite {
  /** The module that VS Code calls. */
  readonly runner: string;
  dispose(): void;
}

/**
 * Bundles the suite, or the files of it that are named, for the extension host, which loads CommonJS. Each run has its
 * own: several may go on at once.
 */
export async function bundleSuite(names?: readonly string[]): Promise<BundledSuite> {
  const source = path.join(root, 'test/host/suite');
  fs.mkdirSync(path.join(root, '.vscode-test'), { recursive: true });
  // Inside the project, because mocha is loaded from its packages.
  const folder = fs.mkdtempSync(path.join(root, '.vscode-test/host-suite-'));
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
  const dispose = () => fs.rmSync(folder, { recursive: true, force: true });
  return { runner: path.join(folder, 'index.cjs'), dispose };
}
