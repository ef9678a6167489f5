import { readFile } from 'node:fs/promises';
import type { RunRequest } from '../../core/app.ts';
import type { Result } from '../../core/kernel/result.ts';
import type { RunEvent } from '../../core/workorder/events.ts';
import type { Replay } from '../../generated/contracts.ts';
import { validateReplay } from '../../generated/validators.cjs';
import type { DiskJournals } from '../journal/journals.ts';
import { createRecorder } from './record-model.ts';

/** In the folder of the run's journal. */
const RECORDING_FILE = 'replies.json';

export interface RecordedRun {
  readonly request: RunRequest;
  /** Settles when everything recorded so far is in the file. */
  readonly saved: () => Promise<Result<void, string>>;
}

/** The same run, with every request and reply of its models kept beside its journal, for a report that can be replayed. */
export function recordRun(
  request: RunRequest,
  journals: Pick<DiskJournals<RunEvent>, 'fileOf'>,
  secrets: readonly string[],
): RecordedRun {
  const recorder = createRecorder({ secrets });
  const { designer, qa, onEvent } = request;
  return {
    saved: recorder.saved,
    request: {
      ...request,
      designer: recorder.record(designer),
      qa: qa && recorder.record(qa),
      onEvent: (event, state) => {
        // No model is asked before the run has its journal.
        if (event.type === 'run_started') recorder.saveTo(journals.fileOf(event.runId, RECORDING_FILE));
        onEvent?.(event, state);
      },
    },
  };
}

/** What was recorded of a run; `undefined` when it was not. */
export async function readRecording(
  journals: Pick<DiskJournals<RunEvent>, 'fileOf'>,
  runId: string,
): Promise<Replay | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(journals.fileOf(runId, RECORDING_FILE), 'utf8'));
    return validateReplay(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
