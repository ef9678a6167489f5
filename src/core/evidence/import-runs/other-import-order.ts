import { qualifiedName } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { entriesOf } from '../code/import-entries.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { Meanings } from '../proofs/bindings.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import { areSame, windowOf } from './import-orders.ts';
import { numberOf } from './import-run.ts';
import { NeededEffects } from './needed-effects.ts';
import { ProgramImports } from './program-imports.ts';
import { compareRuns } from './run-as-before.ts';
import { ImportRuns, TwoRuns } from './two-runs.ts';

/** Beyond so many modules in all runs together, what runs in which order is not known. */
const MOST_BEGUN = 400_000;

/** One that is open is enough for the verdict; some more are shown. */
const MOST_OPEN = 50;

/**
 * Where the imports of a changed file, or of one of its functions, have modules run in another order than before, and
 * one of these asks for what is not there by then: a name of a module that has only begun, a module that nobody has
 * imported into its package yet, or what another one sets or registers.
 */
export async function findOtherImportOrder(
  versions: TwoVersions,
  meanings: Meanings,
  pause: () => Promise<void>,
): Promise<readonly OpenUse[]> {
  const found: OpenUse[] = [];
  const programs = new ProgramImports(versions);
  for (const { path } of versions.changed) {
    await pause();
    await programs.look(path, versions.before);
    await programs.look(path, versions.after);
  }
  const runs = new ImportRuns(versions, programs.found, { modules: MOST_BEGUN });
  const compared = versions.changed.map(module => compareRuns(module, runs.steps));
  const isOtherwise = compared.some(how => how === 'other' || how === 'offers less');
  const effects = new NeededEffects(versions, meanings);
  for (const [i, { path, before, after }] of versions.changed.entries()) {
    await pause();
    if (after === undefined || after.module.isStub) continue;
    if (found.length >= MOST_OPEN) break;
    const isNew = compared[i] === 'for nobody';
    if (!isNew && !isOtherwise) continue;
    const offersLess = compared[i] === 'offers less';
    const others = [...otherImports(before?.module, after.module)];
    for (const { scope, line } of offersLess ? [OF_MODULE, ...others] : others) {
      if (isNew && (await runs.isClean(after.module, scope))) continue;
      const reason = await doubtAbout(new TwoRuns(runs, path, scope), effects, offersLess);
      if (reason === undefined) continue;
      found.push({ reason, place: { file: path, line, side: 'after' } });
      break;
    }
  }
  return found;
}

/** @param offersLess to those that find it half imported: all that run are asked what they take */
async function doubtAbout(
  runs: TwoRuns,
  effects: NeededEffects,
  offersLess: boolean,
): Promise<string | undefined> {
  const { path } = runs;
  const cut = `the imports of ${path} lead to more modules than are followed`;
  const orders = runs.orders();
  if (runs.isCut) return cut;
  const isOther = !areSame(orders);
  const taking = offersLess ? new Set(orders.after.map(numberOf)) : isOther ? windowOf(orders) : NOTHING;
  const missing = await runs.newlyMissing(taking);
  if (runs.isCut) return cut;
  if (missing !== undefined)
    return `the imports of ${path} are other ones or stand in another order, and ${missing.path} takes ${missing.text} on import: ${missing.source} may not be there by then`;
  if (!isOther) return undefined;
  const first = runs.firstOfLostCircle();
  if (runs.isCut) return cut;
  if (first !== undefined)
    return `${path} no longer imports ${first.source} before others do, and ${first.path} may find it half imported`;
  return runs.newlyHiding() ?? effects.find(orders);
}

const OF_MODULE: OtherImports = { scope: '', line: 1 };
const NOTHING: ReadonlySet<number> = new Set();

interface OtherImports {
  /** The full name of the function; empty for the module. */
  readonly scope: string;
  readonly line: number;
}

/** The module and its functions whose imports are not as before, with the first one that differs. */
function* otherImports(before: WorkspaceModule | undefined, after: WorkspaceModule): Generator<OtherImports> {
  const [old, now] = [before === undefined ? undefined : importsByScope(before), importsByScope(after)];
  for (const [scope, imports] of now) {
    const known = old?.get(scope) ?? [];
    const at = imports.findIndex(({ text }, i) => text !== known[i]?.text);
    if (at >= 0 || known.length > imports.length) yield { scope, line: imports[Math.max(at, 0)]?.line ?? 1 };
  }
  if (!now.has('') && old?.has('') === true) yield { scope: '', line: 1 };
}

function importsByScope(
  module: WorkspaceModule,
): ReadonlyMap<string, readonly { readonly text: string; readonly line: number }[]> {
  const { definitions, imports } = module.index;
  const found = new Map<string, { text: string; line: number }[]>();
  for (const statement of imports) {
    if (statement.placement === 'type_checking') continue;
    const scope = qualifiedName(definitions, statement.parent);
    const list = found.get(scope) ?? [];
    found.set(scope, list);
    for (const { text } of entriesOf(statement, module)) list.push({ text, line: statement.line });
  }
  return found;
}
