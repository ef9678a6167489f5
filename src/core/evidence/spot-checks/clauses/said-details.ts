import { isClassLike } from '../../code/dotted-names.ts';
import { type Found, form, RATHER_THAN, type Sentences, sayItIs } from './form.ts';
import type { SaidParameter } from './parameter-parts.ts';
import { perhapsParameter } from './said.ts';
import { nameOf } from './said-parameters.ts';

/** What makes it a parameter is what is said of it: where there is none, something else may be meant. */
const perhaps = (said: Sentences | undefined): Sentences | undefined =>
  said?.map(each => (typeof each === 'string' ? perhapsParameter(each) : each));

const parameter = (found: Found, { name, of }: SaidParameter): string =>
  `the parameter ${nameOf(found, name)} of ${of}`;

const is = (found: Found, of: SaidParameter, what: string): Sentences | undefined =>
  sayItIs(found, parameter(found, of), what);

const given = (found: Found, of: SaidParameter): Sentences | undefined =>
  is(found, of, found.word('how').replace(/^(?:mandatory|needed)$/, 'required'));

const typed = (found: Found, of: SaidParameter): Sentences | undefined => {
  const said = is(found, of, `annotated as ${found.word('t')}`);
  const value = found.word('withDefault');
  return value === '' || said === undefined
    ? said
    : [...said, `the default of ${nameOf(found, of.name)} in ${of.of} is ${value}`];
};

const otherType = (found: Found, of: SaidParameter): Sentences => {
  const { from, to } = found.change('c');
  return [`the type of ${nameOf(found, of.name)} of ${of.of} changed from ${from} to ${to}`];
};

const defaultIs = (found: Found, { name, of }: SaidParameter): Sentences | undefined =>
  sayItIs(found, `the default of ${nameOf(found, name)} in ${of}`, found.word('v'));

const otherDefault = (found: Found, { name, of }: SaidParameter): Sentences => {
  const { from, to } = found.change('c');
  return [`the default of ${nameOf(found, name)} in ${of} changed from ${from} to ${to}`];
};

const ANNOTATED =
  '(annotated|typed|declared|type-hinted|annotated as|typed as|declared as|annotated with|of type|type-hinted as|annotated to be|annotated :)';
const KEYWORD_ONLY = '(must|has to|can only|may only) be (passed|given|supplied)';

