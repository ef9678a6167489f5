import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { askingImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import { boundNames } from '../facts/bound-names.ts';

/** Settings of frameworks that name what these import: Django, Celery, Scrapy and others. */
export const SETTINGS_NAMING =
  /^(?:pytest_plugins|INSTALLED_APPS|LOGGING\w*|TEMPLATES|STORAGES|imports|(?:CELERY|SPIDER)_\w+|\w*(?:MIDDLEWARES?|BACKENDS?|ENGINE|PLUGINS?|EXTENSIONS?|PIPELINES|_APPLICATION|_APPS|_IMPORTS|_MODULES?|_URLCONF|_ROUTERS|_STORAGES?|_RUNNER|_CLASS(?:ES)?|_FACTORY))$/;
/** Functions, arguments and keys that are told so: `patch("a.b")`, `engine="pyarrow"`, `{"class": "logging.Handler"}`. */
const WORDS =
  /^(?:patch|dictConfig|fileConfig|handler[45]\d\d|\w*MIDDLEWARE\w*|class|factory|engine|backend|driver|dialect|http|loop|ws|dtype_backend|attn_implementation|device_map|method|astype|-m|MPLBACKEND|BeautifulSoup|Celery|load_keyring|\(\))$/;

/** Byte offsets of what is told in texts which modules to import. */
export interface Telling {
  /** Words that may be told by any text that comes there. */
  readonly starts: ReadonlySet<number>;
  /** Texts that are all that such a word is given in a call: `method="GET"`. */
  readonly literals: ReadonlySet<number>;
}

export function readTelling(file: PythonFile): Telling {
  const { tokens } = file;
  const isInImport = askingImports(file);
  const [starts, literals] = [new Set<number>(), new Set<number>()];
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    if ((kind !== NAME && kind !== STRING) || tokens.word(i) === word.CLASS_WORD) continue;
    const said = kind === STRING ? contentOf(tokens.text(i)) : tokens.text(i);
    if (!WORDS.test(said) && !SETTINGS_NAMING.test(said)) continue;
    // `from werkzeug.http import parse_date`
    if (tokens.op(i - 1) === op.DOT && isInImport(tokens.start(i))) continue;
    const literal = literalFor(file, i);
    if (literal === undefined) starts.add(tokens.start(i));
    else if (literal >= 0) literals.add(literal);
  }
  return { starts, literals };
}

/**
 * Byte offset of the text that is all that an argument is given; -1 where it is given a type of Python (`factory=list`),
 * `undefined` where any text may come there.
 */
function literalFor(file: PythonFile, at: number): number | undefined {
  const { tokens } = file;
  const end = tokens.op(at + 3);
  if (tokens.op(at + 1) !== op.ASSIGN || (end !== op.COMMA && !op.closes(end))) return undefined;
  const open = tokens.opening(at);
  const isCall =
    tokens.op(open) === op.PAREN_OPEN && tokens.isName(open - 1) && !isOfDefinition(tokens, open);
  if (!isCall) return undefined;
  if (tokens.kind(at + 2) === STRING) return tokens.start(at + 2);
  const name = tokens.text(at + 2);
  return TYPES.has(name) && !boundNames(file).has(name) ? -1 : undefined;
}

const TYPES: ReadonlySet<string> = new Set(
  'bool bytearray bytes dict float frozenset int list set str tuple'.split(' '),
);

/** `def f(` and `class A(` */
function isOfDefinition(tokens: CodeTokens, open: number): boolean {
  const before = tokens.word(open - 2);
  return before === word.DEF || before === word.CLASS_WORD;
}
