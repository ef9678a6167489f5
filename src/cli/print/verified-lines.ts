import { findingLine } from '../../core/changes/finding.ts';
import type { VerifiedEvent } from '../../core/gate/gate-events.ts';
import { checksLine, riskLines } from '../../core/verification/describe-verdict.ts';
import { blockers } from '../../core/verification/verdict.ts';
import type { Colours } from './colours.ts';

/** What the checks of a change came to: one line, one for each risk, and after the apply one for what does not pass. */
export const verifiedLines = (event: VerifiedEvent, c: Colours): string =>
  [
    c.dim(
      `  ${event.phase === 'after' ? 'after the apply of ' : ''}change ${event.number}: ${checksLine(event.results)}`,
    ),
    // Before it, the line of the rejection says them.
    ...(event.phase === 'after' ? blockers(event) : []).map(finding => c.red(`  ✗ ${findingLine(finding)}`)),
    ...riskLines(event).map(line => c.yellow(`  ! ${line}`)),
  ].join('\n');
