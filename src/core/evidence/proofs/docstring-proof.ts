import { at } from '../../kernel/at.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { signOutside } from '../code/brackets.ts';
import { splitArguments } from '../code/call-shape.ts';
import { codeKey } from '../code/code-tokens.ts';
import { scopeDefinitions, scopesIn } from '../code/definitions-by-kind.ts';
import { firstString } from '../code/docstrings.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import type { Meanings } from './bindings.ts';
import { asksByText, pieceOfDocName } from './built-doc-names.ts';
import { type Asked, findGivenOn } from './given-on.ts';
import { isNear } from './import-closure.ts';
import { importsByText, listsImported, namesOfChanged } from './imports-by-text.ts';
import type { Obstacle } from './obstacle.ts';
import { dottedAt, outsideName, type Scope } from './plain-expressions.ts';
import { effectOfDecorators } from './plain-statements.ts';

/** Words by which code reads docstrings, its own or those of others. */
const READERS = [
  '__doc__',
  'getdoc',
  'doctest',
  'pydoc',
  'getsource',
  'getcomments',
  'get_docstring',
  'testmod',
  // A docstring is the first constant of the code.
  '__code__',
  'co_consts',
  // It is given the name of a module.
  'griffe',
];
/** Words by which a module that has what differs may read its docstring among all attributes. */
const ATTRIBUTE_READERS = ['vars', '__dict__', 'getmembers'];

/** Modules of the standard library that read the docstrings of the classes and functions they are given. */
const READING_MODULES = new Set([
  'cmd',
  'unittest',
  'doctest',
  'pydoc',
  'xmlrpc',
  'inspect',
  'ast',
  'tokenize',
]);

/** Packages that show the docstrings of functions and classes they are given. */
const READING_PACKAGES = new Set(
  (
    'click typer fire docopt docopt_ng plac defopt clize tyro jsonargparse cyclopts cleo fastapi flask_restx ' +
    'flasgger apispec pydantic graphene strawberry rest_framework drf_spectacular drf_yasg connexion discord ' +
    'prefect dagster langchain langchain_core mcp fastmcp openai agents ply spark_parser sphinx invoke fabric ' +
    'absl docstring_parser pyparsing lark cmd cmd2 xmlrpc doit nox duty paver argh begins mando cliff cement cappa ' +
    'streamlit arguably simple_parsing tap pyrallis ninja litestar starlite hug flask_smorest flask_appbuilder spectree ' +
    'quart_schema sanic_ext sanic_openapi aiohttp_apispec aiohttp_swagger spyne jsonrpcserver airflow luigi ' +
    'metaflow flytekit kfp zenml robot salt errbot sopel nextcord disnake interactions twitchio llama_index ' +
    'smolagents crewai autogen haystack pydantic_ai dspy instructor marvin magentic semantic_kernel agno ' +
    'IPython pdoc pytest_bdd nose'
  ).split(' '),
);

/** Files in which tools look for tasks by their names, and show what these say. */
const READ_BY_NAME = /(?:^|\/)(?:dodo|pavement|duties|noxfile|fabfile|tasks)\.py$/;

/**
 * Docstrings that differ: nothing in the workspace may read any, and what is decorated with them or inherits
 * from what comes from elsewhere may be read there.
 */
export async function docstringObstacles(
  modules: readonly ChangedModule[],
  versions: TwoVersions,
  meanings: Meanings,
): Promise<readonly Obstacle[]> {
  const differing = modules.filter(
    ({ before, after }) => before !== undefined && after !== undefined && hasOtherDocstrings(before, after),
  );
  if (differing.length === 0) return [];
  const found: Obstacle[] = [];
  for (const { before, after } of differing)
    if (before !== undefined && after !== undefined)
      found.push(...(await readByOthers(before, after, versions, meanings)));
  if (found.length > 0) return found;
  const runner = await findExampleRunner(versions, differing);
  if (runner !== undefined) return [runner];
  const readers = await findReaders(versions, differing);
  const shown =
    readers.length > 0 ? undefined : await versions.otherTexts?.find(new Set(['__doc__']), 'templates');
  return shown === undefined ? readers : [shown];
}

const RUNNERS = ['doctest', 'xdoctest', 'doctestplus', 'doctest_plus', 'sybil'];

