import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { type FreeForm, freeForm, type Said, unsure } from './free-form.ts';
import { AND, anyName, code, INSTEAD, itemsOf, list, placed } from './free-parts.ts';

const F = placed('f');
const M = code('m');
const BY = '(?:by|in|from|inside|within)';

/** What is said of calls, imports and exports. */
export const SAID_OF_USES: readonly FreeForm[] = [
  // Calls.
  freeForm(
    `${F} (?<adverb>now |still )?(?:calls|uses|invokes) ${code('g')} (?:${INSTEAD}|and no longer|and not) (?:calling )?${code('h')}`,
    found =>
      found.word('adverb') === 'now '
        ? [
            `${found.word('f')} now calls ${found.word('g')}`,
            `${found.word('f')} no longer calls ${found.word('h')}`,
          ]
        : [
            `${found.word('f')} ${found.word('adverb')}calls ${found.word('g')}`,
            `${found.word('f')} does not call ${found.word('h')}`,
          ],
  ),
  freeForm(
    `${F} no longer (?<verb>calls|uses|invokes) ${code('h')}${AND}(?: it)?(?: now)? (?:calls|uses|invokes) ${code('g')}(?: instead| now)?`,
    found => [
      `${found.word('f')} no longer ${found.word('verb') === 'uses' ? 'uses' : 'calls'} ${found.word('h')}`,
      `${found.word('f')} calls ${found.word('g')}`,
    ],
  ),
  freeForm(
    `${code('x')} is (?:now |still )?(?:only|solely|exclusively) (?:instantiated|constructed|created|called|invoked|used) ${BY} ${placed('f')}`,
    found => (found.isPath('f') ? undefined : [`${found.word('x')} is called only in ${found.word('f')}`]),
  ),
  freeForm(
    `${code('x')} is (?:now |still )?(?:instantiated|constructed|called|invoked) only ${BY} ${placed('f')}`,
    found => (found.isPath('f') ? undefined : [`${found.word('x')} is called only in ${found.word('f')}`]),
  ),
  freeForm(
    `${code('x')} is (?:called|invoked|used) ${BY} exactly (?<n>two|three|four|five) (?:places|functions|methods|callers)(?::|,| -| —)? (?:namely )?${list('items')}`,
    found => [`${found.word('x')} has exactly ${found.word('n')} callers, ${found.word('items')}`],
  ),
  freeForm(
    `(?:${code('x')} (?:is (?:not|never) called(?: (?:by|from) (?:anything|anyone|anybody|any other code|any code))?(?: anywhere)?|is called nowhere)|(?:nothing|nobody|no one|no code)(?: anywhere)? (?:still )?calls ${code('y')}(?: anywhere)?)(?<more> any more)?`,
    found => [`${found.word('x') || found.word('y')} has no callers${found.has('more') ? ' any more' : ''}`],
  ),
  freeForm(
    `${code('x')} is no longer called(?: (?:by|from) (?:anything|anyone|anybody|any code))?(?: anywhere)?`,
    found => [`${found.word('x')} has no callers any more`],
  ),
  freeForm(
    `(?:${code('x')} has no (?:more |remaining )?callers?|(?:there are )?no callers? of ${code('y')}(?: (?:are|remain|exist))?)(?: left| remaining)?(?: anywhere)?(?: any more)?`,
    found => [`${found.word('x') || found.word('y')} has no callers`],
  ),
  freeForm(`${F} (?<adverb>now |still )?passes ${code('x')} to (?:the )?(?<g>[a-z_]{2,30})`, found =>
    BUILTIN_NAMES.has(found.word('g'))
      ? [
          `${found.word('f')} ${found.word('adverb')}passes ${found.word('x')} to ${found.add(found.word('g'))}`,
        ]
      : undefined,
  ),
  freeForm(
    `${code('x')} is new(?: in ${M})? and (?:it )?(?:is )?called (?:from|by|in) ${placed('g')}`,
    found => newAndCalled(found),
  ),
  freeForm(
    `${code('x')} is a new (?:function|helper|method|helper function)(?: in ${M})?,? (?:and (?:is )?|which is |that is )?(?:called|used|invoked) (?:from|by|in) ${placed('g')}`,
    found => newAndCalled(found),
  ),
  freeForm(
    `(?:a |the )?new (?:function|helper|method|helper function) ${code('x')}(?: in ${M})? is (?:called|used|invoked) (?:from|by|in) ${placed('g')}`,
    found => newAndCalled(found),
  ),
  // Imports.
  freeForm(
    `${M} imports ${code('x')},? \\(?(?:formerly|previously|before|earlier|was) ${code('y')}\\)?,? from ${code('from')}`,
    found => [
      `${found.word('m')} now imports ${found.word('x')} from ${found.word('from')}`,
      `${found.word('m')} no longer imports ${found.word('y')} from ${found.word('from')}`,
    ],
  ),
  freeForm(
    `${M} (?<adverb>now |still )?imports ${list('x')} from (?<a>§\\d+|[a-z_]\\w*)(?<how>,? (?:instead of|rather than|and no longer|and not))(?<from> from)? (?<b>§\\d+|[a-z_]\\w*)`,
    found => importedInstead(found),
  ),
  freeForm(
    `${M} (?<adverb>now |still )?imports (?<x>[a-z_]\\w*) from (?<a>§\\d+|[a-z_]\\w*)(?<how>,? (?:instead of|rather than|and no longer|and not))(?<from> from)? (?<b>§\\d+|[a-z_]\\w*)`,
    found => importedInstead(found),
  ),
  freeForm(`${M} (?<adverb>now |still )?imports (?<x>[a-z_]\\w*) from ${code('a')}`, found => [
    `${found.word('m')} ${found.word('adverb')}imports ${found.name('x')} from ${found.word('a')}`,
  ]),
  freeForm(
    `${F} imports ${anyName('x')} (?:locally|lazily|inside (?:its|the|the function) body|inside the function(?: body)?|in its (?:own )?body|within the function(?: body)?|inside of it|at call time)(?:,? (?:inside|in|within) (?:the |its )?(?:function )?body)?`,
    found => (found.isPath('f') ? undefined : [`${found.word('f')} has the local import ${found.name('x')}`]),
  ),
  freeForm(
    `${anyName('x')} is imported (?:locally |lazily )?(?:inside|within) (?:the (?:function|method|body of) )?${placed('f')}`,
    found => (found.isPath('f') ? undefined : [`${found.word('f')} has the local import ${found.name('x')}`]),
  ),
  freeForm(
    `(?:${anyName('x')} is (?<not>no longer|not|never) imported (?:by any(?: other)? (?:module|file)(?: of §\\d+| of [a-z_]+)?|anywhere)|(?:no module|no file|nothing)(?: anywhere| of [a-z_]+)? (?:still )?imports ${anyName('y')})(?: anywhere)?(?<more> any more)?`,
    found => {
      const name = found.has('x') ? found.name('x') : found.name('y');
      const isGone = found.word('not') === 'no longer' || found.has('more');
      return [`${name} is ${isGone ? 'no longer' : 'not'} imported by any module`];
    },
  ),
  // Exports.
  freeForm(
    `${code('x')} is (?<how>not |no longer |still |now |also )?(?:re-?exported|exported|exposed) (?:from|by|in) (?:the )?(?:(?<m>§\\d+)|(?<w>[a-z_]\\w*))(?:'s)?(?: top-level| public)?(?: package| namespace| §\\d+| init)?`,
    found => {
      const init = /§\d+$/.exec(found.word('init'))?.[0];
      const module = found.has('m') ? found.word('m') : found.name('w');
      if (init !== undefined || /^__init__/.test(found.text('m')) || /__all__$/.test(found.text('m')))
        return undefined;
      return [`${found.word('x')} is ${found.word('how')}exported from ${module}`];
    },
  ),
  freeForm(
    `${code('x')} is not (?:re-?exported|exported) (?:from|by|in) (?:the )?${code('a')}(?: namespace| package)?,? (?:only|but only|just) (?:from|by|in) (?:the )?${code('b')}(?: namespace| package)?`,
    found => [
      `${found.word('x')} is not exported from ${found.word('a')}`,
      `${found.word('x')} is exported from ${found.word('b')}`,
    ],
  ),
  freeForm(
    `${list('items')} (?:is|are) (?<how>not |no longer |still |now |missing )?(?:listed |included |named |mentioned |present |part |exported |contained )?(?:in|from|of|by|through) ${code('all')}`,
    found => listed(found),
  ),
  freeForm(
    `${list('items')} (?<how>no longer |does not |do not |still |now )?(?:appears?|stands?|shows? up|occurs?) in ${code('all')}(?: any more)?`,
    found => listed(found),
  ),
  freeForm(
    `${code('all')} (?<how>no longer |does not |still |now |also |now also )?(?:lists?|contains?|includes?|names?|mentions?|has|have|exports?) ${list('items')}`,
    found => listed(found),
  ),
  freeForm(
    `${list('items')} (?:was|were) (?<deed>added to|removed from|dropped from|deleted from) ${code('all')}`,
    found => {
      const module = /^([\w.]+)\.__all__$/.exec(found.text('all'))?.[1];
      if (module === undefined) return undefined;
      const deed = found.word('deed') === 'added to' ? 'added to' : 'removed from';
      return itemsOf(found.word('items')).map(
        each => `${each} was ${deed} ${found.add('__all__')} of ${found.add(module)}`,
      );
    },
  ),
];

