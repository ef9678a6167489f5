import { at } from '../../kernel/at.ts';
import { groupBy } from '../../kernel/group-by.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { signOutside } from '../code/brackets.ts';
import { parametersIn, splitArguments, valueGiven } from '../code/call-shape.ts';
import { type CodeToken, codeKey, indicesOfRange, keyOfRange } from '../code/code-tokens.ts';
import { classDefinitions, isFunction, isScope } from '../code/definitions-by-kind.ts';
import { hasLazyAnnotations, isInFunction } from '../code/import-time.ts';
import { oldestPython } from '../code/oldest-python.ts';
import { placeIn } from '../code/places.ts';
import { isPlainSet } from '../code/plain-sets.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import type { DefinitionMatch } from '../facts/definition-changes.ts';
import { runsOnImport } from '../new-uses/statements.ts';
import { compareCode } from '../proofs/behavior.ts';
import { Meanings } from '../proofs/bindings.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import { isProgram } from '../proofs/uses-on-import.ts';
import { findFirstImports, isImported } from './first-imports.ts';
import { type Hiding, hiddenIn, readHidings } from './hidden-names.ts';
import { doubtAboutClass } from './new-classes.ts';
import { newerNamesIn } from './newer-names.ts';
import { newerSyntaxIn } from './newer-syntax.ts';
import { findOtherImportOrder } from './other-import-order.ts';
import { doubtAboutDecorators } from './run-decorators.ts';
import { newSecondNames } from './second-names.ts';
import { tooNewToEvaluate } from './too-new.ts';
import { undocumentedDataclasses } from './undocumented-dataclasses.ts';
import { type ChangedScope, mayFail } from './value-reader.ts';

/** One that is open is enough for the verdict; some more are shown. */
const MOST_OPEN = 50;

/**
 * What newly runs when a changed module is imported, and may fail then: values, defaults, annotations, the bodies of
 * new classes. What the module evaluated before counts as it did: a value that is another one now, and is used on
 * import, is told of elsewhere.
 */
export async function findImportFailures(
  versions: TwoVersions,
  match: DefinitionMatch,
  pause: () => Promise<void>,
): Promise<readonly OpenUse[]> {
  const meanings = new Meanings(match);
  let oldest: Promise<number | undefined> | undefined;
  const found: OpenUse[] = [];
  for (const module of versions.changed) {
    await pause();
    const { before, after } = module;
    if (after === undefined || after.module.isStub || found.length >= MOST_OPEN) continue;
    found.push(...undocumentedDataclasses(module, versions.after));
    const sameness = compareCode(module);
    if (sameness !== 'changed' && sameness !== 'unreadable') continue;
    const scope = { file: after, before, version: versions.after, meanings };
    // Settings are read for none that only differs in comments.
    oldest ??= oldestPython(versions.otherTexts);
    found.push(...failuresOf(scope, await oldest));
  }
  found.push(...(await findOtherImportOrder(versions, meanings, pause)));
  found.push(...(await findFirstImports(versions, meanings, failureOnImport(versions, meanings), pause)));
  return found;
}

/** What may fail where a module that did not change is imported for the first time. */
export const failureOnImport =
  (versions: TwoVersions, meanings: Meanings) =>
  (file: PythonFile): string | undefined => {
    const [first] = failuresOf({ file, before: undefined, version: versions.before, meanings });
    return first && `in its line ${first.place.line} ${first.reason}`;
  };

/** A class is not there yet while its own body runs: `def f(self) -> A` in `A`. */
function namedInside(file: PythonFile, { tokens, start }: Evaluated): string | undefined {
  const classes = file.once(classesOf);
  const own = tokens.find(
    ({ kind, text }, i) =>
      kind === NAME &&
      tokens[i - 1]?.op !== op.DOT &&
      classes.get(text)?.some(({ body, end }) => body <= start && start < end) === true,
  );
  return own === undefined ? undefined : `${own.text} is named in its own body`;
}

/** The classes of a file by their names. */
const classesOf = ({ module: { index } }: PythonFile): ReadonlyMap<string, readonly Definition[]> =>
  groupBy(classDefinitions(index), ({ name }) => name);

