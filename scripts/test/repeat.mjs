// node scripts/test/repeat.mjs [times] [suite…]: runs npm test so many times (10), one after the other, and writes a
// Markdown table of the runs to test-results/repeat.md. Ends with 1 when one of them was not green.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { results, root } from '../setup/places.mjs';
import { readRun, runsTable } from './runs-table.mjs';

const [asked = '10', ...suites] = process.argv.slice(2);
const times = Number(asked);
if (!Number.isInteger(times) || times < 1) {
  console.error(`"${asked}" is no number of runs. Usage: node scripts/test/repeat.mjs [times] [suite…]`);
  process.exit(2);
}
fs.mkdirSync(results, { recursive: true });
const runs = [];
for (let number = 1; number <= times && process.exitCode !== 130; number++) {
  console.log(`Run ${number} of ${times}`);
  runs.push(await runOnce(number));
  const table = runsTable(runs, `${os.availableParallelism()} cores`);
  fs.writeFileSync(path.join(results, 'repeat.md'), table);
  console.log(`\n${table}`);
}
if (runs.some(run => run.failed > 0 || run.passed === 0)) process.exitCode ||= 1;

/** One run; its whole output is kept beside the table. */
function runOnce(number) {
  const start = performance.now();
  const log = path.join(results, `repeat-${number}.log`);
  const file = fs.openSync(log, 'w');
  const child = spawn(process.execPath, [path.join(root, 'scripts/test.mjs'), ...suites], {
    cwd: root,
    stdio: ['ignore', file, file],
  });
  fs.closeSync(file);
  const passOn = () => {
    process.exitCode = 130;
    child.kill('SIGINT');
  };
  process.once('SIGINT', passOn);
  return new Promise(resolve => {
    child.once('exit', () => {
      process.off('SIGINT', passOn);
      const seconds = (performance.now() - start) / 1000;
      resolve({ number, ...readRun(fs.readFileSync(log, 'utf8')), seconds, load: os.loadavg()[1] ?? 0 });
    });
  });
}
