import type { ApiClass } from '../../../generated/contracts.ts';
import { qualifiedName } from '../grammar/module-index.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';
import { readFunctions } from './api-functions.ts';
import { firstDocLine } from './docstring.ts';
import { assignedOf, basesOf, type ModuleText, returnAnnotation } from './header.ts';

/** The classes of the module, nested ones as `Outer.Inner`; classes inside functions are private to them. */
export function readClasses(module: WorkspaceModule, text: ModuleText): Record<string, ApiClass> {
  const { definitions } = module.index;
  const classes = new Map<string, ApiClass>();
  for (const [index, definition] of definitions.entries()) {
    if (definition.kind !== 'class' || isInsideFunction(module, definition.parent)) continue;
    const name = qualifiedName(definitions, index);
    // Of conditional twins the first is shown.
    if (!classes.has(name)) classes.set(name, readClass(module, text, index));
  }
  for (const [name, described] of classes) addInherited(name, described, classes);
  return Object.fromEntries(classes);
}

function isInsideFunction(module: WorkspaceModule, parent: number): boolean {
  for (let index = parent; index >= 0; index = module.index.definitions[index]?.parent ?? -1) {
    if (module.index.definitions[index]?.kind !== 'class') return true;
  }
  return false;
}

function readClass(module: WorkspaceModule, text: ModuleText, index: number): ApiClass {
  const properties = new Map<string, string | null>();
  const fields = new Map<string, string | null>();
  for (const definition of module.index.definitions) {
    if (definition.parent !== index) continue;
    const { kind, name, role } = definition;
    if (kind === 'property' && (role === 'getter' || !properties.has(name)))
      properties.set(name, returnAnnotation(definition, text));
    else if (kind === 'attribute' || kind === 'type') {
      const { annotation } = assignedOf(definition, text);
      if (annotation !== undefined || !fields.has(name)) fields.set(name, annotation ?? null);
    }
  }
  const definition = module.index.definitions[index];
  return {
    bases: definition === undefined ? [] : [...basesOf(definition, text)],
    methods: readFunctions(module, text, index, 'method'),
    properties: Object.fromEntries(properties),
    fields: Object.fromEntries(fields),
    line: definition?.line ?? 0,
    doc: definition === undefined ? null : firstDocLine(definition.body, text),
  };
}

/** Members that come from bases in the same file, nearest base first, without those the class has itself. */
function addInherited(name: string, described: ApiClass, classes: ReadonlyMap<string, ApiClass>): void {
  const own = new Set(membersOf(described));
  const inherited = new Map<string, string>();
  const seen = new Set([name]);
  const waiting = basesInFile(name, described, classes);
  for (let base = waiting.shift(); base !== undefined; base = waiting.shift()) {
    const found = classes.get(base);
    if (seen.has(base) || found === undefined) continue;
    seen.add(base);
    for (const member of membersOf(found)) {
      if (!own.has(member) && !inherited.has(member)) inherited.set(member, base);
    }
    waiting.unshift(...basesInFile(base, found, classes));
  }
  if (inherited.size > 0) described.inherited = Object.fromEntries(inherited);
}

function membersOf(described: ApiClass): readonly string[] {
  return [described.methods, described.properties, described.fields].flatMap(Object.keys);
}

/** Base names as written (`Base`, `Base[T]`) that are classes of the same file, looked up from the inside out. */
function basesInFile(name: string, described: ApiClass, classes: ReadonlyMap<string, ApiClass>): string[] {
  const found: string[] = [];
  for (const written of described.bases) {
    const base = /^[\w.]+(?=\[|$)/.exec(written)?.[0];
    if (base === undefined) continue;
    const around = name.split('.').slice(0, -1);
    for (let i = around.length; i >= 0; i--) {
      const candidate = [...around.slice(0, i), base].join('.');
      if (candidate === name || !classes.has(candidate)) continue;
      found.push(candidate);
      break;
    }
  }
  return found;
}
