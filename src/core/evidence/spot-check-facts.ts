import type { EvidencePlace } from '../../generated/contracts.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import { exportedNames } from '../python/exported-names.ts';
import { findDefinitions, findModules } from '../python/find-symbols.ts';
import { basesOf, returnAnnotation, signatureOf } from '../python/header.ts';
import { indexModule } from '../python/index-module.ts';
import { isSkipped, qualifiedName } from '../python/module-index.ts';
import { sourceText } from '../python/source-text.ts';
import type { SymbolRef } from '../python/symbol-table.ts';
import { withZeroByte } from '../python/token-list.ts';
import { callersOf } from '../python/trace/callers.ts';
import { ModuleReader } from '../python/trace/module-reader.ts';
import { Resolver } from '../python/trace/resolver.ts';
import type { WorkspaceModule } from '../python/workspace-module.ts';
import { type Parameters, readParameters } from './call-shape.ts';
import { isName, readCodeTokens } from './code-tokens.ts';
import { readImports } from './import-entries.ts';
import type { PythonFile } from './python-file.ts';
import { ImportResolver } from './resolve-import.ts';
import type { SpotCheckClaim } from './spot-check-sentences.ts';
import type { Side, TwoVersions, WorkspaceVersion } from './two-versions.ts';

/** Whether a claim holds on one side of the change. */
export interface Truth {
  readonly value: 'true' | 'false' | 'unknown';
  readonly reason: string;
  readonly places: readonly EvidencePlace[];
  /** The name is there because it is imported, not because it is defined. */
  readonly isImported?: boolean;
}

type ClaimOf<K extends SpotCheckClaim['kind']> = Extract<SpotCheckClaim, { readonly kind: K }>;

const truth = (value: Truth['value'], reason: string, places: readonly EvidencePlace[] = []): Truth => ({
  value,
  reason,
  places,
});

/** Looks claims up in one version of the workspace. */
export class FactFinder {
  readonly #versions: TwoVersions;
  readonly #version: WorkspaceVersion;
  /** Whether the workspace has a file of this path, Python or not. */
  readonly #isFile: (path: string) => Promise<boolean>;

  constructor(versions: TwoVersions, side: Side, isFile: (path: string) => Promise<boolean>) {
    this.#versions = versions;
    this.#version = versions[side];
    this.#isFile = isFile;
  }

  async check(claim: SpotCheckClaim): Promise<Truth> {
    switch (claim.kind) {
      case 'exists':
        return this.#exists(claim);
      case 'signature':
        return this.#signature(claim);
      case 'returns':
        return this.#returns(claim);
      case 'exports':
        return this.#exports(claim);
      case 'members':
        return this.#members(claim);
      case 'occurs':
        return this.#occurs(claim);
      case 'callers':
        return this.#callers(claim);
      case 'imports':
        return this.#imports(claim);
      default:
        return truth('unknown', 'this is not looked up in the code');
    }
  }

