import * as vscode from 'vscode';
import type { LinterDescriptor } from '../core/lint/linter-descriptor.ts';
import { DEFAULT_PATIENCE_MINUTES } from '../core/ports/patience.ts';
import type { PolicyLayer } from '../core/verification/policy.ts';
import type { HistoryLimits } from '../node/journal/history-limits.ts';
import type { LintSettings } from '../node/lint/settings.ts';
import type { SandboxChoice } from '../node/sandbox/open-sandbox.ts';

/** What a person set up; every setting that names a program, address or model belongs to the machine. */
export interface ModelSettings {
  /** `openai:MODEL` or `replay:PATH`; empty: not set up. */
  readonly designer: string;
  /** Empty: the same as the Designer's. */
  readonly qa: string;
  /** For agents of the tiers SMART and FAST; empty: the Designer's. */
  readonly smart: string;
  readonly fast: string;
  /** OpenAI-compatible endpoint; empty: OpenAI's own. */
  readonly baseUrl: string;
  /** For one answer, retries included. */
  readonly timeoutSeconds: number;
  /** 0: not set. */
  readonly idleSeconds: number;
  /** 0: not set. */
  readonly maxAnswerTokens: number;
  /** Whether QA must be another model than the Designer. */
  readonly requireDifferent: boolean;
  /** Whether requests and replies are kept with each run. */
  readonly record: boolean;
}

/** What the models may use, as typed in; empty: no limit. */
export interface SpendingSettings {
  readonly perRun: string;
  readonly perPlan: string;
  /** The price table, not yet checked; `undefined` when there is none. */
  readonly prices: unknown;
}

export const SECTION = 'workorder';

export function modelSettings(): ModelSettings {
  const { text, number, value } = reader(undefined);
  return {
    designer: text('models.designer'),
    qa: text('models.qa'),
    smart: text('models.smart'),
    fast: text('models.fast'),
    baseUrl: text('models.baseUrl'),
    timeoutSeconds: number('models.timeoutSeconds', 600),
    idleSeconds: number('models.idleSeconds', 0),
    maxAnswerTokens: number('models.maxAnswerTokens', 0),
    requireDifferent: value('models.requireDifferent') === true,
    record: value('models.record') === true,
  };
}

/** A program as the Designer, and what the person lets it do. */
export interface DesignerProgram {
  /** With its arguments. */
  readonly command: readonly string[];
  readonly network: boolean;
  /** Names of variables. */
  readonly environment: readonly string[];
  readonly writable: readonly string[];
}

/** `undefined`: none is set. Of the person's own settings alone: it starts a program. */
export const designerProgram = (): DesignerProgram | undefined => programOf('designer');

/** An agent of the person that speaks the Agent Client Protocol. */
export const agentProgram = (): DesignerProgram | undefined => programOf('outsideAgent');

/** Only the person's own settings name one. */
function programOf(section: string): DesignerProgram | undefined {
  const own = (name: string): unknown =>
    vscode.workspace.getConfiguration(SECTION).inspect(`${section}.${name}`)?.globalValue;
  const words = (name: string): readonly string[] => {
    const value = own(name);
    return Array.isArray(value) ? value.filter(word => typeof word === 'string' && word !== '') : [];
  };
  const value = own('command');
  // A list that is no list of words would be another command.
  if (!Array.isArray(value) || value.length === 0 || !value.every(word => typeof word === 'string'))
    return undefined;
  return {
    command: value,
    network: own('allowNetwork') === true,
    environment: words('environment'),
    writable: words('allowWrite'),
  };
}

/** How agents work here, whatever their workflow. */
export function agentSettings() {
  const { value, number, text } = reader(undefined);
  const patience = value('agents.patienceMinutes');
  return {
    qa: value('agents.qa') === true,
    patienceMinutes: typeof patience === 'number' && patience >= 0 ? patience : DEFAULT_PATIENCE_MINUTES,
    /** As typed in; empty: no limit. */
    agentBudget: text('budget.perAgent'),
    taskBudget: text('budget.perTask'),
    /** `undefined`: what the workflow has. */
    replies: limit(number('agents.maxReplies', 0)),
    repliesOfAll: limit(number('agents.maxRepliesOfAll', 0)),
    fixWaves: limit(number('agents.fixWaves', 0)),
    modelCalls: limit(number('agents.modelCalls', 0)),
  };
}

