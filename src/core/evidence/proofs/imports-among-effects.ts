import * as op from '../../python/lexer/operators.ts';
import { isName } from '../code/code-tokens.ts';
import { isClosing } from '../code/trailing-commas.ts';
import type { Unit } from '../code/units.ts';

/**
 * An import that stands above what it stood below, or the other way round, where that does something when it runs:
 * `sys.path.insert(…)`, `django.setup()`, `os.environ["X"] = "1"` may decide what the import finds. A new import is one
 * as well, above a statement that says where modules are.
 */
export function importAmongEffects(before: readonly Unit[], after: readonly Unit[]): Unit | undefined {
  const [old, now] = [effectsAbove(before), effectsAbove(after)];
  if (now.count === 0 && old.count === 0) return undefined;
  return now.imports.find(({ unit, above }) => {
    const counts = old.byKey.get(unit.key);
    const was = counts?.shift();
    return was === undefined ? above < now.lastPath : was !== above;
  })?.unit;
}

interface Above {
  readonly count: number;
  /** How many effects there are up to the last one that names a path. */
  readonly lastPath: number;
  readonly imports: readonly { readonly unit: Unit; readonly above: number }[];
  readonly byKey: ReadonlyMap<string, number[]>;
}

function effectsAbove(units: readonly Unit[]): Above {
  const imports: { unit: Unit; above: number }[] = [];
  const byKey = new Map<string, number[]>();
  let count = 0;
  let lastPath = 0;
  for (const unit of units) {
    if (unit.content.kind === 'other' && hasEffect(unit)) {
      count++;
      if (unit.tokens.some(({ text }) => FINDING.test(text))) lastPath = count;
    } else if (unit.content.kind === 'import') {
      imports.push({ unit, above: count });
      const known = byKey.get(unit.key);
      if (known === undefined) byKey.set(unit.key, [count]);
      else known.push(count);
    }
  }
  return { count, lastPath, imports, byKey };
}

const FINDING = /^(?:path|addsitedir|meta_path|path_hooks|modules|chdir)$/;

/** A call, or something that is given to a member or to names: a condition around imports alone is none. */
function hasEffect({ tokens }: Unit): boolean {
  const isAssigned = isName(tokens[0]);
  return tokens.some((token, i) => {
    if (token.op === op.ASSIGN || (token.op > 0 && op.isAugmented(token.op))) return isAssigned;
    const before = tokens[i - 1];
    return token.op === op.PAREN_OPEN && before !== undefined && (isName(before) || isClosing(before));
  });
}
