import type { EvidencePlace } from '../../generated/contracts.ts';
import { LineTable } from '../python/lexer/line-table.ts';
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
  const tables = new Map<string, Lines | undefined>();
  const lines = new Map<string, string>();
  const open = async ({ file, side }: EvidencePlace): Promise<Lines | undefined> => {
    const change = changed.get(file);
    if (change !== undefined) return measure(change[side]);
    const read = await filesBefore.read(file);
    return read.kind === 'file' ? measure(read.file.bytes) : undefined;
  };
  for (const place of places.slice(0, MOST_PLACES)) {
    const key = `${place.side}\0${place.file}`;
    if (!tables.has(key)) tables.set(key, await open(place));
    const text = tables.get(key) && lineOf(tables.get(key), place.line);
    if (text !== undefined) lines.set(keyOf(place), text);
  }
  return new SourceLines(lines);
}

/** A file with the offsets of its lines, found once: many places are in one file. */
interface Lines {
  readonly bytes: Uint8Array;
  readonly table: LineTable;
}

function measure(bytes: Uint8Array | undefined): Lines | undefined {
  if (bytes === undefined) return undefined;
  const table = new LineTable();
  table.measure(bytes, bytes.length);
  return { bytes, table };
}

const decoder = new TextDecoder('utf-8');

function lineOf(lines: Lines | undefined, line: number): string | undefined {
  if (lines === undefined || line > lines.table.count) return undefined;
  const start = lines.table.startOf(line);
  if (start === lines.bytes.length) return undefined;
  const end = line < lines.table.count ? lines.table.startOf(line + 1) : lines.bytes.length;
  // A long line is cut before it is decoded; a character has four bytes at most.
  const text = decoder.decode(lines.bytes.subarray(start, Math.min(end, start + 4 * LONGEST)));
  return text.split(/[\r\n]/u, 1)[0]?.slice(0, LONGEST);
}
