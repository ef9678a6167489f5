import { PROTECTED_PATHS } from '../../../src/core/changes/protected-paths.ts';
import type { Command } from '../../../src/generated/contracts.ts';

/** Never writable, or only with an approval by name; less those that are meant in the workspace folder only. */
export const PROTECTED: readonly string[] = PROTECTED_PATHS.map(entry => entry.pattern).filter(
  pattern => !pattern.startsWith('/'),
);

/** A file the pattern means. */
export function exampleOf(pattern: string): string {
  const path = pattern.endsWith('/**') ? `${pattern.slice(0, -'/**'.length)}/x.py` : pattern;
  return path.replaceAll('*', 'x');
}

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/gu, c => (c === '/' ? c : String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)));
const firstName = (path: string, change: (name: string) => string): string => path.replace(/^[^/]+/u, change);

/** The same path as some file system, some tool or some reader would take it. */
export const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'as it is': path => path,
  'in a folder': path => `deep/down/${path}`,
  'behind ./': path => `./${path}`,
  'with a dot as a folder': path => `deep/./${path}`,
  'with doubled slashes': path => `deep//${path.replaceAll('/', '//')}`,
  'with backslashes': path => `deep\\${path.replaceAll('/', '\\')}`,
  'by way of ..': path => `deep/../${path}`,
  'in upper case': path => path.toUpperCase(),
  'in mixed case': path => path.replace(/[a-z]/gu, (c, i: number) => (i % 2 ? c.toUpperCase() : c)),
  'in full-width letters': fullWidth,
  'with a Kelvin sign for k': path => path.replaceAll('k', '\u212A'),
  'with a long s': path => path.replaceAll('s', '\u017F'),
  'with a dotless i': path => path.replaceAll('i', '\u0131'),
  'with a ligature': path => path.replaceAll('fi', '\uFB01').replaceAll('st', '\uFB06'),
  decomposed: path => path.normalize('NFD'),
  'compatibility composed': path => path.normalize('NFKC'),
  'with a dot behind': path => firstName(path, name => `${name}.`),
  'with a space behind': path => firstName(path, name => `${name} `),
  'with dots and spaces behind': path => `${path} . .`,
  'with a slash behind': path => `${path}/`,
  'with a zero-width space inside': path => `${path.slice(0, 2)}\u200B${path.slice(2)}`,
  'with a soft hyphen behind': path => `${path}\u00AD`,
  'with a direction mark before': path => `\u200E${path}`,
  'with a data stream': path => `${path}::$DATA`,
  'with NUL behind': path => `${path}\0.txt`,
  'by its short name': path => firstName(path, name => `${name.slice(0, 6)}~1`),
};

/** One call of a writing tool that would change the file `path`. */
export interface WritingCall {
  readonly verb: 'create' | 'overwrite' | 'rename onto' | 'rename away' | 'move into' | 'move out' | 'delete';
  readonly tool: string;
  readonly args: (path: string) => object;
}

/** `ordinary.py` and `box/x.py` are files that may be changed. */
const ORDINARY = 'ordinary.py';
const REPLACEMENTS = [{ old_string: 'two', new_string: 'TWO' }];
const LINE = { source_start: 1, source_end: 1, target_line: 3 };

export const EDIT_CALLS: readonly WritingCall[] = [
  {
    verb: 'overwrite',
    tool: 'atomic_replace',
    args: path => ({ file_path: path, replacements: REPLACEMENTS }),
  },
  { verb: 'overwrite', tool: 'move_text', args: path => ({ file_path: path, ...LINE }) },
  {
    verb: 'move into',
    tool: 'move_text',
    args: path => ({ file_path: ORDINARY, target_file: path, ...LINE }),
  },
  {
    verb: 'move out',
    tool: 'move_text',
    args: path => ({ file_path: path, target_file: ORDINARY, ...LINE }),
  },
];

const renames = (from_path: string, to_path: string, overwrite: boolean) => ({
  operations: [{ from_path, to_path }],
  overwrite,
});
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || path;

export const AGENT_CALLS: readonly WritingCall[] = [
  { verb: 'create', tool: 'write_file', args: path => ({ path: `new/${path}`, content: 'x\n' }) },
  { verb: 'create', tool: 'rename_file', args: path => ({ path: ORDINARY, new_path: `new/${path}` }) },
  { verb: 'create', tool: 'rename_files', args: path => renames('box', folderOf(path), true) },
  { verb: 'overwrite', tool: 'write_file', args: path => ({ path, content: 'x\n' }) },
  { verb: 'rename onto', tool: 'rename_file', args: path => ({ path: ORDINARY, new_path: path }) },
  { verb: 'rename onto', tool: 'rename_files', args: path => renames(ORDINARY, path, true) },
  { verb: 'rename away', tool: 'rename_file', args: path => ({ path, new_path: 'away.py' }) },
  { verb: 'rename away', tool: 'rename_files', args: path => renames(folderOf(path), 'away', false) },
  { verb: 'delete', tool: 'delete_file', args: path => ({ path }) },
];

/** What a Designer would ask for to change the file, with the order's `new_files`. */
export interface ProposedChange {
  readonly verb: WritingCall['verb'];
  readonly commands: readonly Command[];
  readonly newFiles: readonly string[];
}

export function proposalsFor(path: string): readonly ProposedChange[] {
  const reason = 'Change it.';
  const intoIt: Command = {
    tool: 'move_text',
    args: { file_path: ORDINARY, target_file: path, ...LINE, target_line: 1 },
    reason,
  };
  return [
    {
      verb: 'create',
      commands: [{ ...intoIt, args: { ...intoIt.args, target_file: `new/${path}` } }],
      newFiles: [`new/${path}`],
    },
    {
      verb: 'overwrite',
      commands: [{ tool: 'atomic_replace', args: { file_path: path, replacements: REPLACEMENTS }, reason }],
      newFiles: [],
    },
    { verb: 'move into', commands: [intoIt], newFiles: [] },
    {
      verb: 'move out',
      commands: [{ tool: 'move_text', args: { file_path: path, target_file: ORDINARY, ...LINE }, reason }],
      newFiles: [],
    },
  ];
}
