import type { Ticket } from '../../generated/contracts.ts';
import { validateTicket } from '../../generated/validators.cjs';
import { findJsonLine } from '../kernel/find-json-line.ts';
import { describeSchemaProblems, readablePath } from '../kernel/json-path.ts';
import { otherKind } from '../kernel/other-kind.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { slug } from '../kernel/slug.ts';
import { readStrictJson } from '../kernel/strict-json.ts';

/** Reads a *.ticket.json; the error names the line and what is wrong there. */
export function parseTicket(text: string): Result<Ticket> {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const json = readStrictJson(body);
  if (!json.ok) return fail(`line ${json.error.line}: ${json.error.message}`);
  if (!validateTicket(json.value)) {
    const [problem] = validateTicket.errors ?? [];
    const line = findJsonLine(body, problem?.instancePath ?? '');
    return fail(
      `line ${line}: ${describeSchemaProblems(validateTicket.errors)}${otherKind(json.value, 'ticket')}`,
    );
  }
  const ticket = json.value;
  const twice = ticket.subtasks.findIndex((s, i) => ticket.subtasks.findIndex(t => t.id === s.id) < i);
  if (twice < 0) return ok(ticket);
  const place = `/subtasks/${twice}/id`;
  const id = JSON.stringify(ticket.subtasks[twice]?.id);
  return fail(`line ${findJsonLine(body, place)}: ${readablePath(place)} ${id} is taken by another subtask`);
}

/** Writes a ticket the way the files of this workflow look: two spaces, a newline at the end. */
export const formatTicket = (ticket: Ticket): string => `${JSON.stringify(ticket, undefined, 2)}\n`;

/** `gift wrap!.ticket.json` gives `gift-wrap`: a name for branches where the ticket has no id. */
export function ticketIdOf(ticket: Pick<Ticket, 'id' | 'title'>, path: string | undefined): string {
  if (ticket.id !== undefined) return ticket.id;
  const name = path
    ?.split('/')
    .at(-1)
    ?.replace(/\.ticket\.json$/, '');
  return slug(name ?? ticket.title) || 'ticket';
}
