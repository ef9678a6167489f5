import { inClauses } from './clauses/clauses.ts';
import type { Said } from './clauses/said.ts';
import { denied, isNotBoth, isNotThese, withoutDenial } from './denied.ts';
import { deniesTheFirst, isTakenBack } from './denied-behind.ts';
import { isOfEarlierChange } from './earlier-change.ts';
import { asDefinition, speaksOfDefinitions } from './existence-claims.ts';
import { goesOnWithAnother, isOfAnother } from './goes-on.ts';
import { Found } from './grammar.ts';
import { withoutEmphasis } from './marked-names.ts';
import { BODY_PHRASES } from './phrases-bodies.ts';
import { CHANGE_PHRASES } from './phrases-changes.ts';
import { DEFINITION_PHRASES } from './phrases-definitions.ts';
import { EXISTENCE_PHRASES } from './phrases-existence.ts';
import { FUNCTION_PHRASES } from './phrases-functions.ts';
import { FURTHER_PHRASES } from './phrases-further.ts';
import { INNER_PHRASES } from './phrases-inner.ts';
import { KEY_PHRASES } from './phrases-keys.ts';
import { MODULE_PHRASES } from './phrases-modules.ts';
import { NUMBER_PHRASES } from './phrases-numbers.ts';
import { PARAMETER_LIST_PHRASES } from './phrases-parameter-lists.ts';
import { PARAMETER_PHRASES } from './phrases-parameters.ts';
import { RESULT_PHRASES } from './phrases-results.ts';
import { USE_PHRASES } from './phrases-uses.ts';
import { inPlainWords } from './plain-words.ts';
import { inPlainerWords } from './plainer-words.ts';
import { withoutPreamble } from './preamble.ts';
import { ofReExports } from './re-exported.ts';
import { mayMatch } from './required-texts.ts';
import { REWRITES } from './rewrites.ts';
import { asDescribed, isNewAndUnchanged } from './said-adjectives.ts';
import { ofAspect } from './said-aspects.ts';
import { asDirected } from './said-directions.ts';
import { asCalled } from './said-nouns.ts';
import { ofTheOld } from './said-old.ts';
import { claimsIn, withoutFile } from './said-places.ts';
import { inSaidTime, sinceChange } from './said-times.ts';
import { type Code, readForm } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { SENTENCES } from './spot-check-patterns.ts';
import { isOfChange, usualWords } from './usual-words.ts';

export type ReadSentence =
  | { readonly kind: 'understood'; readonly claims: readonly SpotCheckClaim[] }
  /** Only what comes first is understood; the sentence says more. */
  | { readonly kind: 'in_part'; readonly claims: readonly SpotCheckClaim[]; readonly rest: string }
  | { readonly kind: 'not_understood' };

/** Every phrase of the grammar, in the order in which they are tried. */
export const PHRASES = [
  ...KEY_PHRASES,
  ...MODULE_PHRASES,
  ...FUNCTION_PHRASES,
  ...PARAMETER_PHRASES,
  ...BODY_PHRASES,
  ...EXISTENCE_PHRASES,
  ...DEFINITION_PHRASES,
  ...CHANGE_PHRASES,
  ...USE_PHRASES,
  ...RESULT_PHRASES,
  ...NUMBER_PHRASES,
  ...FURTHER_PHRASES,
  ...INNER_PHRASES,
  ...PARAMETER_LIST_PHRASES,
];

/** A sentence without what stands around it and says nothing of the code. */
export const withoutTrimmings = (text: string): string => tidy(withoutPreamble(withoutEmphasis(tidy(text))));

/** Reads one spot check, without its `verified:`. */
export function readSentence(text: string): ReadSentence {
  const reading = new Reading();
  const plain = withoutTrimmings(text);
  if (isTakenBack(plain)) return { kind: 'not_understood' };
  const read = reading.parts(plain);
  if (read.kind === 'understood') return read;
  const usual = usualWords(plain);
  const other = usual === plain ? read : prefer(inChange(plain, reading.parts(usual)), read);
  return other.kind === 'understood' ? other : prefer(reading.withoutRemark(plain), other);
}

