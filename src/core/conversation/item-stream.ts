/** One finished item of the list. */
export interface StreamedItem {
  /** 0-based place in the list. */
  readonly index: number;
  /** Exactly as it is in the text. */
  readonly text: string;
  /** UTF-16 offset just behind it, from the beginning of the answer. */
  readonly end: number;
}

/** The state of the text: what may come next. */
type Place =
  /** Nothing but space so far. */
  | 'start'
  | 'key'
  | 'inside key'
  | 'colon'
  | 'value'
  | 'inside value'
  /** Behind a value of the object. */
  | 'comma'
  | 'item'
  | 'inside item'
  /** Behind an item of the list. */
  | 'item comma'
  /** Behind the whole object. */
  | 'end'
  /** No JSON object, or a fault before the list: the text is left to the reader of the whole answer. */
  | 'lost'
  /** A fault in or behind the list. */
  | 'broken';

const isSpace = (c: string): boolean => c === ' ' || c === '\n' || c === '\r' || c === '\t';
const endsBareWord = (c: string): boolean => isSpace(c) || c === ',' || c === ']' || c === '}';
const startsValue = (c: string): boolean => !endsBareWord(c) && c !== ':';

/** Where a run of plain characters inside a string ends. */
const STRING_STOP = /["\\]/g;

/**
 * Hands out the items of one list at the top of a JSON object as soon as each is whole, while the text still
 * arrives. Every character is looked at once, however the text is cut. It only finds where items end: what
 * is in them, and whether the text is valid, is for the strict reader to say.
 */
export class ItemStream {
  readonly #listKey: string;
  #pieces: string[] = [];
  #length = 0;
  #place: Place = 'start';
  /** Open brackets: 1 inside the object, 2 inside the list. */
  #depth = 0;
  #string: 'outside' | 'inside' | 'escaped' = 'outside';
  /** The value under way is a word or number: it ends where something else begins. */
  #isBare = false;
  #key = '';
  #hadList = false;
  #index = 0;
  /** Slices of the item under way; joined once, so that a long item costs its length and no more. */
  #item: string[] = [];

  constructor(listKey: string) {
    this.#listKey = listKey;
  }

  /** True once the text cannot be valid any more, in or behind the list; what came so far then tells why. */
  get isBroken(): boolean {
    return this.#place === 'broken';
  }

  /** Everything that came since the last reset. */
  get text(): string {
    return this.#pieces.join('');
  }

  /** Starts over with a new answer. */
  reset(): void {
    this.#pieces = [];
    this.#length = 0;
    this.#place = 'start';
    this.#depth = 0;
    this.#string = 'outside';
    this.#isBare = false;
    this.#hadList = false;
    this.#index = 0;
    this.#item = [];
  }

  /** Takes the next piece and gives the items it finished. */
  push(piece: string): readonly StreamedItem[] {
    const finished: StreamedItem[] = [];
    /** Where in this piece the item under way begins or continues. */
    let itemStart = 0;
    for (let at = 0; at < piece.length && this.#place !== 'lost' && this.#place !== 'broken'; ) {
      const before = this.#place;
      const next = this.#isInString() ? this.#skipString(piece, at) : this.#step(piece.charAt(at), at);
      if (this.#place === 'inside item' && before === 'item') itemStart = at;
      if (this.#place === 'item comma' && before === 'inside item') {
        finished.push(this.#endItem(piece.slice(itemStart, next), next));
      }
      at = next;
    }
    if (this.#place === 'inside item') this.#item.push(piece.slice(itemStart));
    this.#pieces.push(piece);
    this.#length += piece.length;
    return finished;
  }

  #isInString(): boolean {
    return this.#string !== 'outside';
  }

  /** Goes on inside a string; the offset behind its end, or the piece's length. */
  #skipString(piece: string, from: number): number {
    const isKey = this.#place === 'inside key';
    let at = from;
    if (this.#string === 'escaped') {
      this.#string = 'inside';
      at++;
    }
    while (at < piece.length) {
      STRING_STOP.lastIndex = at;
      const stop = STRING_STOP.exec(piece)?.index ?? piece.length;
      if (isKey) this.#key += piece.slice(at, stop);
      if (stop === piece.length) return stop;
      if (piece.charAt(stop) === '"') {
        this.#string = 'outside';
        this.#place = this.#behindString();
        return stop + 1;
      }
      // A key spelled with escapes stays another one here; the reader of the whole answer decodes it.
      if (isKey) this.#key += '\\';
      if (stop + 1 === piece.length) this.#string = 'escaped';
      at = stop + 2;
    }
    return piece.length;
  }

  #behindString(): Place {
    if (this.#place === 'inside key') {
      return this.#key === this.#listKey && this.#hadList ? 'broken' : 'colon';
    }
    return this.#behindValue();
  }

  /** After something inside a value ended: it continues, or it was all of it. */
  #behindValue(): Place {
    if (this.#place === 'inside item') return this.#depth === 2 ? 'item comma' : 'inside item';
    return this.#depth === 1 ? 'comma' : 'inside value';
  }

  /** One character outside of strings; the offset to continue at. */
  #step(c: string, at: number): number {
    if (this.#place !== 'inside value' && this.#place !== 'inside item') {
      if (!isSpace(c)) this.#place = this.#between(c);
      return at + 1;
    }
    if (this.#isBare) {
      if (!endsBareWord(c)) return at + 1;
      this.#isBare = false;
      this.#place = this.#behindValue();
      return at; // the same character again, now behind the value
    }
    if (c === '"') this.#string = 'inside';
    else if (c === '{' || c === '[') this.#depth++;
    else if (c === '}' || c === ']') {
      this.#depth--;
      this.#place = this.#behindValue();
    }
    return at + 1;
  }

  /** One character between values, keys and items. */
  #between(c: string): Place {
    const fault = this.#hadList ? 'broken' : 'lost';
    switch (this.#place) {
      case 'start':
        this.#depth = 1;
        return c === '{' ? 'key' : fault;
      case 'key':
        if (c === '}') return 'end';
        this.#key = '';
        this.#string = 'inside';
        return c === '"' ? 'inside key' : fault;
      case 'colon':
        return c === ':' ? 'value' : fault;
      case 'value':
        if (this.#key === this.#listKey && c === '[') return this.#startList();
        return startsValue(c) ? this.#start('inside value', c) : fault;
      case 'comma':
        if (c === '}') return 'end';
        return c === ',' ? 'key' : fault;
      case 'item':
        if (c === ']') return this.#endList();
        return startsValue(c) ? this.#start('inside item', c) : fault;
      case 'item comma':
        if (c === ']') return this.#endList();
        return c === ',' ? 'item' : fault;
      default:
        return fault; // more text behind the object
    }
  }

  #start(place: 'inside value' | 'inside item', c: string): Place {
    if (c === '"') this.#string = 'inside';
    else if (c === '{' || c === '[') this.#depth++;
    else this.#isBare = true;
    return place;
  }

  #startList(): Place {
    this.#hadList = true;
    this.#depth = 2;
    return 'item';
  }

  #endList(): Place {
    this.#depth = 1;
    return 'comma';
  }

  #endItem(rest: string, at: number): StreamedItem {
    this.#item.push(rest);
    const item = { index: this.#index++, text: this.#item.join(''), end: this.#length + at };
    this.#item = [];
    return item;
  }
}
