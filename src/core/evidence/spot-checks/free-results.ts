import { type FreeForm, freeForm } from './free-form.ts';
import { FORMERLY, placed, type } from './free-parts.ts';

const F = placed('f');
/** What is said of what functions give, and of their decorators. */
export const SAID_OF_RESULTS: readonly FreeForm[] = [
  // Results.
  freeForm(
    `(?:${F}: (?:the )?(?:return type|return annotation)|${placed('g')}'s? return (?:type|annotation)|(?:the )?return (?:type|annotation) of ${placed('h')}) (?:changed |went |switched |was changed |is )?(?:from )?${type('t')} (?:->|to) ${type('u')}`,
    found => [
      `the return type of ${found.word('f') || found.word('g') || found.word('h')} changed from ${found.word('t')} to ${found.word('u')}`,
    ],
  ),
  freeForm(
    `${F} (?:is (?:now )?annotated (?:to return|as returning)|is (?:now )?declared to return) ${type('u')}(?: \\(${FORMERLY}|, ${FORMERLY}| ${FORMERLY}):? ${type('t')}\\)?`,
    found => [`the return type of ${found.word('f')} changed from ${found.word('t')} to ${found.word('u')}`],
  ),
  // Decorators.
  freeForm(
    `${F} (?:lost|dropped|no longer has|no longer carries|no longer uses) (?:its |the )?(?:(?<d>§\\d+) decorator|decorator (?<e>§\\d+))`,
    found => [
      `${found.word('f')} is no longer decorated with ${found.word('d') || found.word('e')}`,
      `${found.word('f')} is decorated with ${found.word('d') || found.word('e')} before the change`,
    ],
  ),
  freeForm(
    `${F} (?:gained|got|now has|now carries|now uses) (?:an? |the )?(?:new )?(?:(?<d>§\\d+) decorator|decorator (?<e>§\\d+))`,
    found => [`${found.word('f')} is now decorated with ${found.word('d') || found.word('e')}`],
  ),
  freeForm(
    `(?:${F}: decorator|${placed('g')}'s? decorator|the decorator of ${placed('h')}) (?:changed |went )?(?:from )?(?<d>§\\d+) (?:->|to) (?<e>§\\d+)`,
    found => {
      const f = found.word('f') || found.word('g') || found.word('h');
      return [
        `${f} is no longer decorated with ${found.word('d')}`,
        `${f} is decorated with ${found.word('d')} before the change`,
        `${f} is now decorated with ${found.word('e')}`,
      ];
    },
  ),
  freeForm(
    `${F} is (?:now )?decorated with (?<e>§\\d+)(?: \\(${FORMERLY}|, ${FORMERLY}| ${FORMERLY}|, not| and no longer with):? (?:with )?(?<d>§\\d+)\\)?`,
    found => [
      `${found.word('f')} is decorated with ${found.word('e')}`,
      `${found.word('f')} is not decorated with ${found.word('d')}`,
      ...(/, not /.test(found.all)
        ? []
        : [`${found.word('f')} is decorated with ${found.word('d')} before the change`]),
    ],
  ),
];
