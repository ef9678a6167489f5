import type { TwoVersions } from '../code/two-versions.ts';
import type { Access } from './accesses.ts';
import { isGivenOthers, readBare, whyBare } from './bare-objects.ts';
import type { Code } from './code.ts';
import type { Known } from './known.ts';
import { whyTooEarlyFor } from './set-in-time.ts';
import { whyUnfilled } from './unfilled-fields.ts';
import type { UseReader } from './use-reader.ts';

/** Why an object of the class may be without the attribute that is asked of it: how it was made, or when. */
export async function whyMadeWithout(
  owner: Known,
  { tokens, scope, file }: Code,
  { from, at }: Access,
  reader: UseReader,
  versions: TwoVersions,
): Promise<string | undefined> {
  if (owner.kind !== 'instance' && owner.kind !== 'super') return undefined;
  const name = tokens[at + 1]?.text ?? '';
  const unfilled = whyUnfilled(await reader.classes.of(owner), name);
  if (unfilled !== undefined) return unfilled;
  const unmade = await reader.classes.unmade.doubtAbout(owner, name, at === from + 1);
  if (unmade !== undefined || owner.isOfClass) return unmade;
  const made = await reader.once('bare', () => readBare(versions));
  const bare = await whyBare(owner, name, made, versions, reader);
  if (bare !== undefined || tokens[from]?.text !== 'self' || at !== from + 1) return bare;
  const { definitions } = file.module.index;
  let method = scope;
  while (method >= 0 && definitions[method]?.parent !== owner.index)
    method = definitions[method]?.parent ?? -1;
  const { name: asking = '' } = definitions[method] ?? {};
  if (asking === '__init__') return undefined;
  const early = whyTooEarlyFor(await reader.classes.of(owner), asking, name);
  if (early !== undefined) return early;
  const isGiven = await reader.once(`given ${owner.module.path} ${owner.index} ${asking}`, () =>
    isGivenOthers(owner, asking, versions),
  );
  return isGiven ? `${asking} is called for an object that may not have ${name}` : undefined;
}
