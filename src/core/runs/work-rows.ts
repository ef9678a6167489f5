import { addReply, NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import { afterState, type Reverted, type WorkEvent } from './common-events.ts';
import type { WhatRan } from './reported-claims.ts';
import { testRunOf } from './test-run.ts';

/** One piece of work of a run of agents, as its end shows it. */
export interface WorkRow {
  readonly task: string;
  readonly agent: string;
  readonly verdict: string;
  readonly files: readonly string[];
  /** Of what is on the disk now. */
  readonly tests: 'passed' | 'failed' | 'outdated' | 'not run';
  readonly spent: Spent;
  /** Milliseconds from its first line to its last. */
  readonly ms: number;
}

export function testsWord({ tests }: WhatRan): WorkRow['tests'] {
  if (tests === undefined) return 'not run';
  if (tests.outdated) return 'outdated';
  return tests.ok ? 'passed' : 'failed';
}

type Line = { readonly type: string; readonly at: number };

/** Adds up what the lines of a journal say of one piece of work. */
export class WorkSum {
  readonly #files = new Map<number, readonly string[]>();
  #tests: WorkRow['tests'] = 'not run';
  #spent = NOTHING_SPENT;
  #from: number | undefined;
  #to = 0;

  add(event: Line): void {
    this.#from ??= event.at;
    this.#to = event.at;
    if (isOf(event, 'replied') || isOf(event, 'unanswered') || isOf(event, 'qa_replied'))
      this.#spent = addReply(this.#spent, event.model, event.usage, event.cost);
    if (isOf(event, 'applied')) {
      this.#files.set(
        event.number,
        event.files.map(({ path }) => path),
      );
      if (this.#tests !== 'not run') this.#tests = 'outdated';
    }
    if (isOf(event, 'reverted')) for (const number of event.numbers) this.#files.delete(number);
    if (isOf(event, 'verified') && event.phase === 'after') {
      const verdict = afterState(event).results.find(({ check }) => check === 'tests')?.verdict;
      if (verdict === 'passed' || verdict === 'failed') this.#tests = verdict;
    }
    const run = isOf(event, 'called') ? testRunOf(event) : undefined;
    if (run) this.#tests = run.ok ? 'passed' : 'failed';
  }

  row(task: string, agent: string, verdict: string): WorkRow {
    return {
      task,
      agent,
      verdict,
      files: [...new Set([...this.#files.values()].flat())].sort(),
      tests: this.#tests,
      spent: this.#spent,
      ms: this.#to - (this.#from ?? this.#to),
    };
  }
}

type Known = WorkEvent | Reverted;

const isOf = <T extends Known['type']>(
  event: { readonly type: string },
  type: T,
): event is Extract<Known, { readonly type: T }> => event.type === type;
