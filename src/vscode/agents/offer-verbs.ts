import * as vscode from 'vscode';
import type { AgentRow, AgentVerb, NeedsYou } from '../../core/panel/agents-list.ts';
import { branchSentence, mergeCommand } from '../../core/runs/result-on-branch.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../inert-window.ts';
import type { RunDescription } from './run-adapter.ts';

/** What the buttons of a notification say. */
const LABELS: Readonly<Partial<Record<AgentVerb, string>>> = {
  answer: 'Answer',
  resume: 'Resume',
  stop: 'Give Up',
  transcript: 'Show Transcript',
  revert: 'Revert',
};

const COPY = 'Copy Merge Command';

type Offers = ReadonlyMap<string, () => Thenable<unknown>>;

const offersOf = (host: string, verbs: readonly AgentVerb[], id: string): Offers =>
  new Map(
    verbs.flatMap(verb => {
      const label = LABELS[verb];
      const act = () =>
        vscode.commands.executeCommand(`workorder.agent.${verb}`, { kind: 'agent', host, id });
      return label === undefined ? [] : [[label, act] as const];
    }),
  );

/** Asks what to do about a run that stopped. Closed without an answer, it still waits in the inbox. */
export function offerVerbs(host: string, { id, agent, sentence, verbs }: NeedsYou): void {
  const offers = offersOf(host, [...verbs, 'transcript'], id);
  void showInformationMessage(`${agent}: ${sentence}`, ...offers.keys()).then(answer =>
    answer === undefined ? undefined : offers.get(answer)?.(),
  );
}

/** The one notification at the end of a run; its buttons act on this run. */
export async function showRunEnd(
  host: string,
  ended: { readonly run: RunDescription; readonly row: AgentRow; readonly needs: readonly NeedsYou[] },
): Promise<void> {
  const { end, results = [], pages = [], isMerged = false } = ended.run;
  if (end === undefined) return;
  const question = ended.needs.find(need => need.verbs[0] === 'answer');
  const page = pages.at(-1);
  const { id, verbs = [] } = ended.row;
  const wanted = (['transcript', 'revert'] as const).filter(
    verb => verbs.includes(verb) && !(verb === 'revert' && isMerged),
  );
  const offers: Offers = new Map([
    ...(question === undefined ? [] : offersOf(host, ['answer'], question.id)),
    ...(page === undefined
      ? []
      : ([['Open Pull Request', () => vscode.env.openExternal(vscode.Uri.parse(page))]] as const)),
    ...results
      .filter(({ commits }) => commits > 0)
      .slice(-1)
      .map(({ name }) => [COPY, () => vscode.env.clipboard.writeText(mergeCommand(name))] as const),
    ...offersOf(host, wanted, id),
  ]);
  const message = [end.headline, branchSentence(results)].filter(part => part !== '').join('. ');
  const answer = await shownAs(end.kind)(message, ...offers.keys());
  if (answer !== undefined) await offers.get(answer)?.();
}

function shownAs(kind: string): typeof showInformationMessage {
  if (kind === 'FAILED') return showErrorMessage;
  return kind === 'BLOCKED' ? showWarningMessage : showInformationMessage;
}
