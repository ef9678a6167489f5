import type { ReviewPolicy } from '../core/gate/gate-events.ts';
import type { Model } from '../core/ports/model.ts';
import { DEFAULT_PATIENCE_MINUTES, type Patience } from '../core/ports/patience.ts';
import { createPatience } from '../node/model/patience.ts';
import { UsageError } from './io.ts';
import type { RoleModels } from './models/load-models.ts';
import { chooseWord } from './option-values.ts';
import type { CommandLine } from './options.ts';
import type { Approvals } from './review/decide-on-terminal.ts';

export const readReviewPolicy = (line: CommandLine): ReviewPolicy =>
  chooseWord(line, 'review', ['each', 'turn', 'auto'] as const) ?? 'turn';

/** Where `--yes` answers, no one is there to be asked about what lies outside the scope. */
export const readOutsideScope = (line: CommandLine): 'ask' | 'refuse' =>
  chooseWord(line, 'outside-scope', ['ask', 'refuse'] as const) ?? (line.flag('yes') ? 'refuse' : 'ask');

/** QA with `--qa` or `--qa-model`; without them no model looks at the changes before a person does. */
export const readQa = (line: CommandLine, modelFor: RoleModels['modelFor']): { readonly qa?: Model } =>
  line.flag('qa') || line.text('qa-model') !== undefined ? { qa: modelFor({ role: 'qa' }).model } : {};

/** What the command line approves, for the reviewer on the terminal. */
export const readApprovals = (line: CommandLine): Approvals => ({
  yes: line.flag('yes'),
  controlPlaneApproved: line.list('approve-control-plane'),
});

/** How long a model that cannot be asked just now is waited for. */
export function readPatience(line: CommandLine): Patience {
  const text = line.text('patience');
  const minutes = text === undefined ? DEFAULT_PATIENCE_MINUTES : Number(text);
  if (text?.trim() === '' || !(minutes >= 0 && minutes <= MOST_MINUTES))
    throw new UsageError(`--patience must be a number of minutes from 0 to ${MOST_MINUTES}, not "${text}"`);
  return createPatience(minutes);
}

/** A week. */
const MOST_MINUTES = 10_080;
