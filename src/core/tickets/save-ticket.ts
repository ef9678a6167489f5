import type { Ticket, TicketSubtask } from '../../generated/contracts.ts';
import { Staging } from '../gate/staging.ts';
import { NEVER } from '../kernel/cancel.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';
import { inFolder } from '../runs/open-stored.ts';
import type { SavePlaces } from '../runs/workflow.ts';
import type { TicketRun } from './run-request.ts';
import { subtaskOf, type TicketState } from './state.ts';
import { formatTicket, parseTicket } from './ticket-file.ts';

/**
 * Writes statuses, rejection counts and activity into the ticket's file. The words in it are
 * the person's and stay. A file that cannot be read or written now is a warning: the journal is the truth.
 */
export async function saveTicketIn(
  { files, sha256 }: SavePlaces,
  recorder: TicketRun['recorder'],
): Promise<void> {
  const { state } = recorder;
  if (state.path === undefined) return;
  const saved = await writeState(state, state.path, files, sha256);
  if (!saved.ok)
    await recorder.record({ type: 'warning', sentence: `${state.path} is not up to date: ${saved.error}` });
}

export const saveTicket = ({ ports, recorder }: TicketRun): Promise<void> =>
  saveTicketIn(inFolder(ports), recorder);

async function writeState(
  state: TicketState,
  path: string,
  files: Files,
  sha256: Sha256,
): Promise<Result<true>> {
  const current = await readTicketFile(path, files);
  if (!current.ok) return current;
  return writeTicketFile(path, project(current.value, state), { files, sha256, runId: state.runId });
}

/** Reads the ticket of a file; the error names the line. */
export async function readTicketFile(path: string, files: Pick<Files, 'read'>): Promise<Result<Ticket>> {
  const found = await files.read(path);
  if (found.kind === 'missing') return fail('it is not there');
  if (found.kind === 'refused') return fail(found.reason);
  const text = decodeUtf8(found.file.bytes);
  return text === undefined ? fail('it is not valid UTF-8') : parseTicket(text);
}

/** Puts the ticket into its file as one transaction; a file that is there is replaced. */
export async function writeTicketFile(
  path: string,
  ticket: Ticket,
  { files, sha256, runId }: { readonly files: Files; readonly sha256: Sha256; readonly runId: string },
): Promise<Result<true>> {
  const staging = new Staging(files, sha256);
  const staged = await staging.put(path, encodeUtf8(formatTicket(ticket)));
  if (!staged.ok) return staged;
  const changes = staging.changes();
  if (changes.files.length === 0) return ok(true);
  // A status is also written when the run was cancelled.
  const applied = await files.apply(changes, { runId, signal: NEVER });
  return applied.kind === 'applied' ? ok(true) : fail(applied.reason);
}

function project(ticket: Ticket, state: TicketState): Ticket {
  const listed: readonly TicketSubtask[] =
    ticket.subtasks.length > 0 ? ticket.subtasks : state.subtasks.map(toFile);
  return {
    ...ticket,
    subtasks: listed.map(subtask => {
      const known = subtaskOf(state, subtask.id);
      const { rejections: _old, ...rest } = subtask;
      const rejections = state.rejectionCounts[subtask.id] ?? 0;
      if (!known) return subtask;
      return { ...rest, status: known.status, ...(rejections > 0 ? { rejections } : {}) };
    }),
    status: state.status,
    activity: [...state.activity],
  };
}

const toFile = ({ id, title, description, acceptanceCriteria }: TicketState['subtasks'][number]) => ({
  id,
  title,
  description,
  acceptanceCriteria: [...acceptanceCriteria],
});
