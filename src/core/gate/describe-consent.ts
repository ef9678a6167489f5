import { assertNever } from '../kernel/assert-never.ts';
import type { ConsentRequest } from '../ports/agent-reviewer.ts';

/** What a person is asked, as one question; the same on the terminal and in the editor. */
export function describeConsent(request: ConsentRequest): string {
  switch (request.kind) {
    case 'run tests':
      return `Run the tests of this workspace with "${request.command}" in this run?`;
    case 'run linters':
      return `Run the linters with the changed ${request.paths.join(', ')}? They decide what the linters run, or can be run by a plugin of theirs.`;
    case 'agent call':
      return `${request.agent} asks (${request.does}): ${request.title}. Allow it? No sandbox here keeps it to its copy.`;
    case 'push':
    case 'pull request': {
      const pull = request.kind === 'pull request' ? ' and open a pull request' : '';
      return `Push ${request.branch} to ${request.remote} (${request.address})${pull}, as often as this run needs it?`;
    }
    default:
      return assertNever(request);
  }
}

/** What was asked, as a journal keeps it: the same words are the same question. */
export function consentKey(request: ConsentRequest): string {
  switch (request.kind) {
    case 'run tests':
      return `run tests: ${request.command}`;
    case 'run linters':
      return `run linters: ${request.paths.join(', ')}`;
    case 'agent call':
      return `${request.does}: ${request.title}`;
    default:
      return `${request.kind}: ${request.remote} at ${request.address}`;
  }
}
