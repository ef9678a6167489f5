// Counts of each suite, the table at the end and the closing line.
import fs from 'node:fs';

/**
 * What one ended job counts for: mocha's own numbers, or one check that passed or failed.
 * @param {import('./jobs.mjs').JobEnd} end
 */
export function countOf({ job: { name, results }, code, seconds }) {
  const base = { name, seconds, skipped: 0 };
  if (!results) return { ...base, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  if (!fs.existsSync(results)) {
    console.log(`  ${name} ended with ${code} before its tests were through.`);
    return { ...base, passed: 0, failed: 1 };
  }
  const { passed, failed, skipped } = JSON.parse(fs.readFileSync(results, 'utf8'));
  // A crash after the last test (an unhandled rejection, say) is a failure that mocha did not count.
  const crashed = code !== 0 && failed === 0 ? 1 : 0;
  if (crashed) console.log(`  ${name}: every test passed, but it ended with ${code}.`);
  return { ...base, passed, failed: failed + crashed, skipped };
}

/** Prints the table and the closing line; the exit code is the answer. */
export function printSummary(counts, seconds) {
  const columns = ['passed', 'failed', 'skipped'];
  const cell = text => String(text).padStart(9);
  console.log(`\n${'suite'.padEnd(10)}${columns.map(cell).join('')}${cell('seconds')}`);
  for (const count of counts) {
    const numbers = columns.map(column => cell(count[column])).join('');
    console.log(`${count.name.padEnd(10)}${numbers}${cell(count.seconds.toFixed(1))}`);
  }
  const total = column => counts.reduce((sum, count) => sum + count[column], 0);
  const [passed, failed] = [total('passed'), total('failed')];
  console.log(`${'total'.padEnd(10)}${columns.map(c => cell(total(c))).join('')}${cell(seconds.toFixed(1))}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
