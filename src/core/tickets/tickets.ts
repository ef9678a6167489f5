import type { Ticket } from '../../generated/contracts.ts';
import type { Result } from '../kernel/result.ts';
import { fail } from '../kernel/result.ts';
import { inFolder } from '../runs/open-stored.ts';
import { createStoredRuns, type StoredRuns } from '../runs/stored-runs.ts';
import type { TicketEvent } from './events.ts';
import { type ResumeTicketRequest, resumeTicket } from './resume-ticket.ts';
import type { TicketPorts, TicketRequest } from './run-request.ts';
import { runTicket } from './run-ticket.ts';
import { readTicketFile, writeTicketFile } from './save-ticket.ts';
import type { TicketState } from './state.ts';
import { ticketWorkflow } from './workflow.ts';

/** Tickets as every host calls them: what was complete in a run that is taken back is open again. */
export interface Tickets extends StoredRuns<TicketEvent, TicketState> {
  /** Reads a *.ticket.json (workspace-relative); the error names the line. */
  read(path: string): Promise<Result<Ticket>>;
  /** Writes a new ticket file; one that is there is refused. */
  create(path: string, ticket: Ticket): Promise<Result<true>>;
  /** Whether git-oneflow can be used: the folder is a git repository with a commit. */
  canMerge(): Promise<boolean>;
  /** Expected faults do not reject: look at the state's `outcome`. */
  run(request: TicketRequest): Promise<TicketState>;
  resume(request: ResumeTicketRequest): Promise<Result<TicketState>>;
  /** The newest run of a ticket's file. */
  latest(path: string): Promise<TicketState | undefined>;
}

/** @param ports gives the ports anew for each use: the folder may have become a git repository meanwhile */
export function createTickets(ports: () => Promise<TicketPorts>): Tickets {
  const runs = createStoredRuns(async () => inFolder(await ports()), ticketWorkflow);
  return {
    ...runs,
    read: async path => readTicketFile(path, (await ports()).workspace.files),
    async create(path, ticket) {
      const { workspace, sha256, clock } = await ports();
      const { files } = workspace;
      if ((await files.read(path)).kind !== 'missing') return fail(`${path} exists already`);
      return writeTicketFile(path, ticket, { files, sha256, runId: `ticket-${clock.now()}` });
    },
    canMerge: async () => (await ports()).oneFlow !== undefined,
    run: async request => runTicket(await ports(), request),
    resume: async request => resumeTicket(await ports(), request),
    async latest(path) {
      for (const { runId } of await runs.list()) {
        const found = await runs.state(runId);
        if (found?.path === path) return found;
      }
      return undefined;
    },
  };
}
