import { replayOfJournal } from '../../core/workorder/replay-of-journal.ts';
import type { Services } from '../services.ts';
import type { ChosenModels } from './choose-models.ts';
import type { EarlierRun } from './take-way.ts';

/** Who answers as in an earlier run: its recording, or the replies in its journal. */
export async function openReplies(services: Services, { folder, runId }: EarlierRun): Promise<ChosenModels> {
  const { readRecording } = await import('../../node/model/record-run.ts');
  const { openReplay } = await import('../../node/model/replay-model.ts');
  const { journals } = await services.folders.of(folder);
  const events = (await journals.read(runId)) ?? [];
  const recording = (await readRecording(journals, runId)) ?? replayOfJournal(events);
  const replay = openReplay(recording, `run ${runId}`);
  if (!replay.ok) throw new Error(replay.error);
  return {
    designer: replay.value('designer'),
    qa: replay.value('qa'),
    models: 'any',
    spending: { caps: [] },
    secrets: [],
  };
}
