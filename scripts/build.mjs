// esbuild bundles: dist/extension.js (VS Code's extension host), dist/cli.js, dist/analysis.js (a thread of the first), and chunks they share, loaded on first use.
// Built beside dist and swapped in whole, so that a run under way never sees half a build.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { joinChunks } from './build/join-chunks.mjs';
import { shortNames } from './build/short-names.mjs';
import { slimOpenAi } from './build/slim-openai.mjs';
import { NODES } from './setup/supported.mjs';
import './generate.mjs';

const root = path.resolve(import.meta.dirname, '..');
const isDevelopment = process.argv.includes('--dev');
const out = path.join(root, `.dist-${process.pid}`);
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: `node${NODES.oldest}`,
  minify: !isDevelopment,
  sourcemap: isDevelopment ? 'linked' : false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  plugins: [slimOpenAi],
};

const PROGRAM = '#!/usr/bin/env node\n';
// CommonJS packages inside an ES module bundle still call require.
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);\n";

// One build for all of them: activation reads little more than what registers, everything else is a chunk.
const bundle = build({
  ...shared,
  entryPoints: {
    extension: 'src/vscode/extension.ts',
    cli: 'src/cli/start.ts',
    analysis: 'src/node/analysis/analysis-thread.ts',
  },
  outdir: out,
  chunkNames: 'chunks/[hash]',
  format: 'esm',
  splitting: true,
  // BullMQ and its client are optional, and loaded by the command line alone.
  external: ['vscode', 'bullmq', 'ioredis'],
  banner: { js: `${PROGRAM}${REQUIRE}` },
});

try {
  const { metafile } = await bundle;
  const rename = isDevelopment ? text => text : await makeSmaller(metafile);
  // What is in which file.
  fs.writeFileSync(path.join(out, 'bundles.json'), rename(JSON.stringify(metafile)));
  fs.chmodSync(path.join(out, 'cli.js'), 0o755);
  swapIn();
  for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
    const name = pathInBuild(file);
    if (!name.includes('/') && !name.endsWith('.map'))
      console.log(`  dist/${name}  ${Math.round(bytes / 1024)} KB`);
  }
} finally {
  fs.rmSync(out, { recursive: true, force: true });
}

/**
 * Writes each file anew: small chunks in one, without a banner that it does not need and under a shorter name. Returns
 * what renames in other texts.
 */
async function makeSmaller(metafile) {
  const texts = new Map();
  const outputs = {};
  for (const [file, output] of Object.entries(metafile.outputs)) {
    const name = pathInBuild(file);
    texts.set(name, withoutNeedlessBanner(name, fs.readFileSync(path.join(out, name), 'utf8')));
    const imports = output.imports.map(each =>
      each.external ? each : { ...each, path: pathInBuild(each.path) },
    );
    outputs[name] = { ...output, imports };
  }
  const starting = ['extension.js', 'analysis.js', 'cli.js', ...startsOf(outputs)];
  const joined = await joinChunks(texts, outputs, starting, { ...shared, plugins: undefined });
  const rename = shortNames(joined.texts);
  fs.rmSync(path.join(out, 'chunks'), { recursive: true, force: true });
  const inBuild = file => path.posix.join(path.basename(out), file);
  metafile.outputs = {};
  for (const [name, output] of Object.entries(joined.outputs)) {
    const written = path.join(out, rename(name));
    fs.mkdirSync(path.dirname(written), { recursive: true });
    const text = rename(joined.texts.get(name));
    fs.writeFileSync(written, text);
    metafile.outputs[inBuild(name)] = {
      ...output,
      imports: output.imports.map(each => (each.external ? each : { ...each, path: inBuild(each.path) })),
      bytes: Buffer.byteLength(text),
    };
  }
  return rename;
}

/** What is read for the help of the command line, which is kept short. */
function startsOf(outputs) {
  return Object.keys(outputs).filter(file =>
    /^src\/cli\/(?:main|commands\/help)\.ts$/.test(outputs[file].entryPoint ?? ''),
  );
}

/** Most files are no program and call no require: in hundreds of small ones that is a tenth of the package. */
function withoutNeedlessBanner(file, text) {
  if (!file.endsWith('.js')) return text;
  if (!text.startsWith(`${PROGRAM}${REQUIRE}`)) throw new Error(`${file} does not begin with the banner`);
  const code = text.slice(PROGRAM.length + REQUIRE.length);
  return `${file === 'cli.js' ? PROGRAM : ''}${/\brequire\b/.test(code) ? REQUIRE : ''}${code}`;
}

/** With `/`, whatever the system has. */
function pathInBuild(file) {
  return path.relative(out, path.resolve(root, file)).split(path.sep).join('/');
}

function swapIn() {
  const dist = path.join(root, 'dist');
  const old = `${out}-old`;
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(out, dist);
  fs.rmSync(old, { recursive: true, force: true });
}
