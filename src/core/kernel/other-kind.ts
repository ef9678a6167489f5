/** The files that a person writes for Work Order, by a key that only they have. */
const KINDS = [
  { kind: 'work order', key: 'step_id', command: 'workorder run' },
  { kind: 'plan', key: 'phases', command: 'workorder plan' },
  { kind: 'ticket', key: 'subtasks', command: 'workorder ticket run' },
] as const;

/** Behind the fault of a file that is read as one kind and looks like another; else empty. */
export function otherKind(json: unknown, expected: (typeof KINDS)[number]['kind']): string {
  if (typeof json !== 'object' || json === null) return '';
  const found = KINDS.filter(({ key }) => key in json);
  const [like] = found;
  if (like === undefined || found.some(({ kind }) => kind === expected)) return '';
  return `; it looks like a ${like.kind}, not a ${expected}: ${like.command} takes it`;
}