/** `Since this commit, f takes x`: it did not before. */
const inChange = (sentence: string, read: ReadSentence): ReadSentence =>
  read.kind === 'not_understood' || !isOfChange(sentence)
    ? read
    : { ...read, claims: sinceChange(sentence, read.claims) };

const prefer = (usual: ReadSentence, plain: ReadSentence): ReadSentence =>
  usual.kind === 'not_understood' ? plain : usual;

/** Without spaces that say nothing; in a text that is quoted they do. */
const tidy = (text: string): string =>
  text
    .trim()
    .replace(/("[^"\n]*"|`[^`\n]*`)|\s+/g, (_, quoted?: string) => quoted ?? ' ')
    .replace(/[.!]$/, '');

/** Behind these a sentence says something more. What was before must be true all the same, but where `isWhole`. */
const SEPARATORS: readonly { readonly mark: RegExp; readonly isWhole?: boolean }[] = [
  { mark: /; /g },
  { mark: /(?:: | (?:—|–|-) )/g, isWhole: true },
  { mark: /,? and (?:then |that )?/g },
  { mark: /, (?:so|which) /g },
  { mark: /,? (?:so that|because) /g },
  { mark: / as required (?:by|for) /g },
  { mark: /,? (?:but|while|whereas|though|although) /g, isWhole: true },
  { mark: /, /g, isWhole: true },
];
/** Of these a part may say something else than the whole: `imports only a and b from m`, `does not need a and b`. */
const COUNTED =
  /\b(?:only|exactly|just|solely|alone|nothing|all|every|each|either|neither|both|any|no|not|never|without|one|two|three|four|five|six|seven|eight|nine|ten|\d+ (?:param|arg|method|function|class|member|line|call|time|file|overload|base)\w*)\b/i;
const NUMBERED = /\b(?:once|twice|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b/i;
/** With these the rest says that what was before is not meant as it stands. */
const TURNS =
  /^(?:re-?added|recreated|re-created|restored|reintroduced|put back|added (?:again|back)|renamed|except|unless|if|when|only|not|then|or|but|nothing|none|(?:one|two|some|several|\d+) (?:more|other))\b/;
/** What says more than so many things is a list, which is not read part by part. */
const MOST_PARTS = 12;
const DEEPEST = 4;
/** The grammar is asked so many times about one sentence. */
const MOST_READINGS = 28;
/** One of those that are read in place of it takes so many at most. */
const READINGS_OF_ONE = 8;
/** So many sentences are read in place of it. */
const MOST_FREE_READINGS = 40;

/** One sentence, with what was already read of it. */
class Reading {
  readonly #known = new Map<string, readonly SpotCheckClaim[] | undefined>();
  #left = MOST_READINGS;
  #leftFree = MOST_FREE_READINGS;

  /** The sentence, or what it says of one thing part by part. */
  parts(sentence: string, subject?: string, depth = 0): ReadSentence {
    const whole = this.#about(sentence, subject);
    if (whole !== undefined) return { kind: 'understood', claims: whole };
    let partly: ReadSentence = { kind: 'not_understood' };
    if (depth > DEEPEST) return partly;
    for (const { mark, isWhole } of SEPARATORS) {
      if (this.#left <= 0) return partly;
      for (const match of [...sentence.matchAll(mark)].slice(0, MOST_PARTS)) {
        const first = sentence.slice(0, match.index).replace(/,$/, '');
        const rest = withPlace(sentence.slice(match.index + match[0].length), first);
        if (goesOnWithAnother(match[0], first, rest)) continue;
        // `not so because of this` may be so, for another reason.
        if (match[0].includes('because') && COUNTED.test(first)) continue;
        const claims = this.#about(first, subject);
        if (claims === undefined || (TURNS.test(rest) && !USES_IT.test(rest))) continue;
        const about = PRONOUN.test(first) ? subject : subjectOf(first);
        const verb = SAME_VERB.exec(first.slice(about?.length ?? 0))?.[0];
        // `has two calls, in a and b`: the last one belongs to those before.
        const isAgain = verb !== undefined && !NUMBERED.test(first);
        const again = isAgain ? this.#claims(`${about}${verb} ${rest}`) : undefined;
        if (again !== undefined) return { kind: 'understood', claims: [...claims, ...again] };
        const more = this.parts(rest, about, depth + 1);
        if (more.kind === 'understood' && isAtOdds(first, claims, more.claims)) continue;
        if (more.kind === 'understood') return { kind: 'understood', claims: [...claims, ...more.claims] };
        // What is all there is, or so many, may go on.
        const isEnough = isWhole !== true && !COUNTED.test(first) && !deniesTheFirst(rest);
        if (partly.kind === 'not_understood' && isEnough) partly = { kind: 'in_part', claims, rest };
      }
    }
    return partly;
  }

  /** What stands in brackets is said of what the sentence is about. */
  withoutRemark(sentence: string): ReadSentence {
    const found = REMARK.exec(sentence);
    const [whole = '', remark = ''] = found ?? [];
    if (found === null || !remark.includes(' ')) return { kind: 'not_understood' };
    const plain = sentence.slice(0, found.index) + sentence.slice(found.index + whole.length);
    const read = this.parts(plain);
    if (read.kind !== 'understood') return read;
    // Behind another name it is said of that one, or of both.
    const isClear = !isOfAnother(sentence.slice(0, found.index), remark);
    const more = this.#about(remark, isClear ? subjectOf(plain) : undefined);
    if (more === undefined && deniesTheFirst(remark)) return { kind: 'not_understood' };
    return more === undefined
      ? { kind: 'in_part', claims: read.claims, rest: remark }
      : { kind: 'understood', claims: [...read.claims, ...more] };
  }

  #about(sentence: string, subject: string | undefined): readonly SpotCheckClaim[] | undefined {
    const claims = this.#claims(sentence);
    if (claims !== undefined || subject === undefined) return claims;
    const its = /^its (\w+(?: type| annotation| parameter)?) /.exec(sentence);
    if (its !== null) return this.#claims(`the ${its[1]} of ${subject} ${sentence.slice(its[0].length)}`);
    const used = USES_IT.exec(sentence);
    if (used !== null) return this.#claims(`${used[1]} ${subject}${used[2] ?? ''}`);
    return this.#claims(`${subject} ${sentence.replace(PRONOUN, '')}`);
  }

  #claims(sentence: string): readonly SpotCheckClaim[] | undefined {
    if (this.#known.has(sentence)) return this.#known.get(sentence);
    if (this.#left <= 0) return undefined;
    const { words, codes } = readForm(sentence);
    let claims =
      isNotBoth(words) || isOfEarlierChange(words)
        ? undefined
        : (this.#described(words, codes, oldForm(sentence)) ?? this.#freely(words, codes));
    if (claims && isNewAndUnchanged(words, claims)) claims = undefined;
    claims = claims && ofReExports(words, claims);
    if (speaksOfDefinitions(words)) claims = claims?.map(asDefinition);
    if (isNotThese(words)) claims = claims?.map(claim => ({ ...claim, isUnsure: true }));
    this.#known.set(sentence, claims);
    return claims;
  }

  /** With what the words say beside it: the time, and what they call each thing. */
  #described(
    words: string,
    codes: readonly Code[],
    // The old forms say their time by themselves; everything else is read by the grammar.
    read: readonly SpotCheckClaim[] | undefined = this.#words(words, [...codes], 0),
  ): readonly SpotCheckClaim[] | undefined {
    const claims =
      (read && inSaidTime(words, asCalled(words, codes, read))) ?? this.#inPlainWords(words, [...codes]);
    const meant = claims && ofAspect(words, ofTheOld(words, codes, claims));
    return meant && asDirected(words, asDescribed(words, codes, meant));
  }

  #inPlainWords(words: string, codes: Code[]): readonly SpotCheckClaim[] | undefined {
    const plain = inPlainWords(words, codes);
    const claims = plain === words ? undefined : this.#words(plain, [...codes], 0);
    // What time they speak of both ways of saying it tell.
    return (
      claims && inSaidTime(`${plain} | ${words}`, asCalled(words, codes, asCalled(plain, codes, claims)))
    );
  }

  /** In other sentences, of which each is read by itself: its time is its own. */
  #freely(words: string, codes: readonly Code[]): readonly SpotCheckClaim[] | undefined {
    const more = [...codes];
    const plain = inPlainerWords(words, more);
    const claims =
      (plain === words ? undefined : this.#inOneSentence(plain, more)) ?? this.#inClauses(plain, more, 0);
    // What the words call each thing must be so of it all the same.
    return claims && asDescribed(words, codes, asCalled(words, codes, claims));
  }

  #inOneSentence(words: string, codes: readonly Code[]): readonly SpotCheckClaim[] | undefined {
    const left = this.#left;
    this.#left = Math.max(left, READINGS_OF_ONE);
    const claims = this.#described(words, codes);
    this.#left = left;
    return claims;
  }

  #inClauses(words: string, codes: Code[], depth: number): readonly SpotCheckClaim[] | undefined {
    if (depth > DEEPEST) return undefined;
    for (const said of inClauses(words, codes)) {
      const claims: SpotCheckClaim[] = [];
      const isRead = said.every(each => {
        const read = this.#leftFree-- > 0 ? this.#oneOf(each, codes, depth) : undefined;
        claims.push(...(read ?? []));
        return read !== undefined;
      });
      if (isRead) return claims;
    }
    return undefined;
  }

  #oneOf({ words, isUnsure, isPerhapsParameter, file }: Said, codes: Code[], depth: number) {
    const plain = inPlainerWords(words, codes);
    const read = this.#inOneSentence(plain, codes) ?? this.#inClauses(plain, codes, depth + 1);
    const claims = file === undefined ? read : read && claimsIn(file, read);
    return claims?.map(claim => ({
      ...claim,
      ...(isUnsure === true ? { isUnsure } : {}),
      ...(isPerhapsParameter === true && claim.kind === 'parameter' ? { isPerhaps: true } : {}),
    }));
  }

  #words(words: string, codes: Code[], depth: number): readonly SpotCheckClaim[] | undefined {
    if (this.#left-- <= 0) return undefined;
    let atLeast: readonly SpotCheckClaim[] = [];
    for (const { expression, required, read, readsOnly } of PHRASES) {
      if (!mayMatch(words, required)) continue;
      const match = expression.exec(words);
      const claims = match === null ? undefined : read(new Found(match, { words, codes }));
      if (match === null || claims === undefined || claims.length === 0) continue;
      // That it is so of nothing else says that it is so, and more.
      if (readsOnly === true || !saysOnly(match)) return [...claims, ...atLeast];
      if (atLeast.length === 0) atLeast = claims;
    }
    const open: readonly SpotCheckClaim[] | undefined =
      atLeast.length === 0 ? undefined : [...atLeast, { kind: 'nothing_else', when: 'after' }];
    if (depth >= DEEPEST) return open;
    const plain = withoutDenial(words);
    const not = plain === undefined ? undefined : denied(this.#words(plain, codes, depth + 1));
    if (not !== undefined) return not;
    const reads = (main: string) => thereOf(this.#words(main, codes, depth + 1));
    for (const rewrite of REWRITES) {
      const sentences = rewrite(words, codes, reads);
      const claims = sentences?.map(each => this.#words(each, codes, depth + 1));
      if (claims?.every(each => each !== undefined) === true) return [...claims.flat(), ...atLeast];
    }
    const said = withoutFile(words, codes);
    const inFile = said && this.#words(said.rest, codes, depth + 1);
    const placed = inFile && claimsIn(said.file, inFile);
    return placed === undefined ? open : [...placed, ...atLeast];
  }
}

/**
 * Whether the second part says where the thing is that the first part speaks of as gone, or by its old name: `f was
 * removed and now lives in b.py`, `f was renamed to g and moved to b.py`. Then each of them means less than it says.
 */
function isAtOdds(
  first: string,
  claims: readonly SpotCheckClaim[],
  more: readonly SpotCheckClaim[],
): boolean {
  if (/\bwas (?:defined|declared|located|found)\b/.test(first)) return true;
  const isThere = (each: SpotCheckClaim, symbol: string) =>
    each.kind === 'exists' && each.symbol === symbol && each.is === 'there' && each.when !== 'before';
  return [
    [claims, more],
    [more, claims],
  ].some(([one = [], other = []]) =>
    one.some(
      each =>
        ((each.kind === 'exists' &&
          each.is === 'absent' &&
          each.when !== 'before' &&
          each.place === undefined) ||
          (each.kind === 'renamed' && each.symbol !== each.to)) &&
        other.some(another => isThere(another, each.symbol)),
    ),
  );
}

function oldForm(sentence: string): readonly SpotCheckClaim[] | undefined {
  for (const [expression, read] of SENTENCES) {
    const match = expression.exec(sentence);
    const claim = match === null ? undefined : read(match);
    if (claim !== undefined) return [claim];
  }
  return undefined;
}

/** A number says by itself that there are no more. */
const saysOnly = ({ groups }: RegExpExecArray): boolean =>
  groups?.['n'] === undefined &&
  [groups?.['adverb'], groups?.['adverb2'], groups?.['adverb3']].includes('only');

/** What claims say is there: the one name that may be spoken of further. */
function thereOf(claims: readonly SpotCheckClaim[] | undefined) {
  const found = (claims ?? []).flatMap(claim =>
    (claim.kind === 'exists' || claim.kind === 'sort' || claim.kind === 'bases') &&
    claim.when !== 'before' &&
    !(claim.kind === 'sort' && claim.is === 'absent')
      ? [claim]
      : [],
  );
  const [first] = found;
  const isOne = found.every(
    ({ symbol, is, place }) => is === 'there' && symbol === first?.symbol && place === first.place,
  );
  return first !== undefined && isOne ? { symbol: first.symbol, place: first.place } : undefined;
}

/** What is said of one thing may go on with another: `A keeps x and y`. */
const SAME_VERB =
  /^ (?:still |now |also )?(?:keeps|raises|catches|calls|gained|lost|defines|exports|mentions|has)(?= )/;
const PRONOUN = /^(?:it|and it|which) /;
/** `nothing uses it any more`, `b.py still imports it`. */
const USES_IT =
  /^((?:nothing(?: in the \w+)?|`?[\w./-]+\.py`?) (?:still |now |also )?(?:mentions|references|uses|imports|calls|needs)) it( any ?more| now)?$/;
/** `is imported there instead`: where the first part says. */
const THERE = / (from )?there(?: instead)?(?: now)?$/;
function withPlace(rest: string, first: string): string {
  const [place, ...others] = THERE.test(rest)
    ? first.split(/[\s`]/).filter(word => word.endsWith('.py'))
    : [];
  return place === undefined || others.length > 0
    ? rest
    : rest.replace(THERE, (_, from?: string) => ` ${from ?? 'in '}${place}`);
}
/** In brackets, and no signature: words with spaces between them. */
const REMARK = / \(([a-z][^()=,:]*)\)/;

/** What a sentence begins with, for a second part that only goes on with its verb. */
const subjectOf = (sentence: string): string =>
  (NAMED.exec(sentence) ?? ANY_SUBJECT.exec(sentence))?.[0] ?? '';
const ANY_SUBJECT =
  /^(?:the )?(?:(?:class|function|method|module|file) )?(?:`[^`]+`|"[^"]+"|\S+)(?: in (?:`[^`]+`|\S+))?/i;
/** With words for what it is, of which none can be false of a later part alone. */
const NAMED =
  /^(?:(?:the|an?|new|private|public|internal|helper|exception|base|module-level) )*(?:(?:class|function|method|module|file|helper|constant|property) )?(?:named |called )?`[^`]+`(?: (?:class|function|method|helper|constant|property|module))?(?: in (?:`[^`]+`|\S+))?/i;