/** Of a type, a default, and of how a parameter is given. */
export const SAID_OF_DETAILS = [
  // Types.
  form(`{p:parameter} {m:be} ${ANNOTATED} {t:type} (only|alone)? {withDefault}? {end}`, found =>
    typed(found, found.parameter()),
  ),
  form(`{q:loose} {m:be} ${ANNOTATED} {t:type} (only|alone)? {withDefault}? {end}`, found => {
    const of = found.parameter('q');
    return isClassLike(found.text(of.of)) ? undefined : perhaps(typed(found, of));
  }),
  form('{p:parameter} {m:have} (the|a|an)? (type|annotation|type annotation) (of)? {t:type} {end}', found =>
    typed(found, found.parameter()),
  ),
  form('(the)? (type|annotation|type annotation|type hint) of {p:parameter} {m:be} {t:type} {end}', found =>
    typed(found, found.parameter()),
  ),
  form('(the)? (type|annotation|type annotation|type hint) of {q:loose} {m:be} {t:type} {end}', found =>
    perhaps(typed(found, found.parameter('q'))),
  ),
  form(
    '{fn} {m:annotate} (the|its)? (parameter|argument)? {x:anyName} (as|with|to be) {t:type} {end}',
    found =>
      isClassLike(found.text(found.word('fn')))
        ? undefined
        : perhaps(typed(found, { name: found.word('x'), of: found.word('fn'), given: [] })),
  ),
  form('{p:parameter} {c:typedOther}', found => otherType(found, found.parameter())),
  form('(the)? (type|annotation|type annotation) of {p:parameter} {c:typeChange}', found =>
    otherType(found, found.parameter()),
  ),
  form('{p:parameter} (changed|switched) (its)? (type|annotation) {c:typeChange}', found =>
    otherType(found, found.parameter()),
  ),
  // Defaults.
  form('{p:parameter} {m:default} {v:value} (by default)? {end}', found =>
    defaultIs(found, found.parameter()),
  ),
  form('{q:loose} {m:default} {v:value} {end}', found => perhaps(defaultIs(found, found.parameter('q')))),
  form('{x:anyName} {m:default} {v:value} (in|for|of) {fn} {end}', found =>
    perhaps(defaultIs(found, { name: found.word('x'), of: found.word('fn'), given: [] })),
  ),
  form('{d:defaultOf} {m:be} {v:value} {end}', found => defaultIs(found, found.parameter('d'))),
  form(
    '{fn} {m:have} {v:value} as (the|its)? (default|default value) (of|for) (the)? (parameter|argument)? {x:anyName} {end}',
    found => defaultIs(found, { name: found.word('x'), of: found.word('fn'), given: [] }),
  ),
  form(
    '{fn} {m:give} (both)? (the|its)? (parameter|argument)? {x:anyNames} (parameter|argument)? to {v:value} {end}',
    found =>
      perhaps(
        found.words('x').flatMap(name => defaultIs(found, { name, of: found.word('fn'), given: [] }) ?? []),
      ),
  ),
  ...['{p:parameter} {m:default}', '{p:defaultOf} {m:be}'].map(front =>
    form(`${front} {v:value} ${RATHER_THAN} {w:value}`, found =>
      found.mood() === 'plain' ? defaultIs(found, found.parameter()) : undefined,
    ),
  ),
  form('{p:parameter} {c:defaultOther}', found => otherDefault(found, found.parameter())),
  form('{q:loose} {c:defaultOther}', found => perhaps(otherDefault(found, found.parameter('q')))),
  form('{d:defaultOf} {c:defaultChange}', found => otherDefault(found, found.parameter('d'))),
  form('{p:parameter} {m:have} no default (value)? {end}', found => {
    const mood = found.mood();
    return mood === 'not' || mood === 'no longer' ? undefined : is(found, found.parameter(), 'required');
  }),
  form(
    '{p:parameter} (no longer has|lost|has lost|lost its|has lost its) (a|any)? default (value)?',
    found => {
      const { name, of } = found.parameter();
      return [
        `the ${name} parameter of ${of} lost its default`,
        `${parameter(found, found.parameter())} is optional before the change`,
      ];
    },
  ),
  // How one is given.
  form(
    '{p:parameter} {m:be} (a|an)? <how>(keyword-only|positional-only|optional|required|mandatory|needed) {end}',
    found => given(found, found.parameter()),
  ),
  form('{q:loose} {m:be} (a|an)? <how>(keyword-only|positional-only) (now)? {end}', found =>
    given(found, found.parameter('q')),
  ),
  // Of a class an attribute may be required.
  form('{q:loose} {m:be} (a|an)? <how>(required|mandatory|optional) (parameter|argument)? {end}', found => {
    const said = given(found, found.parameter('q'));
    return isClassLike(found.text(found.parameter('q').of)) ? perhaps(said) : said;
  }),
  form(`{p:parameter} ${KEYWORD_ONLY} (by keyword|as a keyword|as a keyword argument)`, found =>
    is(found, found.parameter(), 'keyword-only'),
  ),
  form(`{q:loose} ${KEYWORD_ONLY} (by keyword|as a keyword|as a keyword argument)`, found =>
    is(found, found.parameter('q'), 'keyword-only'),
  ),
  form('{p:parameter} can only be (passed|given) (positionally|by position)', found =>
    is(found, found.parameter(), 'positional-only'),
  ),
  form('{p:parameter} can (also)? be (passed|given|supplied) <how>(positionally|by position)', accepted),
  form('{q:loose} can (also)? be (passed|given|supplied) <how>(positionally|by position)', accepted),
  form(
    '{p:parameter} can (also)? be (passed|given|supplied) <how>(by keyword|as a keyword argument)',
    accepted,
  ),
  form('{q:loose} can (also)? be (passed|given|supplied) <how>(by keyword|as a keyword argument)', accepted),
];

function accepted(found: Found): Sentences {
  const { name, of } = found.has('p') ? found.parameter() : found.parameter('q');
  const how = /keyword/.test(found.word('how')) ? 'by keyword' : 'positionally';
  return [`${of} accepts ${nameOf(found, name)} ${how}`];
}
