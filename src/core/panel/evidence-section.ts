import type { Evidence, EvidencePlace } from '../../generated/contracts.ts';
import type { FileChange } from '../changes/change-set.ts';
import {
  describeEvidence,
  type EvidenceEntry,
  type EvidenceSection,
} from '../evidence/claims/evidence-sections.ts';
import { count } from '../kernel/amounts.ts';
import type { RunState } from '../workorder/state.ts';
import { COLOR, type NodeIcon, type Target, type ViewNode, viewNode } from './view-node.ts';

/** One section of what code found, with its verdicts as icons and its places to jump to; nothing before it looked. */
export function evidenceSection(
  state: RunState,
  id: EvidenceSection['id'],
  changes: readonly FileChange[],
): ViewNode | undefined {
  if (state.evidence === undefined) return undefined;
  const section = describeEvidence(state.evidence).find(each => each.id === id);
  if (section === undefined) return nothingToTell(id, state.evidence);
  const { entries } = section;
  return viewNode({
    id: `evidence:${id}`,
    label: section.title,
    description: countWords(entries),
    icon: { codicon: SECTION_ICONS[id], ...colorOf(entries) },
    tooltip: `${MEANINGS[id]}\n${countWords(entries)}`,
    spoken: 'evidence',
    children: entries.map((entry, index) => entryNode(entry, `${id}:${index}`, state, changes)),
    open: id !== 'facts' && (id === 'spot-checks' || entries.some(({ mood }) => mood !== 'good')),
  });
}

/** What code says where there is nothing to list. */
function nothingToTell(
  id: EvidenceSection['id'],
  { modules, api_changes: changes }: Evidence,
): ViewNode | undefined {
  if (id !== 'signatures') return undefined;
  const isReadable = modules.every(({ code }) => code !== 'unreadable');
  const moved = changes.length === 0 ? '' : `, ${changes.length} moved and still found in the old place`;
  return viewNode({
    id: 'evidence:signatures',
    label: 'Signature changes',
    description: isReadable ? `none, confirmed by code${moved}` : 'none claimed; some code cannot be read',
    icon: isReadable
      ? { codicon: 'verified', color: COLOR.good }
      : { codicon: 'question', color: COLOR.attention },
    tooltip: 'Public functions, classes and constants of the changed modules, compared before and after.',
  });
}

const SECTION_ICONS: Readonly<Record<EvidenceSection['id'], string>> = {
  risks: 'warning',
  invariants: 'shield',
  'spot-checks': 'checklist',
  signatures: 'symbol-method',
  facts: 'search',
};

const MEANINGS: Readonly<Record<EvidenceSection['id'], string>> = {
  risks: 'What code found that could break something. No model was asked.',
  invariants:
    'What the work order says must stay true. Code proves what it can; the rest is left to the models.',
  'spot-checks': 'What QA says it verified, run again by code. A refuted check voids the approval.',
  signatures: 'Public names that change, and whether the Designer said so.',
  facts: 'What differs in the code, token by token.',
};

function countWords(entries: readonly EvidenceEntry[]): string {
  const counts = new Map<string, number>();
  for (const { word } of entries) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].map(([word, n]) => `${n} ${n === 1 ? word : inPlural(word)}`);
  return words.length > 4 ? count(entries.length, 'entry', 'entries') : words.join(' · ');
}

/** `2 uses to check`; a word that is no thing, such as `proved`, has no other form. */
const inPlural = (word: string): string =>
  word.replace(/\b(import|name|use|test|suppression|key)\b(?! name)/, '$1s');

/** The colour of the worst entry; none when nothing needs a look. */
function colorOf(entries: readonly EvidenceEntry[]): { readonly color?: string } {
  if (entries.some(({ mood }) => mood === 'bad')) return { color: COLOR.bad };
  return entries.some(({ mood }) => mood === 'attention') ? { color: COLOR.attention } : {};
}

const ICONS: Readonly<Record<EvidenceEntry['mood'], NodeIcon>> = {
  good: { codicon: 'verified', color: COLOR.good },
  bad: { codicon: 'error', color: COLOR.bad },
  attention: { codicon: 'question', color: COLOR.attention },
  neutral: { codicon: 'circle-outline', color: COLOR.quiet },
};

/** QA's own verdict is in the icon already. */
const LABELLED = /^\s*(?:not )?(?:verified|checked)\s*:\s*/i;

function entryNode(
  entry: EvidenceEntry,
  id: string,
  state: RunState,
  changes: readonly FileChange[],
): ViewNode {
  const { text, word, mood, reason, places } = entry;
  const [first, ...others] = places;
  const place = first === undefined ? undefined : targetOf(first, state, changes);
  const target = id.startsWith('spot-checks:') ? besideTheDiff(place, state) : place;
  const reasonText = reason === undefined || reason === '' ? [] : [reason];
  return viewNode({
    id: `evidence:${id}`,
    label: text.replace(LABELLED, ''),
    description: [word, ...reasonText].join(': '),
    icon: ICONS[mood],
    tooltip: [text, ...reasonText.map(why => `${word}: ${why}`), ...places.map(showPlace)].join('\n'),
    spoken: word,
    ...(target === undefined ? {} : { target }),
    children:
      others.length === 0 ? [] : places.map((place, i) => placeNode(place, `${id}:${i}`, state, changes)),
    open: false,
  });
}

function placeNode(
  place: EvidencePlace,
  id: string,
  state: RunState,
  changes: readonly FileChange[],
): ViewNode {
  return viewNode({
    id: `evidence:${id}`,
    label: `${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line}`,
    description: place.file,
    icon: { codicon: 'go-to-file' },
    tooltip: showPlace(place),
    spoken: 'place',
    target: targetOf(place, state, changes),
  });
}

const showPlace = ({ file, line, side }: EvidencePlace): string =>
  `${file}, line ${line}${side === 'before' ? ' before the change' : ''}`;

/** The diff for a line of the result, the file for a line as it is now; after the apply the file has the result. */
/** While the review is open, a spot check of a changed file leads to where QA's words are beside its diff. */
function besideTheDiff(target: Target | undefined, state: RunState): Target | undefined {
  if (target === undefined || (target.kind !== 'file' && target.kind !== 'diff')) return target;
  const isProposed = state.outcome === undefined && state.files.some(({ path }) => path === target.path);
  if (!isProposed) return target;
  const line = target.kind === 'diff' && target.line !== undefined ? { line: target.line } : {};
  return { kind: 'diff', path: target.path, ...line, withSpotChecks: true };
}

function targetOf(
  { file, line, side }: EvidencePlace,
  state: RunState,
  changes: readonly FileChange[],
): Target {
  const isChanged = state.files.some(({ path }) => path === file);
  if (!isChanged) return { kind: 'file', path: file, line };
  const isApplied = state.outcome?.kind === 'APPLIED' && !state.reverted;
  const isShown = changes.some(({ path }) => path === file);
  if (side === 'before') return isApplied ? { kind: 'file', path: file } : { kind: 'file', path: file, line };
  if (isShown && !state.reverted) return { kind: 'diff', path: file, line };
  return isApplied ? { kind: 'file', path: file, line } : { kind: 'file', path: file };
}
