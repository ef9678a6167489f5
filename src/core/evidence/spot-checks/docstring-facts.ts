import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout } from '../code/code-tokens.ts';
import { hasWord } from './code-text.ts';
import { ofDefinition } from './definition-facts.ts';
import { placesOf } from './found-definition.ts';
import { isSetIn } from './hidden-bindings.ts';
import { type ClaimOf, truth } from './truth.ts';

export const checkDocstring = ofDefinition<ClaimOf<'docstring'>>((found, claim, look) => {
  const { text, is = 'there' } = claim;
  const { definition } = found.ref;
  const body = found.file.range(definition.body, definition.end);
  const at = body.findIndex(
    ({ kind, text: each }) => kind === STRING || !['\n', '{indent}', ':'].includes(each),
  );
  const places = placesOf(look, found);
  const first = body[at];
  if (found.isOpen) return truth('unknown', 'its decorator may give it another docstring', places);
  if (isSetIn(found.file, '__doc__'))
    return truth('unknown', `${found.ref.module.path} sets docstrings itself`, places);
  if (first?.op === op.PAREN_OPEN) return truth('unknown', 'its first statement is in brackets', places);
  const isText = first?.kind === STRING && /^[ru]*:/.test(first.text) && isEnd(body[at + 1]);
  if (!isText) return truth(is === 'there' ? 'false' : 'true', 'it has no docstring', places);
  if (text === null) return truth(is === 'there' ? 'true' : 'false', 'it has a docstring', places);
  const said = saysInDocstring(first.text.slice(first.text.indexOf(':') + 1), text, claim);
  const reason = said === true ? 'the docstring says so' : `the docstring does not say "${text}"`;
  if (said === undefined) return truth('unknown', reason, places);
  return truth(said === (is === 'there') ? 'true' : 'false', reason, places);
});

const isEnd = (token: CodeToken | undefined): boolean => token === undefined || isLayout(token);

/** Whether a docstring says a text; `undefined` where only a part of a word, or of the docstring, is that. */
function saysInDocstring(
  docstring: string,
  text: string,
  { isWhole, isName }: Pick<ClaimOf<'docstring'>, 'isWhole' | 'isName'>,
): boolean | undefined {
  const written = (each: string) => each.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  const squeeze = (each: string) => written(each).toLowerCase();
  const [all, said] = [squeeze(docstring), squeeze(text)];
  // What an escape stands for is not read, nor is what it joins.
  if (!all.includes(said)) return docstring.includes('\\') || isNearlyIn(said, all) ? undefined : false;
  // Small letters may be said of large ones, and hardly the other way round.
  if (/[A-Z]/.test(text) && !written(docstring).includes(written(text))) return undefined;
  const [head = ''] = docstring.trim().split(/\n\s*\n/, 1);
  const [line = ''] = docstring.trim().split('\n', 1);
  if (isWhole === true) return [all, squeeze(head), squeeze(line)].includes(said) ? true : undefined;
  // A word of a sentence may be a name by chance.
  if (isName === true && !isMarked(docstring, text)) return undefined;
  return hasWord(all, said) ? true : undefined;
}

/** Without its marks, or as far as it is written out, it is there. */
const isNearlyIn = (said: string, all: string): boolean => {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
  const parts = said.split(/\.\.\.|…/).map(letters);
  return parts.every(part => letters(all).includes(part));
};

/** `name`, :param name:, name: or *name* */
function isMarked(docstring: string, name: string): boolean {
  for (let at = docstring.indexOf(name); at >= 0; at = docstring.indexOf(name, at + 1)) {
    const [before, behind] = [docstring[at - 1] ?? ' ', docstring.slice(at + name.length)];
    const isName = !/[\w.]/.test(before) && !/^\w/.test(behind);
    const isQuoted = /[`*'"]/.test(before);
    if (isName && (isQuoted || /^(?: ?:| \([^()\n]*\) ?:)/.test(behind))) return true;
  }
  return false;
}
