import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const MEGABYTE = 1024 * 1024;
const HELPER = path.join(import.meta.dirname, '../support/peak-memory.ts');
const PROGRAM = `import { peakMemoryBytes } from ${JSON.stringify(HELPER)}; console.log(peakMemoryBytes());`;

describe('the peak memory of a process', () => {
  it('is its own, whatever the process holds that started it', () => {
    const held = Buffer.alloc(300 * MEGABYTE, 1);
    const args = ['--no-warnings', '--input-type=module', '-e', PROGRAM];
    const peak = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    assert.ok(held[0] === 1 && peak > 10 * MEGABYTE && peak < 250 * MEGABYTE, `${peak / MEGABYTE} MB`);
  });
});
