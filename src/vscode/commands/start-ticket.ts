import * as vscode from 'vscode';
import type { ReviewPolicy } from '../../core/gate/gate-events.ts';
import { slug } from '../../core/kernel/slug.ts';
import { TICKETS, ticketItemId } from '../../core/panel/ticket-items.ts';
import type { TicketDelivery } from '../../core/tickets/events.ts';
import type { TicketState } from '../../core/tickets/state.ts';
import type { Tickets } from '../../core/tickets/tickets.ts';
import { showErrorMessage, showInformationMessage, showInputBox, showQuickPick } from '../inert-window.ts';
import { TICKET_FILES } from '../orders/json-files.ts';
import { folderFor } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { fileOf } from './argument.ts';
import { DELIVERIES_TO_A_BRANCH } from './deliveries.ts';

/** What a test hands over in place of the questions. */
interface Choices {
  /** Workspace-relative. */
  readonly path: string;
  readonly review: ReviewPolicy;
  readonly delivery: TicketDelivery;
}

/** Lets a manager and a developer work on a ticket; answers the run's last state for tests. */
export async function startTicket(services: Services, argument: unknown): Promise<TicketState | undefined> {
  const file = fileOf(argument);
  const folder = await folderFor(file);
  if (folder === undefined) return undefined;
  if (services.agents.isTaken(folder)) return undefined;
  const { tickets } = (await services.folders.of(folder)).app;
  const choices = isChoices(argument) ? argument : await askForChoices(folder, tickets, file);
  if (choices === undefined) return undefined;
  const { path, review, delivery } = choices;
  const ticket = await tickets.read(path);
  if (!ticket.ok) {
    void showErrorMessage(`${path}: ${ticket.error}. Nothing was started.`);
    return undefined;
  }
  if (!isChoices(argument) && (await resumedInstead(tickets, path))) return undefined;
  return services.tickets.start(folder, { ticket: ticket.value, path, review, delivery });
}

function isChoices(value: unknown): value is Choices {
  return typeof value === 'object' && value !== null && 'path' in value && 'review' in value;
}

async function askForChoices(
  folder: vscode.WorkspaceFolder,
  tickets: Tickets,
  file: vscode.Uri | undefined,
): Promise<Choices | undefined> {
  const path = file === undefined ? await pickTicket(folder, tickets) : relativePath(folder, file);
  if (path === undefined) return undefined;
  const review = await pick('Start Ticket: who approves changes?', REVIEWS);
  if (review === undefined) return undefined;
  const canMerge = await tickets.canMerge();
  const delivery = canMerge ? await pick('Start Ticket: where should the result go?', DELIVERIES) : 'none';
  return delivery === undefined ? undefined : { path, review, delivery };
}

const relativePath = (folder: vscode.WorkspaceFolder, file: vscode.Uri): string =>
  file.path.slice(folder.uri.path.length + 1);

async function pickTicket(folder: vscode.WorkspaceFolder, tickets: Tickets): Promise<string | undefined> {
  const paths = (await TICKET_FILES.find(folder)).map(uri => relativePath(folder, uri)).sort();
  const items = await Promise.all(
    paths.map(async path => {
      const ticket = await tickets.read(path);
      return {
        label: ticket.ok ? ticket.value.title : path,
        description: describe(ticket),
        detail: path,
        path,
      };
    }),
  );
  const describeNew = {
    label: 'Describe a ticket…',
    iconPath: new vscode.ThemeIcon('edit'),
    description: 'the manager breaks it down',
    path: undefined,
  };
  if (items.length === 0) return newTicket(tickets);
  const picked = await showQuickPick([...items, describeNew], {
    title: 'Start Ticket: which one?',
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return picked === describeNew ? newTicket(tickets) : picked?.path;
}

function describe(ticket: Awaited<ReturnType<Tickets['read']>>): string {
  if (!ticket.ok) return ticket.error;
  const { status = 'Open', subtasks } = ticket.value;
  return `${status} · ${subtasks.length === 1 ? '1 subtask' : `${subtasks.length} subtasks`}`;
}

/** Title and description become a file; the manager's breakdown is shown before anything is assigned. */
async function newTicket(tickets: Tickets): Promise<string | undefined> {
  const title = await showInputBox({
    title: 'New ticket (1 of 2): its title',
    placeHolder: 'for example: Give gift wrap a price',
    ignoreFocusOut: true,
    validateInput: words => (words.trim() === '' ? 'Say in a line what should change' : undefined),
  });
  if (title === undefined) return undefined;
  const description = await showInputBox({
    title: 'New ticket (2 of 2): its description',
    prompt: 'What should change and why; may stay empty',
    ignoreFocusOut: true,
  });
  if (description === undefined) return undefined;
  const path = `tickets/${slug(title) || 'ticket'}.ticket.json`;
  const created = await tickets.create(path, {
    title: title.trim(),
    description: description.trim(),
    acceptanceCriteria: [],
    subtasks: [],
  });
  if (created.ok) return path;
  void showErrorMessage(`The ticket was not created: ${created.error}`);
  return undefined;
}

/** An unfinished run of the ticket is resumed, when the person wants that. */
async function resumedInstead(tickets: Tickets, path: string): Promise<boolean> {
  const latest = await tickets.latest(path);
  if (latest === undefined || latest.outcome?.kind === 'DONE') return false;
  const [resume, anew] = ['Resume', 'Start a New Run'];
  const answer = await showInformationMessage(
    'A run of this ticket is unfinished. It can be resumed with the whole conversation.',
    resume,
    anew,
  );
  if (answer !== resume) return answer !== anew;
  const id = ticketItemId({ kind: 'run', runId: latest.runId });
  await vscode.commands.executeCommand('workorder.agent.resume', { kind: 'agent', host: TICKETS, id });
  return true;
}

type Item<T> = vscode.QuickPickItem & { readonly value: T };

const REVIEWS: readonly Item<ReviewPolicy>[] = [
  { label: 'Ask per turn', description: 'one diff for everything a turn changes', value: 'turn' },
  { label: 'Ask for each change', description: 'one diff per call', value: 'each' },
  {
    label: 'Apply what passes every check',
    description: 'files outside the assignment, files that configure tools, and tests still ask',
    value: 'auto',
  },
];

const DELIVERIES: readonly Item<TicketDelivery>[] = [
  { label: 'This folder', description: 'nothing is committed', value: 'none' },
  ...DELIVERIES_TO_A_BRANCH.map(({ delivery, ...item }) => ({ ...item, value: delivery })),
  {
    label: 'git-oneflow',
    description:
      'feature branch, rebase, tests, then the default branch moves forward to it; nothing is pushed',
    value: 'oneflow',
  },
];

const pick = async <T>(title: string, items: readonly Item<T>[]): Promise<T | undefined> =>
  (await showQuickPick(items, { title, ignoreFocusOut: true }))?.value;
