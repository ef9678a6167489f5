import type { RunState } from '../workorder/state.ts';
import { type Surroundings, type WayForward, waysForward } from '../workorder/ways-forward.ts';
import { type ViewNode, viewNode } from './view-node.ts';

/** What each way does, for rows and pickers. */
export const WAY_WORDS: Readonly<Record<WayForward, { readonly codicon: string; readonly what: string }>> = {
  'Ask for Changes': { codicon: 'comment-discussion', what: 'the models answer again, with what you say' },
  'Fix These Problems': { codicon: 'wrench', what: 'the models are given what was found' },
  'Ask QA Again': { codicon: 'checklist', what: 'the Designer’s answer is kept and not paid again' },
  'Try Again with Same Replies': {
    codicon: 'debug-restart',
    what: 'on the files as they are now; no model is asked',
  },
  'Review Again': {
    codicon: 'eye',
    what: 'the same proposal, on the files as they are now; no model is asked',
  },
  'Save and Try Again': { codicon: 'save-all', what: 'saves the files of the change, then the same replies' },
  'Set API Key': { codicon: 'key', what: 'then the order is run again' },
  'Select Models': { codicon: 'settings-gear', what: 'another model, or another endpoint' },
  'Install and Lint Again': { codicon: 'cloud-download', what: 'installs what is missing, after your yes' },
  'Lint Again': { codicon: 'beaker', what: 'the linters look at the files as they are now' },
  'Compare and Decide': { codicon: 'diff-multiple', what: 'the versions of the files, then keep or restore' },
  'Edit Step': { codicon: 'edit', what: 'change what is asked for, then run' },
  'Run Again': { codicon: 'play', what: 'the models are asked from the beginning' },
  'Run to the End': { codicon: 'play', what: 'the whole order, with your review' },
  Revert: { codicon: 'discard', what: 'takes the change back' },
};

/** The same after a recording: whoever is asked next is what is set up then. */
const AFTER_RECORDING: Readonly<Partial<Record<WayForward, string>>> = {
  'Ask for Changes': 'another answer, with what you say; the recording has none',
  'Fix These Problems': 'another answer, to what was found; the recording has none',
  'Run Again': 'from the beginning; a recording answers the same',
};

/** What a person can do about a run that did not end as they wanted: each row does it. */
export function waysSection(state: RunState, surroundings: Surroundings): ViewNode | undefined {
  const { outcome } = state;
  if (outcome?.kind === 'APPLIED' && !state.reverted && !outcome.partlyLinted) return undefined;
  const ways = waysForward(state, surroundings);
  if (ways.length === 0) return undefined;
  return viewNode({
    id: 'ways',
    label: 'What you can do',
    icon: { codicon: 'arrow-right' },
    tooltip: 'Open a row to do it.',
    children: ways.map(way => {
      const { codicon, what: always } = WAY_WORDS[way];
      const what = (state.replayed.length > 0 ? AFTER_RECORDING[way] : undefined) ?? always;
      return viewNode({
        id: `way:${way}`,
        label: way,
        description: what,
        icon: { codicon },
        spoken: 'do',
        target: { kind: 'way', way, runId: state.runId },
      });
    }),
    open: true,
  });
}
