import { NEWLINE } from '../../python/lexer/token-kinds.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import type { ShapeChange } from './shape-change.ts';

/** Words by which code, in whatever function, decides where modules are found, or which names all modules have. */
const DECIDING = [
  'sys.path',
  'sys.modules',
  'addsitedir',
  'meta_path',
  'path_hooks',
  'gettext.install',
  'globals()',
];

/** Lines of functions that decide what others find, and are gone or other ones now. */
export function findLostPaths(module: ChangedModule): readonly ShapeChange[] {
  const { before, after, path } = module;
  if (before === undefined || after === undefined) return [];
  if (!DECIDING.some(each => before.mentions(each))) return [];
  const left = new Set(linesIn(after).map(({ key }) => key));
  const gone = linesIn(before).find(({ key }) => !left.has(key));
  if (gone === undefined) return [];
  const reason = `a line of ${path} that decides what others find is not as before`;
  const place = placeIn(before, gone.start, 'before');
  return [{ what: 'statement', change: 'changed', name: '', module, isPlain: false, reason, place }];
}

const linesIn = (file: PythonFile): readonly { readonly key: string; readonly start: number }[] =>
  file.once(readLines);

function readLines({ tokens }: PythonFile): readonly { readonly key: string; readonly start: number }[] {
  const found: { readonly key: string; readonly start: number }[] = [];
  let from = 0;
  let isDeciding = false;
  for (let i = 0; i <= tokens.length; i++) {
    if (i < tokens.length && tokens.kind(i) !== NEWLINE) {
      isDeciding ||= tokens.isName(i) && decides(tokens, i);
      continue;
    }
    if (isDeciding) found.push({ key: tokens.key(from, i), start: tokens.start(from) });
    from = i + 1;
    isDeciding = false;
  }
  return found;
}

function decides(tokens: PythonFile['tokens'], at: number): boolean {
  const text = tokens.text(at);
  if (text === 'addsitedir' || text === 'meta_path' || text === 'path_hooks') return true;
  const owner = tokens.text(at - 1) === '.' ? tokens.text(at - 2) : '';
  if (text === 'path') {
    // It is read as often as it is changed.
    const [dot, name] = [tokens.text(at + 1), tokens.text(at + 2)];
    const isChanged =
      dot === '=' || dot === '[' || (dot === '.' && /^(?:append|insert|extend|remove|pop)$/.test(name));
    return owner === 'sys' && isChanged;
  }
  if (text === 'modules') return owner === 'sys';
  if (text === 'install') return owner === 'gettext';
  return text === 'globals' && tokens.text(at + 2) === ')' && /^[[.]$/.test(tokens.text(at + 3));
}
