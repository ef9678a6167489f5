import { decodeUtf8 } from '../../kernel/utf8.ts';
import { lineAt } from '../code/other-texts.ts';
import { installedAs } from './distributions.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';
import type { Witness } from './witness.ts';

/**
 * What is imported for the first time may be there already: something tells that it is installed with the project, or
 * it is compiled or written by a tool.
 */
export async function alreadyNeeded(facts: Facts, added: readonly Witness[]): Promise<Verdict | undefined> {
  const names = new Set(
    added.flatMap(({ after = '' }) => /^(?:from|import)\s+([\p{L}\p{N}_]+)/u.exec(after)?.[1] ?? []),
  );
  const made = await madeByTool(facts, names);
  if (made !== undefined) return made;
  const pattern = installedAs(names);
  return (await neededByText(facts, pattern)) ?? (await neededByPython(facts, pattern));
}

/** Settings and lists of requirements. */
async function neededByText({ files, versions }: Facts, pattern: RegExp): Promise<Verdict | undefined> {
  const found = await versions.otherTexts?.match(pattern, 'needs');
  if (found === undefined) return undefined;
  // What the change itself makes a need of was none before.
  const change = files.find(({ path }) => path === found.place.file);
  if (change !== undefined && !pattern.test((change.before && decodeUtf8(change.before)) ?? ''))
    return undefined;
  return undecided(`${found.reason}: it may be installed with the project already`, [found.place]);
}

/** Words of Python files that say what is installed, compiled, or found under a name of its own. */
const INSTALLING = [
  ...['install_requires', 'extras_require', 'setup_requires', 'tests_require', 'ext_modules', 'Extension('],
  ...['dependencies', '.install(', 'pip install', '"pip"', "'pip'", '# /// script', 'set_source('],
  ...['importorskip', 'import_module', '__import__', 'find_spec', 'sys.modules'],
];

async function neededByPython({ versions }: Facts, pattern: RegExp): Promise<Verdict | undefined> {
  for (const module of versions.before.snapshot.modules.values()) {
    const file = await versions.open(module, 'before');
    if (file === undefined || !INSTALLING.some(each => file.mentions(each))) continue;
    const text = file.copy(0, file.source.length);
    const { index } = pattern.exec(text) ?? {};
    if (index === undefined) continue;
    const line = lineAt(text, index);
    return undecided(`${module.path} names it: it may be installed with the project already`, [
      { file: module.path, line, side: 'before' },
    ]);
  }
  return undefined;
}

/** What extensions are compiled from, what they are as files, and what tools write modules from. */
const SOURCES = (
  '.pyx .pxd .c .cc .cpp .cxx .cu .rs .f .f90 .f95 .go .nim .zig .i .so .pyd .dylib .dll ' +
  '.proto .thrift .fbs .capnp .avdl .ui .qrc .g4 .lark .py.in .py.j2 .py.tmpl .py.mako'
).split(' ');

/** Names that only tools give to what they write. */
const WRITTEN_BY_TOOL = /_pb2(?:_grpc)?$|^(?:ui|qrc)_\w+$|_rc$/;

async function madeByTool({ versions }: Facts, names: ReadonlySet<string>): Promise<Verdict | undefined> {
  const written = [...names].find(name => WRITTEN_BY_TOOL.test(name));
  if (written !== undefined) return undecided(`${written} may be written by a tool`, []);
  const wanted = new Set([...names].map(name => name.replace(/^_+/, '').toLowerCase()));
  for (const path of (await versions.otherTexts?.pathsEnding(SOURCES)) ?? []) {
    const stem = path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '';
    if (wanted.has(stem.replace(/^_+/, '').replaceAll('-', '_').toLowerCase()))
      return undecided(`it may be made from ${path}`, [{ file: path, line: 1, side: 'before' }]);
  }
  return undefined;
}
