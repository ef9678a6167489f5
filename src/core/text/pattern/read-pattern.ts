import { CONTROL_ESCAPES, inEitherCase, NAMED_SETS, rangeTest } from './character-sets.ts';
import { type CharacterTest, PatternFault, type PatternTree, type Place } from './pattern-tree.ts';

const MOST_CHARACTERS = 1000;
const MOST_REPEATS = 1000;
const MOST_DEPTH = 100;

const EMPTY: PatternTree = { kind: 'empty' };
const ANYTHING: PatternTree = { kind: 'character', test: () => true };
const place = (at: Place): PatternTree => ({ kind: 'place', place: at });
const PLACES: Readonly<Record<string, Place>> = {
  A: 'start',
  Z: 'end',
  z: 'end',
  b: 'word',
  B: 'no word',
};

/** Reads the common part of the regular expressions of Python, JavaScript and ripgrep. Throws `PatternFault`. */
export function readPattern(source: string, ignoreCase: boolean): PatternTree {
  if (source.length > MOST_CHARACTERS)
    throw new PatternFault(`the pattern has ${source.length} characters; at most ${MOST_CHARACTERS}`);
  return new PatternReader(source, ignoreCase).read();
}

class PatternReader {
  readonly #text: readonly string[];
  #at = 0;
  #depth = 0;
  /** Case is left out of a set before the set is turned round. */
  readonly #fold: (test: CharacterTest) => CharacterTest;

  constructor(source: string, ignoreCase: boolean) {
    this.#text = [...source];
    this.#fold = ignoreCase ? inEitherCase : test => test;
  }

  read(): PatternTree {
    const tree = this.#either();
    if (this.#at < this.#text.length) throw new PatternFault('")" without "("; write \\) for the character');
    return tree;
  }

  #literal(c: number): PatternTree {
    return { kind: 'character', test: this.#fold(other => other === c) };
  }

  #peek = (ahead = 0): string | undefined => this.#text[this.#at + ahead];

  #eat(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #either(): PatternTree {
    const parts = [this.#sequence()];
    while (this.#eat('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] ?? EMPTY) : { kind: 'either', parts };
  }

  #sequence(): PatternTree {
    const parts: PatternTree[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek())
      parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): PatternTree {
    let tree = this.#atom();
    for (let counted = this.#quantifier(); counted; counted = this.#quantifier()) {
      if (tree.kind === 'repeat') throw new PatternFault('a quantifier follows a quantifier');
      tree = { kind: 'repeat', of: tree, ...counted };
      // Which of several matches is found makes no difference: a line matches or it does not.
      if (!this.#eat('?') && this.#peek() === '+')
        throw new PatternFault('possessive quantifiers are not supported');
    }
    return tree;
  }

  #quantifier(): { readonly least: number; readonly most: number } | undefined {
    if (this.#eat('*')) return { least: 0, most: Number.POSITIVE_INFINITY };
    if (this.#eat('+')) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (this.#eat('?')) return { least: 0, most: 1 };
    if (this.#peek() !== '{') return undefined;
    const begin = this.#at++;
    const least = this.#number();
    const most = this.#eat(',') ? (this.#number() ?? Number.POSITIVE_INFINITY) : least;
    if (least === undefined || most === undefined || !this.#eat('}')) {
      this.#at = begin;
      return undefined;
    }
    if (most < least) throw new PatternFault(`{${least},${most}}: the second number is the smaller one`);
    if (least > MOST_REPEATS || (most !== Number.POSITIVE_INFINITY && most > MOST_REPEATS))
      throw new PatternFault(`a quantifier counts to at most ${MOST_REPEATS}`);
    return { least, most };
  }

  #number(): number | undefined {
    let digits = '';
    for (let next = this.#peek(); next !== undefined && next >= '0' && next <= '9'; next = this.#peek()) {
      digits += next;
      this.#at++;
    }
    return digits === '' ? undefined : Number(digits);
  }

  #atom(): PatternTree {
    const next = this.#text[this.#at++] ?? '';
    switch (next) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'character', test: this.#set() };
      case '.':
        return ANYTHING;
      case '^':
        return place('start');
      case '$':
        return place('end');
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new PatternFault(`"${next}" has nothing to repeat; write \\${next} for the character`);
      default:
        // A "{" that begins no quantifier is a character.
        return this.#literal(next.codePointAt(0) ?? 0);
    }
  }

  #group(): PatternTree {
    if (++this.#depth > MOST_DEPTH) throw new PatternFault('the groups are nested too deeply');
    if (this.#eat('?')) {
      if (!this.#eat(':') && !this.#groupName())
        throw new PatternFault(
          'only (…), (?:…) and named groups are supported: no look-ahead, look-behind or flags inside the pattern',
        );
    }
    const tree = this.#either();
    if (!this.#eat(')')) throw new PatternFault('"(" without ")"; write \\( for the character');
    this.#depth--;
    return tree;
  }

  #groupName(): boolean {
    this.#eat('P');
    if (!this.#eat('<')) return false;
    const begin = this.#at;
    while (/^\w$/u.test(this.#peek() ?? '')) this.#at++;
    return this.#at > begin && this.#eat('>');
  }

  #escape(): PatternTree {
    const next = this.#peek() ?? '';
    const at = PLACES[next];
    if (at !== undefined) {
      this.#at++;
      return place(at);
    }
    const one = this.#escaped();
    return typeof one === 'number' ? this.#literal(one) : { kind: 'character', test: one };
  }

  /** What stands behind a backslash: a character, or a set of them. */
  #escaped(): number | CharacterTest {
    const next = this.#text[this.#at++];
    if (next === undefined)
      throw new PatternFault('the pattern ends with a backslash; write \\\\ for the character');
    const known = NAMED_SETS[next] ?? CONTROL_ESCAPES[next];
    if (known !== undefined) return known;
    if (next === 'x') return this.#hexadecimal(2);
    if (next === 'u') return this.#hexadecimal(4);
    if (next >= '1' && next <= '9') throw new PatternFault('references to groups (\\1) are not supported');
    if (next === '0') return 0;
    if (/^[a-z]$/iu.test(next)) throw new PatternFault(`\\${next} is not supported`);
    return next.codePointAt(0) ?? 0;
  }

  #hexadecimal(length: number): number {
    const digits = this.#text.slice(this.#at, this.#at + length).join('');
    if (digits.length < length || !/^[0-9a-f]+$/iu.test(digits))
      throw new PatternFault(`${length} hexadecimal digits are missing behind \\${length === 2 ? 'x' : 'u'}`);
    this.#at += length;
    return Number.parseInt(digits, 16);
  }

  #set(): CharacterTest {
    const isNegated = this.#eat('^');
    const tests: CharacterTest[] = [];
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      if (this.#peek() === undefined) throw new PatternFault('"[" without "]"; write \\[ for the character');
      const from = this.#setItem();
      if (typeof from !== 'number' || this.#peek() !== '-' || (this.#peek(1) ?? ']') === ']') {
        tests.push(typeof from === 'number' ? c => c === from : from);
        continue;
      }
      this.#at++;
      const to = this.#setItem();
      if (typeof to !== 'number') throw new PatternFault('a range ends with a set of characters');
      tests.push(rangeTest(from, to));
    }
    this.#at++;
    const isIn = this.#fold(c => tests.some(test => test(c)));
    return isNegated ? c => !isIn(c) : isIn;
  }

  #setItem(): number | CharacterTest {
    const next = this.#text[this.#at++] ?? '';
    if (next !== '\\') return next.codePointAt(0) ?? 0;
    if (this.#eat('b')) return 8;
    return this.#escaped();
  }
}
