import type { OutsideUpdate } from '../ports/agent-on-copy.ts';
import type { DoneInTurn } from './session-events.ts';

/** What of an agent's words is kept, in characters: of a message, of a title, of what came of a call. */
export const MOST_KEPT = { message: 64 * 1024, title: 400, output: 4000, entries: 100 } as const;
/** Lines of one turn; what an agent does after that is counted. */
export const MOST_LINES = 2000;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)} … (${text.length - most} more characters)`;

/**
 * Makes lines of a journal of what an agent sends: the pieces of a message become one line when something else begins,
 * a call is written down when it has ended.
 */
export class SessionLog {
  readonly #write: (line: DoneInTurn) => void;
  #turn = 0;
  #message = '';
  #lines = 0;
  #leftOut = 0;
  #isClosed = false;

  constructor(write: (line: DoneInTurn) => void) {
    this.#write = write;
  }

  beginTurn(turn: number): void {
    this.#turn = turn;
    this.#lines = 0;
    this.#leftOut = 0;
  }

  add(update: OutsideUpdate): void {
    if (update.kind === 'said') {
      // Longer ones are cut when they are written down; memory has an end, too.
      if (this.#message.length <= 2 * MOST_KEPT.message) this.#message += update.text;
      return;
    }
    this.flush();
    const turn = this.#turn;
    if (update.kind === 'planned') {
      const entries = update.entries.slice(0, MOST_KEPT.entries);
      this.#line({
        type: 'planned',
        turn,
        entries: entries.map(({ text, status }) => ({ text: cut(text, MOST_KEPT.title), status })),
      });
      return;
    }
    if (update.status !== 'completed' && update.status !== 'failed') return;
    const { title, does, paths } = update.call;
    this.#line({
      type: 'acted',
      turn,
      title: cut(title, MOST_KEPT.title),
      does,
      paths: paths.slice(0, MOST_KEPT.entries),
      ok: update.status === 'completed',
      ...(update.output === undefined || update.output === ''
        ? {}
        : { output: cut(update.output, MOST_KEPT.output) }),
    });
  }

  /** What it asked and was answered. */
  permitted(line: Omit<Extract<DoneInTurn, { type: 'permitted' }>, 'type' | 'turn'>): void {
    this.#line({ type: 'permitted', turn: this.#turn, ...line, title: cut(line.title, MOST_KEPT.title) });
  }

  /** What it was saying, when something else begins. */
  flush(): void {
    const text = this.#message.trim();
    this.#message = '';
    if (text !== '') this.#line({ type: 'said', turn: this.#turn, text: cut(text, MOST_KEPT.message) });
  }

  /** What it said last, and how many lines are left out of the journal. */
  endTurn(): number {
    this.flush();
    return this.#leftOut;
  }

  /** Writes down what it was saying, and nothing after that. */
  close(): void {
    this.flush();
    this.#isClosed = true;
  }

  #line(line: DoneInTurn): void {
    if (this.#isClosed) return;
    if (this.#lines++ < MOST_LINES) this.#write(line);
    else this.#leftOut++;
  }
}
