import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { parametersIn } from '../code/call-shape.ts';
import { classDefinitions } from '../code/definitions-by-kind.ts';
import { firstString } from '../code/docstrings.ts';
import { runOnImport } from '../code/import-time.ts';
import { importersByPath } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { bindingsOf, type Meanings } from './bindings.ts';
import { dottedAt, outsideName } from './plain-expressions.ts';
import type { ShapeChange } from './shape-change.ts';

type Found = Omit<ShapeChange, 'module'>;

/**
 * What a changed module, or one that imports it, reads of it on import other than by its name: its docstring, and all
 * functions that are there (`globals()`, `vars(m)`). And what Python itself reads of a class when it is made.
 */
export async function findReadOnImport(
  { path, before, after }: ChangedModule,
  versions: TwoVersions,
  meanings: Meanings,
): Promise<readonly Found[]> {
  if (before === undefined || after === undefined) return [];
  const changed = (start: number, reason: string): Found => ({
    ...{ what: 'statement', change: 'changed', name: '', isPlain: false, reason },
    place: placeIn(after, start, 'after'),
  });
  const found: Found[] = [];
  if (firstString(before.tokens, 0) !== firstString(after.tokens, 0) && after.mentions('__doc__')) {
    const at = namesRun(after).find(
      i => after.tokens.text(i) === '__doc__' && after.tokens.op(i - 1) !== op.DOT,
    );
    if (at !== undefined)
      found.push(changed(after.tokens.start(at), 'the docstring differs, and is read on import'));
  }
  const { own } = after.once(listingOnImport);
  if (own !== undefined) found.push(changed(own, 'functions are found by their names and run on import'));
  for (const importer of importersByPath(versions.after).get(path) ?? []) {
    const module = versions.after.snapshot.modules.get(importer);
    const file = module && (await versions.open(module, 'after'));
    if (file?.once(listingOnImport).targets.has(after.module.name) !== true) continue;
    found.push(changed(0, `${importer} finds functions of ${path} by their names and runs them on import`));
    break;
  }
  const classes = new Map(classDefinitions(before.module.index).map(each => [each.name, each]));
  for (const definition of classDefinitions(after.module.index)) {
    const twin = classes.get(definition.name);
    const reason =
      twin === undefined
        ? undefined
        : await doubtAboutMaking({ definition, after }, { twin, before }, versions, meanings);
    if (reason !== undefined) found.push(changed(definition.start, reason));
  }
  return found;
}

/** Indices of what runs on import, but for imports. */
const namesRun = (file: PythonFile): readonly number[] =>
  readUnits(file).flatMap(unit => (unit.content.kind === 'import' ? [] : [...runOnImport(unit, file)]));

const OWN = /^(?:globals|locals|vars|dir)$/;
const OF_OTHERS = /^(?:vars|dir|getattr|getmembers)$/;

interface Listing {
  /** Where a module lists its own members. */
  readonly own: number | undefined;
  /** The modules whose members it lists. */
  readonly targets: ReadonlySet<string>;
}

/** Where all that is in a module is listed on import, and some of it is called: `[f() for f in vars(m).values()]`. */
function listingOnImport(file: PythonFile): Listing {
  const targets = new Set<string>();
  let own: number | undefined;
  const isMentioned = ['globals(', 'locals(', 'vars(', 'dir(', 'getattr(', 'getmembers('].some(each =>
    file.mentions(each),
  );
  if (!isMentioned) return { own, targets };
  const { tokens } = file;
  const bindings = bindingsOf(file.module);
  for (const unit of readUnits(file)) {
    if (unit.content.kind === 'import') continue;
    const chosen = [...runOnImport(unit, file)];
    // Names alone are not run: only a loop calls what it goes through, or a call what it was given.
    const isRun = chosen.some(
      i => tokens.word(i) === word.FOR || (op.closes(tokens.op(i)) && tokens.op(i + 1) === op.PAREN_OPEN),
    );
    for (const i of isRun ? chosen : []) {
      if (tokens.op(i + 1) !== op.PAREN_OPEN) continue;
      if (OWN.test(tokens.text(i)) && tokens.op(i + 2) === op.PAREN_CLOSE) own ??= tokens.start(i);
      if (!OF_OTHERS.test(tokens.text(i))) continue;
      for (const event of bindings.get(tokens.text(i + 2)) ?? [])
        if (event.kind === 'import') targets.add(event.target);
    }
  }
  return { own, targets };
}

const CELL = /^(?:super|__class__)$/;

/** Why Python may refuse to make a class that it made before. */
async function doubtAboutMaking(
  { definition, after }: { readonly definition: Definition; readonly after: PythonFile },
  { twin, before }: { readonly twin: Definition; readonly before: PythonFile },
  versions: TwoVersions,
  meanings: Meanings,
): Promise<string | undefined> {
  const { name, body, end } = definition;
  const old = before.range(twin.body, twin.end);
  const now = after.range(body, end);
  const isString = (text: string) => now.some(token => token.kind === STRING && token.text.endsWith(text));
  const hasDocstring = now.find(token => token.kind >= NAME)?.kind === STRING;
  if (
    hasDocstring &&
    old.find(token => token.kind >= NAME)?.kind !== STRING &&
    after.mentions('__slots__') &&
    isString('__doc__')
  )
    return `${name} has a docstring now, and a slot for one`;
  if (old.some(({ text }) => CELL.test(text)) || !now.some(({ text }) => CELL.test(text))) return undefined;
  const isOpen = await isMadeByOthers(definition, after, versions, meanings, 0);
  return isOpen
    ? `super is new in ${name}, and what makes the class may lose the class that it asks for`
    : undefined;
}

const MOST_STEPS = 6;

/** A named tuple, or a class whose metaclass makes it in a way of its own. */
async function isMadeByOthers(
  { head, body }: Definition,
  file: PythonFile,
  versions: TwoVersions,
  meanings: Meanings,
  steps: number,
): Promise<boolean> {
  const header = file.range(head, body);
  for (const part of parametersIn(header)) {
    const isMetaclass = part[0]?.text === 'metaclass' && part[1]?.op === op.ASSIGN;
    const { path } = dottedAt(part, isMetaclass ? 2 : 0);
    const outside = outsideName(path, { file, version: versions.after, meanings });
    if (outside !== undefined) {
      if (/\.NamedTuple$/.test(outside)) return true;
      continue;
    }
    const target = versions.after.graph.resolve(file.module, path[0] ?? '');
    const base = target?.kind === 'definition' ? target.module.index.definitions[target.index] : undefined;
    if (target?.kind !== 'definition' || base === undefined || steps > MOST_STEPS) continue;
    const own = await versions.open(target.module, 'after');
    if (own === undefined) return true;
    if (isMetaclass && own.range(base.body, base.end).some(({ text }) => text === '__new__')) return true;
    if (!isMetaclass && (await isMadeByOthers(base, own, versions, meanings, steps + 1))) return true;
  }
  return false;
}
