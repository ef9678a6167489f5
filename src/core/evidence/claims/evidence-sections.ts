import type { ApiChange, Evidence, EvidencePlace } from '../../../generated/contracts.ts';
import { once } from '../../kernel/once.ts';
import { describeChange } from './claims.ts';

/** How an entry is to be read: by an icon, a colour, a word. */
export type Mood =
  /** Code confirms it. */
  | 'good'
  /** Code refutes it, or it breaks something. */
  | 'bad'
  /** Someone should look. */
  | 'attention'
  /** A fact, or something that code cannot decide. */
  | 'neutral';

/** One thing to tell about a change, the same in every host. */
export interface EvidenceEntry {
  readonly text: string;
  readonly mood: Mood;
  /** The verdict or the kind of fact, in one or two words. */
  readonly word: string;
  readonly reason?: string;
  readonly places: readonly EvidencePlace[];
}

export interface EvidenceSection {
  readonly id: 'invariants' | 'spot-checks' | 'signatures' | 'risks' | 'facts';
  readonly title: string;
  readonly entries: readonly EvidenceEntry[];
}

/** Evidence as sections of sentences, what needs a look first; empty sections are left out. Asked at each draw of each. */
export const describeEvidence = once(tell);

function tell(evidence: Evidence): readonly EvidenceSection[] {
  const sections: readonly EvidenceSection[] = [
    { id: 'risks', title: 'Found by code', entries: risks(evidence) },
    { id: 'invariants', title: 'Invariants', entries: invariants(evidence) },
    { id: 'spot-checks', title: 'QA spot checks', entries: spotChecks(evidence) },
    { id: 'signatures', title: 'Signature changes, claimed and actual', entries: signatures(evidence) },
    { id: 'facts', title: 'What changes in the code', entries: facts(evidence) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

const GRADES = {
  proved: ['good', 'proved'],
  confirmed: ['good', 'confirmed'],
  violated: ['bad', 'violated'],
  refuted: ['bad', 'refuted'],
  not_checkable: ['neutral', 'not checkable'],
  not_checked: ['neutral', 'not checked by code'],
} as const;

function invariants({ invariants: checks }: Evidence): readonly EvidenceEntry[] {
  return checks.map(({ text, verdict, reason, places }) => {
    const [mood, word] = GRADES[verdict];
    return { text, mood, word, reason, places };
  });
}

function spotChecks({ spot_checks: grades }: Evidence): readonly EvidenceEntry[] {
  return grades.map(({ text, verdict, reason, places }) => {
    if (verdict === 'not_checked')
      return { text, mood: 'attention', word: 'not checked by QA', reason, places };
    const [mood, word] = GRADES[verdict];
    return { text, mood, word, reason, places };
  });
}

function signatures({ claims, api_changes: changes }: Evidence): readonly EvidenceEntry[] {
  const claimed = claims.map(({ text, verdict, reason, places }): EvidenceEntry => {
    const [mood, word] = GRADES[verdict];
    return { text, mood, word: `claim ${word}`, reason, places };
  });
  return [
    ...claimed,
    ...unclaimedChanges({ api_changes: changes }).map(
      (change): EvidenceEntry => ({
        text: describeChange(change),
        mood: 'attention',
        word: 'not claimed',
        reason: 'the Designer did not mention it',
        places: [change.place],
      }),
    ),
  ];
}

/** Public changes that the Designer should have named: all but those whose old name still works as before. */
export function unclaimedChanges({
  api_changes: changes,
}: Pick<Evidence, 'api_changes'>): readonly ApiChange[] {
  return changes.filter(({ claimed, change }) => !claimed && change !== 'moved');
}

/** What a change does to a test, behind its name. */
export const TEST_WORDS = {
  skipped: 'is skipped or may fail',
  deleted: 'is deleted',
  assert_removed: 'loses an assertion',
  assert_weakened: 'has a weaker assertion',
} as const;

function risks(evidence: Evidence): readonly EvidenceEntry[] {
  const entries: EvidenceEntry[] = [];
  for (const { file, parse_error: error } of evidence.modules) {
    if (error === undefined) continue;
    entries.push({
      text: `${file}: ${error.reason}`,
      mood: 'bad',
      word: error.introduced ? 'no longer Python' : 'not Python',
      places: [{ file, line: error.line, side: 'after' }],
    });
  }
  for (const { text, reason, cause, place } of evidence.broken_imports)
    entries.push({
      text: `${text} in ${place.file}`,
      mood: 'bad',
      word: `${cause} import`,
      reason,
      places: [place],
    });
  for (const { name, cause, place } of evidence.undefined_names ?? [])
    entries.push({
      text: `${name} in ${place.file}`,
      mood: 'bad',
      word: 'undefined name',
      reason: cause === 'removed' ? 'what defined it is gone from there' : 'nothing defines it',
      places: [place],
    });
  for (const { name, verdict, reason, place } of evidence.callers) {
    if (verdict === 'fits') continue;
    const word = verdict === 'broken' ? 'broken use' : 'use to check';
    const mood = verdict === 'broken' ? 'bad' : 'attention';
    entries.push({ text: `${name} is used in ${place.file}`, mood, word, reason, places: [place] });
  }
  for (const { kind, test, before, after, place } of evidence.tests) {
    const reason = before === undefined ? undefined : after === undefined ? before : `${before} → ${after}`;
    entries.push({
      text: `${test} ${TEST_WORDS[kind]}`,
      mood: 'attention',
      word: 'weaker test',
      ...(reason === undefined ? {} : { reason }),
      places: [place],
    });
  }
  for (const { text, place } of evidence.suppressions)
    entries.push({
      text: `${text} in ${place.file}`,
      mood: 'attention',
      word: 'new suppression',
      places: [place],
    });
  for (const { name, change, to, place } of evidence.keys) {
    if (change !== 'renamed') continue;
    entries.push({
      text: `${name} becomes ${to ?? ''}`,
      mood: 'attention',
      word: 'renamed key',
      places: [place],
    });
  }
  return entries;
}

const DEFINITION_WORDS = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  moved: 'moved, the same token for token',
  renamed: 'renamed, the same otherwise',
  reordered: 'stands elsewhere in its file',
  docstring: 'other docstring',
} as const;

function facts(evidence: Evidence): readonly EvidenceEntry[] {
  const entries: EvidenceEntry[] = [];
  for (const { file, code } of evidence.modules) {
    if (code !== 'layout' && code !== 'docstrings') continue;
    const text =
      code === 'layout' ? 'only comments and layout differ' : 'only comments and docstrings differ';
    entries.push({
      text: `${file}: ${text}`,
      mood: 'good',
      word: 'same code',
      places: [{ file, line: 1, side: 'after' }],
    });
  }
  for (const { name, change, moved_to: to, place } of evidence.definitions) {
    const mood = change === 'moved' || change === 'reordered' || change === 'docstring' ? 'good' : 'neutral';
    entries.push({
      text: to === undefined ? name : `${name} → ${to}`,
      mood,
      word: DEFINITION_WORDS[change],
      places: [place],
    });
  }
  for (const { change, before, after, follows_move: follows, place } of evidence.imports) {
    const text = [before, after].filter(part => part !== undefined).join(' → ');
    const word = follows ? `import ${change}, follows a move` : `import ${change}`;
    entries.push({ text: `${text} in ${place.file}`, mood: 'neutral', word, places: [place] });
  }
  for (const { name, change, place } of evidence.keys) {
    if (change === 'renamed') continue;
    entries.push({ text: name, mood: 'neutral', word: `key name ${change}`, places: [place] });
  }
  for (const text of evidence.not_looked_at)
    entries.push({ text, mood: 'neutral', word: 'not looked at', places: [] });
  return entries;
}
