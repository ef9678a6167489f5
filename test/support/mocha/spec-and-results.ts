import fs from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/** What one suite hands to the test runner; times in milliseconds. */
export interface SuiteResults {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly tests: readonly { readonly title: string; readonly state: string; readonly ms: number }[];
}

/** Mocha's `spec` report, and beside it the results as JSON in the file that WORKORDER_RESULTS names. */
export default class SpecAndResults extends Mocha.reporters.Spec {
  readonly #tests: Mocha.Test[] = [];

  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const file = process.env['WORKORDER_RESULTS'];
    const { EVENT_TEST_END, EVENT_RUN_END } = Mocha.Runner.constants;
    runner.on(EVENT_TEST_END, (test: Mocha.Test) => this.#tests.push(test));
    runner.once(EVENT_RUN_END, () => {
      if (file) this.#write(file);
    });
  }

  #write(file: string): void {
    const results: SuiteResults = {
      passed: this.stats.passes,
      failed: this.stats.failures, // hooks that failed are counted here, and are no tests
      skipped: this.stats.pending,
      tests: this.#tests.map(test => ({
        title: test.fullTitle(),
        state: test.state ?? 'skipped',
        ms: test.duration ?? 0,
      })),
    };
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  }
}
