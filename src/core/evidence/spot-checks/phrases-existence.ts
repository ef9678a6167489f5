import { isClassLike } from '../code/dotted-names.ts';
import {
  absent,
  come,
  exists,
  gone,
  holds,
  moved,
  movedTo,
  ownerOf,
  plainName,
  renamed,
  there,
} from './existence-claims.ts';
import { type Phrase, part, phrase } from './grammar.ts';
import { withKind } from './said-kind.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { numberOf, saysOf } from './spot-check-words.ts';

const { subject: S, other: O, place: IN, adverb: A, time: T, list: LIST } = part;

/** Sentences about what is there, comes, goes, moves and is renamed. */
export const EXISTENCE_PHRASES: readonly Phrase[] = [
  phrase(
    `${S} ${A}(?:exists|is ${A.replace('<adverb>', '<adverb2>')}(?<how>defined|assigned|present|declared|available|there)|can ${A.replace('<adverb>', '<adverb3>')}be found)${IN.replace('<p>', '<p2>')}${T}`,
    found => {
      const place = found.place('p2') ?? found.place();
      const [adverb2, adverb3] = [found.word('adverb2'), found.word('adverb3')];
      const later = [adverb2, adverb3].some(each => each === 'still' || each === 'now');
      if (place === null || (found.word('p2') !== undefined && found.word('p') !== undefined))
        return undefined;
      const read = there(found, later ? 'after' : 'present');
      return read?.map(claim =>
        claim.kind === 'exists' && claim.place === undefined ? { ...claim, place } : claim,
      );
    },
  ),
  phrase(
    `${S} is ${A}defined (?:exactly |only )?(?<n>once|twice|one time|\\d+ times),?(?: (?:in|inside) §(?<p2>\\d+))?${T}`,
    found => {
      const times = numberOf(found.word('n')?.replace(/ times?$/, '') ?? '');
      const place = found.place('p2');
      if (times === undefined || place === null) return undefined;
      return there(found, 'present')?.map(claim =>
        claim.kind === 'exists' ? { ...claim, says: 'defined', times, place: claim.place ?? place } : claim,
      );
    },
  ),
  phrase(`${S} is ${A}at home in §(?<p2>\\d+)${T}`, found => {
    const place = found.place('p2');
    if (!place || found.isPath('s')) return undefined;
    return there(found, 'present')?.map(claim =>
      claim.kind === 'exists' ? { ...claim, says: 'at home', place: claim.place ?? place } : claim,
    );
  }),
  phrase(`${S} (?:existed)(?: already)?${T}`, found => there(found, 'before')),
  phrase(
    `${S} (?:(?<longer>no longer exists|is no longer (?:defined|present|declared|available|there))|does not exist|doesn't exist|is not (?<how>defined|present|declared|there)|is absent)${IN.replace('<p>', '<p2>')}${T}`,
    found => {
      const place = found.place('p2');
      if (place === null) return undefined;
      const longer = found.word('longer');
      return absent(found)?.flatMap((claim): readonly SpotCheckClaim[] => {
        if (claim.kind !== 'exists') return [claim];
        const now = { ...claim, place: claim.place ?? place, says: saysOf(longer ?? found.word('how')) };
        // What is no longer there was there.
        return longer === undefined ? [now] : [now, { ...now, is: 'there', when: 'before' }];
      });
    },
  ),
  phrase(
    `${S} (?:was|is|has been|were|got) (?:completely |entirely )?(?:removed|deleted|dropped|gone)${T}`,
    gone,
  ),
  phrase(`${LIST}${IN} (?:were|are|have been) (?:both |all )?(?:removed|deleted|dropped|gone)${T}`, gone),
  phrase(`${LIST} (?:were|are|have been) (?:both |all )?(?:removed|deleted|dropped|gone)${IN}${T}`, gone),
  phrase(
    `${S} (?:was|is|has been) (?:removed|deleted|dropped) from (?:the )?(?:file |module |package )?§(?<p2>\\d+)${T}`,
    found => {
      const [name, place] = [found.name('s'), found.place('p2')];
      if (name === undefined || !place || (!found.isPath('p2') && !place.includes('.'))) return undefined;
      return [
        exists(name, place, 'there', 'before', 'defined'),
        exists(name, place, 'absent', 'after', 'defined'),
      ];
    },
  ),
  phrase(
    `${S} (?:was|is|has been) ${A}(?:added|introduced|created)(?: (?:to|in|into) (?:the )?(?:file |module )?§(?<p2>\\d+))?${T}`,
    found => {
      const place = found.place('p2');
      // What is added to a class is read as a member of it.
      const isClass = typeof place === 'string' && !found.isPath('p2') && isClassLike(place);
      if (place === null || isClass || found.word('snoun') === 'parameter') return undefined;
      return come(found)?.map(claim =>
        claim.kind === 'exists' ? { ...claim, place: claim.place ?? place } : claim,
      );
    },
  ),
  phrase(
    `§(?<s>\\d+) is a (?:new|newly added|newly created) (?<kind>file|module|class|function|method|constant|exception|helper)${IN}${T}`,
    found => withKind(found, 's', come(found)),
  ),
  phrase(
    `${S} gained (?:the |a )?(?:new )?(?:method|function|attribute|property|class) §(?<o>\\d+)${T}`,
    found => {
      const [owner, name] = [found.name('s'), found.name('o')];
      if (owner === undefined || name === undefined || found.place() === null) return undefined;
      const symbol = `${owner}.${name}`;
      return [
        exists(symbol, found.place() ?? undefined, 'absent', 'before', 'defined'),
        exists(symbol, found.place() ?? undefined, 'there', 'after', 'defined'),
      ];
    },
  ),
  phrase(`${S} (?:was|is|has been|got) renamed to §(?<o>\\d+)(?: in (?:the )?§(?<p2>\\d+))?${T}`, found =>
    renamed(found.name('s'), found.name('o'), found.place('p2') ?? found.place()),
  ),
  phrase(`${S} (?:was|is|has been) renamed from §(?<o>\\d+)${T}`, found =>
    renamed(found.name('o'), found.name('s'), found.place()),
  ),
  phrase(
    `${S} is now (?:called |named )?${O}[;,]? (?:and )?(?:its|the|with the same) (?:(?<all>parameters and (?:the )?(?:result|return type)|signature)|parameters)(?: (?:are|is|stay|stays|remain|remains) (?:the same|unchanged|as before))?${T}`,
    found => {
      const [from, to] = [found.name('s'), found.name('o')];
      const keeps = found.word('all') === undefined ? 'parameters' : 'signature';
      return renamed(from, to, found.place(), keeps);
    },
  ),
  phrase(`${S} is now (?<called>called |named )?${O}(?: in (?:the )?§(?<p2>\\d+))?`, found => {
    const place = found.place('p2') ?? found.place();
    const [from, to] = [found.name('s'), found.name('o')];
    // `x is now y` may say anything of x, unless both are one name.
    const isName = found.word('called') !== undefined || plainName(from) === plainName(to);
    return isName && found.code('o')?.quote !== '"' ? renamed(from, to, place) : undefined;
  }),
  phrase(`${S} (?:was|is|has been) replaced (?:by|with) ${O}${T}`, found =>
    // Of another class or file it may be said of uses only.
    found.word('p') !== undefined || ownerOf(found.name('s')) === ownerOf(found.name('o'), '')
      ? renamed(found.name('s'), found.name('o'), found.place())
      : undefined,
  ),
  phrase(
    `${S} (?:(?:was|has been|is) )?moved from §(?<p1>\\d+) to §(?<p2>\\d+),? and (?:(?:was|is|has been) )?(?:renamed (?:to|as)|is now called|called) §(?<o>\\d+)${T}`,
    found => {
      const [name, from, to, now] = [found.name('s'), found.place('p1'), found.place('p2'), found.name('o')];
      if (name === undefined || now === undefined || !from || !to || found.word('p') !== undefined)
        return undefined;
      return moved(name, from, to, now);
    },
  ),
  phrase(`${S} (?:(?:was|has been|is) )?moved from §(?<p1>\\d+) to §(?<p2>\\d+)${T}`, found => {
    const [name, from, to] = [found.name('s'), found.place('p1'), found.place('p2')];
    if (name === undefined || !from || !to || found.word('p') !== undefined) return undefined;
    return moved(name, from, to);
  }),
  phrase(`§(?<s>\\d+) (?:was )?moved from §(?<p1>\\d+) to §(?<p2>\\d+) as §(?<o>\\d+)${T}`, found => {
    const [name, from, to, now] = [found.name('s'), found.place('p1'), found.place('p2'), found.name('o')];
    if (name === undefined || now === undefined || !from || !to) return undefined;
    return moved(name, from, to, now);
  }),
  phrase(`${S} (?:(?:was|has been|is) )?(?:moved|relocated) (?:in)?to §(?<p2>\\d+)${T}`, found => {
    const [name, to] = [found.name('s'), found.place('p2')];
    if (name === undefined || !to || !found.isPath('p2')) return undefined;
    return movedTo(name, to);
  }),
  phrase(`${S} (?:was|has) not (?:been )?renamed${T}`, found => {
    const [name, place] = [found.name('s'), found.place()];
    if (name === undefined || place === null) return undefined;
    return [
      exists(name, place, 'there', 'before', 'defined'),
      exists(name, place, 'there', 'after', 'defined'),
      // What is written otherwise may be something else that has its name now.
      { kind: 'same', symbol: name, place, what: 'all', is: 'same', isLoose: true, when: 'after' },
    ];
  }),
  phrase(`${S} (?:has|contains|defines|declares) no §(?<o>\\d+)${T}`, found => {
    const [owner, name] = [found.place('s'), found.name('o')];
    if (!owner || name === undefined || found.word('p') !== undefined) return undefined;
    const when = found.when();
    if (found.isPath('s')) return [exists(name, owner, 'absent', when, 'defined')];
    const own = exists(`${owner}.${name}`, undefined, 'absent', when, 'defined');
    // What a class has may come from a base.
    const mayInherit = / (?:has|contains) no /.test(found.sentence);
    return [own.kind === 'exists' ? { ...own, mayInherit } : own];
  }),
  phrase(
    `${S} no longer (?:has|contains|defines|declares|provides) (?:(?:an?|the) )?§(?<o>\\d+)${T}`,
    found => {
      const [owner, name] = [found.place('s'), found.name('o')];
      const isClass = isClassLike(owner ?? '');
      if (!owner || name === undefined || name.includes('.') || found.word('p') !== undefined)
        return undefined;
      if (!found.isPath('s') && !isClass) return undefined;
      const [symbol, place] = found.isPath('s') ? [name, owner] : [`${owner}.${name}`, undefined];
      const gone = exists(symbol, place, 'absent', 'after', 'defined');
      // What a class has may come from a base.
      const mayInherit = isClass && / (?:has|contains|provides) /.test(found.sentence);
      return [
        gone.kind === 'exists' && mayInherit ? { ...gone, mayInherit } : gone,
        exists(symbol, place, 'there', 'before', 'defined'),
      ];
    },
  ),
  phrase(`${LIST} ${A}exist${IN}${T}`, found => {
    const [names, place] = [found.list(false), found.place()];
    if (names === undefined || place === null || !names.every(name => /^[A-Za-z_][\w.]*$/.test(name)))
      return undefined;
    return names.map(name => exists(name, place, 'there', found.when()));
  }),
  phrase(
    `${S} ${A}(?<verb>defines|contains|declares|provides|has|assigns|sets) (?:the )?(?:(?:class |module-level )?(?:members?|methods?|fields?|attributes?|properties|functions?|classes|values?|names?|constants?) )?(?:a |an |the )?(?:(?:class )?(?:method|attribute|function|property|member|class) )?${LIST}(?: (?:methods?|functions?|classes))?${T}`,
    found => (found.word('p') === undefined ? holds(found) : undefined),
  ),
];
