import type { RoutaOutcome } from '../../core/routa/outcome.ts';
import type { RoutaChoices } from '../agents/routa-adapter.ts';
import { showQuickPick } from '../inert-window.ts';
import { folderFor } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { askWords } from './ask-words.ts';
import { DELIVERIES_TO_A_BRANCH } from './deliveries.ts';

/** Lets a team work towards a goal; answers how it ended, for tests. Tests hand over the choices. */
export async function startRouta(services: Services, argument: unknown): Promise<RoutaOutcome | undefined> {
  const folder = await folderFor(undefined);
  if (folder === undefined) return undefined;
  if (services.agents.isTaken(folder)) return undefined;
  const { taskAgent } = (await services.folders.of(folder)).app;
  const choices = isChoices(argument) ? argument : await askForChoices(await taskAgent.canCommit());
  if (choices === undefined) return undefined;
  return (await services.routaWorkspaces.start(folder, choices))?.outcome;
}

const isChoices = (value: unknown): value is RoutaChoices =>
  typeof value === 'object' && value !== null && 'goal' in value && 'review' in value;

/** @param canCommit in a git repository it is asked where the result should go */
async function askForChoices(canCommit: boolean): Promise<RoutaChoices | undefined> {
  const steps = canCommit ? 3 : 2;
  const goal = await askWords(`ROUTA Workspace (1 of ${steps}): what is the goal?`, {
    prompt: 'A coordinator plans tasks, which you approve; others implement and verify them.',
    placeHolder: 'for example: give gift wrap and delivery a price, with tests',
    missing: 'Say what the goal is',
  });
  if (goal === undefined) return undefined;
  const reviews = [
    { label: 'I review each turn’s changes', description: 'one diff per turn', review: 'turn' as const },
    { label: 'I review each change', description: 'one diff per call', review: 'each' as const },
    {
      label: 'Apply what passes the checks',
      description: 'only configuration, and what lies outside a task’s scope, is asked for',
      review: 'auto' as const,
    },
  ];
  const picked = await showQuickPick(reviews, {
    title: `ROUTA Workspace (2 of ${steps}): who approves changes?`,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  const choices = { goal: goal.trim(), review: picked.review };
  if (!canCommit) return choices;
  const place = await showQuickPick(DELIVERIES, {
    title: 'ROUTA Workspace (3 of 3): where should the result go?',
    ignoreFocusOut: true,
  });
  return place && { ...choices, delivery: place.delivery };
}

const DELIVERIES = [
  {
    label: 'This folder',
    description: 'all agents work here, nothing is committed',
    delivery: 'none' as const,
  },
  ...DELIVERIES_TO_A_BRANCH,
];
