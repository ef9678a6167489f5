import type { ProcessResult } from '../ports/processes.ts';
import { failed, failedSaying, type ToolFailed } from './tool-answer.ts';

/** A run that gave an exit code and all of its output. */
export type CompleteRun = Extract<ProcessResult, { kind: 'exited' }>;

/** Why a run is no answer: it ended otherwise than by an exit code, or printed more than was kept. */
export function endedBadly(result: ProcessResult): ToolFailed {
  switch (result.kind) {
    case 'exited':
      return failed('printed more than can be kept', 'lint a smaller path', result.stderr);
    case 'not_started':
      return failed(
        'could not be started',
        'reinstall it in the environment of the workspace',
        result.reason,
      );
    case 'signalled':
      return failedSaying(
        `was ended by ${result.signal}`,
        'run it in a terminal to see why',
        result.stderr || result.stdout,
      );
    case 'timed_out':
      return failed(
        'did not finish in time',
        'lint a smaller path or raise the setting workorder.lint.timeoutSeconds',
        result.stderr || result.stdout,
      );
  }
}
