/**
 * Other words for the same: what a sentence says of two things is said of each, where it begins with a place that is
 * put behind what it is said of. Each variant is a list of sentences that are true together.
 */
export function variantsOf(words: string): readonly (readonly string[])[] {
  const variants: (readonly string[])[] = [];
  const known = new Set<string>([words]);
  const add = (all: readonly string[]) => {
    const key = all.join('\n');
    if (known.has(key) || variants.length >= MOST_VARIANTS) return;
    known.add(key);
    variants.push(all);
  };
  const plain = withoutFillers(words);
  if (plain !== words) add([plain]);
  for (const one of [plain, owned(plain), owned(thirdPerson(plain))]) {
    add([one]);
    for (const placed of placedBehind(one)) add([placed]);
    const each = distributed(one);
    if (each === undefined) continue;
    add(each);
    const placed = each.map(placedBehind);
    for (const at of [0, 1]) {
      const chosen = placed.map(all => all[at]);
      if (chosen.every(sentence => sentence !== undefined)) add(chosen);
    }
  }
  return variants;
}

const MOST_VARIANTS = 16;

const LEAD =
  /^(?:yes|indeed|additionally|moreover|furthermore|in addition|as a result|consequently|likewise), /;
const FILLERS = / (?:also|indeed|itself|accordingly|as well|too|explicitly)(?= |,|$)/g;

function withoutFillers(words: string): string {
  return words
    .replace(LEAD, '')
    .replace(FILLERS, '')
    .replace(/\b(?:continues|continue) to ([a-z]+)\b/g, (_, verb: string) => `still ${withS(verb)}`)
    .replace(/\bremains (?=(?:an? |the |§|in |[a-z]+ed\b))/g, 'is still ')
    .replace(/ (?:in|by|with|as part of) (?:this|the|the same) (?:commit|change|patch)$/, '');
}

/** `does not call` as `does not calls`, so that phrases name each verb in one form. */
const thirdPerson = (words: string): string =>
  words.replace(
    /\b(does not|do not) ([a-z]+)\b/g,
    (_, not: string, verb: string) => `${not.replace('do ', 'does ')} ${withS(verb)}`,
  );

const withS = (verb: string): string => {
  if (/(?:s|sh|ch|x|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
};

/** `f's parameter x` as `the parameter x of f`. */
function owned(words: string): string {
  return words
    .replace(/(?:the )?(§\d+)'s (§\d+)/g, '$2 of $1')
    .replace(
      /(?:the )?(§\d+)'s ((?:[a-z-]+ ){0,2}?(?:parameter|argument|parameters|arguments|signature|default|docstring|body|method|attribute|property|constructor|decorator|annotation|return annotation|setter|getter))((?: §\d+)?)/g,
      'the $2$3 of $1',
    );
}

const PLACE =
  /^(?:(?:in|inside|within|of|for|on|from) (?:the )?((?:file |module |class |function |method |constructor |body of |function body of )*§\d+)(?: (?:method|function|class|module|constructor))?((?: (?:in|of) §\d+)?),? )(.+)$/;
const END_TIME = /(,? (?:before|after) (?:the|this) (?:change|edit))?$/;

/** What begins with a place, with the place behind its first name, and at its end. */
function placedBehind(words: string): readonly string[] {
  const match = PLACE.exec(words);
  if (match === null) return [];
  const [, place = '', outer = '', rest = ''] = match;
  const first = /§\d+/.exec(rest);
  const behind = first === null ? 0 : first.index + first[0].length;
  const isPlain = first !== null && /^[a-z -]*$/.test(rest.slice(0, first.index));
  const atEnd = rest.replace(END_TIME, (time: string) => ` in ${place}${outer}${time}`);
  const behindFirst = isPlain
    ? `${rest.slice(0, behind)} in ${place}${outer}${rest.slice(behind)}`
    : undefined;
  return behindFirst === undefined ? [atEnd] : [atEnd, behindFirst];
}

const PAIR =
  /^(?:both )?((?:[a-z-]+ )*?)(§\d+(?:, §\d+)*),? and (?:the )?(?:function |method |class )?(§\d+) (?:both |all |each )?(.+)$/;
const INNER_PAIR = / (?:in|of|from|to|by|into) both (§\d+) and (§\d+)/;
const VERBS: Readonly<Record<string, string>> = { are: 'is', were: 'was', have: 'has', do: 'does' };

/** `a and b are x` as `a is x` and `b is x`. */
function distributed(words: string): readonly string[] | undefined {
  const inner = INNER_PAIR.exec(words);
  if (inner !== null) {
    const [whole, a = '', b = ''] = inner;
    const [start, end] = [words.slice(0, inner.index), words.slice(inner.index + whole.length)];
    const join = whole.slice(0, whole.indexOf(' both'));
    return [a, b].map(name => `${start}${join} ${name}${end}`);
  }
  const pair = PAIR.exec(words);
  if (pair === null) return undefined;
  const [, lead = '', list = '', last = '', rest = ''] = pair;
  const said = singular(rest);
  if (
    said === undefined ||
    /\b(?:respectively|each other|together|same|only|or|either|neither|between|one of|order|both|swap)/.test(
      words.replace(/^both /, ''),
    )
  )
    return undefined;
  const noun = lead
    .replace(/\b(?:both|the|all|two|three|four|new) /g, '')
    .replace(/(?:e?s) $/, word => (word === 'sses ' ? 'ss ' : ' '));
  return [...list.split(', '), last].map(name => `${noun}${name} ${said}`);
}

/** With the verb as it is said of one; `undefined` where it is not clear that it is said of each. */
function singular(rest: string): string | undefined {
  const adverb = /^(?:now|still|no longer|already) /.exec(rest)?.[0] ?? '';
  const verb = /^[a-z]+/.exec(rest.slice(adverb.length))?.[0];
  if (verb === undefined) return undefined;
  const more = rest.slice(adverb.length + verb.length);
  const known = VERBS[verb];
  if (known !== undefined) return `${adverb}${known}${more}`;
  if (/s$/.test(verb) && !/ss$/.test(verb)) return undefined;
  if (/ed$|^(?:got|became|lost|gave|went|took|kept|left)$/.test(verb)) return rest;
  return `${adverb}${withS(verb)}${more}`;
}
