import { claimedResult } from '../claims/claimed-result.ts';
import { isTypeText } from '../claims/type-text.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { Noun } from './claim-kinds.ts';
import { endOfBrackets } from './code-in-text.ts';
import { exists, hasCome, renamed, withInherited } from './existence-claims.ts';
import { parameterClaim } from './parameter-claims.ts';
import type { Subject } from './phrase-subject.ts';
import { asDirected } from './said-directions.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';

/** `pkg.Class.method`, with what stands behind it: `(self, a) -> int`, or nothing. */
interface Named {
  readonly symbol: string;
  /** As code, with the result; `undefined` where none is written, or `()` alone stands for a call. */
  readonly signature: string | undefined;
  readonly isClass: boolean;
  /** Written with brackets, as only what can be called is. */
  readonly isCall: boolean;
}

type Claims = readonly SpotCheckClaim[] | undefined;

const NAME = '[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*';
const HEAD = new RegExp(`^(?:(?:async )?def |class )?(${NAME})(?=$|\\()`);

/** What a Designer writes in `changed_signatures`, where the whole entry has one of the usual forms. */
export function readClaimForm(text: string): Claims {
  const plain = text.replaceAll('`', '').replace(/\s+/g, ' ').trim().replace(/[.;]$/, '');
  const claims = readArrow(plain) ?? readDeed(plain) ?? readAbout(plain) ?? readWhole(plain);
  return claims && asDirected(plain.toLowerCase(), claims);
}

/** The signature as it is written after the change. */
function readWhole(text: string): Claims {
  const named = readNamed(text);
  if (named?.signature === undefined || named.isClass) return undefined;
  return [signature(named, 'after')];
}

/** `f(a) → f(a, b)`, `f(a) is now f(a, b)`, `a.f → a.g`. */
function readArrow(text: string): Claims {
  for (const arrow of [' → ', ' => ', ' -> ', ' is now ', ' becomes ', ' changed to ']) {
    const at = text.indexOf(arrow);
    if (at < 0 || text.indexOf(arrow, at + arrow.length) >= 0) continue;
    const prefix = /^(?:changed|change|renamed|rename|updated?|signature(?: change)? of) (?:from )?/i;
    const old = readNamed(text.slice(0, at).replace(prefix, '').replace(/:$/, ''));
    const now = readNamed(text.slice(at + arrow.length));
    if (old === undefined || now === undefined || old.isClass || now.isClass) continue;
    // `f(a) -> Box` says what it returns.
    if (arrow === ' -> ' && (now.signature === undefined || old.signature === undefined)) continue;
    return readChange(old, now);
  }
  return undefined;
}

function readChange(old: Named, now: Named): Claims {
  const isSame = last(old.symbol) === last(now.symbol);
  const isOneName =
    old.symbol === now.symbol ||
    (isSame && !old.symbol.includes('.')) ||
    (isSame && !now.symbol.includes('.'));
  const longer = old.symbol.length > now.symbol.length ? old.symbol : now.symbol;
  if (isSame && !isOneName) return undefined;
  const [from, to] = isSame ? [longer, longer] : [old.symbol, now.symbol];
  const claims: SpotCheckClaim[] = [];
  if (old.isCall) claims.push(callable(from, 'before'));
  if (now.isCall) claims.push(callable(isSame ? to : around(from, to), 'after'));
  if (old.signature !== undefined) claims.push(signature({ ...old, symbol: from }, 'before'));
  if (now.signature !== undefined)
    claims.push(signature({ ...now, symbol: isSame ? to : around(from, to) }, 'after'));
  if (isSame) return claims.filter(({ kind }) => kind === 'signature').length === 2 ? claims : undefined;
  const moved = renamed(from, last(to), undefined);
  const isInPlace = !to.includes('.') || around(from, last(to)) === to || from === last(from);
  return moved === undefined || !isInPlace ? undefined : [...moved, ...claims];
}

const last = (symbol: string): string => lastOf(symbol);
/** The other name in the same place. */
const around = (symbol: string, name: string): string =>
  name.includes('.') ? name : `${symbol.slice(0, symbol.lastIndexOf('.') + 1)}${name}`;

const KIND = '(?:(?:new|public|the) )*(?:(function|method|class|constant|property|attribute) )?';
const ADDED = new RegExp(`^(?:(?:added|adds?|new):? ${KIND})(.+)$`, 'i');
const REMOVED = new RegExp(`^(?:(?:removed|removes?|deleted):? ${KIND})(.+)$`, 'i');
const IS_ADDED = /^(.+?)(?:: ?(?:added|new)| \((?:added|new)\)| is new| (?:is|was) added| added)$/i;
const IS_REMOVED =
  /^(.+?)(?:: ?(?:removed|deleted)| \((?:removed|deleted)\)| (?:is|was) (?:removed|deleted)| removed)$/i;
const IS_RENAMED = new RegExp(
  `^(?:renamed? )?(${NAME})(?:\\(\\))?:? (?:(?:is |was )?renamed )?(?:to|as) (${NAME})(?:\\(\\))?$`,
  'i',
);

