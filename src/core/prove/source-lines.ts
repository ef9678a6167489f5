import type { EvidencePlace } from '../../generated/contracts.ts';
import { LineOffsets } from '../text/line-offsets.ts';
import type { GivenChange } from './given-change.ts';

/** The text of the lines that places name, as far as it can be shown. */
export class SourceLines {
  readonly #lines: ReadonlyMap<string, string>;

  constructor(lines: ReadonlyMap<string, string>) {
    this.#lines = lines;
  }

  /** Without its line end; `undefined` when it is not known. */
  at(place: EvidencePlace): string | undefined {
    return this.#lines.get(keyOf(place));
  }
}

/** Places whose lines are read. */
const MOST_PLACES = 2000;
/** Longer lines are nothing that a person reads. */
const LONGEST = 400;

const keyOf = ({ file, line, side }: EvidencePlace): string => `${side}\0${file}\0${line}`;

export async function readSourceLines(
  { changes, filesBefore }: Pick<GivenChange, 'changes' | 'filesBefore'>,
  places: readonly EvidencePlace[],
): Promise<SourceLines> {
  const changed = new Map(changes.files.map(file => [file.path, file]));
  const tables = new Map<string, LineOffsets | undefined>();
  const lines = new Map<string, string>();
  const open = async ({ file, side }: EvidencePlace): Promise<LineOffsets | undefined> => {
    const change = changed.get(file);
    if (change !== undefined) return change[side] && new LineOffsets(change[side]);
    const read = await filesBefore.read(file);
    return read.kind === 'file' ? new LineOffsets(read.file.bytes) : undefined;
  };
  for (const place of places.slice(0, MOST_PLACES)) {
    const key = `${place.side}\0${place.file}`;
    if (!tables.has(key)) tables.set(key, await open(place));
    const text = tables.get(key) && lineOf(tables.get(key), place.line);
    if (text !== undefined) lines.set(keyOf(place), text);
  }
  return new SourceLines(lines);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function lineOf(table: LineOffsets | undefined, line: number): string | undefined {
  if (table === undefined || line > table.count) return undefined;
  const text = decoder.decode(table.bytes.subarray(table.startOf(line - 1), table.startOf(line)));
  return text.split(/[\r\n]/u, 1)[0]?.slice(0, LONGEST);
}