type Found = Parameters<FreeForm['say']>[0];

/** Of `from a instead of b`, where nothing tells, `b` may be the name that was imported before. */
function importedInstead(found: Found): readonly (Said | string)[] | undefined {
  const items = found.word('x').startsWith('§') ? itemsOf(found.word('x')) : [found.name('x')];
  const [m, a, b] = [found.word('m'), found.name('a'), found.name('b')];
  const isModule = found.has('from') || found.text('b').includes('.');
  const isChange = found.word('adverb') === 'now ' || / no longer/.test(found.word('how'));
  return items.flatMap((x): readonly (Said | string)[] =>
    !isModule
      ? [
          { words: `${m} ${found.word('adverb')}imports ${x} from ${a}` },
          unsure(`${m} does not import ${x} from ${b}`),
          unsure(`${m} does not import ${b} from ${a}`),
          ...(isChange ? [unsure(`${m} no longer imports ${b} from ${a}`)] : []),
        ]
      : isChange
        ? [`${m} now imports ${x} from ${a}`, `${m} no longer imports ${x} from ${b}`]
        : [`${m} ${found.word('adverb')}imports ${x} from ${a}`, `${m} does not import ${x} from ${b}`],
  );
}

function listed(found: Found): readonly string[] | undefined {
  const module = /^([\w.]+)\.__all__$/.exec(found.text('all'))?.[1];
  if (module === undefined) return undefined;
  const how = found.word('how').trim();
  const is = /^(?:not|does not|do not|missing)$/.test(how)
    ? 'is not listed'
    : how === 'no longer'
      ? 'is no longer listed'
      : how === 'still'
        ? 'is still listed'
        : /now/.test(how)
          ? 'is now listed'
          : 'is listed';
  return itemsOf(found.word('items')).map(
    each => `${each} ${is} in ${found.add('__all__')} of ${found.add(module)}`,
  );
}

function newAndCalled(found: Found): readonly string[] | undefined {
  const name = /^[A-Za-z_]\w*/.exec(found.text('x'))?.[0];
  if (name === undefined) return undefined;
  const sign = found.add(name);
  return [
    found.has('m') ? `${sign} was added to ${found.word('m')}` : `${sign} was added`,
    ...(found.text('x') === name
      ? []
      : [`${found.word('x')}${found.has('m') ? ` is defined in ${found.word('m')}` : ' exists'}`]),
    `${found.word('g')} calls ${sign}`,
  ];
}
