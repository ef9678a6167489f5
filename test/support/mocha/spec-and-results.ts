import fs from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/** One line of a suite's results; times in milliseconds. The test runner reads them (scripts/test/results.mjs). */
export interface ResultLine {
  readonly state: 'begun' | 'ready' | 'passed' | 'failed' | 'skipped' | 'end';
  readonly title?: string;
  readonly ms?: number;
  /** The test's file: a path, or inside VS Code that of its bundle. */
  readonly file?: string;
  /** Why it failed; the same test may say more of it in a second line. */
  readonly error?: string;
}

/**
 * Mocha's `spec` report, and beside it one JSON line for each test and hook in the file that WORKORDER_RESULTS names,
 * as soon as it begins or ends: a suite that is cut short keeps what it has, and says where it was.
 */
export default class SpecAndResults extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const file = process.env['WORKORDER_RESULTS'];
    if (!file) return;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '');
    const write = (line: ResultLine) => fs.appendFileSync(file, `${JSON.stringify(line)}\n`);
    const ended = (state: ResultLine['state']) => (test: Mocha.Runnable) =>
      write({ state, title: test.fullTitle(), ms: test.duration ?? 0, ...fileOf(test) });
    const begun = (one: Mocha.Runnable) => write({ state: 'begun', title: one.fullTitle() });
    let failed: Mocha.Test | undefined;
    let told = '';
    const writeFailed = (test: Mocha.Test, { message }: Error) => {
      failed = test;
      told = message;
      write({ state: 'failed', title: test.fullTitle(), ms: test.duration ?? 0, error: message });
    };
    const events = Mocha.Runner.constants;
    runner.on(events.EVENT_HOOK_BEGIN, begun);
    runner.on(events.EVENT_HOOK_END, (hook: Mocha.Hook) => {
      // A hook behind the test may have added what it found.
      if (failed?.err && failed.err.message !== told) writeFailed(failed, failed.err);
      write({ state: 'ready', ms: hook.duration ?? 0, ...fileOf(hook) });
    });
    runner.on(events.EVENT_TEST_BEGIN, begun);
    runner.on(events.EVENT_TEST_PASS, ended('passed'));
    // Hooks that failed are counted here, and are no tests.
    runner.on(events.EVENT_TEST_FAIL, writeFailed);
    runner.on(events.EVENT_TEST_PENDING, ended('skipped'));
    runner.once(events.EVENT_RUN_END, () => write({ state: 'end' }));
  }
}

function fileOf({ file, parent }: Mocha.Runnable): { file?: string } {
  const name = file ?? parent?.file;
  return name === undefined ? {} : { file: name };
}