/** `added f(a)`, `Box.open: removed`, `f renamed to g`. */
function readDeed(text: string): Claims {
  if (/\brenamed?\b/i.test(text)) {
    const [, from, to] = IS_RENAMED.exec(text) ?? [];
    if (from === undefined || to === undefined) return undefined;
    const [old, now] = [from, to].map(symbol =>
      readNamed(text.includes(`${symbol}()`) ? `${symbol}()` : symbol),
    );
    return old && now && readChange(old, now);
  }
  const [, noun, name = IS_ADDED.exec(text)?.[1]] = ADDED.exec(text) ?? [];
  const added = readNamed(name ?? '');
  if (added !== undefined) return appears(added, 'before', 'after', noun);
  const [, was, other = IS_REMOVED.exec(text)?.[1]] = REMOVED.exec(text) ?? [];
  const removed = readNamed(other ?? '');
  return removed === undefined ? undefined : appears(removed, 'after', 'before', was);
}

const NOUNS: Readonly<Record<string, Noun>> = {
  function: 'function',
  method: 'method',
  class: 'class',
  property: 'property',
  constant: 'value',
  attribute: 'value',
};

/** `Y()` is not said of a number, or of a property. */
const callable = (symbol: string, when: When): SpotCheckClaim => ({
  kind: 'called',
  symbol,
  place: undefined,
  noun: 'callable',
  when,
});

function appears(
  named: Named,
  absent: 'before' | 'after',
  there: 'before' | 'after',
  said: string | undefined,
): Claims {
  const { symbol } = named;
  const noun = named.isClass ? 'class' : NOUNS[said?.toLowerCase() ?? ''];
  return [
    ...(named.isCall || noun === 'method' ? [callable(symbol, there)] : []),
    ...(noun === undefined ? [] : [{ kind: 'called', symbol, place: undefined, noun, when: there } as const]),
    // A method that a base has now is not gone.
    withInherited(exists(symbol, undefined, 'absent', absent, 'defined')),
    hasCome(symbol, undefined, there),
    ...(named.signature === undefined || named.isClass ? [] : [signature(named, there)]),
  ];
}

const PARAMETER =
  '(?:(?:an? |the )?(?:new |additional |extra )?(?:optional |keyword-only |keyword |positional )*(?:parameter|argument|param|arg|keyword|kwarg|flag|option) )';
const DEFAULT = '(?:,? (?:\\(?(?:default(?:s|ing)?(?: to|:|=)?|with (?:a )?default(?: of)?)) ?([^)]+)\\)?)?';
const VALUE = '(\\S+|"[^"]*"|\'[^\']*\')';
const IS_KEYWORD_ONLY = /keyword-only/i;
const IS_POSITIONAL = /\bpositional\b/i;
/** How it is given, which is not looked at where a parameter goes or gets another name. */
const IS_GIVEN = /keyword-only|\bpositional\b|\boptional\b/i;

/** What is said of one function behind its name: `f: added parameter x=1`, `f now returns int`. */
const DETAILS: readonly (readonly [
  RegExp,
  (subject: Subject, found: readonly string[], detail: string) => Claims,
])[] = [
  [
    new RegExp(
      `^(?:added|adds?|gained|gains|new|takes a new|now takes an additional) ?${PARAMETER}(\\*{0,2}\\w+(?:\\s*[:=].*?)?)${DEFAULT}$`,
      'i',
    ),
    (subject, [written = '', value], detail) => {
      const given = IS_KEYWORD_ONLY.test(detail)
        ? ({ given: 'by_keyword_only' } as const)
        : IS_POSITIONAL.test(detail)
          ? ({ given: 'by_position' } as const)
          : {};
      const isOptional = /\boptional\b/i.test(detail);
      return known([
        parameterClaim(subject, written, 'there', {
          isOwn: true,
          isOptional,
          ...given,
          ...(value ? { value } : {}),
        }),
        parameterClaim(at(subject, 'before'), nameOf(written), 'absent', { isOwn: true }),
      ]);
    },
  ],
  [
    new RegExp(
      `^(?:removed|removes?|dropped|drops|lost|no longer takes|no longer accepts) ?${PARAMETER}(\\*{0,2}\\w+)$`,
      'i',
    ),
    (subject, [name], detail) =>
      IS_GIVEN.test(detail)
        ? undefined
        : known([
            parameterClaim(subject, name, 'absent', { isOwn: true }),
            parameterClaim(at(subject, 'before'), name, 'there', { isOwn: true }),
          ]),
  ],
  [
    new RegExp(`^(?:renamed? )?${PARAMETER}(\\w+) (?:(?:is |was )?renamed )?to (\\w+)$`, 'i'),
    (subject, [from, to], detail) =>
      IS_GIVEN.test(detail)
        ? undefined
        : known([
            parameterClaim(subject, to, 'there', { isOwn: true }),
            parameterClaim(subject, from, 'absent', { isOwn: true }),
            parameterClaim(at(subject, 'before'), from, 'there', { isOwn: true }),
          ]),
  ],
  [
    new RegExp(
      `^(?:(?:the )?default (?:value )?(?:of|for) ${PARAMETER}?(\\w+)|${PARAMETER}?(\\w+)(?:'s)? default) (?:is |was )?changed from ${VALUE} to ${VALUE}$`,
      'i',
    ),
    (subject, [one, other, from, to]) =>
      known([
        parameterClaim(subject, one ?? other, 'there', { value: to }),
        parameterClaim(at(subject, 'before'), one ?? other, 'there', { value: from }),
      ]),
  ],
];

