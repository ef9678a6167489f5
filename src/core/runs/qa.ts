import { allowRequest, type Spending } from '../conversation/budget.ts';
import { changeInspector } from '../conversation/inspect-change.ts';
import { costOf } from '../conversation/prices.ts';
import type { Spent } from '../conversation/spent.ts';
import { usageWith } from '../conversation/spent.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Files } from '../ports/files.ts';
import type { Model } from '../ports/model.ts';
import type { QaReplied } from './common-events.ts';

export interface Qa {
  readonly model: Model;
  /** Where the agent works. */
  readonly files: Files;
  readonly sha256: Sha256;
  /** What the agent is to do, asked at each change. */
  readonly task: () => string;
  readonly spending: Spending | undefined;
  /** What the run has spent so far. */
  readonly spent: () => Spent;
  readonly signal: AbortSignal;
  readonly record: (reply: QaReplied) => Promise<void>;
}

/** QA of the changes of an agent before a person is asked, paid from the budget of its run. */
export const inspectWith = ({ model, files, sha256, task, spending, spent, signal, record }: Qa) =>
  changeInspector({
    model,
    files,
    sha256,
    task,
    allow: inputTokens => allowRequest(model, inputTokens, spent(), spending ?? { caps: [] }),
    signal,
    onReply: (name, usage) => {
      const cost = costOf(usage, model.identity, spending?.prices);
      return record({
        type: 'qa_replied',
        model: name,
        usage: usageWith(model, usage),
        ...(cost ? { cost } : {}),
      });
    },
  });
