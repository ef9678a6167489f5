import type { Evidence } from '../../generated/contracts.ts';
import type { Examination } from '../ports/analyst.ts';
import type { ChangedPath } from './given-change.ts';

type Checked = Evidence['invariants'][number];

/**
 * The same examination, which proves nothing of a change that has a part nobody looked into: a submodule, a link, a
 * content that is not here.
 */
export function limitExamination(examination: Examination, paths: readonly ChangedPath[]): Examination {
  const closed = paths.find(({ notLookedAt }) => notLookedAt !== undefined);
  const mode = paths.find(({ notes }) => notes.some(note => note.endsWith('executable')));
  const limit = (checked: Checked): Checked => {
    if (checked.verdict !== 'proved') return checked;
    if (closed !== undefined)
      return open(checked, `${closed.path} was not looked into: ${closed.notLookedAt ?? ''}`);
    if (mode !== undefined && SAYS_ALL.test(checked.text))
      return open(checked, `${mode.path} is ${mode.notes.join(', ')}`);
    return checked;
  };
  return {
    ...examination,
    evidence: { ...examination.evidence, invariants: examination.evidence.invariants.map(limit) },
    checkInvariants: async (invariants, signal) =>
      (await examination.checkInvariants(invariants, signal)).map(limit),
  };
}

const open = (checked: Checked, reason: string): Checked => ({
  ...checked,
  verdict: 'not_checkable',
  reason,
});

/** Phrases about everything that the change does. */
const SAYS_ALL = /behaviou?r|functional|only/iu;
