import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root, userNodes } from '../../scripts/setup/places.mjs';
import { plainEnvironment } from '../support/built-cli/run-cli.ts';

const execute = promisify(execFile);

describe('the demo', () => {
  for (const { version, program } of userNodes) {
    it(`started with Node ${version} sets up what is missing and applies the sample work order`, async () => {
      const { stdout } = await execute(program, ['scripts/demo.mjs'], { cwd: root, env: plainEnvironment() });
      assert.match(stdout, new RegExp(`^ {2}node .* Node ${version.replaceAll('.', '\\.')}, npm `, 'm'));
      assert.match(stdout, /^\+def quote_items\([\s\S]*^APPLIED {2}8 files, lint clean/m);
    });
  }
});
