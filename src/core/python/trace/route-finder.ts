import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import * as op from '../lexer/operators.ts';
import { NAME } from '../lexer/token-kinds.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';
import {
  type Argument,
  argumentsAt,
  findArgument,
  literalText,
  literalTexts,
  withoutAsView,
} from './arguments.ts';
import { findDjangoRoutes } from './django-routes.ts';
import type { CallSite, ModuleReader, ReadModule } from './module-reader.ts';
import type { Resolver } from './resolver.ts';
import {
  type DeclaredRoute,
  type Framework,
  type Handler,
  type Mount,
  mountRoutes,
  type Route,
  UNKNOWN_PART,
} from './route.ts';
import type { Place, Value } from './value.ts';
import { valueTokens } from './value-tokens.ts';

const HTTP_METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']);
const ROUTE_DECORATORS = new Set([...HTTP_METHODS, 'route', 'api_route', 'websocket', 'websocket_route']);
const REGISTRATIONS = new Set(['add_api_route', 'add_url_rule', 'add_route', 'add_api_websocket_route']);
const MOUNTS = new Set(['include_router', 'register_blueprint']);
/** Files without any of these words declare no route. */
const WORDS =
  /route|\.(?:get|post|put|patch|delete|head|options|websocket)\(|register_blueprint|path\(|add_url_rule|url\(/;

/** Collects the routes of all modules and puts the prefixes in front of them. */
export class RouteFinder {
  readonly #reader: ModuleReader;
  readonly #resolver: Resolver;
  readonly #declared: DeclaredRoute[] = [];
  readonly #mounts: Mount[] = [];
  readonly #ownPrefixes = new Map<string, string>();

  constructor(reader: ModuleReader, resolver: Resolver) {
    this.#reader = reader;
    this.#resolver = resolver;
  }

  async find(snapshot: WorkspaceSnapshot): Promise<readonly Route[]> {
    for (const module of snapshot.modules.values()) {
      if (module.isStub) continue;
      const read = await this.#reader.read(module);
      if (read === undefined || !WORDS.test(read.text.text(0, read.text.bytes.length - 1))) continue;
      for (const site of this.#reader.callSites(read)) await this.#readCall(read, site);
      const django = await findDjangoRoutes(read, this.#reader, this.#resolver);
      this.#declared.push(...django.routes);
      this.#mounts.push(...django.mounts);
    }
    return mountRoutes(this.#declared, this.#mounts, this.#ownPrefixes);
  }

  async #readCall(read: ReadModule, site: CallSite): Promise<void> {
    const tokens = tokensBetween(read.text.bytes, site.start, site.end);
    const last = tokens.at(-1);
    if (last?.kind !== NAME || tokens.at(-2)?.op !== op.DOT) return;
    const name = read.text.text(last.start, last.end);
    const object = tokens.slice(0, -2);
    if (MOUNTS.has(name)) await this.#readMount(read, site, object, name);
    else if (REGISTRATIONS.has(name)) await this.#readRegistration(read, site, object);
    else if (ROUTE_DECORATORS.has(name)) await this.#readDecorator(read, site, object, name);
  }

  /** `@router.get("/users")` above a function. */
  async #readDecorator(
    read: ReadModule,
    site: CallSite,
    object: readonly Token[],
    name: string,
  ): Promise<void> {
    const { module } = read;
    const index = module.index.definitions.findIndex(
      d =>
        d.start < site.start &&
        site.end <= d.head &&
        (d.kind === 'function' || d.kind === 'method' || d.kind === 'class'),
    );
    if (index < 0) return;
    const place = { module, index: site.index };
    const { list } = argumentsAt(read, site.end);
    const path = await this.#path(findArgument(list, 0, 'path', 'rule'), place);
    const framework = frameworkOf(await this.#resolver.evaluate(object, place));
    // Without knowing the object, only a path tells a route from any other decorator called `get`.
    if (framework === undefined && !path.startsWith('/')) return;
    const methods = HTTP_METHODS.has(name) ? [name.toUpperCase()] : methodsOf(list, read, name);
    this.#declared.push({
      framework: framework ?? 'unknown',
      methods,
      path,
      handler: { kind: 'definition', place: { module, index } },
      file: module.path,
      line: site.line,
      owner: await this.#identify(object, place),
    });
  }

  /** `app.add_api_route("/users", list_users)` and `app.add_url_rule("/users", view_func=list_users)`. */
  async #readRegistration(read: ReadModule, site: CallSite, object: readonly Token[]): Promise<void> {
    const place = { module: read.module, index: site.index };
    const framework = frameworkOf(await this.#resolver.evaluate(object, place));
    const { list } = argumentsAt(read, site.end);
    const handler = findArgument(list, framework === 'Flask' ? 2 : 1, 'view_func', 'endpoint');
    const path = findArgument(list, 0, 'path', 'rule');
    if (handler === undefined || path === undefined) return;
    this.#declared.push({
      framework: framework ?? 'unknown',
      methods: methodsOf(list, read, 'route'),
      path: await this.#path(path, place),
      handler: await this.#handler(handler, place, read),
      file: read.module.path,
      line: site.line,
      owner: await this.#identify(object, place),
    });
  }

  async #readMount(read: ReadModule, site: CallSite, object: readonly Token[], name: string): Promise<void> {
    const place = { module: read.module, index: site.index };
    const { list } = argumentsAt(read, site.end);
    const child = findArgument(list, 0, 'router', 'blueprint');
    if (child === undefined) return;
    const prefix = list.find(({ keyword }) => keyword === 'prefix' || keyword === 'url_prefix');
    this.#mounts.push({
      child: await this.#identify(child, place),
      parent: await this.#identify(object, place),
      prefix: prefix === undefined ? '' : await this.#path(prefix.value, place),
      replacesOwnPrefix: name === 'register_blueprint',
    });
  }

  async #handler(tokens: readonly Token[], place: Place, read: ReadModule): Promise<Handler> {
    const value = await this.#resolver.evaluate(withoutAsView(tokens, read), place);
    if (value.kind === 'function' || value.kind === 'class') return { kind: 'definition', place: value };
    const [first, last] = [tokens[0], tokens.at(-1)];
    return { kind: 'name', name: first && last ? read.text.text(first.start, last.end) : '?' };
  }

  /** A name for the variable behind an expression, the same wherever it is imported; notes its own prefix. */
  async #identify(tokens: readonly Token[], place: Place): Promise<string> {
    const variable = await this.#resolver.variableOf(tokens, place);
    if (variable === undefined) {
      const read = await this.#reader.read(place.module);
      const [first, last] = [tokens[0], tokens.at(-1)];
      const text = read && first && last ? read.text.text(first.start, last.end) : '?';
      return `${place.module.id} ${place.index} ${text}`;
    }
    const key = `${variable.read.module.id} ${variable.definition.start} ${variable.definition.name}`;
    if (!this.#ownPrefixes.has(key))
      this.#ownPrefixes.set(key, await this.#ownPrefix(variable.read, variable));
    return key;
  }

  /** The `prefix` in `APIRouter(prefix="/users")`, the `url_prefix` of a blueprint. */
  async #ownPrefix(read: ReadModule, variable: { readonly definition: Parameters<typeof valueTokens>[0] }) {
    const value = valueTokens(variable.definition, read.text);
    const open = value.find(token => token.op === op.PAREN_OPEN);
    if (open === undefined) return '';
    const { list } = argumentsAt(read, open.start);
    const prefix = list.find(({ keyword }) => keyword === 'prefix' || keyword === 'url_prefix');
    return prefix === undefined ? '' : this.#path(prefix.value, { module: read.module, index: -1 });
  }

  /** The text of a path: literals, and names of constants that hold one. */
  async #path(tokens: readonly Token[] | undefined, place: Place): Promise<string> {
    const read = await this.#reader.read(place.module);
    if (tokens === undefined || read === undefined) return '';
    const literal = literalText(tokens, read);
    if (literal !== undefined) return literal;
    const variable = await this.#resolver.variableOf(tokens, place);
    if (variable === undefined) return UNKNOWN_PART;
    return literalText(valueTokens(variable.definition, variable.read.text), variable.read) ?? UNKNOWN_PART;
  }
}

/** Which framework an application, router or blueprint belongs to. */
function frameworkOf(value: Value): Framework | undefined {
  if (value.kind !== 'external') return undefined;
  if (/^(?:fastapi|starlette)\b/.test(value.name)) return 'FastAPI';
  return /^(?:flask|quart|flask_\w+)\b/.test(value.name) ? 'Flask' : undefined;
}

function methodsOf(list: readonly Argument[], read: ReadModule, name: string): readonly string[] {
  if (name.includes('websocket')) return ['WEBSOCKET'];
  const methods = list.find(({ keyword }) => keyword === 'methods');
  const named = methods === undefined ? [] : literalTexts(methods.value, read);
  return named.length > 0 ? named.map(method => method.toUpperCase()) : ['GET'];
}
