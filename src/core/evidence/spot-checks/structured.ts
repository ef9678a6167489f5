import type { SpotCheck } from '../../../generated/contracts.ts';
import { asDefinition, exists, renamed, withInherited } from './existence-claims.ts';
import { parameterClaim } from './parameter-claims.ts';
import { signatureIn } from './read-signature.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';

/** QA's spot checks as sentences: facts are shown as such. */
export const sentencesOf = (checks: readonly (string | SpotCheck)[] | undefined): readonly string[] =>
  (checks ?? []).map(textOf);

export const textOf = (check: string | SpotCheck): string =>
  typeof check === 'string' ? check : `verified: ${sentenceOf(check)}`;

const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?:\.[\p{L}_][\p{L}\p{N}\p{M}_]*)*$/u;
/** A file that is no Python, where no folder is said. */
const TEXT_FILE = /\.(?:txt|toml|md|rst|cfg|ini|ya?ml|json|in|lock|html|css|js|ts|sh)$/i;
const PATH = /\.pyi?$|\//;

/** What a fact claims; `undefined` where something is missing, or is no name. */
export function claimsOfFact(fact: SpotCheck): readonly SpotCheckClaim[] | undefined {
  // `./a.py` is `a.py`.
  const check = { ...fact, subject: fact.subject.replace(/^\.\//, '') };
  const { kind, value, count, in: place } = check;
  const when: When = check.when ?? 'present';
  const later: When = check.when ?? 'after';
  const subject = nameIn(check.subject);
  const name = nameIn(check.name);
  const from = check.from === undefined || /^\.+$/.test(check.from) ? check.from : dotted(check.from);
  const isFile = PATH.test(check.subject) && place === undefined;
  if (check.from !== undefined && from === undefined) return undefined;
  switch (kind) {
    case 'imports':
    case 'no_import': {
      if (name === undefined) return undefined;
      const is = kind === 'imports' ? 'there' : 'absent';
      return [{ kind: 'imports', place: check.subject, is, name, from, when: is === 'there' ? when : later }];
    }
    case 'importable': {
      const isName = name !== undefined && !name.includes('.');
      return isName
        ? [{ kind: 'offers', module: check.subject, names: [name], is: 'there', when }]
        : undefined;
    }
    case 'only_changed': {
      const places = pathsIn(check.subject);
      const isClear = places.length > 0 && !places.some(each => /[*?\s]/.test(each));
      return isClear ? [{ kind: 'only_changed', places, when: 'after' }] : undefined;
    }
    case 'lines':
      return count === undefined ? undefined : [{ kind: 'lines', place: check.subject, count, when }];
    case 'unchanged':
    case 'same_code': {
      if (!isFile && subject === undefined) return undefined;
      const of = isFile ? { symbol: undefined, place: check.subject } : { symbol: subject, place };
      const what = kind === 'unchanged' ? 'all' : 'code';
      return [{ ...of, kind: 'same', what, is: 'same', when: 'after' }];
    }
    case 'contains':
    case 'lacks': {
      const isOfFile = isFile || (place === undefined && TEXT_FILE.test(check.subject));
      if ((!isOfFile && subject === undefined) || value === undefined) return undefined;
      const of = isOfFile ? { symbol: undefined, place: check.subject } : { symbol: subject, place };
      const is = kind === 'contains' ? 'there' : 'absent';
      return [{ ...of, kind: 'written', text: value, is, when: later }];
    }
    case 'exists':
    case 'absent': {
      const is = kind === 'exists' ? 'there' : 'absent';
      const at = is === 'there' ? when : later;
      if (isFile || (place === undefined && TEXT_FILE.test(check.subject)))
        return [{ kind: 'file', place: check.subject, is, when: at }];
      return subject === undefined ? undefined : [defined(subject, place, is, at)];
    }
  }
  if (subject === undefined) return undefined;
  const about = { symbol: subject, place, when };
  switch (kind) {
    case 'signature':
      return value === undefined
        ? undefined
        : [{ ...about, kind, signature: signatureIn(value) ?? value, isExact: true }];
    case 'same_signature':
      return [{ ...about, kind: 'same', what: 'signature', is: 'same', when: 'after' }];
    case 'returns': {
      const result = value?.replace(/^->\s*/, '').trim();
      return result ? [{ ...about, kind, result, isDeclared: true }] : undefined;
    }
    case 'parameter':
    case 'no_parameter': {
      const is = kind === 'parameter' ? 'there' : 'absent';
      const at = is === 'there' ? when : later;
      const claim = parameterClaim({ ...about, when: at, more: [] }, check.name, is);
      if (claim?.kind !== 'parameter') return undefined;
      return [value === undefined ? claim : { ...claim, value }];
    }
    case 'base':
      return name === undefined
        ? undefined
        : [{ ...about, kind: 'bases', names: [name], exact: false, is: 'there' }];
    case 'decorator': {
      const decorator = check.name?.replace(/^@/, '');
      return decorator ? [{ ...about, kind, name: decorator }] : undefined;
    }
    case 'raises':
      return name === undefined ? undefined : [{ ...about, kind, exception: name, is: 'there', isOwn: true }];
    case 'docstring':
      return value?.trim() ? [{ ...about, kind, text: value, is: 'there' }] : undefined;
    case 'value':
      return value === undefined ? undefined : [{ ...about, kind, value, is: 'there' }];
    case 'member':
      return name === undefined ? undefined : [defined(`${subject}.${name}`, place, 'there', when)];
    case 'renamed':
      return name === undefined ? undefined : renamed(subject, name, place)?.map(withInherited);
    case 'callers':
      return count === undefined
        ? undefined
        : [{ ...about, kind, count, outside: undefined, isExact: true, when: later }];
  }
}

const defined = (symbol: string, place: string | undefined, is: 'there' | 'absent', when: When) =>
  asDefinition(withInherited(exists(symbol, place, is, when, 'defined')));

/** `a.py, b.py`, `a.py and b.py`, one on each line; with slashes the other way, in backticks, from the root on. */
const pathsIn = (text: string): readonly string[] =>
  text
    .replaceAll('`', '')
    .replaceAll('\\', '/')
    .split(/[,;\n]| and /)
    .map(each =>
      each
        .trim()
        .replace(/^\.?\/+/, '')
        .replace(/\/{2,}/g, '/'),
    )
    .filter(each => each !== '');

/** A dotted name; `f()` is one, too. */
const nameIn = (text: string | undefined): string | undefined => dotted(text?.trim().replace(/\(\)$/, ''));

function dotted(text: string | undefined): string | undefined {
  const plain = text?.normalize('NFKC');
  return plain !== undefined && NAME.test(plain.replace(/^\.+/, '')) ? plain : undefined;
}

function sentenceOf(check: SpotCheck): string {
  const { kind, name, value, from, count, when } = check;
  const place = check.in === undefined ? '' : ` in ${code(check.in)}`;
  const time = when === undefined ? '' : ` ${when} the change`;
  const subject = code(check.subject);
  switch (kind) {
    case 'exists':
      return `${subject} is defined${place}${time}`;
    case 'absent':
      return `${subject} is not defined${place}${time || ' after the change'}`;
    case 'signature':
      return `the signature of ${subject}${place} is ${code(value)}${time}`;
    case 'same_signature':
      return `${subject}${place} keeps its signature`;
    case 'returns':
      return `${subject}${place} is annotated to return ${code(value)}${time}`;
    case 'parameter':
      return value === undefined
        ? `${subject}${place} takes a parameter ${code(name)}${time}`
        : `the parameter ${code(name)} of ${subject}${place} defaults to ${code(value)}${time}`;
    case 'no_parameter':
      return `${subject}${place} does not accept ${code(name)}${time}`;
    case 'base':
      return `${subject}${place} inherits from ${code(name)}${time}`;
    case 'decorator':
      return `${subject}${place} is decorated with ${code(name)}${time}`;
    case 'value':
      return `${subject}${place} is set to ${code(value)}${time}`;
    case 'member':
      return `class ${subject}${place} defines ${code(name)}${time}`;
    case 'imports':
      return `${subject} imports ${code(name)}${from === undefined ? '' : ` from ${code(from)}`}${time}`;
    case 'no_import':
      return `${subject} does not import ${code(name)}${from === undefined ? '' : ` from ${code(from)}`}${time}`;
    case 'importable':
      return `${code(name)} can be imported from ${subject}${time}`;
    case 'renamed':
      return `${subject}${place} was renamed to ${code(name)}`;
    case 'unchanged':
      return `${subject}${place} was not modified`;
    case 'same_code':
      return `the code of ${subject}${place} is as before, but for comments and docstrings`;
    case 'contains':
      return `${subject}${place} contains ${onOneLine(value)}${time}`;
    case 'lacks':
      return `${subject}${place} does not contain ${onOneLine(value)}${time || ' after the change'}`;
    case 'docstring':
      return `the docstring of ${subject}${place} says ${onOneLine(value)}${time}`;
    case 'raises':
      return `${subject}${place} itself raises ${code(name)}${time}`;
    case 'only_changed':
      return `nothing but ${check.subject
        .split(',')
        .map(each => code(each.trim()))
        .join(' and ')} is changed`;
    case 'callers':
      return `function ${subject}${place} has ${count ?? '?'} callers${time}`;
    case 'lines':
      return `${subject} has ${count ?? '?'} lines${time}`;
  }
}

/** What is missing, or holds a backtick, is left so that the sentence is not understood. */
const code = (text: string | undefined): string =>
  text === undefined || text.includes('`') ? '(?)' : `\`${text}\``;

const onOneLine = (text: string | undefined): string =>
  code(
    text
      ?.trim()
      .split('\n')
      .map(line => line.trim())
      .join(' ⏎ '),
  );
