import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';

/** Something by which a package imports another one that it is told, or that it needs for it. */
export interface Choice {
  readonly said: string;
  readonly start: number;
}

/** An import in a text: an example, or code that something else runs. */
const IMPORT_IN_TEXT =
  /(?:^\w*:|[;\n]|\\n|>>> )[ \t]*(?:import[ \t]+\w[\w., \t]*|from[ \t]+[\w.]+[ \t]+import\b.*)/g;
/** The address of a database, a broker or a store says by which package it is reached. */
const ADDRESS = /\b([a-z]\w*(?:\+\w+)?):\/\//g;
const WITHOUT_PACKAGE = /^(?:https?|wss?|file|ftp|mailto|git|ssh|data|about|urn|workorder)$/;
/** What is given as one of these is a package that is only then imported: `read_excel(x, engine="openpyxl")`. */
const CHOOSING =
  /^(?:engine|backend|driver|dialect|flavor|features|loop|broker|scheduler|worker_class|storage|compression|http2|renderer|style|plugins?|extensions?|http|ws|interface|dtype_backend|dtype|attn_implementation|device_map|method|kind)$/;
/** Functions that are told what to load. */
const LOADING =
  /^(?:use|switch_backend|parallel_backend|set_backend|use_backend|require_version|load_ext|load_extension|load_plugin|from_pretrained|astype|addsitedir|set_event_loop_policy)$/;
/** Functions of data frames that need a package of their own for each format. */
const FORMATS =
  /^(?:(?:read|to)_(?:excel|parquet|feather|hdf|orc|sql\w*|html|xml|spss|stata|pickle|gbq|markdown|latex|xarray|arrow|numba|polars|cudf|dask\w*)|plot|hvplot|interpolate)$/;
/** Data that names the modules of what is made from it. */
const UNPICKLING =
  /^(?:pickle|cPickle|_pickle|dill|cloudpickle|shelve|marshal|unsafe_load|full_load|UnsafeLoader|FullLoader|Unpickler|allow_pickle)$/;
const PICKLES = ['pickle', 'dill', 'marshal', 'shelve'];
/** What is found by its module and its name: `pkg.module:function`, `pkg.module.Class`. */
const ENTRY = /^\w*:[a-z_]\w*(?:(?:\.\w+)*:[A-Za-z_][\w.]*|(?:\.[a-z_]\w*)+\.[A-Z]\w*)$/;
/** Text encodings that Python has without asking for anybody else's. */
const USUAL_CODEC =
  /^(?:utf|ascii|us-?ascii|latin|iso|cp\d|windows|koi8|gb|big5|shift|euc|mac|hex|base64|raw|unicode|ansi|oem|mbcs|charmap)/i;

/** Functions by which modules are found in other places, or other ones are. */
const FINDING = /^(?:addsitedir|set_event_loop_policy)$/;
/** Names that may choose something where they stand. */
const CHOOSERS = [FORMATS, CHOOSING, UNPICKLING, FINDING, /^path$/];

const choicesIn = (file: PythonFile): readonly Choice[] => file.once(readChoices);

/** What chooses a package is new. */
export function newChoice(before: PythonFile | undefined, after: PythonFile): Choice | undefined {
  const known = new Set((before === undefined ? [] : choicesIn(before)).map(({ said }) => said));
  return choicesIn(after).find(({ said }) => !known.has(said));
}

function readChoices(file: PythonFile): readonly Choice[] {
  const { tokens } = file;
  const found: Choice[] = [];
  // What is read from bytes says itself which modules are imported.
  const readsData = PICKLES.some(each => file.mentions(each));
  const mayChoose = tokens.asking(isOfInterest);
  for (let i = 0; i < tokens.length; i++) {
    if (!mayChoose(i)) continue;
    const start = tokens.start(i);
    const said = tokens.kind(i) === STRING ? choicesOfText(tokens, i) : choicesOfName(tokens, i);
    for (const each of said) found.push({ said: each, start });
    if (readsData && tokens.kind(i) === STRING && /^\w*b/.test(tokens.text(i)))
      found.push({ said: tokens.text(i), start });
  }
  return found;
}

const isOfInterest = (kind: number, text: string): boolean =>
  kind === STRING || (kind === NAME && CHOOSERS.some(each => each.test(text)));

