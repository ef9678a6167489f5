import { type Parameters, readParameters } from '../evidence/code/call-shape.ts';
import { readCodeTokens } from '../evidence/code/code-tokens.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';

/** What another signature means for calls that fitted before. */
export type SignatureChange =
  /** Some call no longer fits. */
  | { readonly kind: 'breaks'; readonly reason: string }
  /** Every call still fits, and more do. */
  | { readonly kind: 'takes more' }
  /** Exactly the same calls fit; declared types or default values differ. */
  | { readonly kind: 'same calls' }
  | { readonly kind: 'open'; readonly reason: string };

/** Compares `def f(a, b=1)` with `def f(a, *, b=1)`, as evidence writes them. */
export function compareSignatures(before: string, after: string, isMethod: boolean): SignatureChange {
  const [old, now] = [before, after].map(splitHeader);
  if (old === undefined || now === undefined)
    return { kind: 'open', reason: 'it is declared in several ways' };
  if (old.isAsync !== now.isAsync)
    return { kind: 'breaks', reason: `it is ${now.isAsync ? 'async now' : 'no longer async'}` };
  if (old.isProperty !== now.isProperty)
    return { kind: 'breaks', reason: `it is ${now.isProperty ? 'a property now' : 'no longer a property'}` };
  if (old.decorators !== now.decorators) return { kind: 'open', reason: 'its decorators differ' };
  const isBound = isMethod && !old.decorators.includes('staticmethod');
  const [had, has] = [old, now].map(({ header }) => withoutSelf(readHeader(header), isBound));
  if (had === undefined || has === undefined) return { kind: 'open', reason: 'it cannot be read' };
  const reason = whyCallsBreak(had, has);
  if (reason !== undefined) return { kind: 'breaks', reason };
  const isMore = [countOf, byNameOf, byPlaceOf, defaultsOf, restOf].some(count => count(has) > count(had));
  return { kind: isMore ? 'takes more' : 'same calls' };
}

interface Header {
  readonly decorators: string;
  readonly isAsync: boolean;
  readonly isProperty: boolean;
  readonly header: string;
}

/** `undefined`: overloads, a text that was cut, or no function. */
function splitHeader(text: string): Header | undefined {
  const at = text.indexOf('def ');
  if (at === -1 || text.endsWith('…') || text.includes('def ', at + 4)) return undefined;
  const prefix = text.slice(0, at);
  const decorators = prefix.replace(/\basync /u, '').trim();
  return {
    decorators,
    isAsync: /\basync $/u.test(prefix),
    isProperty: decorators.includes('property'),
    header: text.slice(at),
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function readHeader(header: string): Parameters {
  const bytes = encodeUtf8(`${header}\0`);
  return readParameters(
    readCodeTokens({ bytes, text: (start, end) => decoder.decode(bytes.subarray(start, end)) }).slice(),
  );
}

/** What the call itself gives is nothing that a caller writes. */
const withoutSelf = (parameters: Parameters, isBound: boolean): Parameters =>
  isBound ? { ...parameters, positional: parameters.positional.slice(1) } : parameters;

const all = ({ positional, named }: Parameters) => [...positional, ...named];
const countOf = (parameters: Parameters): number => all(parameters).length;
const defaultsOf = (parameters: Parameters): number =>
  all(parameters).filter(({ hasDefault }) => hasDefault).length;
const byPlaceOf = ({ positional }: Parameters): number => positional.length;
const byNameOf = ({ positional, named }: Parameters): number =>
  positional.filter(({ byNameToo }) => byNameToo).length + named.length;
const restOf = ({ takesMore, takesAnyName }: Parameters): number => Number(takesMore) + Number(takesAnyName);

function whyCallsBreak(had: Parameters, has: Parameters): string | undefined {
  const byName = new Map([
    ...has.positional.flatMap(one => (one.byNameToo ? [[one.name, one] as const] : [])),
    ...has.named.map(one => [one.name, one] as const),
  ]);
  for (const [i, old] of had.positional.entries()) {
    const now = has.positional[i];
    if (now === undefined && !has.takesMore)
      return byName.has(old.name)
        ? `${old.name} must be given by its name now`
        : `${old.name} is no longer taken`;
    if (now !== undefined && now.name !== old.name && has.positional.some(({ name }) => name === old.name))
      return `${old.name} is in another place`;
    if (old.byNameToo && !byName.has(old.name) && !has.takesAnyName)
      return `${old.name} can no longer be given by its name`;
    if (old.hasDefault && now !== undefined && !now.hasDefault) return `${now.name} must be given now`;
  }
  for (const old of had.named) {
    const now = byName.get(old.name);
    if (now === undefined && !has.takesAnyName) return `${old.name} is no longer taken`;
    if (old.hasDefault && now?.hasDefault === false) return `${old.name} must be given now`;
  }
  if (had.takesMore && !has.takesMore) return 'it takes no further arguments (*args) any more';
  if (had.takesAnyName && !has.takesAnyName) return 'it takes no further names (**kwargs) any more';
  const known = new Set(had.named.map(({ name }) => name));
  const required = [
    ...has.positional.slice(had.positional.length).filter(({ name }) => !known.has(name)),
    ...has.named.filter(({ name }) => !known.has(name) && !had.positional.some(one => one.name === name)),
  ].find(({ hasDefault }) => !hasDefault);
  return required === undefined ? undefined : `${required.name} must be given now`;
}
