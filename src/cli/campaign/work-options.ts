import { PROGRAM_OPTIONS } from '../program-options.ts';
import { AGENT_OPTIONS, MODEL_OPTIONS } from '../shared-options.ts';

const {
  review: _,
  yes: _yes,
  'approve-control-plane': _names,
  budget: _budget,
  record: _record,
  ...AGENT
} = AGENT_OPTIONS;
const { budget: _other, record: _kept, ...MODELS } = MODEL_OPTIONS;

/** What each target's own command gets as it was given. */
export const WORK_OPTIONS = { ...AGENT, ...MODELS, ...withoutUnsafe() } as const;

/** No code of a target runs without the sandbox. */
function withoutUnsafe() {
  const { 'without-sandbox': _without, ...rest } = PROGRAM_OPTIONS;
  return rest;
}
