import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { neighboursIn } from '../code/import-neighbours.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';
import { bindingsOf } from './bindings.ts';
import { findGivenModule } from './given-modules.ts';
import type { Obstacle } from './obstacle.ts';

/** Words by which code reaches names that are not written down. */
const DYNAMIC = new Set(
  (
    'globals vars exec eval __import__ import_module dir getmembers __dict__ __dir__ _getframe currentframe stack ' +
    'reload run_module run_path iter_modules walk_packages load_source spec_from_file_location find_spec ' +
    'extract_stack f_globals get_objects __subclasses__ __globals__ get_type_hints ' +
    'getsource getsourcefile getsourcelines getfile getabsfile findsource getmodule __annotations__ get_annotations __module__ ' +
    'pickle cPickle dill cloudpickle shelve joblib jsonpickle to_pickle read_pickle torch'
  ).split(' '),
);
/** These only matter where they are given a module. */
const OF_OBJECTS = new Set(['getattr', 'setattr', 'delattr', 'hasattr', '__builtins__']);

/** Where a module reaches names of itself or of others that are not written down, or binds names of others. */
export function findDynamicNames(file: PythonFile, side: Side): Obstacle | undefined {
  const isWritten = [...DYNAMIC, ...OF_OBJECTS, 'modules', 'yaml'].some(each => file.mentions(each));
  const { tokens, module } = file;
  const bindings = bindingsOf(module);
  const isImported = (name: string) => bindings.get(name)?.some(({ kind }) => kind === 'import') === true;
  for (let i = 0; i < tokens.length; i++) {
    if (!tokens.isName(i)) continue;
    const text = tokens.text(i);
    const found = (reason: string): Obstacle => ({ reason, place: placeIn(file, tokens.start(i), side) });
    if (isWritten) {
      if (DYNAMIC.has(text)) return found(`${text} reaches names that are not written down`);
      if (/^dump(?:_all)?$/.test(text) && tokens.text(i - 2) === 'yaml')
        return found('yaml.dump says in which module a class is');
      if (text === 'modules' && tokens.op(i - 1) === op.DOT && tokens.text(i - 2) === 'sys')
        return found('sys.modules reaches modules that are not written down');
      const isOnImported =
        OF_OBJECTS.has(text) && (tokens.op(i + 1) !== op.PAREN_OPEN || isImported(tokens.text(i + 2)));
      if (isOnImported) return found(`${text} may reach names of a module`);
    }
    const isPatched =
      tokens.text(i - 2) === 'patch' &&
      ((text === 'object' && isImported(tokens.text(i + 2))) || text === 'multiple');
    if (isPatched) return found(`patch.${text} may bind names of a module`);
    if (isSetOnImported(file, i, isImported)) return found(`${text} is bound from outside its module`);
  }
  return undefined;
}

/** `module.name = …` with a module or class that is imported. */
function isSetOnImported({ tokens }: PythonFile, i: number, isImported: (name: string) => boolean): boolean {
  const next = tokens.op(i + 1);
  if (!op.assigns(next)) return false;
  let root = i;
  while (tokens.op(root - 1) === op.DOT && tokens.isName(root - 2)) root -= 2;
  return root < i && isImported(tokens.text(root));
}

/** `pkg.m`, `getattr(pkg, "m")` */
const asksFor = (attribute: string, file: PythonFile): boolean =>
  file.mentions(attribute) ||
  (file.mentions('getattr') &&
    ['"', "'"].some(quote => file.mentions(`${quote}${attribute.slice(1)}${quote}`)));

/** The same in the files that import one of the changed modules. */
export async function dynamicImporters(
  versions: TwoVersions,
  paths: ReadonlySet<string>,
): Promise<readonly Obstacle[]> {
  const { snapshot, graph } = versions.after;
  /** Packages around what is changed, each with how that is asked of it: `import p`, and `p.a`. */
  const around = new Map<string, string[]>();
  for (const path of paths)
    for (let i = path.lastIndexOf('/'); i > 0; i = path.lastIndexOf('/', i - 1)) {
      const [name = ''] = path.slice(path.lastIndexOf('/') + 1).split('.');
      const folder = `${path.slice(0, i)}/__init__.py`;
      around.set(folder, [...(around.get(folder) ?? []), `.${name}`]);
    }
  const insideOf = (module: WorkspaceModule): readonly string[] =>
    module.index.imports.flatMap(({ kind, names }) =>
      kind === 'import'
        ? names.flatMap(({ name }) => around.get(graph.findModule(name, module)?.path ?? '') ?? [])
        : [],
    );
  const leadsToChanged = (module: WorkspaceModule): boolean =>
    module.index.imports.some(statement => {
      const isChanged = (target: WorkspaceModule | undefined) =>
        target !== undefined && paths.has(target.path);
      if (statement.kind === 'import')
        return statement.names.some(({ name }) => isChanged(graph.findModule(name, module)));
      if (isChanged(graph.moduleOfImport(statement, module))) return true;
      return statement.names.some(({ name }) => {
        const target = name === '*' ? undefined : graph.fromImport(module, statement, name);
        return target?.kind === 'module' && isChanged(target.module);
      });
    });
  const neighbours = neighboursIn(versions.after);
  const asking = new Set(paths);
  for (const path of [...paths, ...around.keys()])
    for (const module of neighbours.importing(path)) asking.add(module.path);
  const found: Obstacle[] = [];
  for (const module of snapshot.modules.values()) {
    if (!asking.has(module.path)) continue;
    if (!leadsToChanged(module)) {
      const inside = insideOf(module);
      const reader = inside.length === 0 ? undefined : await versions.open(module, 'after');
      if (!inside.some(each => reader === undefined || asksFor(each, reader))) continue;
    }
    const star = module.index.imports.find(statement => {
      const target =
        statement.names.some(({ name }) => name === '*') && graph.moduleOfImport(statement, module);
      return target !== false && target !== undefined && paths.has(target.path);
    });
    if (star !== undefined)
      found.push({
        reason: `${module.path} imports * from ${star.module || 'its package'}`,
        place: { file: module.path, line: star.line, side: 'after' },
      });
    const file = await versions.open(module, 'after');
    const given = file && findGivenModule(file, target => paths.has(target.path), graph);
    if (file !== undefined && given !== undefined)
      found.push({
        reason: `${given.text} is given away, and whoever has it may ask it for any name`,
        place: placeIn(file, given.start, 'after'),
      });
    if (paths.has(module.path)) continue;
    const dynamic = file && findDynamicNames(file, 'after');
    if (dynamic !== undefined) found.push(dynamic);
  }
  return found;
}
