import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolAnswer } from '../../../src/core/lint/tool-answer.ts';
import type { LintToolRun } from '../../../src/core/ports/linter.ts';
import type { ProcessResult } from '../../../src/core/ports/processes.ts';

/** What a tool printed for a case, and what that means. */
export interface Fixture {
  readonly printed: ProcessResult;
  readonly answer: ToolAnswer;
}

export const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'lint');

export const readFixture = (tool: LintToolRun['tool'], name: string): Fixture =>
  JSON.parse(readFileSync(join(FIXTURES, tool, `${name}.json`), 'utf8'));
