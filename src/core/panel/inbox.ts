import { ago, count } from '../kernel/amounts.ts';
import { type AgentsProjection, NEED_ICONS } from './agents-list.ts';

/** One thing that a person has to decide. */
export interface WaitingThing {
  readonly sentence: string;
  /** Who waits, and for how long. */
  readonly who: string;
  readonly codicon: string;
  readonly leadsTo: 'review' | 'interrupted' | { readonly host: string; readonly id: string };
}

/** What waits for a person, whatever it is of: interrupted applies, then the review, then agents, longest waiting first. */
export function waitingFor(
  now: {
    /** The proposal of a work order. */
    readonly review?: { readonly title: string; readonly files: number } | undefined;
    readonly interrupted: readonly string[];
    readonly projections: readonly AgentsProjection[];
  },
  at: number,
): readonly WaitingThing[] {
  const { review, interrupted, projections } = now;
  const needs = projections
    .flatMap(({ host, needsYou }) => needsYou.map(need => ({ host, need })))
    .sort((a, b) => a.need.since - b.need.since);
  return [
    ...interrupted.map(
      sentence =>
        ({ sentence, who: 'interrupted apply', codicon: 'warning', leadsTo: 'interrupted' }) as const,
    ),
    ...(review === undefined
      ? []
      : [
          {
            sentence: `${review.title}: ${count(review.files, 'file')} proposed`,
            who: 'work order',
            codicon: 'eye',
            leadsTo: 'review',
          } as const,
        ]),
    ...needs.map(({ host, need: { id, kind, agent, sentence, brief, tests = '', since } }) => ({
      sentence: tests === '' ? sentence : (brief ?? sentence),
      who: [agent, tests, ago(at - since)].filter(Boolean).join(' · '),
      codicon: NEED_ICONS[kind],
      leadsTo: { host, id },
    })),
  ];
}