/** `f: …`, `f — …`, `f() …`. */
function readAbout(text: string): Claims {
  const name = /^(?:async )?(?:def )?/.exec(text)?.[0].length ?? 0;
  const [symbol = ''] = new RegExp(`^${NAME}`).exec(text.slice(name)) ?? [];
  if (symbol === '') return undefined;
  const after = name + symbol.length;
  const end = text[after] === '(' ? endOfBrackets(text, after) : after;
  if (end === undefined) return undefined;
  const rest = text.slice(end);
  const mark = /^(?: ?:| [-–—]| )\s*/.exec(rest);
  if (mark === null) return undefined;
  // A plain word in front of a verb may be no name.
  if (mark[0] === ' ' && end === after && !/[._]|[a-z][A-Z]/.test(symbol)) return undefined;
  const detail = rest.slice(mark[0].length);
  const subject: Subject = { symbol, place: undefined, when: 'after', more: [] };
  const result = readResult(subject, detail);
  if (result !== undefined) return result;
  for (const [expression, read] of DETAILS) {
    const match = expression.exec(detail);
    const claims = match === null ? undefined : read(subject, match.slice(1), detail);
    if (claims !== undefined) return claims;
  }
  return undefined;
}

const CHANGED_FROM = /^(?:the )?(?:return type|result) (?:(?:is|was) )?changed from /i;
const RETURNS = /^(?:now )?returns? |^(?:is )?(?:now )?annotated to return /i;
const RESULT_IS = /^(?:the )?return (?:type|annotation)(?: is)?(?: now)?:? /i;

/** `now returns int instead of str`, `return type changed from str to int`. */
function readResult(subject: Subject, detail: string): Claims {
  const before = at(subject, 'before');
  const changed = CHANGED_FROM.exec(detail)?.[0];
  if (changed !== undefined) {
    const [from = '', to = '', ...more] = detail.slice(changed.length).split(' to ');
    return more.length > 0 ? undefined : known([returns(subject, to), returns(before, from)]);
  }
  const is = RESULT_IS.exec(detail)?.[0];
  if (is !== undefined) return known([returns(subject, detail.slice(is.length))]);
  if (!RETURNS.test(detail)) return undefined;
  const [said = '', from] = detail.split(' instead of ');
  const result = claimedResult(said.replace(/^(?:is )?(?:now )?annotated to return/i, 'returns'));
  return result === undefined
    ? undefined
    : known([returns(subject, result), ...(from === undefined ? [] : [returns(before, from)])]);
}

const at = (subject: Subject, when: When): Subject => ({ ...subject, when });
const nameOf = (written: string): string => /^\*{0,2}\w+/.exec(written)?.[0] ?? written;

const known = (claims: readonly (SpotCheckClaim | undefined)[]): Claims => {
  const found = claims.filter(claim => claim !== undefined);
  return found.length === claims.length ? found : undefined;
};

function returns({ symbol, when }: Subject, written: string): SpotCheckClaim | undefined {
  const result = written
    .replace(/^-> ?/, '')
    .replace(/^["'](.*)["']$/, '$1')
    .trim();
  return isTypeText(result) ? { kind: 'returns', symbol, result, isDeclared: true, when } : undefined;
}

const signature = ({ symbol, signature: written = '()' }: Named, when: When): SpotCheckClaim => ({
  kind: 'signature',
  symbol,
  signature: written,
  isExact: true,
  when,
});

/** A name, or a whole signature and nothing behind it. */
function readNamed(text: string): Named | undefined {
  const plain = text.trim().replace(/:$/, '');
  const match = HEAD.exec(plain);
  const symbol = match?.[1];
  if (match === null || symbol === undefined) return undefined;
  const isClass = plain.startsWith('class ');
  const open = match[0].length;
  if (open === plain.length) return { symbol, signature: undefined, isClass, isCall: false };
  const end = endOfBrackets(plain, open);
  if (end === undefined) return undefined;
  const result = plain.slice(end);
  if (result !== '' && !/^ ?-> ?/.test(result)) return undefined;
  if (result !== '' && !isTypeText(result.replace(/^ ?-> ?/, '').replace(/^["'](.*)["']$/, '$1')))
    return undefined;
  const isCall = plain.slice(open) === '()' && !plain.startsWith('def ') && !plain.startsWith('async ');
  const [kind = ''] = /^(?:async )?def /.exec(plain) ?? [];
  return { symbol, signature: isCall ? undefined : kind + plain.slice(open), isClass, isCall };
}

/** All that entries are matched with. */
export const CLAIM_PATTERNS = [
  HEAD,
  ADDED,
  REMOVED,
  IS_ADDED,
  IS_REMOVED,
  IS_RENAMED,
  ...DETAILS.map(([each]) => each),
];