/** What runs the examples in docstrings, where one that differs has some. */
async function findExampleRunner(
  versions: TwoVersions,
  differing: readonly ChangedModule[],
): Promise<Obstacle | undefined> {
  const hasExample = differing.some(({ before, after }) =>
    [before, after].some(
      file => file !== undefined && [...docstringsOf(file).values()].some(text => text.includes('>>>')),
    ),
  );
  if (!hasExample) return undefined;
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    const runner = RUNNERS.find(each => file?.mentions(each) === true);
    if (runner === undefined) continue;
    const reason = `${module.path} mentions ${runner}, and examples in docstrings differ`;
    return { reason, place: { file: module.path, line: 1, side: 'after' } };
  }
  return versions.otherTexts?.find(new Set(RUNNERS), 'all');
}

/** Whether a docstring of the module, or of a definition that is there on both sides, differs. */
function hasOtherDocstrings(before: PythonFile, after: PythonFile): boolean {
  const now = docstringsOf(after);
  return [...docstringsOf(before)].some(([owner, text]) => now.has(owner) && now.get(owner) !== text);
}

/** The docstring of each definition, by its name and how many of that name are above it; the module's by `''`. */
function docstringsOf(file: PythonFile): ReadonlyMap<string, string> {
  const { definitions } = file.module.index;
  const found = new Map<string, string>([['', firstString(file.tokens, 0)]]);
  for (const i of scopesIn(file.module.index)) {
    const { body } = at(definitions, i);
    const name = qualifiedName(definitions, i);
    let owner = name;
    for (let twin = 1; found.has(owner); twin++) owner = `${name} ${twin}`;
    found.set(owner, firstString(file.tokens, file.tokens.firstFrom(body)));
  }
  return found;
}

async function findReaders(
  versions: TwoVersions,
  changed: readonly ChangedModule[],
): Promise<readonly Obstacle[]> {
  const names = changed.map(({ path }) => path).join(', ');
  const paths = new Set(changed.map(({ path }) => path));
  const documented = documentedIn(changed);
  const modules = namesOfChanged(changed);
  let built: Obstacle | undefined;
  let asks = false;
  for (const version of [versions.before, versions.after])
    for (const module of version.snapshot.modules.values()) {
      if (version.side === 'before' && !versions.changedPaths.has(module.path)) continue;
      const reading = module.index.imports.find(statement =>
        (statement.kind === 'from' ? [{ name: statement.module }] : statement.names).some(({ name }) =>
          READING_PACKAGES.has(name.split('.')[0] ?? ''),
        ),
      );
      const isRead = reading !== undefined || READ_BY_NAME.test(module.path);
      if (isRead && isNear(module, version, paths))
        return [
          {
            reason:
              reading === undefined
                ? `a tool shows the docstrings of ${module.path}, and those in ${names} differ`
                : `${module.path} imports a package that reads docstrings, and those in ${names} differ`,
            place: { file: module.path, line: reading?.line ?? 1, side: version.side },
          },
        ];
      const file = await versions.open(module, version.side);
      const given = file === undefined ? undefined : findGivenOn(file, documented);
      if (file !== undefined && given !== undefined)
        return [
          {
            reason: `${module.path} gives away something whose docstring differs, and whoever has it may read that`,
            place: placeIn(file, given, version.side),
          },
        ];
      const piece = file === undefined ? undefined : pieceOfDocName(file);
      if (file !== undefined && piece !== undefined)
        built ??= {
          reason: `${module.path} may put the name of docstrings together, and those in ${names} differ`,
          place: placeIn(file, piece.start, version.side),
        };
      asks ||= file !== undefined && asksByText(file);
      const isAround =
        isNear(module, version, paths) ||
        (file !== undefined && (importsByText(file, modules) ?? listsImported(file, modules)) !== undefined);
      const readers = isAround ? [...READERS, ...ATTRIBUTE_READERS] : READERS;
      if (file === undefined || ![...readers, 'help('].some(word => file.mentions(word))) continue;
      const isOwn = paths.has(module.path);
      // A plain `__doc__` is the docstring of its own module.
      const token = file.tokens.find(
        ({ text, kind }, i) =>
          (text === 'help' && kind === NAME && isCalled(file.tokens, i)) ||
          (readers.includes(text) && (isOwn || text !== '__doc__' || file.tokens.op(i - 1) === op.DOT)) ||
          (kind === STRING && text.includes('__doc__')),
      );
      if (token === undefined) continue;
      return [
        {
          reason: `${module.path} reads docstrings, and those in ${names} differ`,
          place: placeIn(file, token.start, version.side),
        },
      ];
    }
  return built !== undefined && asks ? [built] : [];
}

