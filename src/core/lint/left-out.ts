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

const TAKE_BACK =
  'workorder lint --take-back NAME, in the editor "Work Order: Refused Linter Plugins", takes that back';

/** The end of “lint did not run: …”, where a person said no before. */
export const refusedBefore = (names: readonly string[]): string => `${refusal(names)}; ${TAKE_BACK}`;

const refusal = (names: readonly string[]): string =>
  `you refused to run ${names.join(', ')}, and its files are as they were`;

/** What a no means from now on. */
export const rememberedRefusal = (names: readonly string[]): string =>
  `${names.join(', ')} will not be run before its files change; ${TAKE_BACK}`;

/** A tool that would run something that a person refused, and that nobody approved by name since. */
export function refusedTool(
  parts: readonly LoadedPart[],
  refused: readonly string[],
  approved: readonly string[] = [],
): ToolFailed | undefined {
  const names = parts
    .map(({ name }) => name)
    .filter(name => refused.includes(name) && !approved.includes(name));
  if (names.length === 0) return undefined;
  return failed(`was not started: ${refusal([...new Set(names)])}`, TAKE_BACK, names.join('\n'));
}
