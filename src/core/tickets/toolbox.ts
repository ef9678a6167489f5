import { runConsentedTests } from '../gate/run-consented-tests.ts';
import type { Staging } from '../gate/staging.ts';
import { agentFileTools } from '../tools/agent-file-tools.ts';
import { runTestsTool } from '../tools/run-tests.ts';
import { searchTools } from '../tools/search-tools.ts';
import { stagedEditTools } from '../tools/staged-edit-tools.ts';
import { ticketTools } from '../tools/ticket-tools.ts';
import { Toolbox } from '../tools/toolbox.ts';
import type { TicketRun } from './run-request.ts';
import { ticketSteps } from './steps.ts';

/** Every tool of the workflow over one staging; who may call which is in roles.ts. */
export function ticketToolbox(run: TicketRun, staging: Staging): Toolbox {
  const { tests } = run.folder;
  const consent = { tests, consents: run.gated.consents, review: run.settings.review };
  return new Toolbox([
    ...agentFileTools(staging),
    ...stagedEditTools(staging),
    ...searchTools(staging),
    runTestsTool(async signal => (await runConsentedTests(consent, signal)).result),
    ...ticketTools(ticketSteps(run)),
  ]);
}
