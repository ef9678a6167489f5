import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { firstFrom, runOnImport } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import { namingUnits, type Unit } from '../code/units.ts';
import { namesMakingAttributes } from './attributes-made.ts';
import { addNamed, memberValues } from './made-of-members.ts';
import { runsOwnFunctions } from './own-functions.ts';
import { isProgram, namesDecidingMembers } from './uses-on-import.ts';

/**
 * Names whose code may run when the module is imported: what is called, decorates, is given to a call, asked for
 * something or computed with. One that only stands in a list, a dictionary or behind `=` waits for who uses that.
 */
export const runNames = (file: PythonFile): ReadonlySet<string> => file.once(readRunNames).run;

/** Names of values by which something is looked up when the module is imported: `TABLE[NAME]`, `{NAME: 1}`. */
export const keyNames = (file: PythonFile): ReadonlySet<string> => file.once(readRunNames).keys;

/** Names that stand in the header of a function, where its signature shows their values: `def f(a=NAME)`; also of fields. */
export const defaultNames = (file: PythonFile): ReadonlySet<string> => file.once(readRunNames).defaults;

interface RunNames {
  readonly run: Set<string>;
  readonly keys: Set<string>;
  readonly defaults: Set<string>;
}

function readRunNames(file: PythonFile): RunNames {
  const found: RunNames = { run: new Set(), keys: new Set(), defaults: new Set() };
  for (const unit of namingUnits(file)) {
    const { kind } = unit.content;
    // What is offered may be put together of lists from elsewhere.
    if (kind === 'exports') for (const name of unit.names) found.keys.add(name);
    if (kind === 'import' || kind === 'docstring' || isProgram(unit)) continue;
    if (runsOwnFunctions(unit)) for (const name of unit.names) found.run.add(name);
    const tokens = withoutImports(file.tokens.chosen(runOnImport(unit, file)), unit, file);
    addRun(tokens, kind === 'other', found);
  }
  for (const name of namesDecidingMembers(file)) found.run.add(name);
  for (const name of namesMakingAttributes(file)) found.keys.add(name);
  for (const name of memberValues(file).run) found.run.add(name);
  for (const name of memberValues(file).defaults) found.defaults.add(name);
  addNamed(file, found.defaults);
  return found;
}

/** An import in a `try` or an `if` runs nothing of what it brings. */
function withoutImports(tokens: readonly CodeToken[], unit: Unit, file: PythonFile): readonly CodeToken[] {
  const { imports } = file.module.index;
  let next = firstFrom(imports, unit.start);
  if (unit.content.kind !== 'other' || (imports[next]?.start ?? unit.end) >= unit.end) return tokens;
  return tokens.filter(({ start }) => {
    while ((imports[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    return start < (imports[next]?.start ?? Number.POSITIVE_INFINITY);
  });
}

function addRun(tokens: readonly CodeToken[], isStatement: boolean, { run, keys, defaults }: RunNames): void {
  /** Of each bracket around: whether it is one of a call. */
  const around: boolean[] = [];
  /** And whether it is one of an index, of a table, or another one. */
  const looking: ('index' | 'table' | 'other')[] = [];
  /** Behind `a, b =` a value is taken apart. */
  let [isSeveral, isTakenApart] = [false, false];
  /** Defaults of parameters are what others see of the function. */
  let isHeader = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    const [before, after] = [i > 0 ? tokens[i - 1] : undefined, tokens[i + 1]];
    if (token.text === '\n') [isSeveral, isTakenApart] = [false, false];
    else if (around.length === 0 && token.op === op.COMMA) isSeveral = true;
    else if (around.length === 0 && token.op === op.ASSIGN)
      isTakenApart = isSeveral || (before !== undefined && op.closes(before.op));
    if (token.word === word.DEF) isHeader = true;
    else if (around.length === 0 && token.op === op.COLON) isHeader = false;
    if (op.opens(token.op)) {
      around.push(token.op === op.PAREN_OPEN && isCallee(before, tokens[i - 2]));
      const isIndex = token.op === op.BRACKET_OPEN && isCallee(before, tokens[i - 2]);
      looking.push(isIndex ? 'index' : token.op === op.BRACE_OPEN ? 'table' : 'other');
    } else if (op.closes(token.op)) {
      around.pop();
      looking.pop();
    } else if (token.kind === STRING) {
      // What a field is formatted by is none of its tokens.
      for (const { 0: name, index } of token.text.matchAll(/\w+/g)) {
        if ('(.[:!'.includes(token.text[index + name.length] ?? ' ')) run.add(name);
      }
    } else if (isName(token) && !isDeclared(before)) {
      const isRun =
        isStatement ||
        isTakenApart ||
        around.includes(true) ||
        isAsked(after) ||
        isComputed(before) ||
        isComputed(after);
      const isKey = looking.includes('index') || (looking.at(-1) === 'table' && before?.op !== op.COLON);
      if (isKey) keys.add(token.text);
      if (isHeader && around.length > 0 && after?.op !== op.ASSIGN) defaults.add(token.text);
      if (isRun || isDecorator(tokens, i)) run.add(token.text);
    }
  }
}

const isDeclared = (before: CodeToken | undefined): boolean =>
  before?.word === word.DEF || before?.word === word.CLASS_WORD;

/** The parentheses of a header are none of a call. */
const isCallee = (before: CodeToken | undefined, second: CodeToken | undefined): boolean =>
  before !== undefined && (isName(before) || op.closes(before.op)) && !isDeclared(second);

const isAsked = (after: CodeToken | undefined): boolean =>
  after?.op === op.PAREN_OPEN || after?.op === op.DOT || after?.op === op.BRACKET_OPEN;

const isComputed = (beside: CodeToken | undefined): boolean =>
  beside !== undefined &&
  beside.kind !== STRING &&
  (/^(?:[-+*/%@&|^~<>]|\*\*|\/\/|<<|>>|[<>!=]=)$/.test(beside.text) ||
    [word.IN, word.NOT, word.AWAIT, word.YIELD, word.FOR, word.IF].includes(beside.word));

function isDecorator(tokens: readonly CodeToken[], at: number): boolean {
  let root = at;
  while (root > 1 && tokens[root - 1]?.op === op.DOT) root -= 2;
  return root > 0 && tokens[root - 1]?.op === op.AT;
}
