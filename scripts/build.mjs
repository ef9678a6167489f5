// esbuild bundles: dist/extension.cjs (VS Code's extension host) and dist/cli.js (+ chunks loaded on first use).
// Built beside dist and swapped in whole, so that a run under way never sees half a build.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { slimOpenAi } from './build/slim-openai.mjs';
import './generate.mjs';

const root = path.resolve(import.meta.dirname, '..');
const isDevelopment = process.argv.includes('--dev');
const out = path.join(root, `.dist-${process.pid}`);
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: !isDevelopment,
  sourcemap: isDevelopment ? 'linked' : false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  plugins: [slimOpenAi],
};

const bundles = [
  // CommonJS; `await import()` in the source becomes a module that is evaluated on first use.
  build({
    ...shared,
    entryPoints: ['src/vscode/extension.ts'],
    outfile: path.join(out, 'extension.cjs'),
    format: 'cjs',
    external: ['vscode'],
  }),
  build({
    ...shared,
    entryPoints: { cli: 'src/cli/main.ts' },
    outdir: out,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    // CommonJS packages inside an ES module bundle still call require.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  }),
];

try {
  const built = await Promise.all(bundles);
  fs.chmodSync(path.join(out, 'cli.js'), 0o755);
  swapIn();
  for (const { metafile } of built) {
    for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
      const name = path.relative(out, path.resolve(root, file));
      if (!name.includes('chunks') && !name.endsWith('.map'))
        console.log(`  dist/${name}  ${Math.round(bytes / 1024)} KB`);
    }
  }
} finally {
  fs.rmSync(out, { recursive: true, force: true });
}

function swapIn() {
  const dist = path.join(root, 'dist');
  const old = `${out}-old`;
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(out, dist);
  fs.rmSync(old, { recursive: true, force: true });
}
