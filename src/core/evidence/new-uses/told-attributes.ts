import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';

/** Calls that make an attribute of each text, or of each keyword that they are given. */
const BY_TEXT = /^(?:setattr|__setattr__|setdefault)$/;
/** Of parsers of command lines: each call makes one attribute of all its texts. */
const BY_OPTION = /^(?:add_argument|add_option|add_subparsers)$/;
const BY_KEYWORD = /^(?:set_defaults|SimpleNamespace|Namespace|update)$/;
const MAKERS = [
  'add_argument',
  'add_option',
  'add_subparsers',
  'set_defaults',
  'setattr',
  'Namespace',
  '__dict__',
  'vars',
  ']',
  '.update(',
  '.setdefault(',
];

/** Attributes and keys that objects are given by what a call or an item is told: `p.add_argument("--name")`, `vars(o)["name"]`. */
export const toldAttributes = (file: PythonFile): ReadonlyMap<string, number> => file.once(readTold);

function readTold(file: PythonFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (!MAKERS.some(each => file.mentions(each))) return found;
  const { tokens } = file;
  const others = new Set(
    file.module.index.imports.flatMap(({ names }) =>
      names.flatMap(({ name, alias }) => (alias !== undefined && BY_KEYWORD.test(name) ? [alias] : [])),
    ),
  );
  for (let i = 0; i < tokens.length; i++) {
    // `d["name"] = 1`
    const isItem = tokens.op(i) === op.BRACKET_OPEN && tokens.op(i + 2) === op.BRACKET_CLOSE;
    if (isItem && tokens.kind(i + 1) === STRING && tokens.op(i + 3) === op.ASSIGN)
      addText(tokens, i + 1, found);
    if (!tokens.isName(i)) continue;
    const text = tokens.text(i);
    const isCall = tokens.op(i + 1) === op.PAREN_OPEN;
    if (isCall && BY_OPTION.test(text)) addOption(tokens, i + 1, found);
    else if (isCall && BY_TEXT.test(text)) addTexts(tokens, i + 1, found);
    else if (isCall && (BY_KEYWORD.test(text) || others.has(text))) addKeywords(tokens, i + 1, found);
    // `o.__dict__["x"] = 1`, `vars(o)["x"] = 1`
    else if (text === '__dict__' || text === 'vars') addItem(tokens, i + 1, found);
  }
  return found;
}

function addTexts(tokens: CodeTokens, open: number, found: Map<string, number>): void {
  const end = tokens.closing(open);
  for (let i = open + 1; i < end; i++) {
    const before = tokens.op(i - 1);
    const isArgument = before === op.PAREN_OPEN || before === op.COMMA;
    const isNamed = before === op.ASSIGN && tokens.text(i - 2) === 'dest';
    if (tokens.kind(i) === STRING && (isArgument || isNamed)) addText(tokens, i, found);
  }
}

/** What `dest=` says is the name, or else the first long option, or else the first text. */
function addOption(tokens: CodeTokens, open: number, found: Map<string, number>): void {
  const end = tokens.closing(open);
  const options: number[] = [];
  let dest = -1;
  let depth = 0;
  for (let i = open; i < end; i++) {
    const before = tokens.op(i - 1);
    const isFirst = depth === 1 && (before === op.PAREN_OPEN || before === op.COMMA);
    if (op.opens(tokens.op(i))) depth++;
    else if (op.closes(tokens.op(i))) depth--;
    else if (isFirst && tokens.kind(i) === STRING) options.push(i);
    else if (isFirst && tokens.text(i) === 'dest') dest = i + 2;
    // Only where it is given on the command line; what shows help or a version makes none.
    else if (tokens.text(i) === 'SUPPRESS' && isDefault(tokens, i)) return;
    else if (isFirst && tokens.text(i) === 'action' && /:(?:help|version)$/.test(tokens.text(i + 2))) return;
    // Options that are made elsewhere may come first.
    else if (isFirst && tokens.op(i) === op.STAR) {
      addTexts(tokens, open, found);
      return;
    }
  }
  const isLong = (at: number) => /:--/.test(tokens.text(at));
  const at = dest >= 0 ? dest : (options.find(isLong) ?? options[0]);
  if (at === undefined) return;
  const name = tokens.kind(at) === STRING ? nameIn(tokens.text(at)) : tokens.text(at);
  found.set(name, tokens.start(at));
}

/** `default=SUPPRESS`, `default=argparse.SUPPRESS` */
const isDefault = (tokens: CodeTokens, at: number): boolean =>
  tokens.text(at - 2) === 'default' || tokens.text(at - 4) === 'default';

/** `--file-name` is `file_name`. */
const nameIn = (text: string): string =>
  text
    .slice(text.indexOf(':') + 1)
    .replace(/^-+/, '')
    .replaceAll('-', '_');

function addText(tokens: CodeTokens, at: number, found: Map<string, number>): void {
  const name = nameIn(tokens.text(at));
  if (/^[A-Za-z_]\w+$/.test(name)) found.set(name, tokens.start(at));
}

function addKeywords(tokens: CodeTokens, open: number, found: Map<string, number>): void {
  const end = tokens.closing(open);
  let depth = 0;
  for (let i = open; i < end; i++) {
    if (op.opens(tokens.op(i))) depth++;
    else if (op.closes(tokens.op(i))) depth--;
    else if (depth === 1 && tokens.isName(i) && tokens.op(i + 1) === op.ASSIGN)
      found.set(tokens.text(i), tokens.start(i));
  }
}

function addItem(tokens: CodeTokens, from: number, found: Map<string, number>): void {
  const at = tokens.op(from) === op.PAREN_OPEN ? tokens.closing(from) + 1 : from;
  if (tokens.op(at) === op.BRACKET_OPEN && tokens.kind(at + 1) === STRING) addText(tokens, at + 1, found);
}
