/** What a row of a run leads to: the run itself, something of it, or something it waits for. */
export interface RunItem<K extends string = string> {
  readonly kind: K;
  readonly runId: string;
  /** Which one of its kind: the numbers of a call, the id of an agent. */
  readonly of?: readonly (string | number)[];
}

/** The id that a row's target carries; hosts read it back. */
export const runItemId = ({ kind, runId, of = [] }: RunItem): string =>
  [kind, runId, ...of.map(part => encodeURIComponent(part))].join('/');

/** `undefined` for an id of something else. */
export function runItemOf<K extends string>(kinds: readonly K[], id: string): RunItem<K> | undefined {
  const [word, runId = '', ...of] = id.split('/');
  const kind = kinds.find(known => known === word);
  return kind && { kind, runId, of: of.map(decodeURIComponent) };
}

/** The words after kind and run as numbers, for items that are counted. */
export const numbersOf = ({ of = [] }: RunItem): readonly number[] => of.map(Number);
