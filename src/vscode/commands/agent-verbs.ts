import { type AgentVerb, type RowWithVerb, rowsWithVerb } from '../../core/panel/agents-list.ts';
import { setStatusBarMessage, showInformationMessage, showInputBox, showQuickPick } from '../inert-window.ts';
import { targetOf } from './argument.ts';
import type { Command } from './command.ts';

/** Words a verb needs from the person. */
const QUESTIONS: Readonly<Partial<Record<AgentVerb, string>>> = {
  answer: 'Your answer. Enter sends it and the agent continues, Escape leaves the question open.',
  say: 'What should the agent know or do? It reads it before its next reply. Enter sends it, Escape says nothing.',
  reject: 'Why? The agent gets the reason. Enter rejects, Escape returns to the review.',
};

/** `agent.<verb>`, on the row it is called on or on one that is picked; `agentDiff.<verb>`, about the change in the diff. */
export const agentCommand = (name: string): Command => actOn(name.slice(name.indexOf('.') + 1) as AgentVerb);

/** Menus hand over a row, tests hand over a row and the words; the answer is whether something was done. */
function actOn(verb: AgentVerb): Command {
  return async ({ agents, agentReviews }, argument, words) => {
    const rows = rowsWithVerb(agents.projections, verb);
    const known = rowOf(argument, rows) ?? shownRow(agentReviews.shown, rows);
    const row = known ?? (await pickRow(verb, rows));
    if (row === undefined) return false;
    // Rows move when one is decided: a second click may meet another change than the one that was looked at.
    if (APPROVING.has(verb) && !(known !== undefined && agentReviews.isSeen(row.id))) {
      // Unseen changes and plans are never approved: it is shown, to be decided on there.
      if (agentReviews.shown.some(({ id }) => id === row.id)) sayLookFirst();
      else await agents.host(row.host)?.open(row.id);
      return false;
    }
    const text = typeof words === 'string' ? words : await askFor(verb, row);
    if (text === undefined) return false;
    return (await agents.host(row.host)?.act(verb, row.id, text)) ?? false;
  };
}

/** The second click of two, or a key that was meant for the change before it. */
function sayLookFirst(): void {
  setStatusBarMessage('eye', 'Shown only just now: look at it, then decide', LOOK_FIRST_MS);
}

const LOOK_FIRST_MS = 4000;

function rowOf(argument: unknown, rows: readonly RowWithVerb[]): RowWithVerb | undefined {
  const target = targetOf(argument);
  if (target?.kind !== 'agent') return undefined;
  const { host, id } = target;
  // A row below an agent, such as a turn, is not among those that could be picked.
  return rows.find(row => row.host === host && row.id === id) ?? { host, id, agent: '', sentence: '' };
}

/** Decisions are about the change or the plan that is shown. */
const shownRow = (
  shown: readonly Pick<RowWithVerb, 'host' | 'id'>[],
  rows: readonly RowWithVerb[],
): RowWithVerb | undefined =>
  shown
    .map(({ host, id }) => rows.find(row => row.host === host && row.id === id))
    .find(row => row !== undefined);

const APPROVING: ReadonlySet<AgentVerb> = new Set(['apply', 'approve', 'yesTask', 'yesAgent']);

/** Called from the palette these say on what they act, also when there is only one. */
const NEVER_UNSEEN: ReadonlySet<AgentVerb> = new Set(['allow', 'deny', 'revert']);

async function pickRow(verb: AgentVerb, rows: readonly RowWithVerb[]): Promise<RowWithVerb | undefined> {
  if (rows.length === 0) {
    void showInformationMessage('No agent is waiting for this.');
    return undefined;
  }
  if (rows.length === 1 && !NEVER_UNSEEN.has(verb)) return rows[0];
  const items = rows.map(row => ({ label: row.sentence, description: row.agent, row }));
  return (await showQuickPick(items, { title: 'Which one?' }))?.row;
}

async function askFor(verb: AgentVerb, row: RowWithVerb): Promise<string | undefined> {
  const prompt = QUESTIONS[verb];
  if (prompt === undefined) return '';
  return showInputBox({ title: row.sentence, prompt, ignoreFocusOut: true });
}
