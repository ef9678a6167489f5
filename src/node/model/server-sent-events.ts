export interface ServerSentEvent {
  readonly data: string;
  /** False for what was left at the end of a stream that broke off before the event's blank line. */
  readonly whole: boolean;
}

/**
 * The `data` of each event. Every byte is looked at once, however the stream is cut; invalid UTF-8 throws a
 * TypeError. Comments, which servers send to keep a connection open, give nothing.
 */
export async function* readServerSentEvents(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const lines = createLineSplitter();
  let data: string[] = [];
  for await (const chunk of bytes) {
    for (const line of lines.split(decoder.decode(chunk, { stream: true }))) {
      if (line === '') {
        if (data.length > 0) yield { data: data.join('\n'), whole: true };
        data = [];
      } else {
        data.push(...dataOf(line));
      }
    }
  }
  data.push(...dataOf(lines.rest() + (endsInsideCharacter(decoder) ? '\ufffd' : '')));
  if (data.length > 0) yield { data: data.join('\n'), whole: false };
}

/** A stream cut in the middle of a character broke off; that is another fault than invalid UTF-8 inside it. */
function endsInsideCharacter(decoder: { decode(): string }): boolean {
  try {
    decoder.decode();
    return false;
  } catch {
    return true;
  }
}

function dataOf(line: string): string[] {
  if (line.startsWith('data: ')) return [line.slice(6)];
  if (line.startsWith('data:')) return [line.slice(5)];
  return [];
}

/** Lines end at \r\n, \n or \r, also when the two halves of \r\n come in different pieces. */
function createLineSplitter() {
  // Pieces of the unfinished line; joined once, so that a long line costs its length and no more.
  let unfinished: string[] = [];
  let afterReturn = false;
  return {
    *split(text: string): Generator<string> {
      let start = afterReturn && text.startsWith('\n') ? 1 : 0;
      if (text !== '') afterReturn = text.endsWith('\r');
      const lineEnd = /\r\n|\n|\r/g;
      lineEnd.lastIndex = start;
      for (let match = lineEnd.exec(text); match; match = lineEnd.exec(text)) {
        unfinished.push(text.slice(start, match.index));
        yield unfinished.join('');
        unfinished = [];
        start = match.index + match[0].length;
      }
      if (start < text.length) unfinished.push(text.slice(start));
    },
    rest: (): string => unfinished.join(''),
  };
}
