import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { KNOWN_AGENTS } from '../../core/wrap/known-agents.ts';
import type { WrapState } from '../../core/wrap/state.ts';
import { findOnPath } from '../../node/find-on-path.ts';
import { loadOutsideAgents } from '../agents/load-outside-agents.ts';
import { showErrorMessage, showQuickPick, showWarningMessage } from '../inert-window.ts';
import { openPersonProgram } from '../models/person-program.ts';
import { folderFor } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { agentProgram, type DesignerProgram } from '../settings.ts';
import { askWords } from './ask-words.ts';

/** What a test hands over in place of the questions. */
interface Choices {
  readonly task: string;
}

interface Agent {
  readonly name: string;
  readonly program: DesignerProgram;
  /** The person's own settings say what it may do. */
  readonly isOwn: boolean;
}

const SETTING = 'workorder.outsideAgent';

/** Lets an agent of another maker work on a copy; answers the run's last state for tests. */
export async function startAgent(services: Services, argument: unknown): Promise<WrapState | undefined> {
  const folder = await folderFor(undefined);
  if (folder === undefined || services.agents.isTaken(folder)) return undefined;
  const given = isChoices(argument) ? argument : undefined;
  const agent = given ? ownAgent() : await chooseAgent(folder);
  if (agent === undefined) return undefined;
  const task = given?.task ?? (await askForTask(agent));
  if (task === undefined) return undefined;
  if (!agent.isOwn && !(await agrees(agent))) return undefined;
  const program = await openPersonProgram(folder.uri.fsPath, agent.program, SETTING, agent.name);
  if (!program.ok) {
    void showErrorMessage(`The agent was not started: ${program.error}`);
    return undefined;
  }
  return (await loadOutsideAgents(services)).start(folder, { task, program: program.value });
}

const isChoices = (value: unknown): value is Choices =>
  typeof value === 'object' && value !== null && 'task' in value;

function ownAgent(): Agent | undefined {
  const program = agentProgram();
  return program && { name: program.command.join(' '), program, isOwn: true };
}

const OTHER = 'A command of your own…';

async function chooseAgent(folder: vscode.WorkspaceFolder): Promise<Agent | undefined> {
  const own = ownAgent();
  const agents = [...(own ? [own] : []), ...(await installedAgents(folder.uri.fsPath))];
  const items = agents.map(agent => ({
    label: agent.name,
    description: agent.isOwn ? 'your own setting' : agent.program.command.join(' '),
    agent,
  }));
  const other = {
    label: OTHER,
    description: `the setting ${SETTING}.command`,
    iconPath: new vscode.ThemeIcon('gear'),
    agent: undefined,
  };
  const picked = await showQuickPick([...items, other], {
    title: 'Start Agent (1 of 2): which one?',
    placeHolder:
      agents.length === 0
        ? `None of ${KNOWN_AGENTS.map(({ name }) => name).join(', ')} is on PATH`
        : 'Agents that speak the Agent Client Protocol',
    ignoreFocusOut: true,
  });
  if (picked === other) await vscode.commands.executeCommand('workbench.action.openSettings', SETTING);
  return picked?.agent;
}

/** Those on PATH, with the keys and the folders that are there. */
async function installedAgents(root: string): Promise<readonly Agent[]> {
  const found = await Promise.all(
    KNOWN_AGENTS.map(async ({ name, command, environment, folders }): Promise<readonly Agent[]> => {
      if ((await findOnPath(command[0], { outside: root })) === undefined) return [];
      const program: DesignerProgram = {
        command,
        // Its model is somewhere else.
        network: true,
        environment: environment.filter(variable => process.env[variable] !== undefined),
        writable: folders.map(folder => join(homedir(), folder)).filter(folder => existsSync(folder)),
      };
      return [{ name, program, isOwn: false }];
    }),
  );
  return found.flat();
}

const askForTask = ({ name }: Agent): Promise<string | undefined> =>
  askWords('Start Agent (2 of 2): what should change?', {
    prompt: `In your words. ${name} works on a copy; what it changed in a turn is one change for your review`,
    placeHolder: 'for example: give gift wrap a price, with a test',
    missing: 'Say what should change',
  });

const START = 'Start';

/** What it may do beside working in its copy is said before it may. */
async function agrees({ name, program: { environment, writable } }: Agent): Promise<boolean> {
  const rights = [
    'reach the network: what it can read, it can send',
    ...(writable.length > 0 ? [`write in ${writable.join(', ')}`] : []),
    ...(environment.length > 0 ? [`get ${environment.join(', ')}`] : []),
  ];
  const question = `${name} works on a copy of this folder. It may ${rights.join('; ')}.`;
  return (await showWarningMessage(question, { modal: true }, START)) === START;
}