function choicesOfText(tokens: CodeTokens, i: number): readonly string[] {
  const text = tokens.text(i);
  const found: string[] = [];
  for (const [, scheme = ''] of text.matchAll(ADDRESS))
    if (!WITHOUT_PACKAGE.test(scheme)) found.push(`${scheme}://`);
  if (tokens.op(i - 1) === op.ASSIGN && CHOOSING.test(tokens.text(i - 2))) found.push(`=${text}`);
  // `spacy.load("…")`; what a file has itself under that name is followed elsewhere.
  const isLoaded =
    LOADING.test(tokens.text(i - 2)) || (tokens.text(i - 2) === 'load' && tokens.op(i - 3) === op.DOT);
  if (tokens.op(i - 1) === op.PAREN_OPEN && isLoaded) found.push(`(${text}`);
  if (ENTRY.test(text)) found.push(text);
  if (isCodec(tokens, i)) found.push(`codec ${text}`);
  if (isOfEnvironment(tokens, i)) found.push(`environ ${text}`);
  if (text.includes('import')) for (const [said] of text.matchAll(IMPORT_IN_TEXT)) found.push(said.trim());
  return found;
}

function choicesOfName(tokens: CodeTokens, i: number): readonly string[] {
  const text = tokens.text(i);
  const [before, behind] = [tokens.op(i - 1), tokens.op(i + 1)];
  const isCalled = before === op.DOT && behind === op.PAREN_OPEN;
  if (isCalled && FORMATS.test(text)) return [`.${text}()`];
  if (behind === op.PAREN_OPEN && FINDING.test(text)) return [text];
  if (behind === op.ASSIGN && CHOOSING.test(text) && tokens.kind(i + 2) !== STRING)
    return [`${text}=${tokens.text(i + 2)}`];
  // That a pickle is read, not that the module is imported, which is told anyway.
  if (
    UNPICKLING.test(text) &&
    (behind === op.DOT || behind === op.PAREN_OPEN || behind === op.ASSIGN || before === op.ASSIGN)
  )
    return [`${text}.${tokens.text(i + 2)}`];
  // Where modules are looked for: `sys.path.insert(0, "vendor")`.
  if (text === 'path' && before === op.DOT && tokens.text(i - 2) === 'sys' && behind === op.DOT)
    return [`sys.path.${tokens.text(i + 2)}`];
  return [];
}

/** `b.decode("x")`, `open(p, encoding="x")`, of what Python does not have itself. */
function isCodec(tokens: CodeTokens, i: number): boolean {
  const owner = tokens.text(i - 2);
  const isGiven =
    (tokens.op(i - 1) === op.PAREN_OPEN && /^(?:en|de)code$|^lookup$/.test(owner)) ||
    (tokens.op(i - 1) === op.ASSIGN && owner === 'encoding');
  const text = tokens.text(i);
  return isGiven && !USUAL_CODEC.test(text.slice(text.indexOf(':') + 1));
}

/** A variable of the environment that is set, and to what: packages read theirs when they are imported. */
function isOfEnvironment(tokens: CodeTokens, i: number): boolean {
  const isSet =
    tokens.op(i - 1) === op.ASSIGN &&
    tokens.op(i - 2) === op.BRACKET_CLOSE &&
    tokens.text(i - 5) === 'environ';
  const isKey =
    tokens.op(i - 1) === op.BRACKET_OPEN &&
    tokens.text(i - 2) === 'environ' &&
    tokens.op(i + 2) === op.ASSIGN;
  const isGiven =
    tokens.op(i - 1) === op.PAREN_OPEN && /^(?:putenv|setenv|setdefault)$/.test(tokens.text(i - 2));
  const isOfEnviron = tokens.text(i - 2) !== 'setdefault' || tokens.text(i - 4) === 'environ';
  return isSet || isKey || (isGiven && isOfEnviron);
}

/**
 * A new line of settings or of a template that may say what is imported: an address, `-p plugin`, a name with dots,
 * what is chosen as an engine, a backend and the like, `{% load tags %}`.
 */
export function isChosenInSettings(before: string, after: string): boolean {
  const known = new Set(linesOf(before));
  return linesOf(after).some(line => !known.has(line) && CHOSEN_IN_SETTINGS.some(each => each.test(line)));
}

const linesOf = (text: string): readonly string[] => text.split('\n').map(line => line.trim());

const CHOSEN_IN_SETTINGS = [
  /\b(?!(?:https?|file|git|ssh):)[a-z]\w*(?:\+\w+)?:\/\//,
  /(?:^|[\s"'=])-p[\s"',=]/,
  /\w:[A-Za-z_]|\w\.[A-Z]/,
  /(?:engine|backend|driver|plugin|extension|class|handler|formatter|factory|loader|import|module|renderer|parser)s?["']? ?[:=]/i,
  /\{%-? ?(?:load|import|from)\b/,
];
