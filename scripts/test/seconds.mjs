// node scripts/test/seconds.mjs: how long each file of the long suites takes, from the results of the last `npm test all`,
// into scripts/test/seconds.json, by which the files are dealt out to turns. Files that did not run keep what they had.
import fs from 'node:fs';
import path from 'node:path';
import { results } from '../setup/places.mjs';
import { dealtFiles } from './suites.mjs';
import { secondsOf } from './turns.mjs';

const files = dealtFiles();
const measured = new Map();
// What the sample in the oldest VS Code takes is no measure.
const logs = fs.readdirSync(results).filter(name => name.endsWith('.jsonl') && name !== 'host-oldest.jsonl');
for (const log of logs)
  for (const line of fs.readFileSync(path.join(results, log), 'utf8').split('\n').filter(Boolean)) {
    const { file, ms = 0 } = JSON.parse(line);
    const known = file && files.find(one => isOf(one, file));
    if (known) measured.set(known, (measured.get(known) ?? 0) + ms);
  }
const seconds = Object.fromEntries(
  files.map(file => {
    const ms = measured.get(file);
    return [file, ms === undefined ? secondsOf(file) : Math.max(1, Math.round(ms / 1000))];
  }),
);
fs.writeFileSync(new URL('seconds.json', import.meta.url), `${JSON.stringify(seconds, null, 2)}\n`);
console.log(`${measured.size} of ${files.length} files measured.`);

/** Inside VS Code a test's file is its bundle: `run.test.cjs` of `host/suite/run.test.ts`. */
function isOf(known, file) {
  const name = file.split(path.sep).join('/');
  return name.endsWith('.cjs')
    ? path.posix.basename(name, '.cjs') === path.posix.basename(known, '.ts') && known.startsWith('host/')
    : name.endsWith(`/test/${known}`);
}
