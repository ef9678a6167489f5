import { STRING } from '../../python/lexer/token-kinds.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf, isFormatted } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { isNear } from './import-closure.ts';
import type { Obstacle } from './obstacle.ts';

/** What differs: comments and layout alone, docstrings too, or where things are. */
type Differing = 'layout' | 'docstrings' | 'places';

/** By these code asks for the text or the lines of code. */
const OF_SOURCE =
  /\b(?:getsource\w*|getcomments|findsource|linecache|f_lineno|tb_lineno|co_(?:firstlineno|lines|positions|lnotab|linetable)|extract_stack|get_source)\b|\bstack\(|\b(?:open|Path)\([^)]*(?:__file__|\.py\b)/;
/** For docstrings. */
const OF_DOCSTRINGS = /\b(?:getdoc|__code__|co_consts)\b|\bhelp\(/;
/** For where something is, or what it is. */
const OF_PLACES = /\b(?:__module__|__globals__|getmodule|getmembers)\b/;
/** For whatever a module or class has; of other modules it is asked elsewhere. */
const OF_MEMBERS = /\b(?:getattr|setattr|delattr|vars|dir|eval|exec|globals)\(|__dict__/;

/** Without one of these words no field asks for anything. */
const WORDS = [
  ...['getsource', 'getcomments', 'findsource', 'linecache', 'lineno', 'co_', 'extract_stack', 'get_source'],
  ...['stack(', '__file__', '.py', 'getdoc', '__code__', 'help(', '__module__', '__globals__', 'getmodule'],
  ...['getmembers', 'attr(', 'vars(', 'dir(', 'eval(', 'exec(', 'globals(', '__dict__'],
];

/** A field of a formatted string that asks for what differs: the code in it is none of the tokens that rules look at. */
export async function findAskingField(
  versions: TwoVersions,
  differing: Differing,
): Promise<Obstacle | undefined> {
  const paths = versions.changedPaths;
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined || !WORDS.some(each => file.mentions(each))) continue;
    const patterns = [
      OF_SOURCE,
      ...(differing === 'layout' ? [] : [OF_DOCSTRINGS]),
      ...(differing === 'places' ? [OF_PLACES] : []),
      ...(differing !== 'layout' && isNear(module, versions.after, paths) ? [OF_MEMBERS] : []),
    ];
    const start = fieldAt(file, patterns);
    if (start === undefined) continue;
    return {
      reason: `a field of a formatted string in ${module.path} asks for what differs`,
      place: placeIn(file, start, 'after'),
    };
  }
  return undefined;
}

function fieldAt({ tokens }: PythonFile, patterns: readonly RegExp[]): number | undefined {
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING || !isFormatted(tokens.text(i))) continue;
    const content = contentOf(tokens.text(i));
    const open = content.indexOf('{');
    if (open >= 0 && patterns.some(each => each.test(content.slice(open)))) return tokens.start(i);
  }
  return undefined;
}