/** Not a method, and not where it is defined. */
const isCalled = (tokens: PythonFile['tokens'], at: number): boolean =>
  tokens.op(at + 1) === op.PAREN_OPEN && tokens.op(at - 1) !== op.DOT && tokens.text(at - 1) !== 'def';

/** What has another docstring, but for methods that Python calls. */
function documentedIn(changed: readonly ChangedModule[]): Asked {
  const found = { functions: new Set<string>(), methods: new Set<string>(), classes: new Set<string>() };
  for (const { before, after } of changed) {
    if (before === undefined || after === undefined) continue;
    const now = docstringsOf(after);
    const names = new Set(
      [...docstringsOf(before)].flatMap(([owner, text]) =>
        owner === '' || !now.has(owner) || now.get(owner) === text
          ? []
          : (owner.split(' ')[0]?.split('.').at(-1) ?? ''),
      ),
    );
    for (const { name, kind } of after.module.index.definitions) {
      if (!names.has(name) || /^__\w+__$/.test(name)) continue;
      if (kind === 'class') found.classes.add(name);
      else if (kind === 'method') found.methods.add(name);
      else if (kind === 'function') found.functions.add(name);
    }
  }
  return found;
}

/** Definitions whose docstrings differ and that a decorator or a base from elsewhere may read. */
async function readByOthers(
  before: PythonFile,
  after: PythonFile,
  versions: TwoVersions,
  meanings: Meanings,
): Promise<readonly Obstacle[]> {
  const scope: Scope = { file: after, version: versions.after, meanings };
  const old = new Set(definitionsIn(before).map(({ code }) => code));
  const properties = new Set(after.module.index.definitions.map(({ name }) => name));
  const found: Obstacle[] = [];
  for (const { definition, code } of definitionsIn(after)) {
    if (old.has(code)) continue;
    const { start, head, body, kind } = definition;
    const place = placeIn(after, start, 'after');
    if (effectOfDecorators(after.range(start, head), properties, scope) !== undefined)
      found.push({ reason: 'a decorator may read the docstring that differs', place });
    if (kind !== 'class') continue;
    const base = await readingBase(after.range(head, body), scope, versions, 0);
    if (base !== undefined) found.push({ reason: `${base} may read the docstring that differs`, place });
  }
  return found;
}

const definitionsIn = (file: PythonFile) =>
  scopeDefinitions(file.module.index).map(definition => {
    const { start, end } = definition;
    return { definition, code: codeKey(file.range(start, end)) };
  });

const DEEPEST = 8;
const MAKING = /^__(?:new|init|prepare|call)__$/;

/** A base from outside of the workspace that is not known to leave docstrings alone. */
async function readingBase(
  header: ReturnType<PythonFile['range']>,
  scope: Scope,
  versions: TwoVersions,
  depth: number,
): Promise<string | undefined> {
  const open = signOutside(header, op.PAREN_OPEN);
  for (const part of splitArguments(header, open)) {
    const from = part[1]?.op === op.ASSIGN ? 2 : 0;
    const { path } = dottedAt(part, from);
    const shown = path.join('.');
    const outside = outsideName(path, scope);
    if (outside !== undefined) {
      const top = outside.split('.')[0] ?? '';
      if (STANDARD_LIBRARY.has(top) && !READING_MODULES.has(top)) continue;
      return shown;
    }
    const target = versions.after.graph.resolve(scope.file.module, path[0] ?? '');
    if (target?.kind !== 'definition' || path.length > 1 || depth === DEEPEST) return shown;
    const { module, index } = target;
    const definition = module.index.definitions[index];
    if (definition?.kind !== 'class') return shown;
    const file = await versions.open(module, 'after');
    if (file === undefined) return shown;
    // A metaclass is given all that is in the class.
    const isMaking = part[0]?.text === 'metaclass' && from > 0;
    if (isMaking && file.range(definition.body, definition.end).some(({ text }) => MAKING.test(text)))
      return shown;
    const further = await readingBase(
      file.range(definition.head, definition.body),
      { ...scope, file },
      versions,
      depth + 1,
    );
    if (further !== undefined) return further;
  }
  return undefined;
}
