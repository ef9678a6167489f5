import type { Sort } from './claim-kinds.ts';
import { type RequiredTexts, requiredTexts } from './required-texts.ts';
import type { Code, SentenceForm } from './sentence-form.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';
import { numberOf } from './spot-check-words.ts';

/** A phrase of the grammar: the words of a whole sentence, and what it claims. */
export interface Phrase {
  readonly expression: RegExp;
  /** Without these words it is not this phrase. */
  readonly required: RequiredTexts;
  readonly read: (found: Found) => readonly SpotCheckClaim[] | undefined;
  /** It minds the adverb `only`. */
  readonly readsOnly?: boolean;
}

const NOUNS =
  'type variable|type alias|alias|class|function|method|helper|constant|variable|attribute|property|exception|decorator|symbol|name|dataclass|enum|test|fixture|type|module|file|package|field|definition';
/** `the Box test` is another thing than Box. */
const NOUNS_BEHIND = NOUNS.replace('test|fixture|', '');
const ADJECTIVES =
  'the|a|an|its|new|old|private|public|module-level|top-level|global|internal|static|standalone|helper|whole|entire|named|called';

/** What phrases pass over in front of a name, and behind it: `said-descriptions` must know each of these words. */
export const PASSED_OVER = `${ADJECTIVES}|${NOUNS}`;

/** Each fragment captures under the name it is given, so that a phrase may hold several. */
const subject = (name: string) =>
  `(?:(?:${ADJECTIVES}) )*(?:(?<${name}noun>${NOUNS}) )?(?:(?:named|called) )?§(?<${name}>\\d+)(?: (?:${NOUNS_BEHIND}))?`;
const place = (name: string, words = 'in|inside|within|of|from|at') =>
  `(?: (?:${words}) (?:the )?(?:file |module |package )?§(?<${name}>\\d+)(?: (?:module|file|package))?)?`;

/** Fragments of phrases. */
export const part = {
  /** What a sentence is about, with the file it is in. */
  subject: `${subject('s')}${place('p')}`,
  /** A file or module. */
  file: '(?:the )?(?:(?:file|module|package) )?§(?<p>\\d+)(?: (?:module|file|package))?',
  /** A module that may be written as a plain word, where the phrase leaves no doubt. */
  module: '(?:the )?(?:(?:file|module|package) )?(?<p>§\\d+|[a-z_]\\w*)(?: (?:module|package))?',
  other: subject('o'),
  place: place('p'),
  /** The word that says when; `no longer` and `not` are words of the phrases themselves. */
  adverb: '(?:(?<adverb>still|now|already|currently|also|indeed|correctly|newly|only|instead) )?',
  time: '(?:,? (?<time>(?:before|after) (?:the|this) (?:change|edit|move|rename|commands|refactoring)|now|any ?more|as before|as expected))?',
  list: '(?<list>(?:(?:the )?[\\w§*]+)(?:(?:, and |, or |, | and | & | or )(?:the )?[\\w§*]+)*)',
  value: '(?<v>§\\d+|true|false|none|(?:the |an )?empty string|-?\\d+(?:\\.\\d+)?)',
  number: '(?<n>no|one|two|three|four|five|six|seven|eight|nine|ten|a single|exactly one|\\d+)',
  self: '(?:,? (?:besides|apart from|other than|after|excluding|not counting|except(?: for)?) (?:self|cls))?',
} as const;

/** Most of a phrase are fragments, which stand in nearly every sentence: what else it says is what tells it from others. */
const FRAGMENTS = Object.values(part);
const ANYTHING = '(?:.)?';

/** Made when a sentence is read that asks for it: there are many of them, and most changes are judged without any. */
export function wholeSentence(source: string): Pick<Phrase, 'expression' | 'required'> {
  let expression: RegExp | undefined;
  let required: RequiredTexts | undefined;
  return {
    get expression() {
      expression ??= new RegExp(`^${source}$`);
      return expression;
    },
    get required() {
      required ??= requiredTexts(
        FRAGMENTS.reduce((text, fragment) => text.replaceAll(fragment, ANYTHING), source),
      );
      return required;
    },
  };
}

export const phrase = (source: string, read: Phrase['read'], readsOnly = false): Phrase => {
  const whole = wholeSentence(source);
  return {
    get expression() {
      return whole.expression;
    },
    get required() {
      return whole.required;
    },
    read,
    readsOnly,
  };
};

const IS_NAME = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
const IS_PATH = /^(?:[\w.-]+\/)*[\w-]+\.pyi?$|^(?:[\w.-]+\/)+[\w-]*$/;

const DENIAL = /\b(?:no|not|never|nothing|neither|without|cannot|none)\b|n't\b/;

/** What a phrase found, with access to the code of its sentence. */
export class Found {
  readonly #groups: Readonly<Record<string, string | undefined>>;
  readonly #codes: readonly Code[];
  /** Its words, with `§0` … where code stands. */
  readonly sentence: string;

  constructor(match: RegExpExecArray, { words, codes }: SentenceForm) {
    this.sentence = words;
    this.#groups = match.groups ?? {};
    this.#codes = codes;
  }

