import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { CodeTokens } from '../code/token-columns.ts';

/** Settings of frameworks that name what these import: Django, Celery, Scrapy and others. */
export const SETTINGS_NAMING =
  /^(?:pytest_plugins|INSTALLED_APPS|LOGGING\w*|TEMPLATES|STORAGES|imports|(?:CELERY|SPIDER)_\w+|\w*(?:MIDDLEWARES?|BACKENDS?|ENGINE|PLUGINS?|EXTENSIONS?|PIPELINES|_APPLICATION|_APPS|_IMPORTS|_MODULES?|_URLCONF|_ROUTERS|_STORAGES?|_RUNNER|_CLASS(?:ES)?|_FACTORY))$/;
/** Functions that are told so, and names of settings. */
const FUNCTIONS =
  /^(?:patch|dictConfig|fileConfig|handler[45]\d\d|\w*MIDDLEWARE\w*|astype|MPLBACKEND|BeautifulSoup|Celery|load_keyring)$/;
/** Arguments and keys that are told so: `engine="pyarrow"`, `{"class": "logging.Handler"}`. */
const KEYWORDS =
  /^(?:class|factory|engine|backend|driver|dialect|http|loop|ws|dtype_backend|attn_implementation|device_map|method)$/;

/** Byte offsets of what is told in texts which modules to import. */
export interface Telling {
  /** Words that may be told by any text that comes there. */
  readonly starts: ReadonlySet<number>;
  /** Texts that are all that such a word is given: `method="GET"`. */
  readonly literals: ReadonlySet<number>;
}

export function readTelling(file: PythonFile): Telling {
  const { tokens } = file;
  const [starts, literals] = [new Set<number>(), new Set<number>()];
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    if (kind !== NAME && kind !== STRING) continue;
    const said = kind === STRING ? contentOf(tokens.text(i)) : tokens.text(i);
    if (!tells(file, i, said)) continue;
    const literal = KEYWORDS.test(said) ? literalFor(tokens, i) : undefined;
    if (literal === undefined) starts.add(tokens.start(i));
    else literals.add(literal);
  }
  return { starts, literals };
}

function tells(file: PythonFile, at: number, said: string): boolean {
  const { tokens } = file;
  const next = tokens.op(at + 1);
  if (SETTINGS_NAMING.test(said)) return true;
  if (tokens.kind(at) === NAME) {
    if (FUNCTIONS.test(said)) return tokens.word(at - 1) !== word.DEF;
    // Other names are only called so.
    return KEYWORDS.test(said) && (next === op.ASSIGN || next === op.COLON) && !isGivenCode(file, at + 1);
  }
  if (said === '()') return next === op.COLON;
  if (said === '-m') return file.mentions('executable') || file.mentions('python');
  return (KEYWORDS.test(said) || FUNCTIONS.test(said)) && !isListed(tokens, at);
}

/** One of several things in a list: `["get", "patch"]`. */
function isListed(tokens: CodeTokens, at: number): boolean {
  const open = tokens.opening(at);
  const isDisplay =
    tokens.op(open) === op.BRACKET_OPEN && !tokens.isName(open - 1) && !op.closes(tokens.op(open - 1));
  const next = tokens.op(at + 1);
  return isDisplay && (next === op.COMMA || next === op.BRACKET_CLOSE);
}

/** `factory=list`, `factory=lambda: []`: no text. */
function isGivenCode({ tokens, module: { index } }: PythonFile, sign: number): boolean {
  if (tokens.op(sign) !== op.ASSIGN) return false;
  if (tokens.word(sign + 1) === word.LAMBDA) return true;
  const name = tokens.text(sign + 1);
  const isKnown =
    BUILTIN_NAMES.has(name) ||
    index.definitions.some(
      each => each.parent === -1 && each.name === name && (each.kind === 'class' || each.kind === 'function'),
    );
  return isKnown && tokens.isName(sign + 1) && isEnd(tokens, sign + 2);
}

/** Byte offset of the text that is all that the word is given; `undefined` where it is given something else. */
const literalFor = (tokens: CodeTokens, at: number): number | undefined =>
  tokens.kind(at + 2) === STRING && isEnd(tokens, at + 3) ? tokens.start(at + 2) : undefined;

const isEnd = (tokens: CodeTokens, at: number): boolean =>
  tokens.kind(at) < NAME || tokens.op(at) === op.COMMA || op.closes(tokens.op(at));
