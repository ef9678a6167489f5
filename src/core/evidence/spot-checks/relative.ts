import { isOfSeveral } from './goes-on.ts';
import type { Rewrite } from './rewrites.ts';

/** What goes on about the thing that a sentence has said is there, and the words that it goes on with. */
const GOES_ON: readonly (readonly [RegExp, (rest: string) => string])[] = [
  [
    /,? (?:that|which) (?:now |also )?(?=(?:is|has|takes|accepts|inherits|derives|extends|subclasses|returns|raises|calls|defaults|requires|expects|does|wraps|was) )/,
    rest => rest,
  ],
  [
    /,? (?:and )?(?:inheriting from|deriving from|derived from|subclassing|extending) /,
    rest => `inherits from ${rest}`,
  ],
  [/,? (?:taking|accepting|that takes|requiring|expecting) /, rest => `takes ${rest}`],
  [
    /,? without (?:any )?(?=(?:parameters|arguments|callers|docstring|decorators?))/,
    rest => `has no ${rest}`,
  ],
  [/,? with (?:(?:a|the|its) )?(?=(?:signature|docstring|bases?|default))/, rest => `has the ${rest}`],
  [/,? with (?=no )/, rest => `has ${rest}`],
  [
    /,? with (?:the )?(?=(?:one |two |three |four |a |an |parameters? |arguments? )(?:.* )?(?:parameters?|arguments?)\b|(?:parameters?|arguments?) )/,
    rest => `has ${rest}`,
  ],
  [/,? with (?:the )?(?=(?:fields?|attributes?|methods?|members?) §)/, rest => `has the ${rest}`],
  [/,? whose (?=§)/, rest => `takes ${rest.replace(ALL_DEFAULT, ' defaulting to ')}`],
  [/,? returning /, rest => `returns ${rest}`],
  [/,? (?:annotated|declared) to return /, rest => `is annotated to return ${rest}`],
  [/,? with the value (?=(?:none|true|false|§\d+|-?\d+)$)/, rest => `is ${rest}`],
  [/,? decorated with /, rest => `is decorated with ${rest}`],
];

const ALL_DEFAULT = / (?:arguments?|parameters?|flags?|options?) (?:(?:both|all) )?defaults? to /;

/** `A is a new class in a.py that inherits from B`: it is, and it does. */
export const readRelative: Rewrite = (words, codes, reads) => {
  const all = GOES_ON.flatMap(([expression, verb]) => {
    const found = expression.exec(words);
    return found === null || found.index === 0 ? [] : [{ found, verb }];
  });
  for (const { found, verb } of all.sort((a, b) => a.found.index - b.found.index)) {
    const main = words.slice(0, found.index);
    const rest = words.slice(found.index + found[0].length);
    const about = rest === '' ? undefined : reads(main);
    if (about === undefined || isOfSeveral(main, found[0], codes)) continue;
    const name = codes.push({ text: about.symbol, quote: '`' }) - 1;
    const place = about.place === undefined ? undefined : codes.push({ text: about.place, quote: '`' }) - 1;
    return [main, `§${name}${place === undefined ? '' : ` in §${place}`} ${verb(rest)}`];
  }
  return undefined;
};
