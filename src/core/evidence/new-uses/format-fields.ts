import { at } from '../../kernel/at.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { readArguments, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { contentOf, isFormatted } from '../code/string-literal.ts';
import type { Statement } from './statements.ts';

/** What a text asks for when it is formatted. */
interface Fields {
  /** `name`, `0`, or nothing for the next one: of `{name.attribute[key]}`. */
  readonly roots: readonly string[];
  /** The same with attributes and keys, where there are any. */
  readonly paths: readonly string[];
  /** How many values `%s` and the like take, and the names of `%(name)s`. */
  readonly percents: number;
  readonly named: readonly string[];
}

const BRACES = /\{\{|\}\}|\{(\w*)((?:\.\w+|\[[^\][{}]*\])*)(?:![rsa])?(?::((?:[^{}]|\{[^{}]*\})*))?\}/g;
const PERCENTS = /%(?:\((\w+)\))?[-+ #0]*(\*|[1-9]\d*)?(?:\.(\*|\d+))?[hlL]?([diouxXeEfFgGcrsa%])/g;

function fieldsOf(content: string): Fields {
  const [roots, paths, named]: [string[], string[], string[]] = [[], [], []];
  let percents = 0;
  for (const [whole, root, path = '', spec = ''] of content.matchAll(BRACES)) {
    if (root === undefined) continue;
    // `{3}` behind a backslash repeats something in a pattern.
    if (/^\d+$/.test(root) && content.includes('\\')) continue;
    roots.push(root);
    if (path !== '') paths.push(root + path);
    if (whole.includes('{', 1)) roots.push(...fieldsOf(spec).roots);
  }
  for (const [, name, width, precision, kind] of content.matchAll(PERCENTS)) {
    if (kind === '%') continue;
    if (name !== undefined) named.push(name);
    percents += 1 + [width, precision].filter(each => each === '*').length;
  }
  return { roots, paths, percents, named };
}

const isPlainText = ({ kind, text }: CodeToken): boolean =>
  kind === STRING && !isFormatted(text) && !text.slice(0, text.indexOf(':')).includes('b');

/** Equal for two texts that ask for the same. */
const shapeOf = ({ roots, paths, percents, named }: Fields): string =>
  [[...roots].sort(), [...paths].sort(), percents, [...named].sort()].map(String).join('\u0001');

const NO_FIELDS = shapeOf(fieldsOf(''));

/**
 * Why a text that is formatted may ask for what it is not given: `"{a.b}".format(a=a)`, `"%s %s" % pair`.
 * @param known all statements that were there before
 */
export function whyOtherFields(
  known: readonly Statement[],
  gone: readonly Statement[],
  fresh: readonly Statement[],
): string | undefined {
  let before: Known | undefined;
  let counts: ReturnType<typeof valuesCounted> | undefined;
  for (const { tokens } of fresh.filter(({ mayAskForValues }) => mayAskForValues))
    for (const [i, token] of tokens.entries()) {
      if (isPercent(tokens, i)) counts ??= valuesCounted(known);
      const counted = isPercent(tokens, i) ? counts?.get(at(tokens, i - 1).text) : undefined;
      if (counted !== undefined && !counted.has(valuesAt(tokens, i)))
        return 'a text is formatted with another number of values, and how many it takes is not known';
      if (!isPlainText(token) || tokens.length === 1) continue;
      const fields = fieldsOf(contentOf(token.text));
      if (shapeOf(fields) === NO_FIELDS) continue;
      before ??= readKnown(known, gone, fresh);
      const isFit = fits(tokens, i, fields, before) ?? isAskedAsBefore(tokens, i, fields, before);
      if (!isFit) return 'a text is formatted with other fields, and whether it is given them is not known';
    }
  return undefined;
}

const isPercent = (tokens: readonly CodeToken[], i: number): boolean =>
  tokens[i]?.text === '%' && isName(tokens[i - 1]);

/** How many values stand behind a `%`; -1 where it is one, or something that may be several. */
function valuesAt(tokens: readonly CodeToken[], percent: number): number {
  if (tokens[percent + 1]?.op !== op.PAREN_OPEN) return -1;
  return splitArguments(tokens, percent + 1).filter(part => part.length > 0).length;
}

/** By what stands in front of a `%`, how many values stood behind it. */
function valuesCounted(statements: readonly Statement[]): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const { tokens } of statements.filter(({ mayFormat }) => mayFormat))
    for (let i = 1; i < tokens.length; i++) {
      if (!isPercent(tokens, i)) continue;
      const name = at(tokens, i - 1).text;
      found.set(name, (found.get(name) ?? new Set()).add(valuesAt(tokens, i)));
    }
  return found;
}

