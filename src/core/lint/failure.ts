import type { LintFailure } from '../../generated/contracts.ts';
import { defined } from '../kernel/defined.ts';
import type { LinterName } from '../ports/linter.ts';
import type { LinterDescriptor } from './linter-descriptor.ts';
import type { ToolFailed } from './tool-answer.ts';

export interface FailedTool {
  readonly tool: LinterName;
  readonly failed: ToolFailed;
}

/** A linter that is nowhere; `detail` says where was looked and why what was found does not work. */
export const notFound = ({ install, setting }: LinterDescriptor, detail: string): ToolFailed => ({
  kind: 'failed',
  reason: `not found in .venv${setting === undefined ? ' or PATH' : `, PATH or setting workorder.lint.${setting}`}`,
  nextStep: `install with "${install}"`,
  detail,
});

/** The program that a person chose for a linter does not work: nothing else is tried in its place. */
export const chosenFails = (
  { setting, name }: LinterDescriptor,
  chosen: string,
  detail: string,
): ToolFailed => ({
  kind: 'failed',
  reason: `cannot be started as it was chosen (${chosen})`,
  nextStep: `correct ${setting === undefined ? `--${name}` : `--${name} or the setting workorder.lint.${setting}`}, or leave it out`,
  detail,
});

/** A program is there, and fails where it is only asked for its version; `crashed` names it and says how. */
export const brokenTool = (
  { install, name, setting }: LinterDescriptor,
  crashed: string,
  detail: string,
): ToolFailed => ({
  kind: 'failed',
  reason: `is there and does not work (${crashed})`,
  nextStep: `run it in a terminal to see why, reinstall it ("${reinstall(install)}") or name another one: ${setting === undefined ? `--${name}` : `--${name} or the setting workorder.lint.${setting}`}`,
  detail,
});

/** Without the word, pip leaves what is installed as it is. */
export const reinstall = (install: string): string =>
  install.replace('pip install ', 'pip install --force-reinstall ');

const BEFORE_REASON = 'lint did not run: ';

/** Only why, for places that say themselves that lint did not run. */
export const whyNotLinted = ({ error }: Pick<LintFailure, 'error'>): string =>
  error.startsWith(BEFORE_REASON) ? error.slice(BEFORE_REASON.length) : error;

/** The error result of `lint_backend` names every tool that did not run, why and what to do. */
export function toFailure(path: string, tools: readonly FailedTool[]): LintFailure {
  const reasons = tools.map(({ tool, failed: { reason, said, nextStep } }) =>
    [`${tool} ${reason}`, ...(said === undefined ? [] : [`: ${said}`]), `; ${nextStep}`].join(''),
  );
  const detail = tools
    .filter(({ failed }) => failed.detail !== '')
    .map(({ tool, failed }) => (tools.length === 1 ? failed.detail : `${tool}:\n${failed.detail}`))
    .join('\n\n');
  const tool = tools[0]?.tool;
  return {
    path,
    error: `${BEFORE_REASON}${reasons.join('. ')}`,
    ...defined({ tool, detail: detail || undefined }),
    changed: false,
  };
}

/** `lint_backend` was asked for something that cannot be linted. */
export const refused = (path: string, reason: string): LintFailure => ({
  path,
  error: `${BEFORE_REASON}${reason}`,
  changed: false,
});
