import { type Found, form, RATHER_THAN, type Sentences } from './form.ts';
import { type Mood, sayIs } from './moods.ts';

const LIST = '(signature|parameter list|argument list|parameters|arguments|full signature)';

const is = (found: Found, mood = found.mood()): Sentences | undefined =>
  mood && [sayIs(`the signature of ${found.word('fn')}`, mood, found.word('s'))];

/** Of signatures and results. */
export const SAID_OF_SIGNATURES = [
  form(
    '{fn} {m:take} (the|a|its)? (bare|plain|full|simple|whole)? (signature|parameters|arguments|parameter list)? {s:signature} {end}',
    is,
  ),
  form(`(the)? (new|full)? ${LIST} (of|for) {fn} {m:be} (just|simply|only)? {s:signature} {end}`, is),
  form(`{fn} (has|with)? (the|a)? ${LIST} (:|is|are|=)? {s:signature} {end}`, is),
  form(`{fn} 's ${LIST} {m:be} (just|simply|only)? {s:signature} {end}`, is),
  form('{fn} {m:be} {s:signature} {end}', is),
  form(`{fn} : <now>(now|now just|now simply|is now) {s:signature} {end}`, found => [
    `the signature of ${found.word('fn')} is now ${found.word('s')}`,
  ]),
  form(
    '{fn} {m:be} (annotated|declared|defined|annotated as|declared as|defined as|declared with|called with|annotated :|declared :) (the|signature)? {s:signature} {end}',
    found => is(found, notNow(found.mood())),
  ),
  form(
    `{fn} changed (its|the) (signature|parameter list|argument list|parameters|arguments|parameter order|argument order|order of parameters|order of arguments) {c:signatureChange}`,
    changed,
  ),
  form(`(the)? ${LIST} of {fn} {c:signatureChange}`, changed),
  form('{fn} {c:signatureChange}', changed),
  form(`{fn} (has|with)? (the|a)? ${LIST} after the change (:|is|are)? {s:signature}`, found => [
    `the signature of ${found.word('fn')} is ${found.word('s')}`,
  ]),
  form(
    `(the)? signature (of|for) {fn} (is unchanged|did not change|stays unchanged|is still the same|is the same as before) (,|:) {s:signature}`,
    found => [
      `the signature of ${found.word('fn')} is unchanged`,
      `the signature of ${found.word('fn')} is ${found.word('s')}`,
    ],
  ),
  // Results.
  form('{fn} {m:be} (annotated|declared|typed) (as|with|:)? {t:arrow} {end}', result),
  form(
    '(the)? implementation of {fn} {m:be} (annotated|declared|typed) (as|with|:|to return|as returning)? {t:arrow} {end}',
    result,
  ),
  form(
    '{fn} {m:be} (a|an) (new)? <kind>(static method|class method|method|function|property|helper) (returning|that returns|which returns|annotated to return) {t:type} {end}',
    found => {
      const [mood, more] = [found.mood(), result(found, notNow(found.mood()))];
      return mood && more && [sayIs(found.word('fn'), mood, `a ${found.word('kind')}`), ...more];
    },
  ),
  form(
    '{fn} {m:be} (annotated|declared|typed|type-hinted|hinted) (to return|as returning|with the return type|with return type|to give|as|with the return annotation) {t:type} {end}',
    result,
  ),
  form(
    '{fn} {m:have} (the|a|an)? (return annotation|return type|return type annotation|declared return type) (of)? {t:type} {end}',
    result,
  ),
  form(
    '{fn} (carries|still carries|now carries) (the|a)? (return annotation|return type) (of)? {t:type}',
    found => result(found, 'plain'),
  ),
  form(
    '(the)? (return annotation|return type|return type annotation|declared return type) (of|for|on) {fn} {m:be} {t:type} {end}',
    result,
  ),
  form("{fn} 's (return annotation|return type|return type annotation) {m:be} {t:type} {end}", result),
  form('(the)? (return annotation|return type) (of|for|on) {fn} {c:resultChange}', otherResult),
  form("{fn} ('s|: the|:) (return annotation|return type) {c:resultChange}", otherResult),
  form('{fn} {c:annotatedOther}', otherResult),
  form(
    `{fn} {m:be} (annotated|declared|typed) (to return|as returning) {t:type} ${RATHER_THAN} {u:type}`,
    found => (found.mood() === 'plain' ? result(found, 'plain') : undefined),
  ),
];

/** What is annotated now may have been there before. */
const notNow = (mood: Mood | undefined): Mood | undefined => (mood === 'now' ? 'plain' : mood);

function result(found: Found, mood = found.mood()): Sentences | undefined {
  const [fn, type] = [found.word('fn'), found.word('t')];
  if (mood === undefined || mood === 'not' || mood === 'no longer') return undefined;
  return [
    mood === 'before'
      ? `the return type of ${fn} is ${type} before the change`
      : sayIs(fn, mood, `annotated to return ${type}`),
  ];
}

function changed(found: Found): Sentences {
  const { from, to } = found.change('c');
  return [`the signature of ${found.word('fn')} changed from ${from} to ${to}`];
}

function otherResult(found: Found): Sentences {
  const { from, to } = found.change('c');
  return [`the return type of ${found.word('fn')} changed from ${from} to ${to}`];
}