function* failuresOf(scope: ChangedScope, oldest = Number.POSITIVE_INFINITY): Generator<OpenUse> {
  const { file, before } = scope;
  const newer = [...newerSyntaxIn(before, file, oldest), ...newerNamesIn(before, file, oldest)];
  for (const { start, reason } of Number.isFinite(oldest) ? newer : [])
    yield { reason, place: placeIn(file, start, 'after') };
  let known: ReadonlySet<string> | undefined;
  const isKnown = (evaluated: Evaluated): boolean => {
    known ??= new Set(before === undefined ? [] : [...evaluatedIn(before)].map(keyOf));
    return known.has(keyOf(evaluated));
  };
  const open = (start: number, reason: string): OpenUse => ({ reason, place: placeIn(file, start, 'after') });
  const hidings = readHidings(file);
  let hidingBefore: ReadonlySet<string> | undefined;
  for (const evaluated of evaluatedIn(file)) {
    const { tokens, start, isAnnotation } = evaluated;
    const reason = isKnown(evaluated)
      ? undefined
      : (evaluated.doubt ??
        namedInside(file, evaluated) ??
        mayFail(tokens, scope, isAnnotation) ??
        tooNewToEvaluate(tokens, isAnnotation, oldest, file));
    if (reason !== undefined) yield open(start, `${reason} on import, and may fail`);
    const hidden = hiddenIn(hidings, tokens);
    if (hidden === undefined) continue;
    const { owner, name } = hidden;
    hidingBefore ??= new Set(before === undefined ? [] : readHidings(before).flatMap(hidingKeys));
    if (isKnown(evaluated) && hidingBefore.has(`${owner}.${name}`)) continue;
    yield open(start, `${name} of ${owner} may stand there in place of another ${name}`);
  }
  // What is new and nobody imports runs for nobody.
  if (before === undefined) {
    const unit = readUnits(file).find(each => each.content.kind === 'other' && !isProgram(each));
    if (unit !== undefined && isImported(file.module, scope.version))
      yield open(unit.start, `a statement of ${file.module.path} runs on import`);
  }
  for (const { start, reason } of newSecondNames(before, file, scope.version)) yield open(start, reason);
  const decorated = new Set(before === undefined ? [] : [...definedIn(before)].map(decoratorsKey));
  const classes = new Set(before === undefined ? [] : [...definedIn(before)].map(({ name }) => name));
  for (const each of definedIn(file)) {
    const { name, definition, index } = each;
    const isNewClass = definition.kind === 'class' && !classes.has(name);
    const isOther = isNewClass || !decorated.has(decoratorsKey(each));
    const reason =
      (isOther ? doubtAboutDecorators(definition, scope) : undefined) ??
      (isNewClass ? doubtAboutClass(definition, index, scope) : undefined);
    if (reason !== undefined) yield open(definition.start, reason);
  }
}

const hidingKeys = ({ owner, names }: Hiding): readonly string[] =>
  [...names].map(name => `${owner}.${name}`);

const isAssigned = ({ kind }: Definition): boolean =>
  kind === 'constant' || kind === 'variable' || kind === 'attribute';

interface Evaluated {
  readonly tokens: readonly CodeToken[];
  readonly start: number;
  readonly isAnnotation: boolean;
  /** Why it may fail, whatever its value is. */
  readonly doubt?: string;
}

const keyOf = ({ tokens, isAnnotation }: Evaluated): string => `${isAnnotation}${codeKey(tokens)}`;

/** The expressions that run when the module is imported, but for those of statements that bind no single name. */
function* evaluatedIn(file: PythonFile): Generator<Evaluated> {
  const { definitions } = file.module.index;
  const isLazy = hasLazyAnnotations(file);
  const piece = (tokens: readonly CodeToken[], isAnnotation: boolean): readonly Evaluated[] => {
    const [first] = tokens;
    return first === undefined || (isAnnotation && isLazy) || isLiteral(tokens)
      ? []
      : [{ tokens, start: first.start, isAnnotation }];
  };
  for (let i = 0; i < definitions.length; i++) {
    const definition = at(definitions, i);
    if (isAssigned(definition) && isPlainSetAlone(file, definition)) continue;
    if (!runsOnImport(definition.parent, definitions)) continue;
    const { kind, start, head, body, end } = definition;
    if (isAssigned(definition)) {
      // An attribute that a method sets.
      if (isInFunction(file, start)) continue;
      const isSameAs = (other: Definition | undefined) =>
        other !== undefined && other.end === end && isAssigned(other);
      if (!isSameAs(definitions[i - 1]) && isTakenApart(file, definition)) {
        const doubt = `what is given to ${definition.name} is taken apart`;
        yield { tokens: file.range(start, end), start, isAnnotation: false, doubt };
      }
      // Of several targets the last one stands before the value.
      if (isSameAs(definitions[i + 1])) continue;
      if (isLiteralSet(file, definition)) continue;
      yield* assigned(file.range(body, end), piece);
      continue;
    }
    for (const decorator of readDecorators(
      file.range(start, kind === 'class' || isFunction(definition) ? head : start),
    )) {
      const open = decorator.findIndex(token => token.op === op.PAREN_OPEN);
      if (open >= 0)
        for (const part of splitArguments(decorator, open)) yield* piece(valueGiven(part), false);
    }
    if (kind === 'class') {
      const line = file.range(head, body);
      for (const part of parametersIn(line)) yield* piece(valueGiven(part), false);
    }
    if (isFunction(definition)) yield* header(file.range(head, body), piece);
  }
}

