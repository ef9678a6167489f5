import { lastOf } from '../code/dotted-names.ts';
import { hasWord } from './code-text.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';
import { sureUse } from './uses-in.ts';

/** Whether a name stands as a name; in strings and comments it may be meant or not. */
export async function checkMention(
  look: Lookup,
  { name, place, butIn, is, how }: ClaimOf<'mention'>,
): Promise<Truth> {
  const { snapshot } = look.version;
  const kept = butIn === undefined ? [] : look.wholeAt(butIn);
  const asked = place === undefined ? [...snapshot.modules.values()] : look.modulesAt(place);
  if (asked.length === 0 || (butIn !== undefined && kept.length === 0))
    return truth('absent', `${place ?? butIn} was not found`);
  if (place !== undefined && asked.length > 1) return truth('unknown', `${place} is not one Python file`);
  const last = lastOf(name);
  const named = look.definitions(name);
  const whole = named.filter(ref => isWhole(ref, name));
  const isExact = name !== last && whole.some(({ definition }) => definition.parent === -1);
  let asText: ReturnType<Lookup['place']> | undefined;
  for (const module of asked) {
    if (kept.includes(module)) continue;
    const file = await look.open(module);
    if (file === undefined) return truth('unknown', `${module.path} cannot be read`);
    if (!file.mentions(last) || !hasWord(file.text.text(0, file.source.length), last)) continue;
    const use = sureUse(look, file, last, whole.length > 0 ? whole : named, how, isExact);
    if (use !== undefined) {
      const found = [look.place(module, file.lineOf(use.start))];
      const said = how === undefined ? `stands in` : how === 'called' ? 'is called in' : 'is used in';
      return truth(is === 'there' ? 'true' : 'false', `${last} ${said} ${module.path}`, found);
    }
    asText ??= look.place(module, 1);
  }
  if (asText !== undefined)
    return truth('unknown', `${last} stands in ${asText.file}, perhaps as something else`, [asText]);
  if (place === undefined && snapshot.skipped.length > 0)
    return truth('unknown', 'some files cannot be read');
  const other = place === undefined && how === undefined ? await look.namedInOtherTexts(last) : undefined;
  if (other !== undefined) return truth('unknown', `${last} stands in ${other.file}`, [other]);
  return truth(
    is === 'absent' ? 'true' : 'false',
    `${last} stands nowhere${place === undefined ? '' : ` in ${place}`}`,
  );
}
