import { form, type Sentences } from './form.ts';

const SAME =
  '(is unchanged|are unchanged|was not modified|were not modified|was not changed|were not changed|is the same|are the same|is identical|are identical|did not change|has not changed|have not changed|was left alone|were left alone|was left untouched|were left untouched|is untouched|are untouched|stays the same|stay the same|stayed the same|remains the same|remains unchanged|remain unchanged|stays as it was|is exactly the same|is byte-for-byte the same|are byte-for-byte the same|is byte-for-byte identical|are byte-for-byte identical|are exactly the same|was not touched|were not touched|has the same source|is as before|are as before|stays unchanged|is not changed|is not modified|is not touched|are not changed|is left as it was|is byte-identical|is the same as before|are the same as before)';
const WHEN =
  '(in both versions|in both releases|before and after|before and after the change|across the two versions|across both versions|between the two versions|between the two releases|between both versions|in this change|by this change|by the change|in the change|on both sides|as before|at all|to before|from before|across the releases|, signature and body|, signature and body alike|in both versions, signature and body|before and after, signature and body)';
const OF = '(of|for|in)';

const same = (of: string, things: readonly string[]): Sentences =>
  things.map(each => (of === '' ? `${each} is unchanged` : `the ${of} of ${each} is unchanged`));

/** Of what did not change. */
export const SAID_OF_THE_SAME = [
  form(`{things} ${SAME} ${WHEN}?`, found => same('', found.words('things'))),
  form(`(the|module|file)? {file} ${SAME} ${WHEN}?`, found =>
    /\.py$/.test(found.text(found.word('file'))) ? [`${found.word('file')} was not modified`] : undefined,
  ),
  form(
    `(the)? <of>(body|code|source|implementation|source code|definition) ${OF} {things} ${SAME} ${WHEN}?`,
    found => same(/body/.test(found.word('of')) ? 'body' : '', found.words('things')),
  ),
  form(`(the)? (signature|signatures|parameter list|parameters) ${OF} {things} ${SAME} ${WHEN}?`, found =>
    same('signature', found.words('things')),
  ),
  form(`{thing} 's (signature|parameter list|parameters) ${SAME} ${WHEN}?`, found =>
    same('signature', [found.word('thing')]),
  ),
  form(`{thing} 's (body|code|source|implementation) ${SAME} ${WHEN}?`, found =>
    same('body', [found.word('thing')]),
  ),
  form(
    '{things} (keeps|keep|kept|has|have|retains) (its|their|the) same? (exact|old|original)? (signature|signatures|parameters|parameter list) {end}',
    found => same('signature', found.words('things')),
  ),
];