/** One number or text, which cannot fail. */
const isLiteral = ([first, ...others]: readonly CodeToken[]): boolean =>
  others.length === 0 && (first?.kind === NUMBER || (first?.kind === STRING && !isFormatted(first.text)));

/** `a, = value`, `[a] = value`, `a = b, = value`: the value must have as many parts. */
function isTakenApart({ tokens }: PythonFile, { start, end }: Definition): boolean {
  let from = tokens.firstFrom(start);
  // The indentation begins there, too.
  while (from < tokens.length && tokens.kind(from) < NAME) from++;
  let depth = 0;
  for (let i = from; i < tokens.length && tokens.start(i) < end; i++) {
    const operator = tokens.op(i);
    // Its defaults look like further targets.
    if (tokens.word(i) === word.LAMBDA) return false;
    if (op.opens(operator)) depth++;
    else if (op.closes(operator)) depth--;
    else if (depth > 0 || (operator !== op.ASSIGN && operator !== op.COLON)) continue;
    else if (i !== from + 1 || !tokens.isName(from)) return true;
    else if (operator === op.COLON) return false;
    else from = i + 1;
  }
  return false;
}

function isPlainSetAlone({ tokens }: PythonFile, { start, end }: Definition): boolean {
  const { from, to } = indicesOfRange(tokens, start, end);
  return isPlainSet(tokens, from, to);
}

/** Whether it is given one number or text, told without making tokens. */
function isLiteralSet({ tokens }: PythonFile, { body, end }: Definition): boolean {
  const i = tokens.firstFrom(body);
  const isOne = tokens.kind(i + 2) < NAME || tokens.start(i + 2) >= end;
  if (tokens.op(i) !== op.ASSIGN || !isOne) return false;
  const kind = tokens.kind(i + 1);
  return kind === NUMBER || (kind === STRING && !isFormatted(tokens.text(i + 1)));
}

type Piece = (tokens: readonly CodeToken[], isAnnotation: boolean) => readonly Evaluated[];

/** `= value`, `: type = value`, `: type`, behind the name. */
function* assigned(tokens: readonly CodeToken[], piece: Piece): Generator<Evaluated> {
  const at = signOutside(tokens, op.ASSIGN);
  if (tokens[0]?.op === op.COLON) yield* piece(tokens.slice(1, at < 0 ? undefined : at), true);
  if (at >= 0) yield* piece(tokens.slice(at + 1), false);
}

/** Defaults and annotations. */
function* header(tokens: readonly CodeToken[], piece: Piece): Generator<Evaluated> {
  for (const part of parametersIn(tokens)) {
    const at = signOutside(part, op.ASSIGN);
    const colon = signOutside(part, op.COLON);
    if (colon >= 0) yield* piece(part.slice(colon + 1, at < 0 ? undefined : at), true);
    if (at >= 0) yield* piece(part.slice(at + 1), false);
  }
  const arrow = tokens.findIndex(token => token.op === op.ARROW);
  if (arrow >= 0)
    yield* piece(tokens.slice(arrow + 1, tokens.at(-1)?.op === op.COLON ? -1 : undefined), true);
}

interface Defined {
  readonly file: PythonFile;
  /** With the name of what is around it. */
  readonly name: string;
  readonly definition: Definition;
  readonly index: number;
}

/** The functions and classes that are made on import. */
function* definedIn(file: PythonFile): Generator<Defined> {
  const { definitions } = file.module.index;
  for (let index = 0; index < definitions.length; index++) {
    const definition = at(definitions, index);
    if (isScope(definition) && runsOnImport(definition.parent, definitions)) {
      const around = definition.parent < 0 ? '' : definitions[definition.parent]?.name;
      yield { file, name: `${around}.${definition.name}`, definition, index };
    }
  }
}

const decoratorsKey = ({ file, name, definition: { kind, start, head } }: Defined): string =>
  `${kind} ${name} ${start === head ? '' : keyOfRange(file.tokens, start, head)}`;
