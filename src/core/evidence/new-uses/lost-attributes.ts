import { at } from '../../kernel/at.ts';
import { innerIn } from '../code/definitions-by-kind.ts';
import { countDocstrings } from '../code/docstrings.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { replacedIn } from '../facts/replaced-names.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import { countMentions } from './count-mentions.ts';
import { toldAttributes } from './told-attributes.ts';

/** Attributes that objects are no longer given, and docstrings that are no longer there, though something asks for them. */
export async function findLost(
  versions: TwoVersions,
  pause: () => Promise<void>,
): Promise<readonly OpenUse[]> {
  const lost = new Map<string, OpenUse>();
  let bare: OpenUse | undefined;
  for (const { before, after, path } of versions.changed) {
    await pause();
    if (before === undefined || after === undefined) continue;
    for (const { name, owner, start } of attributesLost(before, after))
      lost.set(name, {
        reason: `${owner} no longer sets ${name}, which is still asked for`,
        place: placeIn(before, start, 'before'),
      });
    const now = replacedIn(after);
    for (const name of replacedIn(before))
      if (!now.has(name) && !lost.has(name))
        lost.set(name, {
          reason: `${path} no longer sets ${name} of an object, which is still asked for`,
          place: { file: path, line: 1, side: 'before' },
        });
    const told = toldAttributes(after);
    for (const [name, start] of toldAttributes(before))
      if (!told.has(name) && !lost.has(name))
        lost.set(name, {
          reason: `${path} no longer gives objects ${name}, which is still asked for`,
          place: placeIn(before, start, 'before'),
        });
    if (bare === undefined && docstringsOf(after) < docstringsOf(before))
      bare = {
        reason: 'a docstring is gone, and something in the workspace reads docstrings',
        place: { file: path, line: 1, side: 'after' },
      };
  }
  const words = new Set([...lost.keys(), ...(bare === undefined ? [] : DOC_READERS)]);
  const counts = await countMentions(words, versions, 'after', pause);
  const found = [...lost].filter(([name]) => counts.has(name)).map(([, use]) => use);
  if (bare !== undefined && DOC_READERS.some(each => counts.has(each))) found.push(bare);
  return found;
}

const DOC_READERS = ['__doc__', 'getdoc'];

const docstringsOf = (file: PythonFile): number => file.once(countAll);
const countAll = ({ tokens }: PythonFile): number => countDocstrings(tokens);

/** `self.name = …` that stood in a class, and nothing of it brings the name any more. */
function attributesLost(
  before: PythonFile,
  after: PythonFile,
): readonly { readonly name: string; readonly owner: string; readonly start: number }[] {
  const members = (file: PythonFile) => {
    const { definitions } = file.module.index;
    const found = new Map<
      string,
      { readonly name: string; readonly owner: string; readonly start: number }
    >();
    for (const i of innerIn(file.module.index)) {
      const { name, parent, start } = at(definitions, i);
      const owner = definitions[parent];
      if (owner?.kind === 'class') found.set(`${owner.name}.${name}`, { name, owner: owner.name, start });
    }
    return found;
  };
  const now = members(after);
  return [...members(before)].filter(([key]) => !now.has(key)).map(([, each]) => each);
}
