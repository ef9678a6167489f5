// esbuild bundles: dist/extension.cjs (VS Code's extension host) and dist/cli.js (+ chunks loaded on first use).
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import './generate.mjs';

const root = path.resolve(import.meta.dirname, '..');
const has = file => fs.existsSync(path.join(root, file));
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: !process.argv.includes('--dev'),
  sourcemap: process.argv.includes('--dev') ? 'linked' : false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
};

fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });

const bundles = [];
if (has('src/vscode/extension.ts')) {
  bundles.push(
    // CommonJS; `await import()` in the source becomes a module that is evaluated on first use.
    build({
      ...shared,
      entryPoints: ['src/vscode/extension.ts'],
      outfile: 'dist/extension.cjs',
      format: 'cjs',
      external: ['vscode'],
    }),
  );
}
if (has('src/cli/main.ts')) {
  bundles.push(
    build({
      ...shared,
      entryPoints: { cli: 'src/cli/main.ts' },
      outdir: 'dist',
      chunkNames: 'chunks/[name]-[hash]',
      format: 'esm',
      splitting: true,
      // CommonJS packages inside an ES module bundle still call require.
      banner: {
        js: "#!/usr/bin/env node\nimport { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      },
    }),
  );
}
for (const { metafile } of await Promise.all(bundles)) {
  for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
    if (!file.includes('chunks/') && !file.endsWith('.map'))
      console.log(`  ${file}  ${Math.round(bytes / 1024)} KB`);
  }
}
