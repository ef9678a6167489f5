// Generated sources and bundles, only when what they are made of changed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { projectNode, root } from './places.mjs';
import { run } from './steps.mjs';

const INPUTS = [
  'src',
  'schemas',
  'scripts/build.mjs',
  'scripts/generate.mjs',
  'scripts/setup/supported.mjs',
  'package-lock.json',
];
const stamp = path.join(root, 'dist/.built-from');

/** Writes src/generated; the generator leaves unchanged files alone. */
export async function generateSources() {
  await run(projectNode, ['scripts/generate.mjs']);
  return 'schemas and prompts are up to date in src/generated';
}

/** Bundles the extension and the command line into dist/. */
export async function buildBundles() {
  const wanted = fingerprint();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return 'dist is up to date';
  await run(projectNode, ['scripts/build.mjs']);
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, wanted);
  return 'dist built';
}

/** Path, size and time of every input: cheap, and any edit changes it. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    for (const file of filesUnder(path.join(root, input))) {
      const { size, mtimeMs } = fs.statSync(file);
      hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function filesUnder(place) {
  if (!fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath ?? entry.path, entry.name)) // `path` up to Node 20.11
    .filter(file => !file.includes(`${path.sep}generated${path.sep}`))
    .sort();
}
