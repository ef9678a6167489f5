import { ALL_CHECKS } from '../core/verification/checks/all.ts';
import type { PolicyLayer } from '../core/verification/policy.ts';
import { UsageError } from './io.ts';
import { listOption } from './option-table.ts';
import type { CommandLine } from './options.ts';

export const REQUIRE_OPTION = {
  require: listOption('CHECK', 'a check that blocks when it fails or cannot run: evidence, lint, claims …'),
} as const;

/** Whoever calls it is a person, or the configuration that a person wrote. */
export function readRequired(line: CommandLine): PolicyLayer {
  const names = line.list('require');
  const known = ALL_CHECKS.map(({ id }) => id);
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--require must be one of ${known.join(', ')}, not "${unknown}"`);
  return requireLayer(names);
}

export const requireLayer = (names: readonly string[]): PolicyLayer => ({
  from: '--require',
  by: 'person',
  checks: Object.fromEntries(names.map(name => [name, 'required'])),
});
