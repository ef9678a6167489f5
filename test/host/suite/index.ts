import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import SpecAndResults from '../../support/mocha/spec-and-results.ts';

/** Longer than any one wait, so that what is waited for in vain says so itself and does not go on in the next test. */
const TIMEOUT_MS = 300_000;

/** Called by VS Code inside the extension host; a rejection makes VS Code end with exit code 1. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const { default: Mocha } = await import('mocha');
  const report = process.env['WORKORDER_REPORT'];
  if (report) {
    // The browser host shows nobody what is printed here.
    Mocha.reporters.Base.consoleLog = (...line: readonly unknown[]) => {
      fs.appendFileSync(report, `${format(...line)}\n`);
    };
  }
  const grep = process.env['WORKORDER_GREP'];
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: SpecAndResults,
    timeout: TIMEOUT_MS,
    forbidOnly: true,
    ...(grep && { grep }),
  });
  const tests = fs.readdirSync(__dirname).filter(name => name.endsWith('.test.cjs'));
  for (const name of tests.sort()) mocha.addFile(path.join(__dirname, name));
  await mocha.loadFilesAsync();
  const sample = process.env['WORKORDER_SAMPLE'];
  if (sample) keepOnly(mocha.suite, JSON.parse(sample) as readonly string[]);
  await new Promise<void>((resolve, reject) => {
    const { stats } = mocha.run(failures => {
      if (failures > 0 || (stats?.tests === 0 && !grep))
        reject(new Error(`${failures} of ${stats?.tests} tests failed.`));
      else resolve();
    });
  });
}

/** Takes out every test whose title begins with none of these; each must be there, so that none is lost by a new title. */
function keepOnly(root: Mocha.Suite, beginnings: readonly string[]): void {
  const missing = new Set(beginnings);
  const isKept = ({ title }: Mocha.Test): boolean => {
    const found = beginnings.find(beginning => title.startsWith(beginning));
    if (found !== undefined) missing.delete(found);
    return found !== undefined;
  };
  const visit = (suite: Mocha.Suite): void => {
    suite.tests = suite.tests.filter(isKept);
    for (const inner of suite.suites) visit(inner);
  };
  visit(root);
  if (missing.size > 0)
    throw new Error(`The sample names tests that are not there: ${[...missing].join('; ')}`);
}