  get codes(): readonly Code[] {
    return this.#codes;
  }

  word(name: string): string | undefined {
    return this.#groups[name];
  }

  code(name: string): Code | undefined {
    const written = this.#groups[name];
    if (written === undefined) return undefined;
    return /^§?\d+$/.test(written)
      ? this.#codes[Number(written.replace('§', ''))]
      : { text: written, quote: undefined };
  }

  /** A dotted name, without its call brackets; `undefined` when the code is none. */
  name(group: string): string | undefined {
    const text = this.code(group)?.text.replace(/^@/, '').replace(/\(\)$/, '');
    return text !== undefined && IS_NAME.test(text) && !/\.pyi?$/.test(text) ? text : undefined;
  }

  /** The subject, and the parameters written behind it. */
  callee(group: string): { readonly name: string; readonly signature: string | undefined } | undefined {
    const text = this.code(group)?.text.trim() ?? '';
    const [, kind = '', name, brackets] =
      /^((?:async )?(?:def )?)([A-Za-z_][\w.]*)(\(.*)?$/s.exec(text) ?? [];
    if (name === undefined || !IS_NAME.test(name) || /\.pyi?$/.test(name)) return undefined;
    const isCall = brackets === undefined || (brackets === '()' && kind === '');
    return { name, signature: isCall ? undefined : kind + brackets };
  }

  /** The file or module that a phrase names; `null` where it names something else in its place. */
  place(group = 'p'): string | undefined | null {
    const text = this.code(group)?.text;
    if (text === undefined) return undefined;
    return IS_PATH.test(text) || /^\.+$/.test(text) || IS_NAME.test(text.replace(/^\.+/, '')) ? text : null;
  }

  /** The sentence says that its name is a parameter's: of a file a name is taken out, of a function a parameter. */
  get saysParameter(): boolean {
    return (this.#groups['a1'] ?? this.#groups['a2']) !== undefined;
  }

  isPath(group: string): boolean {
    return IS_PATH.test(this.code(group)?.text ?? '');
  }

  count(group = 'n'): number | undefined {
    const word = this.#groups[group];
    if (word === 'a single' || word === 'exactly one') return 1;
    return word === undefined ? undefined : numberOf(word);
  }

  /** A value as code: strings keep their quotes. */
  value(group = 'v'): string | undefined {
    const written = this.#groups[group];
    if (written === undefined) return undefined;
    const constant = { true: 'True', false: 'False', none: 'None' }[written];
    if (constant !== undefined) return constant;
    if (written.endsWith('empty string')) return "''";
    if (!written.startsWith('§')) return written;
    const code = this.code(group);
    return code === undefined ? undefined : this.valueOfCode(code);
  }

  /** Strings keep their quotes, or are given some. */
  valueOfCode(code: Code): string {
    const isQuoted = /^['"].*['"]$/s.test(code.text);
    const isText = code.quote === '"' || code.quote === "'";
    return isText && !isQuoted ? JSON.stringify(code.text) : code.text;
  }

  /** The names of a list; plain words count where the phrase says what they are. */
  list(plainWords: boolean, group = 'list'): readonly string[] | undefined {
    const text = this.#groups[group];
    // Without a denial `a or b` says of neither that it is so.
    if (text === undefined || (text.includes(' or ') && !DENIAL.test(this.sentence))) return undefined;
    const items = text.split(/, and |, or |, | and | & | or /).map(item => item.replace(/^the /, ''));
    const names = items.map(item => {
      if (item.startsWith('§')) return this.#codes[Number(item.slice(1))]?.text.replace(/\(\)$/, '');
      return plainWords && /^\*{0,2}[a-z_]\w*$/.test(item) && !NO_NAMES.has(item) ? item : undefined;
    });
    return names.every(name => name !== undefined) ? names : undefined;
  }

  /** When the sentence holds, by its adverb and what stands at its end. */
  when(otherwise: When = 'present'): When {
    const time = this.#groups['time'] ?? '';
    if (time.startsWith('before')) return 'before';
    if (time.startsWith('after') || time.startsWith('any') || time === 'now') return 'after';
    const adverb = this.#groups['adverb'] ?? '';
    if (/^(?:still|now|newly|instead)$/.test(adverb) || time === 'as before') return 'after';
    return /^(?:already|currently)$/.test(adverb) ? 'already' : otherwise;
  }

  /** That the subject is what the sentence calls it. */
  nounClaims(symbol: string, where: string | undefined, when: When): readonly SpotCheckClaim[] {
    const sort: Sort | undefined = ({ class: 'class', property: 'property' } as const)[
      this.#groups['snoun'] ?? ''
    ];
    return sort === undefined
      ? []
      : [{ kind: 'sort', symbol, place: where, sort, is: 'there', isNoun: true, when }];
  }
}

/** Words that are no parameter's name. */
export const NO_NAMES: ReadonlySet<string> = new Set(
  'no only all the a an any some more fewer other others none argument arguments parameter parameters nothing it its itself one two three four both same new old and or not optional required keyword positional if unless when where whether while maybe perhaps hardly nearly almost never always sometimes with without by for from at on as but than so'.split(
    ' ',
  ),
);
