import * as op from '../lexer/operators.ts';
import { NAME } from '../lexer/token-kinds.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';
import { argumentsAt, findArgument, literalText, withoutAsView } from './arguments.ts';
import type { CallSite, ModuleReader, ReadModule } from './module-reader.ts';
import type { Resolver } from './resolver.ts';
import { type DeclaredRoute, type Handler, type Mount, UNKNOWN_PART } from './route.ts';
import type { Place } from './value.ts';

const PATTERN = /^django\.(?:urls|conf\.urls)(?:\.\w+)*\.(path|re_path|url)$/;
const INCLUDE = /^django\.(?:urls|conf\.urls)(?:\.\w+)*\.include$/;

/** All URL patterns of a module belong together: the module is what `include` names. */
const urlModule = (id: number) => `urls ${id}`;

interface Pattern {
  readonly site: CallSite;
  readonly end: number;
  readonly prefix: string;
  readonly view: readonly Token[];
}

/** `path("users/<int:id>/", views.user)`, `re_path`, `url`, and `include` of modules and lists. */
export async function findDjangoRoutes(
  read: ReadModule,
  reader: ModuleReader,
  resolver: Resolver,
): Promise<{ readonly routes: readonly DeclaredRoute[]; readonly mounts: readonly Mount[] }> {
  const routes: DeclaredRoute[] = [];
  const mounts: Mount[] = [];
  const patterns: Pattern[] = [];
  for (const site of reader.callSites(read)) {
    const pattern = await readPattern(read, site, resolver);
    if (pattern !== undefined) patterns.push(pattern);
  }
  for (const pattern of patterns) {
    const { site, view } = pattern;
    const place = { module: read.module, index: site.index };
    // Patterns in `include([...])` are inside the call of the outer pattern.
    const outer = patterns.filter(other => other.site.start < site.start && pattern.end <= other.end);
    const path = [...outer, pattern].map(each => each.prefix).join('');
    const included = await includedModule(read, view, place, resolver);
    if (included === 'a list') continue;
    const owner = urlModule(read.module.id);
    if (included !== undefined)
      mounts.push({ child: included, parent: owner, prefix: path, replacesOwnPrefix: false });
    else {
      const handler = await handlerOf(read, view, place, resolver);
      routes.push({
        framework: 'Django',
        methods: [],
        path,
        handler,
        file: read.module.path,
        line: site.line,
        owner,
      });
    }
  }
  return { routes, mounts };
}

async function readPattern(
  read: ReadModule,
  site: CallSite,
  resolver: Resolver,
): Promise<Pattern | undefined> {
  const tokens = tokensBetween(read.text.bytes, site.start, site.end);
  const last = tokens.at(-1);
  if (last?.kind !== NAME || !/^(?:path|re_path|url)$/.test(read.text.text(last.start, last.end)))
    return undefined;
  const value = await resolver.evaluate(tokens, { module: read.module, index: site.index });
  if (value.kind !== 'external' || !PATTERN.test(value.name)) return undefined;
  const { list, end } = argumentsAt(read, site.end);
  const route = findArgument(list, 0, 'route', 'regex');
  const view = findArgument(list, 1, 'view');
  if (route === undefined || view === undefined) return undefined;
  const literal = literalText(route, read) ?? UNKNOWN_PART;
  const isRegex = !value.name.endsWith('.path');
  return { site, end, prefix: isRegex ? literal.replace(/^\^/, '').replace(/\$$/, '') : literal, view };
}

/** The URL module that `include("app.urls")` or `include(app.urls)` names. */
async function includedModule(
  read: ReadModule,
  view: readonly Token[],
  place: Place,
  resolver: Resolver,
): Promise<string | undefined> {
  const open = view.findIndex(token => token.op === op.PAREN_OPEN);
  if (open < 1) return undefined;
  const callee = await resolver.evaluate(view.slice(0, open), place);
  if (callee.kind !== 'external' || !INCLUDE.test(callee.name)) return undefined;
  const [first] = argumentsAt(read, view[open]?.start ?? 0).list;
  const value = tupleHead(first?.value ?? []);
  const literal = literalText(value, read);
  const module =
    literal === undefined
      ? await resolver.evaluate(value, place)
      : resolver.moduleNamed(literal, read.module);
  if (module?.kind === 'module') return urlModule(module.module.id);
  return value[0]?.op === op.BRACKET_OPEN ? 'a list' : `urls ${literal ?? '?'}`;
}

/** `include(("app.urls", "namespace"))` names the module first. */
function tupleHead(tokens: readonly Token[]): readonly Token[] {
  const first = tokens[0];
  if (first?.op !== op.PAREN_OPEN) return tokens;
  const comma = tokens.findIndex(token => token.op === op.COMMA && token.depth === first.depth);
  return comma < 0 ? tokens : tokens.slice(1, comma);
}

async function handlerOf(
  read: ReadModule,
  view: readonly Token[],
  place: Place,
  resolver: Resolver,
): Promise<Handler> {
  const tokens = withoutAsView(view, read);
  const value = await resolver.evaluate(tokens, place);
  if (value.kind === 'function' || value.kind === 'class') return { kind: 'definition', place: value };
  // `login_required(view)` and the like: the view is what is wrapped.
  const open = tokens.findIndex(token => token.op === op.PAREN_OPEN);
  const inner = open < 1 ? undefined : argumentsAt(read, tokens[open]?.start ?? 0).list[0]?.value;
  if (inner !== undefined && inner.length > 0) return handlerOf(read, inner, place, resolver);
  const [first, last] = [tokens[0], tokens.at(-1)];
  return { kind: 'name', name: first && last ? read.text.text(first.start, last.end) : '?' };
}
