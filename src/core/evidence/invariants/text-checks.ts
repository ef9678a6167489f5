import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import { isPython } from '../code/two-versions.ts';
import { headOf } from '../proofs/source-head.ts';
import { type Facts, undecided, undecidedBy, type Verdict } from './facts.ts';
import { provedIfReadable } from './prove-unchanged.ts';
import { decideFound, hasWitness, violated, type Witness } from './witness.ts';

export function checkKeys(facts: Facts): Verdict {
  const renamed = facts.keys.filter(({ change }) => change === 'renamed');
  const found = decideFound(
    facts,
    renamed,
    ({ name, to, place }) => ({ reason: `${name} became ${to}`, place, before: name, after: to }),
    ({ doubt }) => doubt,
  );
  if (found !== undefined) return found;
  const open = undecidedBy(facts.openKeys);
  if (open !== undefined) return open;
  const opaque = facts.files.filter(
    ({ path, before, after }) =>
      !isPython(path) && [before, after].some(bytes => bytes && decodeUtf8(bytes) === undefined),
  );
  if (opaque.length > 0) return undecided(`${opaque.map(({ path }) => path).join(', ')} is no text`, []);
  return provedIfReadable(facts, 'every such name stands where it stood');
}

export function checkSuppressions(facts: Facts): Verdict {
  const added = facts.suppressions.map(
    ({ text, place }): Witness => ({ reason: `"${text}" is new`, place, after: text }),
  );
  if (hasWitness(added)) return violated(facts, added);
  const open = undecidedBy(facts.openSuppressions);
  if (open !== undefined) return open;
  return provedIfReadable(facts, 'no suppression is new');
}

export function checkCode(facts: Facts, allowed: readonly string[], reason: string): Verdict {
  const others = facts.files.filter(({ path }) => !isPython(path));
  const changed = facts.modules.filter(({ code }) => code !== 'unreadable' && !allowed.includes(code));
  const loose = new Set(
    changed.filter(({ file }) => isSameButForBrackets(facts, file, allowed.includes('docstrings'))),
  );
  // The first of a file counts.
  const firstChanges = new Map(facts.definitions.toReversed().map(({ place }) => [place.file, place]));
  const witnesses: Witness[] = [
    ...changed
      .filter(each => !loose.has(each))
      .map(({ file }): Witness => {
        const place = firstChanges.get(file) ?? { file, line: 1, side: 'after' };
        return { reason: `${file} has other code`, place };
      }),
    ...others.map(
      ({ path }): Witness => ({
        reason: `${path} is changed`,
        place: { file: path, line: 1, side: 'after' },
      }),
    ),
  ];
  if (hasWitness(witnesses)) return violated(facts, witnesses);
  const [open] = [...loose];
  if (open !== undefined)
    return undecided(`${open.file} differs in parentheses or semicolons, which may mean nothing`, [
      { file: open.file, line: 1, side: 'after' },
    ]);
  const head = facts.versions.changed.find(
    ({ before, after }) => before !== undefined && after !== undefined && headOf(before) !== headOf(after),
  );
  if (head !== undefined)
    return undecided(`the first lines of ${head.path} say another encoding or program`, [
      { file: head.path, line: 1, side: 'after' },
    ]);
  return provedIfReadable(facts, reason);
}

/** The same tokens but for parentheses, semicolons and strings in several parts: often only another layout. */
function isSameButForBrackets({ versions }: Facts, path: string, hasOtherDocstrings: boolean): boolean {
  const module = versions.changedAt(path);
  if (module?.before === undefined || module.after === undefined) return false;
  const [old, now] = [module.before, module.after].map(file =>
    (hasOtherDocstrings ? withoutDocstrings(file.tokens, 'module') : file.tokens)
      .filter(({ op: each }) => each !== op.PAREN_OPEN && each !== op.PAREN_CLOSE)
      .map(token => (token.op === op.SEMICOLON ? '\n' : token.text))
      .join('\u0000'),
  );
  return old === now;
}
