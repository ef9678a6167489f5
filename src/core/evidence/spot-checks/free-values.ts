import { type FreeForm, freeForm } from './free-form.ts';
import { ADVERB, assigned, code, FORMERLY, GONE, INSTEAD, value } from './free-parts.ts';
import { changedValue, isValue, THING } from './named-things.ts';

const X = THING;
const M = code('m');

/** What is said of values that are written out. */
export const SAID_OF_VALUES: readonly FreeForm[] = [
  freeForm(
    `${X}(?: (?:in|of) ${M})? (?:became|becomes|was set to|was changed to|switched to) ${value('v')}`,
    found =>
      isValue(found, 'v')
        ? [
            `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} was changed to ${found.word('v')}`,
          ]
        : undefined,
  ),
  freeForm(
    `${X} (?:was renamed to|became|is now called) ${code('y')} and its value (?:was )?(?:changed|switched|went) to ${value('v')}`,
    found =>
      isValue(found, 'v')
        ? [`${found.word('x')} was renamed to ${found.word('y')}`, `${found.word('y')} is ${found.word('v')}`]
        : undefined,
  ),
  freeForm(
    `${X}(?: (?:in|of) ${M})? (?<adverb>now |still )?(?:=|:=|defaults to|equals|has (?:the |a )?(?:default )?value(?: of)?) ${value('v')}`,
    found =>
      found.isPath('x') || (/^§/.test(found.word('v')) && !isValue(found, 'v'))
        ? undefined
        : [
            `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} is ${found.word('adverb')}${found.word('v')}`,
          ],
  ),
  freeForm(
    `${X}(?: (?:in|of) ${M})?(?:'s? value)?(?::| changed:?| went:?| was changed:?| was bumped:?| value:)? (?:from )?${value('old')} (?:->|to) ${value('now')}`,
    found => changedValue(found, 'now'),
  ),
  freeForm(
    `${X}(?: (?:in|of) ${M})? (?:(?:is (?:now )?(?:set to )?|= |:= )${value('now')}(?: \\(${FORMERLY}:?| ${FORMERLY}:?|, ${FORMERLY}:?)|is now (?:set to )?${value('then')} ${INSTEAD}) ${value('old')}\\)?`,
    found => changedValue(found, found.has('now') ? 'now' : 'then'),
  ),
  freeForm(
    `${M} (?<adverb>now |still )?(?:sets|assigns|defines) ${code('x')}(?:,| to|, now)? (?:now )?to ${value('v')}`,
    found =>
      found.isPath('m')
        ? [
            `${found.word('x')} is ${found.word('adverb') === 'still ' ? 'still ' : ''}defined in ${found.word('m')}`,
            `${found.word('x')} in ${found.word('m')} is ${found.word('adverb') === 'now ' ? 'now ' : ''}${found.word('v')}`,
          ]
        : undefined,
  ),
  freeForm(
    `(?:the )?(?<new>new |current )?(?:package )?version(?: string| number)?(?: (?:in|of) ${M})? is ${ADVERB}${code('v')}`,
    found =>
      !/^\d+\.\d/.test(found.text('v'))
        ? undefined
        : [
            `${found.add('__version__')}${found.has('m') ? ` in ${found.word('m')}` : ''} is ${/^new/.test(found.word('new')) ? 'now ' : found.word('adverb')}${found.word('v')}`,
          ],
  ),
  freeForm(
    `(?:the )?${code('x')} (?:assignment|definition|constant|line) (?:in|of|from) ${M} (?:${GONE})`,
    found => {
      const [, name, given] = assigned(found.text('x'));
      if (name === undefined || given === undefined) return undefined;
      const sign = found.add(name);
      return [
        `${sign} was removed from ${found.word('m')}`,
        `${sign} in ${found.word('m')} is ${found.add(given, undefined)} before the change`,
      ];
    },
  ),
];
