import { Semaphore } from '../../core/kernel/semaphore.ts';
import type { OutsidePermission } from '../../core/ports/agent-on-copy.ts';
import type { SessionRequest } from '../../core/wrap/run-session.ts';
import type { Io } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { isYes } from '../review/ask-approval.ts';

type Prompts = Pick<SessionRequest, 'next' | 'permit' | 'asksAlways'>;

const MOST_DETAIL_LINES = 60;

/** What the person says to an agent, a turn after the other: first the words of the command line, then what they type. */
export function promptOnTerminal(line: CommandLine, io: Io): Prompts {
  const words = [...line.list('acp')];
  const isAsked = !line.flag('yes') && !line.json;
  return {
    asksAlways: line.flag('ask-permissions'),
    async next(_, signal) {
      const text = words.shift();
      if (text !== undefined || !isAsked) return text;
      return io.ask('What next? (Enter ends) ', signal);
    },
    permit: permitOnTerminal(line, io),
  };
}

/** The person answers what an agent asks, one question at a time; nobody does with `--yes`. */
export function permitOnTerminal(line: CommandLine, io: Io) {
  const inTurn = new Semaphore();
  return async (request: OutsidePermission, signal: AbortSignal, who = 'The agent asks') =>
    line.flag('yes')
      ? undefined
      : inTurn.run(async () => {
          const answer = await io.ask(question(request, who), signal);
          return answer === undefined ? undefined : isYes(answer);
        }, signal);
}

function question({ call, detail }: OutsidePermission, who: string): string {
  const lines = (detail ?? '').split('\n');
  const shown = lines.slice(0, MOST_DETAIL_LINES);
  const left = lines.length - shown.length;
  const text = [...shown, ...(left > 0 ? [`… and ${left} more lines`] : [])].join('\n');
  return `${text === '' ? '' : `${text}\n`}${who}, ${call.does}: ${call.title}. Allow it? [y/N] `;
}
