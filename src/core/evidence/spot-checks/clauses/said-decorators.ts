import { type Found, form, type Sentences, sayItIs } from './form.ts';

const D = ['{d:code} decorator', 'decorator {d:code}'];

const decorated = (found: Found): Sentences | undefined =>
  sayItIs(found, found.word('thing'), `decorated with ${found.word('d')}`);
const lost = (found: Found): Sentences => [
  `${found.word('thing')} is no longer decorated with ${found.word('d')}`,
  `${found.word('thing')} is decorated with ${found.word('d')} before the change`,
];
function other(found: Found): Sentences {
  const [thing, { from, to }] = [found.word('thing'), found.change('c')];
  return [
    `${thing} is no longer decorated with ${from}`,
    `${thing} is decorated with ${from} before the change`,
    `${thing} is now decorated with ${to}`,
  ];
}

/** Of decorators. */
export const SAID_OF_DECORATORS = [
  form('{thing} {m:be} decorated (with|by) {d:code} {end}', decorated),
  form('{thing} {m:have} (the|a|an|its)? {d:code} (decorator|decoration) {end}', decorated),
  ...D.flatMap(named => [
    form(`{thing} (carries|uses|bears) (the|a)? ${named}`, decorated),
    form(
      `{thing} (lost|loses|dropped|drops|has lost|no longer has|no longer carries|no longer uses) (the|its)? ${named}`,
      lost,
    ),
    form(
      `{thing} (gained|got|gets|gains|received|now has|now carries|now uses) (the|a|an)? (new)? ${named}`,
      found => [`${found.word('thing')} is now decorated with ${found.word('d')}`],
    ),
    form(`(the)? ${named} {removed} from {thing}`, lost),
  ]),
  form("{thing} ('s|:|: the) decorator {c:decorators}", other),
  form('the decorator of {thing} {c:decorators}', other),
  form('{thing} {c:decoratedOther}', other),
  form('{thing} {m:be} decorated with {d:code} (, not|and not|, and not) (with)? {e:code}', found => {
    const said = decorated(found);
    return said && [...said, `${found.word('thing')} is not decorated with ${found.word('e')}`];
  }),
];