const limit = (number: number): number | undefined => (number >= 1 ? Math.floor(number) : undefined);

export function spendingSettings(): SpendingSettings {
  const { text, value } = reader(undefined);
  const prices = value('prices');
  const isEmpty = typeof prices !== 'object' || prices === null || Object.keys(prices).length === 0;
  return {
    perRun: text('budget.perRun'),
    perPlan: text('budget.perPlan'),
    prices: isEmpty ? undefined : prices,
  };
}

/** How many steps of a plan may be with their models at the same time. */
export const planParallel = (): number => reader(undefined).number('plan.parallel', 1);

/** Whether linters and tests run in the machine's sandbox; a setting of the machine, so no workspace sets it. */
export const sandboxChoice = (): SandboxChoice =>
  reader(undefined).text('sandbox') === 'off' ? 'off' : 'auto';

/** How much of the history of runs is kept. */
export function historyLimits(): HistoryLimits {
  const { number } = reader(undefined);
  return { runs: number('history.maxRuns', 200), megabytes: number('history.maxMegabytes', 500) };
}

/** What `createLinter` asks for; an empty setting is left out, so that the linter looks for itself. */
export function lintSettings(
  folder: vscode.WorkspaceFolder,
  linters: readonly LinterDescriptor[],
): LintSettings {
  const { text, number } = reader(folder.uri);
  const given = (key: string, value: string) => (value === '' ? {} : { [key]: value });
  return {
    programs: Object.fromEntries(
      linters.flatMap(({ name, setting }) => {
        const program = setting === undefined ? '' : text(`lint.${setting}`);
        return program === '' ? [] : [[name, program]];
      }),
    ),
    ...given('defaultPath', text('lint.defaultPath')),
    ...given('tools', text('lint.tools') === 'policy' ? '' : text('lint.tools')),
    timeoutMs: number('lint.timeoutSeconds', 180) * 1000,
  };
}

/** A linter that is not installed may be missing from now on. */
export async function allowMissingLinters(): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  await configuration.update('lint.tools', 'auto', vscode.ConfigurationTarget.Global);
}

/** What the person asks besides the workspace's policy; a setting that was never changed asks for nothing. */
export function policyOf(folder: vscode.WorkspaceFolder): readonly PolicyLayer[] {
  const failOn = reader(folder.uri).text('lint.failOn');
  if (failOn !== 'any' && failOn !== 'new') return [];
  return [{ from: 'the setting workorder.lint.failOn', by: 'person', failOn }];
}

/** What happens when `changed_signatures` differs from what really changes. */
export function onClaimMismatch(folder: vscode.WorkspaceFolder): 'warn' | 'block' {
  return reader(folder.uri).text('claims.onMismatch') === 'block' ? 'block' : 'warn';
}

/** Settings of the machine are written to the user's settings, never to the workspace. */
export async function saveModelSettings(settings: Partial<ModelSettings>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  for (const [key, value] of Object.entries(settings)) {
    await configuration.update(`models.${key}`, value, vscode.ConfigurationTarget.Global);
  }
}

/** Settings of Work Order that a person changed, as they are; for reports. */
export function changedSettings(names: readonly string[]): Readonly<Record<string, unknown>> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const changed = names.flatMap(name => {
    const known = configuration.inspect(name);
    const value = configuration.get<unknown>(name);
    const isDefault = JSON.stringify(value) === JSON.stringify(known?.defaultValue);
    return isDefault ? [] : [[`${SECTION}.${name}`, value] as const];
  });
  return Object.fromEntries(changed);
}

function reader(scope: vscode.Uri | undefined) {
  const configuration = vscode.workspace.getConfiguration(SECTION, scope);
  return {
    value: (key: string): unknown => configuration.get<unknown>(key),
    text: (key: string): string => {
      const value = configuration.get<unknown>(key);
      return typeof value === 'string' ? value.trim() : '';
    },
    number: (key: string, fallback: number): number => {
      const value = configuration.get<unknown>(key);
      return typeof value === 'number' && value > 0 ? value : fallback;
    },
  };
}
