import type { ConsentRequest } from '../ports/agent-reviewer.ts';

/** What a person is asked, as one question; the same on the terminal and in the editor. */
export function describeConsent(request: ConsentRequest): string {
  if (request.kind === 'run tests')
    return `Run the tests of this workspace with "${request.command}" in this run?`;
  const pull = request.kind === 'pull request' ? ' and open a pull request' : '';
  return `Push ${request.branch} to ${request.remote} (${request.address})${pull}, as often as this run needs it?`;
}
