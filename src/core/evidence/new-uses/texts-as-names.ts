import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName, tokenBefore } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import type { PythonFile } from '../code/python-file.ts';
import { namesBound } from './statement-names.ts';
import { type FileStatements, readStatements, type Statement } from './statements.ts';

/** Calls for which a text is the name of an attribute, an option, a module or what is replaced. */
const NAMING: ReadonlySet<string> = new Set(
  (
    'getattr setattr hasattr delattr attrgetter methodcaller __getattribute__ __setattr__ add_argument add_option ' +
    'add_subparsers namedtuple make_dataclass patch import_module __import__ resolve_name getfixturevalue option argument'
  ).split(' '),
);

/** What texts of a workspace become names by. */
export interface Naming {
  /** Names at the top of modules, and attributes, whose values such a call is given. */
  readonly values: ReadonlySet<string>;
  /** Functions that give such a call one of their parameters. */
  readonly functions: ReadonlySet<string>;
}

interface FileNaming extends Naming {
  /** Local names, by the function that binds them. */
  readonly locals: ReadonlySet<string>;
}

export const namingIn = (file: PythonFile): FileNaming => file.once(readNaming);

const localKey = (scope: number, name: string): string => `${scope} ${name}`;

function readNaming(file: PythonFile): FileNaming {
  const found = { values: new Set<string>(), functions: new Set<string>(), locals: new Set<string>() };
  if (![...NAMING].some(each => file.mentions(each))) return found;
  if (!mayName(file)) return found;
  const { definitions } = file.module.index;
  const statements = readStatements(file);
  for (const statement of statements.statements)
    for (const name of namesGiven(statement.tokens))
      follow(name, statement.scope, { definitions, statements, found });
  return found;
}

/** Whether such a call is given anything but texts; told without reading statements, because all files are asked. */
function mayName({ tokens }: PythonFile): boolean {
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.op(i + 1) !== op.PAREN_OPEN || !tokens.isName(i) || !NAMING.has(tokens.text(i))) continue;
    const isOfObject = /attr(?:__|ibute__)?$/.test(tokens.text(i));
    if (isOfObject || tokens.kind(i + 2) !== STRING || tokens.op(i + 3) !== op.PAREN_CLOSE) return true;
  }
  return false;
}

interface Following {
  readonly definitions: readonly Definition[];
  readonly statements: FileStatements;
  readonly found: {
    readonly values: Set<string>;
    readonly functions: Set<string>;
    readonly locals: Set<string>;
  };
}

/** Each name among the tokens, and those that its values come from. */
function follow(tokens: readonly CodeToken[], scope: number, to: Following): void {
  const { definitions, statements, found } = to;
  for (const [name, isMember] of namesIn(tokens)) {
    const bindings = scope < 0 ? undefined : statements.bindings.get(scope)?.get(name);
    if (bindings === undefined || isMember || !isFunction(definitions[scope])) {
      found.values.add(name);
      continue;
    }
    const key = localKey(scope, name);
    if (found.locals.has(key)) continue;
    found.locals.add(key);
    for (const { statement } of bindings)
      if (statement === undefined) found.functions.add(definitions[scope]?.name ?? '');
      else follow(statement.tokens, scope, to);
  }
}

/** Names, and whether they are members of something. */
function* namesIn(tokens: readonly CodeToken[]): Generator<readonly [name: string, isMember: boolean]> {
  for (const [i, token] of tokens.entries())
    if (isName(token)) yield [token.text, tokenBefore(tokens, i)?.op === op.DOT];
}

/** What such calls are given as names: the second argument of `getattr` and the like, else all but keywords. */
function* namesGiven(tokens: readonly CodeToken[]): Generator<readonly CodeToken[]> {
  for (const [i, { text }] of tokens.entries()) {
    if (!NAMING.has(text) || tokens[i + 1]?.op !== op.PAREN_OPEN) continue;
    const parts = splitArguments(tokens, i + 1);
    if (/attr(?:__|ibute__)?$/.test(text)) yield parts[1] ?? [];
    else for (const part of parts) if (part[1]?.op !== op.ASSIGN || part[0]?.text === 'dest') yield part;
  }
}

/** Why what asks for something by a text may find nothing any more: the text is another one. */
export function whyOtherName(
  file: PythonFile,
  gone: readonly Statement[],
  fresh: readonly Statement[],
  naming: Naming,
): string | undefined {
  if (gone.length === 0 || fresh.length === 0) return undefined;
  const { locals } = namingIn(file);
  // Nothing is asked for by a text that a name stands for.
  if (naming.values.size === 0 && naming.functions.size === 0 && locals.size === 0) return undefined;
  const [old, now] = [textsIn(gone), textsIn(fresh)];
  if ([...now].every(text => old.has(text)) && [...old].every(text => now.has(text))) return undefined;
  const isOther = ({ tokens }: Statement) =>
    tokens.some(({ kind, text }) => kind === STRING && !old.has(text));
  for (const statement of fresh) {
    if (!isOther(statement)) continue;
    const { tokens, scope } = statement;
    for (const name of targetsOf(statement))
      if (naming.values.has(name) || locals.has(localKey(scope, name)))
        return `${name} is another text, and something is asked for by it`;
    const call = tokens.find(
      ({ text }, i) => naming.functions.has(text) && tokens[i + 1]?.op === op.PAREN_OPEN,
    );
    if (call !== undefined) return `${call.text} is given another text, and asks for something by it`;
  }
  return undefined;
}

const textsIn = (statements: readonly Statement[]): ReadonlySet<string> =>
  new Set(
    statements
      .filter(({ mayFormat }) => mayFormat)
      .flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === STRING).map(({ text }) => text)),
  );

/** Names that a statement binds, and the attribute that it sets. */
function* targetsOf(statement: Statement): Generator<string> {
  yield* namesBound(statement);
  const { tokens } = statement;
  for (const [i, token] of tokens.entries())
    if (isName(token) && tokenBefore(tokens, i)?.op === op.DOT && tokens[i + 1]?.op === op.ASSIGN)
      yield token.text;
}
