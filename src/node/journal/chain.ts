import { sha256Hex } from '../files/packed-file.ts';

/** What the first line of a journal says. */
export interface JournalHead {
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly title: string;
}

/** Where the next line of a journal is chained on. */
export interface ChainEnd {
  readonly seq: number;
  /** Hash of the last line. */
  readonly prev: string;
  /** Bytes of the whole lines; what follows them is a line that was cut off. */
  readonly size: number;
}

export interface ReadJournal {
  readonly head: JournalHead;
  readonly events: readonly unknown[];
  readonly end: ChainEnd;
}

export const EMPTY_CHAIN: ChainEnd = { seq: 0, prev: '', size: 0 };

const HASH = /,"hash":"([0-9a-f]{64})"}$/;

/**
 * One line of a journal with its end of line: number, hash of the line before, content, and the SHA-256 of the text
 * of the line up to there, so that a changed, removed, added or moved line shows.
 */
export function chainLine(end: ChainEnd, key: 'head' | 'event', content: unknown): string {
  const body = `{"seq":${end.seq},"prev":"${end.prev}","${key}":${JSON.stringify(content)}`;
  return `${body},"hash":"${sha256Hex(Buffer.from(body))}"}\n`;
}

export function nextEnd(end: ChainEnd, line: string): ChainEnd {
  const hash = HASH.exec(line.trimEnd())?.[1] ?? '';
  return { seq: end.seq + 1, prev: hash, size: end.size + Buffer.byteLength(line) };
}

/**
 * Reads a journal and checks every line. A last line without its end was cut off by a crash and is left
 * out; anything else that does not fit throws an error that names the line.
 */
export function readChain(bytes: Uint8Array): ReadJournal {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  let head: JournalHead | undefined;
  let end = EMPTY_CHAIN;
  const events: unknown[] = [];
  for (const line of lines) {
    const at = `line ${end.seq + 1}`;
    const match = HASH.exec(line);
    if (!match) throw new Error(`${at} is not a line of a journal`);
    if (sha256Hex(Buffer.from(line.slice(0, match.index))) !== match[1]) throw new Error(`${at} was changed`);
    const start = `{"seq":${end.seq},"prev":"${end.prev}",`;
    if (!line.startsWith(start)) throw new Error(`${at} does not follow the line before it`);
    const parsed: unknown = JSON.parse(line);
    if (end.seq === 0) head = readHead(parsed);
    else events.push(eventOf(parsed, at));
    end = nextEnd(end, `${line}\n`);
  }
  if (!head) throw new Error('it has no first line');
  return { head, events, end };
}

function readHead(line: unknown): JournalHead {
  const head = memberOf(line, 'head');
  const [runId, startedAt, title] = ['runId', 'startedAt', 'title'].map(name => memberOf(head, name));
  if (typeof runId !== 'string' || typeof startedAt !== 'number' || typeof title !== 'string') {
    throw new Error('line 1 does not say which run this is');
  }
  return { runId, startedAt, title };
}

function eventOf(line: unknown, at: string): unknown {
  const event = memberOf(line, 'event');
  if (event === undefined) throw new Error(`${at} has no event`);
  return event;
}

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