interface Known {
  readonly shapes: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly percents: ReadonlySet<number>;
  /** Some text is gone, and another one may be in its place. */
  readonly isLess: boolean;
}

function readKnown(
  known: readonly Statement[],
  gone: readonly Statement[],
  fresh: readonly Statement[],
): Known {
  const all = textsIn(known).map(text => fieldsOf(contentOf(text)));
  const now = new Set(textsIn(fresh));
  return {
    shapes: new Set(all.map(shapeOf)),
    roots: new Set(all.flatMap(({ roots }) => roots)),
    paths: new Set(all.flatMap(({ paths }) => paths)),
    named: new Set(all.flatMap(({ named }) => named)),
    percents: new Set(all.map(({ percents }) => percents)),
    isLess: textsIn(gone).some(text => !now.has(text)),
  };
}

const textsIn = (statements: readonly Statement[]): readonly string[] =>
  statements
    .filter(({ mayFormat }) => mayFormat)
    .flatMap(({ tokens }) => (tokens.length === 1 ? [] : tokens.filter(isPlainText)).map(({ text }) => text));

/** Whether what stands behind the text gives it all that it asks for; nothing where it is not formatted right there. */
function fits(tokens: readonly CodeToken[], text: number, fields: Fields, known: Known): boolean | undefined {
  let next = text + 1;
  // `_("…").format(…)`
  while (next < tokens.length && at(tokens, next).op === op.PAREN_CLOSE) next++;
  const method = tokens[next]?.op === op.DOT ? tokens[next + 1]?.text : undefined;
  if (method === 'format_map') return areKnown(fields, known);
  if (method === 'format') {
    const { positional, names, isOpen } = readArguments(tokens, next + 2);
    let asked = 0;
    const isGiven = (root: string) => {
      if (root === '') return asked++ < positional;
      return /^\d+$/.test(root) ? Number(root) < positional : names.includes(root);
    };
    const areGiven = fields.roots.every(root => isGiven(root) || (isOpen && known.roots.has(root)));
    return areGiven && fields.paths.every(path => known.paths.has(path));
  }
  if (tokens[next]?.text !== '%') return undefined;
  const operand = tokens[next + 1];
  if (fields.percents === 0) return true;
  if (operand?.op === op.BRACE_OPEN) {
    const keys = new Set(splitArguments(tokens, next + 1).map(([key]) => contentOf(key?.text ?? '')));
    return fields.named.every(name => keys.has(name));
  }
  if (fields.named.length > 0) return fields.named.every(name => known.named.has(name));
  if (operand?.op === op.PAREN_OPEN) {
    const parts = splitArguments(tokens, next + 1).filter(part => part.length > 0);
    if (parts.some(([first]) => first?.op === op.STAR)) return known.percents.has(fields.percents);
    // `% (a)` is one value, and `% (a if b else c)` as well.
    return parts.length === fields.percents;
  }
  return fields.percents === 1 || known.percents.has(fields.percents);
}

const areKnown = ({ roots, paths }: Fields, known: Known): boolean =>
  roots.every(root => known.roots.has(root)) && paths.every(path => known.paths.has(path));

const UNFORMATTED =
  /^(?:debug|info|warning|warn|error|critical|exception|log|strftime|strptime|compile|match|search|sub|fullmatch|findall)$/;

/** Of a text that is formatted elsewhere, if at all: one that stood there asked for the same, or it is new beside them. */
const isAskedAsBefore = (
  tokens: readonly CodeToken[],
  text: number,
  fields: Fields,
  { shapes, isLess }: Known,
): boolean =>
  !isLess ||
  shapes.has(shapeOf(fields)) ||
  // Messages of logs that do not fit are told of, and nothing fails; of patterns and dates the fields are others.
  (tokens[text - 1]?.op === op.PAREN_OPEN && UNFORMATTED.test(tokens[text - 2]?.text ?? ''));
