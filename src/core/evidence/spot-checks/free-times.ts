import { type FreeForm, freeForm, unsure } from './free-form.ts';

/** Of what was before, in the words for what is. */
const PRESENT: Readonly<Record<string, string>> = {
  took: 'takes',
  accepted: 'accepts',
  required: 'requires',
  expected: 'expects',
  had: 'has',
  was: 'is',
  returned: 'returns',
  raised: 'raises',
  called: 'calls',
  'derived from': 'inherits from',
  'inherited from': 'inherits from',
  subclassed: 'inherits from',
  extended: 'inherits from',
  'defaulted to': 'defaults to',
  imported: 'imports',
  defined: 'defines',
  contained: 'contains',
  exported: 'exports',
  'was in': 'is defined in',
  'lived in': 'is defined in',
  'sat in': 'is defined in',
};
const PAST = `(?<past>${Object.keys(PRESENT)
  .sort((a, b) => b.length - a.length)
  .join('|')})`;
const ONCE =
  '(?:previously|formerly|originally|earlier|until now|before|before that|before (?:the|this|that) change|in the (?:old|previous) (?:version|release|code))';
const S = '(?<s>(?:the )?(?:[a-z-]+ ){0,3}§\\d+(?: (?:of|in) §\\d+)?)';

const said = (found: Parameters<FreeForm['say']>[0]): readonly string[] => [
  `${found.word('s')} ${PRESENT[found.word('past')] ?? ''} ${found.word('rest')} before the change`,
];

/** What was before the change, said in the past. */
export const SAID_OF_THE_PAST: readonly FreeForm[] = [
  freeForm(`${ONCE},? ${S} (?:already |still )?${PAST} (?<rest>.+)`, said),
  freeForm(`(?<s>§\\d+(?: in §\\d+)?):? ${ONCE},? (?:it )?(?:already )?${PAST} (?<rest>.+)`, said),
  freeForm(
    `${S} (?:already |still )?${PAST} (?<rest>.+?),? (?:already )?(?:before|previously|before (?:the|this|that) change|in the (?:old|previous) (?:version|release))`,
    said,
  ),
  freeForm(`${S} used to (?:take|accept) (?<rest>§\\d+|the §\\d+ parameter|an? §\\d+ parameter)`, found => [
    `${found.word('s')} takes ${found.word('rest')} before the change`,
    unsure(`${found.word('s')} does not take ${found.word('rest')}`),
  ]),
  freeForm(
    `${S} used to (?:derive from|inherit from|extend|subclass|be a subclass of) (?<rest>§\\d+)`,
    found => [
      `${found.word('s')} inherits from ${found.word('rest')} before the change`,
      unsure(`${found.word('s')} no longer inherits from ${found.word('rest')}`),
    ],
  ),
];
