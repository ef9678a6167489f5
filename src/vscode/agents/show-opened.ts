import { firstLine } from '../../core/kernel/amounts.ts';
import type { AgentParts, Opens, RunDescription, StoredAgentRuns } from './run-adapter.ts';

/** Shows what a row of a run leads to: a document, the transcript, or what a part of the run changed. */
export async function showOpened(
  { documents, history }: Pick<AgentParts, 'documents' | 'history'>,
  runs: Pick<StoredAgentRuns<unknown>, 'transcript' | 'changes'>,
  run: RunDescription,
  opens: Opens | undefined,
): Promise<void> {
  const { runId, title } = run;
  if (opens?.kind === 'document') await documents.show(opens.id, opens.title, opens.markdown);
  if (opens?.kind === 'transcript') {
    const text = await runs.transcript(runId);
    if (text !== undefined) await documents.show(runId, `Transcript of ${title}`, text);
  }
  if (opens?.kind !== 'changes') return;
  const { part, name, path, or } = opens;
  const changes = await runs.changes(runId, part);
  if (changes.length === 0) return showOpened({ documents, history }, runs, run, or);
  const id = ['done', runId, ...Object.values(part)].join('-');
  history.load(id, `${name} · ${firstLine(title, 60)}`, changes, Date.now());
  if (path === undefined) await history.openAll();
  else if (!(await history.openFile(path))) await showOpened({ documents, history }, runs, run, or);
}
