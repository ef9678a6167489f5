// What a job's tests say of themselves: one JSON line for each that begins or ends, so that nothing is lost with the job.
import fs from 'node:fs';

/**
 * @typedef {{title: string, state: 'passed' | 'failed' | 'skipped', ms: number, error?: string}} TestEnd
 * @typedef {{tests: TestEnd[], begun: string | undefined, isWhole: boolean}} Results
 */

/**
 * Reads the lines; one that was cut off in the middle ends them.
 * @param {string} text
 * @returns {Results} `begun`: the test or hook that had not ended; `isWhole`: the last test has had its turn
 */
export function readResults(text) {
  const tests = [];
  let begun;
  let isWhole = false;
  for (const line of text.split('\n').filter(Boolean)) {
    const entry = parse(line);
    if (entry === undefined) break;
    if (entry.state === 'begun') begun = entry.title;
    else if (entry.state === 'end') isWhole = true;
    else if (entry.state !== 'ready') add(tests, entry);
    if (entry.state !== 'begun') begun = undefined;
  }
  return { tests, begun, isWhole };
}

/** A test that failed may say more of it in a second line. */
function add(tests, entry) {
  const last = tests.at(-1);
  const isAgain = entry.state === 'failed' && last?.state === 'failed' && last.title === entry.title;
  if (isAgain) tests.pop();
  tests.push(entry);
}

/** What one ended job counts for: its own tests, or one check that passed or failed; and what is to be said of it. */
export function countOf(end) {
  const { job, code, seconds, cpu, stopped } = end;
  const base = { name: job.name, seconds, cpu, skipped: 0, tests: [], remarks: [] };
  if (!job.results) {
    const failed = code === 0 && stopped === undefined ? 0 : 1;
    return {
      ...base,
      passed: 1 - failed,
      failed,
      remarks: stopped === undefined ? [] : [`${job.name} ${stopped}.`],
    };
  }
  const { tests, begun, isWhole } = readResults(readText(job.results));
  const number = state => tests.filter(test => test.state === state).length;
  const failed = number('failed');
  const remarks = [];
  if (stopped !== undefined) remarks.push(`${job.name} ${stopped}.`);
  else if (!isWhole) remarks.push(`${job.name} ended with ${code} before its tests were through.`);
  else if (code !== 0 && failed === 0)
    remarks.push(`${job.name}: every test passed, but it ended with ${code}.`);
  if (!isWhole && begun !== undefined) remarks.push(`It was in the middle of: ${begun}`);
  // Mocha prints these at its end only.
  if (!isWhole)
    for (const { state, title, error } of tests) if (state === 'failed') remarks.push(`${title}: ${error}`);
  if (!isWhole && tests.length > 0) remarks.push(`What ended before counts: ${tests.length} tests.`);
  // A job that is cut short, or a crash after its last test, is a failure that no test counted.
  const broken = stopped !== undefined || !isWhole || (code !== 0 && failed === 0) ? 1 : 0;
  return {
    ...base,
    passed: number('passed'),
    failed: failed + broken,
    skipped: number('skipped'),
    tests,
    remarks,
  };
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
