import type { VerifiedEvent } from '../../core/gate/gate-events.ts';
import { checksLine, riskLines } from '../../core/verification/describe-verdict.ts';
import type { Colours } from './colours.ts';

/** What the checks of a change came to: one line, and one for each risk. */
export const verifiedLines = (event: VerifiedEvent, c: Colours): string =>
  [
    c.dim(`  change ${event.number}: ${checksLine(event.results)}`),
    ...riskLines(event).map(line => c.yellow(`  ! ${line}`)),
  ].join('\n');
