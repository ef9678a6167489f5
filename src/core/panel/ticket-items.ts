/** Names the tickets' host. */
export const TICKETS = 'tickets';

/** What a row leads to, as the id its target carries: its words joined by `/`. */
export type TicketItem =
  | { readonly kind: 'run' | 'stopped' | 'breakdown' | 'file'; readonly runId: string }
  | { readonly kind: 'blocked'; readonly runId: string; readonly subtaskId: string }
  | { readonly kind: 'change'; readonly runId: string; readonly number: number };

export function ticketItemId(item: TicketItem): string {
  const last = item.kind === 'blocked' ? [item.subtaskId] : item.kind === 'change' ? [item.number] : [];
  return [item.kind, item.runId, ...last].join('/');
}

/** `undefined` for an id of something else. */
export function ticketItemOf(id: string): TicketItem | undefined {
  const [kind, runId = '', last = ''] = id.split('/');
  switch (kind) {
    case 'run':
    case 'stopped':
    case 'breakdown':
    case 'file':
      return { kind, runId };
    case 'blocked':
      return { kind, runId, subtaskId: last };
    case 'change':
      return { kind, runId, number: Number(last) };
    default:
      return undefined;
  }
}
