import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';
import { NODES, VSCODES } from '../../scripts/setup/supported.mjs';

interface Manifest {
  readonly engines: { readonly node: string; readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
const minorOf = (version: string | undefined) => version?.split('.').slice(0, 2).join('.');

describe('supported versions', () => {
  it('are what package.json promises: from the oldest, the middle and the newest major version on', () => {
    const newest = `${NODES.newest.split('.')[0]}.0.0`;
    assert.equal(manifest.engines.node, `^${NODES.oldest} || ^${NODES.middle} || ^${newest}`);
    assert.equal(manifest.engines.vscode, `^${VSCODES.oldest.vscode}`);
  });

  it('have the Node that comes with the packages as the newest', () =>
    assert.equal(manifest.devDependencies['node'], NODES.newest));

  it('have types of the oldest, so that the compiler refuses what is newer', () => {
    assert.equal(minorOf(manifest.devDependencies['@types/node']), minorOf(NODES.oldest));
    assert.equal(minorOf(manifest.devDependencies['@types/vscode']), minorOf(VSCODES.oldest.vscode));
    const { compilerOptions } = JSON.parse(
      fs.readFileSync(path.join(root, 'src/tsconfig.base.json'), 'utf8'),
    ) as { readonly compilerOptions: { readonly lib: readonly string[] } };
    // Of ES2024 Node 20 has only isWellFormed and toWellFormed.
    assert.deepEqual(compilerOptions.lib, ['ES2023', 'ES2024.String']);
  });
});
