import type { LintToolRun } from '../ports/linter.ts';
import type { LoadedCode, LoadedPart } from './loaded-code.ts';
import { failed, type ToolFailed } from './tool-answer.ts';
import type { FoundTool } from './tool-finder.ts';

type Tool = LintToolRun['tool'];

/** What a tool runs besides its own code. Ruff reads configuration and files, and can run neither. */
export function partsOf(tool: Tool, loaded: LoadedCode): readonly LoadedPart[] {
  switch (tool) {
    case 'ruff':
      return [];
    case 'mypy':
      return loaded.mypy;
    case 'import-linter':
      return loaded.importLinter;
  }
}

/** Why a tool is not run on a proposal; `undefined`: it is proved that it runs nothing of it. */
export function leftOutBeforeApproval(
  { tool, python }: FoundTool,
  parts: readonly LoadedPart[],
  touched: readonly string[],
): string | undefined {
  if (tool === 'ruff') return undefined;
  if (touched.length > 0) return `the change touches ${touched.join(', ')}, which decides what it runs`;
  const [part] = parts;
  if (part) return part.reason;
  // Only its Python can keep it from running what is not its own.
  return python === undefined ? 'the Python it runs in could not be told' : undefined;
}

/** A tool that may run something that is not approved. */
export function notApproved(
  tool: Tool,
  parts: readonly LoadedPart[],
  approved: readonly string[],
): ToolFailed | undefined {
  const open = parts.filter(({ name }) => !approved.includes(name));
  const [first] = open;
  if (!first) return undefined;
  const options = [...new Set(open.map(({ name }) => `--approve-lint ${name}`))];
  return failed(
    `was not started: ${first.reason}, and that was not approved by name`,
    `run workorder lint in a terminal, or start this with ${options.join(' ')}`,
    open.map(({ reason }) => `${tool}: ${reason}`).join('\n'),
  );
}
