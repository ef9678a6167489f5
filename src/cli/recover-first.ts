import { closeStateFolder } from '../node/private-state-folder.ts';
import { type RecoveryPlaces, recoverWorkspace } from '../node/recover-workspace.ts';
import { type Io, UsageError } from './io.ts';

/** Recovers what a crash left; refuses to continue while something needs a person. */
export async function recoverFirst(places: RecoveryPlaces, io: Io): Promise<void> {
  const closed = await closeStateFolder(places.stateDir);
  if (!closed.ok) throw new UsageError(closed.error, 'Move it away, or set WORKORDER_STATE_DIR to another.');
  if (closed.value !== undefined) io.stderr(`${closed.value}\n`);
  const { done, open } = await recoverWorkspace(places);
  for (const sentence of done) io.stderr(`${sentence}\n`);
  if (open.length > 0)
    throw new UsageError(
      open.join('\n'),
      'Nothing is applied until you decide; workorder recover shows the choices.',
    );
}
