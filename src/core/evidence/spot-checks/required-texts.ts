/** What a text has to contain so that an expression can match it: of each list one. */
export type RequiredTexts = readonly (readonly string[])[];

/** Whether the expression can match at all: asking is cheaper than making the machine of a large expression. */
export const mayMatch = (text: string, required: RequiredTexts): boolean =>
  required.every(oneOf => oneOf.some(part => text.includes(part)));

/** Of the source of an expression without flags. */
export function requiredTexts(source: string): RequiredTexts {
  return new Reader(source).alternatives();
}

/** Everything else stands for itself. */
const SIGNS = new Set('()[\\.^$|?*+{');
const PLAIN = /[^()[\\.^$|?*+{]+/y;

/** Goes once over the source, from left to right. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Of several one has to match: it requires one of what each of them requires most. */
  alternatives(): RequiredTexts {
    const all = [this.#sequence()];
    while (this.#takes('|')) all.push(this.#sequence());
    const [only, ...others] = all;
    if (others.length === 0) return only ?? [];
    const most = all.map(strongest);
    return most.every(oneOf => oneOf !== undefined) ? [[...new Set(most.flat())]] : [];
  }

  #sequence(): RequiredTexts {
    const required: (readonly string[])[] = [];
    let text = '';
    const endText = () => {
      if (text.trim() !== '') required.push([text]);
      text = '';
    };
    for (let next = this.#next(); next !== undefined && next !== '|' && next !== ')'; next = this.#next()) {
      if (!SIGNS.has(next)) {
        text += this.#plainText();
        if (!this.#isRepeated()) continue;
        // How often is said of the last character alone.
        const last = text.slice(-1);
        text = text.slice(0, -1);
        if (!this.#mayBeLeftOut()) text += last;
        endText();
        continue;
      }
      this.#at++;
      endText();
      let inside: RequiredTexts = [];
      if (next === '(') {
        const isRead = this.#passGroupName();
        inside = this.alternatives();
        this.#takes(')');
        if (!isRead) inside = [];
      }
      if (next === '[') this.#passClass();
      if (next === '\\') this.#at++;
      if (!this.#mayBeLeftOut()) required.push(...inside);
    }
    endText();
    return required;
  }

  #plainText(): string {
    PLAIN.lastIndex = this.#at;
    const [found = ''] = PLAIN.exec(this.#source) ?? [];
    this.#at += found.length;
    return found;
  }

  #next = (): string | undefined => this.#source[this.#at];

  #takes(char: string): boolean {
    if (this.#next() !== char) return false;
    this.#at++;
    return true;
  }

  /** Whether the group takes up text: one that only looks ahead or behind does not. */
  #passGroupName(): boolean {
    const name = /^\?(?::|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 40));
    this.#at += name?.[0].length ?? 0;
    return this.#next() !== '?';
  }

  #passClass(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#at += next === '\\' ? 2 : 1;
      if (next === ']') return;
    }
  }

  #isRepeated(): boolean {
    const next = this.#next();
    return next === '?' || next === '*' || next === '+' || next === '{';
  }

  /** Passes what says how often, and whether that may be never. */
  #mayBeLeftOut(): boolean {
    if (!this.#isRepeated()) return false;
    const how = this.#source[this.#at];
    this.#at = how === '{' ? this.#source.indexOf('}', this.#at) + 1 : this.#at + 1;
    this.#takes('?');
    return how !== '+';
  }
}

/** The one that says most: its shortest text is the longest. */
const strongest = (required: RequiredTexts): readonly string[] | undefined =>
  required.toSorted((a, b) => shortest(b) - shortest(a))[0];

const shortest = (oneOf: readonly string[]): number => Math.min(...oneOf.map(({ length }) => length));
