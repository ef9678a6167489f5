import * as op from '../../python/lexer/operators.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { isNear } from './import-closure.ts';
import type { Obstacle } from './obstacle.ts';

/** Words by which a program asks for the text of its own code, or for the line that something stands on. */
const READING: ReadonlySet<string> = new Set(
  (
    'getsource getsourcelines getsourcefile getcomments findsource getblock get_source linecache getframeinfo ' +
    'extract_stack extract_tb f_lineno tb_lineno co_firstlineno co_lines co_positions co_lnotab co_linetable'
  ).split(' '),
);
/** Those that read lines of code only where frames are asked for. */
const OF_FRAMES = ['inspect', 'traceback'];
/** What takes the path of a file and gives its text. */
const OPENING: ReadonlySet<string> = new Set(['open', 'getline', 'getlines', 'run_path', 'read_file']);
const READ: ReadonlySet<string> = new Set(['open', 'read_text', 'read_bytes']);

/**
 * Where a changed module, or one that imports it, reads what a comment or a line more changes. What it does with that
 * is not looked at.
 */
export async function findSourceReader(versions: TwoVersions): Promise<Obstacle | undefined> {
  const paths = versions.changedPaths;
  for (const version of [versions.before, versions.after])
    for (const module of version.snapshot.modules.values()) {
      if (version.side === 'before' && !paths.has(module.path)) continue;
      if (!isNear(module, version, paths)) continue;
      const file = await versions.open(module, version.side);
      const start = file && readingAt(file);
      if (file !== undefined && start !== undefined)
        return {
          reason: `${module.path} reads source text or line numbers`,
          place: placeIn(file, start, version.side),
        };
    }
  return undefined;
}

function readingAt(file: PythonFile): number | undefined {
  const isMentioned = [...READING, '__file__', 'lineno'].some(each => file.mentions(each));
  const asksFrames = OF_FRAMES.some(each => file.mentions(each));
  const { tokens } = file;
  for (let i = 0; isMentioned && i < tokens.length; i++) {
    if (!tokens.isName(i)) continue;
    const text = tokens.text(i);
    if (READING.has(text) || (text === 'lineno' && asksFrames)) return tokens.start(i);
    if (text === '__file__' && isRead(tokens, i)) return tokens.start(i);
  }
  return undefined;
}

/** `open(__file__)`, `Path(__file__).read_text()` */
function isRead(tokens: PythonFile['tokens'], at: number): boolean {
  if (tokens.op(at - 1) !== op.PAREN_OPEN) return false;
  const isAsked = tokens.op(at + 1) === op.PAREN_CLOSE && tokens.op(at + 2) === op.DOT;
  return OPENING.has(tokens.text(at - 2)) || (isAsked && READ.has(tokens.text(at + 3)));
}
