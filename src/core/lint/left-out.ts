import type { LinterName } from '../ports/linter.ts';
import type { LinterDescriptor } from './linter-descriptor.ts';
import type { LoadedCode, LoadedPart } from './loaded-code.ts';
import { failed, type ToolFailed } from './tool-answer.ts';
import type { FoundTool } from './tool-finder.ts';

/** What a linter runs besides its own code. */
export function partsOf({ name, loads }: LinterDescriptor, loaded: LoadedCode): readonly LoadedPart[] {
  if (loads === 'nothing') return [];
  // Nothing is proved of a linter that no one looked at.
  return loaded.parts[name] ?? [{ name, reason: 'what it loads is not known' }];
}

/** Why a tool is not run on a proposal; `undefined`: it is proved that it runs nothing of it. */
export function leftOutBeforeApproval(
  { loads }: LinterDescriptor,
  { python }: FoundTool,
  parts: readonly LoadedPart[],
  touched: readonly string[],
): string | undefined {
  if (loads === 'nothing') return undefined;
  if (touched.length > 0) return `the change touches ${touched.join(', ')}, which decides what it runs`;
  const [part] = parts;
  if (part) return part.reason;
  // Only its Python can keep it from running what is not its own.
  return python === undefined ? 'the Python it runs in is unknown' : undefined;
}

/** A tool that may run something that is not approved. */
export function notApproved(
  tool: LinterName,
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
