import type { Ticket } from '../../generated/contracts.ts';
import type { FileChange } from '../changes/change-set.ts';
import type { Result } from '../kernel/result.ts';
import { fail } from '../kernel/result.ts';
import type { RunSummary } from '../ports/journal.ts';
import { giveUpTicket, revertTicket } from './end-ticket.ts';
import type { TicketEvent } from './events.ts';
import { reduceTicket } from './reduce.ts';
import { type ResumeTicketRequest, resumeTicket } from './resume-ticket.ts';
import type { TicketPorts, TicketRequest } from './run-request.ts';
import { runTicket } from './run-ticket.ts';
import { readTicketFile, writeTicketFile } from './save-ticket.ts';
import { initialTicketState, type TicketState } from './state.ts';
import { ticketTranscript } from './transcript.ts';

/** Tickets as every host calls them. */
export interface Tickets {
  /** Reads a *.ticket.json (workspace-relative); the error names the line. */
  read(path: string): Promise<Result<Ticket>>;
  /** Writes a new ticket file; one that is there is refused. */
  create(path: string, ticket: Ticket): Promise<Result<true>>;
  /** Whether git-oneflow can be used: the folder is a git repository with a commit. */
  canMerge(): Promise<boolean>;
  /** Expected faults do not reject: look at the state's `outcome`. */
  run(request: TicketRequest): Promise<TicketState>;
  resume(request: ResumeTicketRequest): Promise<Result<TicketState>>;
  /** Takes back what a run applied; the value names the files. What was complete is open again; commits stay. */
  revert(runId: string, by: string): Promise<Result<readonly string[]>>;
  /** Marks a run that nobody will go on with as cancelled; what it applied stays. */
  giveUp(runId: string): Promise<Result<TicketState>>;
  list(): Promise<readonly RunSummary[]>;
  events(runId: string): Promise<readonly TicketEvent[] | undefined>;
  state(runId: string): Promise<TicketState | undefined>;
  /** The newest run of a ticket's file. */
  latest(path: string): Promise<TicketState | undefined>;
  /** What one stored change of a run wrote, bytes included. */
  change(runId: string, number: number): Promise<readonly FileChange[]>;
  /** The run as a readable Markdown document. */
  transcript(runId: string): Promise<string | undefined>;
}

/** @param ports gives the ports anew for each use: the folder may have become a git repository meanwhile */
export function createTickets(ports: () => Promise<TicketPorts>): Tickets {
  const events = async (runId: string) => (await ports()).journals.read(runId);
  const state = async (runId: string) =>
    (await events(runId))?.reduce(reduceTicket, initialTicketState(runId));
  return {
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
    revert: async (runId, by) => revertTicket(await ports(), runId, by),
    giveUp: async runId => giveUpTicket(await ports(), runId),
    list: async () => (await ports()).journals.list(),
    events,
    state,
    async latest(path) {
      for (const { runId } of await (await ports()).journals.list()) {
        const found = await state(runId);
        if (found?.path === path) return found;
      }
      return undefined;
    },
    change: async (runId, number) =>
      (await (await ports()).journals.loadChangeSet(runId, number))?.files ?? [],
    async transcript(runId) {
      const lines = await events(runId);
      return lines && ticketTranscript(lines);
    },
  };
}
