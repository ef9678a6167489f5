import type { Journals } from '../../core/ports/journal.ts';
import type { RunEvent } from '../../core/workorder/events.ts';
import { UsageError } from '../io.ts';

/** The run asked for by id or its unique beginning, or the latest. */
export async function chooseRun(
  journals: Journals<RunEvent>,
  asked: string | undefined,
  usage: string,
): Promise<string> {
  const runs = await journals.list();
  if (asked === undefined) {
    const latest = runs[0];
    if (!latest) throw new UsageError('no work order has run in this workspace yet', usage);
    return latest.runId;
  }
  const matches = runs.filter(run => run.runId.startsWith(asked));
  const [match] = matches;
  if (match && (matches.length === 1 || match.runId === asked)) return match.runId;
  const problem = match
    ? `"${asked}" is the beginning of ${matches.length} runs`
    : `there is no run "${asked}"`;
  throw new UsageError(`${problem}; workorder history lists the runs`, usage);
}
