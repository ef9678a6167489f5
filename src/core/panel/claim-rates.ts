import { count } from '../kernel/amounts.ts';
import type { RunSummary } from '../ports/journal.ts';
import { claimWords, sumClaims } from '../workorder/claim-rates.ts';
import { COLOR, type ViewNode, viewNode } from './view-node.ts';

/** How far each model's claims held, for the Runs view; nothing before the first checked claim. */
export function claimRatesNode(runs: readonly Pick<RunSummary, 'claims'>[]): ViewNode | undefined {
  const sums = sumClaims(runs);
  if (sums.length === 0) return undefined;
  return viewNode({
    id: 'claim-rates',
    label: 'Claims checked by code',
    description: count(sums.length, 'model'),
    icon: { codicon: 'checklist' },
    tooltip:
      'Signature changes that the Designer claimed and spot checks of QA, confirmed or refuted by code.',
    children: sums.map(tally =>
      viewNode({
        id: `claim-rates:${tally.model}`,
        label: tally.model,
        description: claimWords(tally),
        icon: {
          codicon: tally.refuted > 0 ? 'error' : 'verified',
          color: tally.refuted > 0 ? COLOR.bad : COLOR.good,
        },
        spoken: 'model',
      }),
    ),
    open: false,
  });
}