  async #exists(claim: ClaimOf<'exists'>): Promise<Truth> {
    const found = await this.#find(claim);
    const isElsewhere = found.value === 'true' && found.isImported === true;
    if (claim.is === 'there') {
      if (isElsewhere && claim.says === 'defined') return { ...found, value: 'unknown' };
      return claim.times === undefined ? found : this.#isDefined(claim, claim.times, found);
    }
    const isAmbiguous = claim.place !== undefined && this.#modulesAt(claim.place).length > 1;
    if (found.value === 'unknown' || isElsewhere || (found.value === 'true' && isAmbiguous))
      return { ...found, value: 'unknown' };
    return { ...found, value: found.value === 'true' ? 'false' : 'true' };
  }

  async #find({ symbol, place, what }: ClaimOf<'exists'>): Promise<Truth> {
    const segments = symbol.split('.');
    if (place === undefined) {
      const refs = this.#definitions(segments);
      if (refs.length === 0) return truth('unknown', `${symbol} is not defined in the workspace`);
      return this.#isCalledSo(refs, what, `${symbol} is defined`);
    }
    const modules = this.#modulesAt(place);
    if (modules.length === 0) return this.#missingPlace(place);
    const inside = this.#definitions(segments).filter(ref => modules.includes(ref.module));
    if (inside.length > 0) return this.#isCalledSo(inside, what, `${symbol} is defined`);
    return this.#isMentioned(modules, segments.at(-1) ?? symbol, place);
  }

  /** Not defined there: imported, used, or really absent. */
  async #isMentioned(modules: readonly WorkspaceModule[], name: string, place: string): Promise<Truth> {
    const resolver = new ImportResolver(this.#version);
    for (const module of modules) {
      const offered = resolver.offers(module, name);
      if (offered.kind === 'found') {
        const statement = module.index.imports.find(each =>
          each.names.some(imported => (imported.alias ?? imported.name) === name),
        );
        const places = [this.#place(module, statement?.line ?? 1)];
        return { ...truth('true', `${name} can be imported from it`, places), isImported: true };
      }
      const file = await this.#open(module);
      if (offered.kind === 'unknown' || file === undefined)
        return truth('unknown', `what ${module.path} holds is decided when it runs`);
      const use = file.tokens.find(token => token.text === name && isName(token));
      if (use !== undefined)
        return truth(
          'unknown',
          `${name} is used in ${module.path}, but not defined at its top or in a class`,
          [this.#place(module, file.lineOf(use.start))],
        );
      if (file.text.text(0, file.source.length).includes(name))
        return truth('unknown', `${name} stands in ${module.path} as text`);
    }
    return truth(
      'false',
      `${place} has no ${name}`,
      modules.map(module => this.#place(module, 1)),
    );
  }

  #isCalledSo(refs: readonly SymbolRef[], what: string | undefined, reason: string): Truth {
    const places = refs.map(({ module, definition }) => this.#place(module, definition.line));
    const kinds = new Set<string>(refs.map(({ definition }) => definition.kind));
    const expected = what === undefined ? undefined : KINDS[what];
    if (expected === undefined || expected.some(kind => kinds.has(kind)))
      return truth('true', reason, places);
    return truth('unknown', `it is a ${[...kinds].join(' or ')}`, places);
  }

  async #isDefined({ symbol, place, what }: ClaimOf<'exists'>, times: number, found: Truth): Promise<Truth> {
    const isValue = what === 'attribute' || what === 'field' || what === 'variable';
    const refs = this.#definitions(symbol.split('.')).filter(
      ({ definition: { kind, role } }) => role !== 'overload' && (isValue || kind !== 'attribute'),
    );
    if (refs.length === 0 || found.value !== 'true') return found;
    const inside =
      place === undefined ? refs : refs.filter(ref => this.#modulesAt(place).includes(ref.module));
    const places = refs.map(({ module, definition }) => this.#place(module, definition.line));
    const sources = new Set(inside.map(({ module, definition }) => `${module.path}:${definition.start}`));
    const hasTwins = inside.some(
      ({ definition }) => definition.placement !== 'always' || definition.role !== 'plain',
    );
    if (sources.size !== times)
      return truth(hasTwins ? 'unknown' : 'false', `it is defined ${sources.size} times`, places);
    return inside.length === refs.length
      ? truth('true', `it is defined ${times === 1 ? 'once' : `${times} times`}`, places)
      : truth('unknown', 'other files define the same name', places);
  }

  async #signature({ symbol, signature }: ClaimOf<'signature'>): Promise<Truth> {
    const one = await this.#oneFunction(symbol);
    if ('value' in one) return one;
    const { file, ref } = one;
    const { definition } = ref;
    const actual = signatureOf(definition, file.text);
    const places = [this.#place(ref.module, definition.line)];
    const reason = `it is ${actual}`;
    const claimed = signature.replace(/^(async )?(def )?\w*/, '');
    const written = actual.replace(/^(async )?def \w+(\[[^\]]*\])?/, '');
    const withoutResult = written.replace(/\) -> .*$/, ')');
    const same = [written, withoutResult].map(squeeze).includes(squeeze(claimed));
    if (same) return truth('true', reason, places);
    const names = parameterNames(readParameters(file.range(definition.head, definition.body - 1)));
    const claimedNames = namesInSignature(claimed);
    if (claimedNames === undefined) return truth('unknown', reason, places);
    if (names.join() === claimedNames.join()) {
      const isBare = !/[:=]|->/.test(claimed);
      return truth(isBare ? 'true' : 'unknown', reason, places);
    }
    const withoutSelf = names.filter(name => name !== 'self' && name !== 'cls');
    return withoutSelf.join() === claimedNames.join()
      ? truth('unknown', reason, places)
      : truth('false', reason, places);
  }

  async #returns({ symbol, result }: ClaimOf<'returns'>): Promise<Truth> {
    const one = await this.#oneFunction(symbol);
    if ('value' in one) return one;
    const actual = returnAnnotation(one.ref.definition, one.file.text);
    const places = [this.#place(one.ref.module, one.ref.definition.line)];
    if (actual === null) return truth('unknown', 'no result is declared', places);
    // What is declared may be wider than what is returned.
    return truth(
      squeeze(actual) === squeeze(result) ? 'true' : 'unknown',
      `it is declared to return ${actual}`,
      places,
    );
  }

  /** The only function of that name, or why there is none to compare. */
  async #oneFunction(
    symbol: string,
  ): Promise<{ readonly ref: SymbolRef; readonly file: PythonFile } | Truth> {
    const refs = findDefinitions(this.#version.snapshot, symbol.split('.')).filter(
      ({ definition: { kind } }) => kind === 'function' || kind === 'method' || kind === 'property',
    );
    const [ref, ...others] = refs;
    if (ref === undefined) return truth('unknown', `no function ${symbol} was found`);
    const file = others.length === 0 ? await this.#open(ref.module) : undefined;
    return file === undefined ? truth('unknown', `${symbol} is defined in several places`) : { ref, file };
  }

  #exports({ module: name, names, only }: ClaimOf<'exports'>): Truth {
    const [module, ...others] = this.#modulesAt(name);
    if (module === undefined || others.some(other => other.name !== module.name))
      return truth('unknown', `${name} is not one module of the workspace`);
    const exported = new Set(exportedNames(module, this.#version.graph));
    const resolver = new ImportResolver(this.#version);
    const places = [this.#place(module, 1)];
    const missing = names.filter(each => !exported.has(each));
    const isAbsent = missing.filter(each => resolver.offers(module, each).kind === 'no_name');
    if (isAbsent.length > 0) return truth('false', `${module.path} has no ${isAbsent.join(', ')}`, places);
    if (missing.length > 0)
      return truth('unknown', `${missing.join(', ')} can be imported, but is not exported`, places);
    const more = [...exported].filter(each => !names.includes(each));
    if (only && more.length > 0) {
      const isExplicit = module.index.exports?.isComplete === true;
      return truth(isExplicit ? 'false' : 'unknown', `it exports ${more.join(', ')} as well`, places);
    }
    return truth('true', `it exports ${[...exported].join(', ')}`, places);
  }

  /** What a module exports; exact when its `__all__` says so, and that can be read. */
  exportsOf(name: string):
    | {
        readonly names: readonly string[];
        readonly isExact: boolean;
        readonly places: readonly EvidencePlace[];
      }
    | undefined {
    const [module, ...others] = this.#modulesAt(name);
    if (module === undefined || others.some(other => other.name !== module.name)) return undefined;
    const names = [...exportedNames(module, this.#version.graph)].sort();
    const { exports } = module.index;
    return {
      names,
      isExact: exports?.isComplete === true,
      places: [this.#place(module, 1)],
    };
  }

  async #members({ owner, names }: ClaimOf<'members'>): Promise<Truth> {
    const refs = findDefinitions(this.#version.snapshot, owner.split('.')).filter(
      ({ definition }) => definition.kind === 'class',
    );
    const [ref, ...others] = refs;
    if (ref === undefined || others.length > 0)
      return truth('unknown', `${owner} is not one class of the workspace`);
    const { module, index, definition } = ref;
    const members = new Set(module.index.definitions.filter(d => d.parent === index).map(({ name }) => name));
    const missing = names.filter(name => !members.has(name));
    const places = [this.#place(module, definition.line)];
    if (missing.length === 0) return truth('true', `${owner} has ${names.join(', ')}`, places);
    const file = await this.#open(module);
    const isPlain = file !== undefined && basesOf(definition, file.text).every(base => PLAIN_BASES.has(base));
    const isDecorated = definition.start !== definition.head;
    const value = isPlain && !isDecorated && !members.has('__getattr__') ? 'false' : 'unknown';
    return truth(value, `${owner} itself does not define ${missing.join(', ')}`, places);
  }

  async #occurs({ symbol, count, place }: ClaimOf<'occurs'>): Promise<Truth> {
    const [module, ...others] = this.#modulesAt(place);
    const file = module === undefined || others.length > 0 ? undefined : await this.#open(module);
    if (module === undefined || file === undefined)
      return truth('unknown', `${place} is not one Python file`);
    const last = symbol.split('.').at(-1) ?? symbol;
    const tokens = file.tokens.filter(token => isName(token) && token.text === last);
    const asText = file.text.text(0, file.source.length).split(symbol).length - 1;
    const places = tokens.slice(0, 5).map(({ start }) => this.#place(module, file.lineOf(start)));
    const isTrue = count === tokens.length || count === asText;
    return truth(isTrue ? 'true' : 'false', `it stands there ${tokens.length} times`, places);
  }

  async #callers({ symbol, count, outside }: ClaimOf<'callers'>): Promise<Truth> {
    const { snapshot, graph } = this.#version;
    const refs = findDefinitions(snapshot, symbol.split('.')).filter(
      ({ definition: { kind, role } }) => role !== 'overload' && kind !== 'attribute' && kind !== 'constant',
    );
    const [ref, ...others] = refs;
    if (ref === undefined || others.length > 0)
      return truth('unknown', `${symbol} is not one function of the workspace`);
    const reader = new ModuleReader(snapshot);
    const all = await callersOf(
      { module: ref.module, index: ref.index },
      snapshot,
      reader,
      new Resolver(reader, graph),
    );
    const kept = outside === undefined ? [] : this.#modulesAt(outside);
    if (outside !== undefined && kept.length === 0)
      return truth('unknown', `${outside} is not one Python file`);
    const callers = all.filter(({ module }) => !kept.includes(module));
    const resolved = callers.filter(({ certainty }) => certainty === 'resolved');
    const calls = resolved.reduce((sum, { lines }) => sum + lines.length, 0);
    const places = resolved.flatMap(({ module, lines }) => lines.map(line => this.#place(module, line)));
    const reason = `${calls} ${calls === 1 ? 'call' : 'calls'} in ${resolved.length} places`;
    if (resolved.length > count) return truth(calls === count ? 'true' : 'false', reason, places);
    const isOpen = callers.length > resolved.length;
    const isTrue = !isOpen && (calls === count || resolved.length === count);
    return truth(isTrue ? 'true' : 'unknown', reason, places);
  }

  async #imports({ place, is, name, from }: ClaimOf<'imports'>): Promise<Truth> {
    const [module, ...others] = this.#modulesAt(place);
    const file = module === undefined || others.length > 0 ? undefined : await this.#open(module);
    if (module === undefined || file === undefined)
      return truth('unknown', `${place} is not one Python file`);
    const wanted = from === undefined ? name.split('.') : [...from.split('.'), ...name.split('.')];
    const entries = readImports(file);
    const found = entries.find(({ target, bound }) => {
      const path = target.split('.');
      return endsWith(path, wanted) || startsWith(path, wanted) || (from === undefined && bound === name);
    });
    const isThere = found !== undefined;
    const reason = isThere ? `it says "${found.text}"` : `no import of ${place} names ${wanted.join('.')}`;
    const places = [this.#place(module, found?.statement.line ?? 1)];
    const isStar = entries.some(({ bound }) => bound === '*');
    if (!isThere && isStar) return truth('unknown', 'an import of * hides names', places);
    return truth(isThere === (is === 'there') ? 'true' : 'false', reason, places);
  }

  #definitions(segments: readonly string[]): readonly SymbolRef[] {
    return findDefinitions(this.#version.snapshot, segments).filter(
      ({ module, index }) => segments.length > 1 || qualifiedName(module.index.definitions, index) !== '',
    );
  }

  /** The modules that a path, the end of a path, or a dotted name stands for. */
  #modulesAt(place: string): readonly WorkspaceModule[] {
    const { modules } = this.#version.snapshot;
    const path = place.replace(/^\.\//, '');
    if (/\.pyi?$/.test(path)) {
      const exact = modules.get(path);
      if (exact !== undefined) return [exact];
      return [...modules.values()].filter(module => module.path.endsWith(`/${path}`));
    }
    return findModules(
      this.#version.snapshot,
      path
        .replaceAll('/', '.')
        .split('.')
        .filter(part => part !== ''),
    );
  }

  async #missingPlace(place: string): Promise<Truth> {
    const isPythonPath = place.includes('/') && /\.pyi?$/.test(place);
    const isSkipped = this.#version.snapshot.skipped.some(({ file }) => file.endsWith(place));
    if (!isPythonPath || isSkipped || (await this.#isFile(place)))
      return truth('unknown', `${place} was not found among the Python files that can be read`);
    return truth('false', `there is no file ${place}`);
  }

  #open(module: WorkspaceModule): Promise<PythonFile | undefined> {
    return this.#versions.open(module, this.#version.side);
  }

  #place(module: WorkspaceModule, line: number): EvidencePlace {
    return { file: module.path, line: Math.max(1, line), side: this.#version.side };
  }
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  function: ['function', 'method'],
  method: ['method', 'function', 'property'],
  class: ['class'],
  dataclass: ['class'],
  enum: ['class'],
  property: ['property', 'attribute'],
};

const PLAIN_BASES = new Set([
  'object',
  'Enum',
  'IntEnum',
  'StrEnum',
  'enum.Enum',
  'ABC',
  'Protocol',
  'str',
  'int',
]);

const squeeze = (text: string): string => text.replace(/["'\s]/g, '').replace(/,\)/g, ')');

const endsWith = (path: readonly string[], end: readonly string[]): boolean =>
  end.length <= path.length && end.every((part, i) => path[path.length - end.length + i] === part);

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.length <= path.length && start.every((part, i) => path[i] === part);

/** The names a signature takes, in order; `undefined` when the text is no signature. */
function namesInSignature(text: string): readonly string[] | undefined {
  const source = encodeUtf8(`def f${text}: pass\n`);
  if (isSkipped(indexModule(source))) return undefined;
  const bytes = withZeroByte(source);
  const tokens = readCodeTokens({ bytes, text: (start, end) => sourceText(bytes, start, end, 'utf-8') });
  return parameterNames(readParameters(tokens));
}

function parameterNames({ positional, named, takesMore, takesAnyName }: Parameters): readonly string[] {
  return [
    ...positional.map(({ name }) => name),
    ...(takesMore ? ['*'] : []),
    ...named.map(({ name }) => name),
    ...(takesAnyName ? ['**'] : []),
  ];
}
