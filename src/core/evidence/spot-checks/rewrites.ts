import { distributePlaces, distributeSubjects } from './distribute.ts';
import { andWhich } from './longer-forms.ts';
import { readRelative } from './relative.ts';
import type { Code } from './sentence-form.ts';
import { inUsualForm } from './usual-forms.ts';

/**
 * Says the same in other sentences, which are all that is claimed; `undefined` where a sentence is none of its form.
 * Code may be added to `codes`.
 */
export type Rewrite = (words: string, codes: Code[], reads: Reads) => readonly string[] | undefined;
/** The name that a sentence says is there, where it is one that the grammar reads. */
export type Reads = (
  words: string,
) => { readonly symbol: string; readonly place: string | undefined } | undefined;

export const REWRITES: readonly Rewrite[] = [
  inUsualForm,
  distributeSubjects,
  distributePlaces,
  readRelative,
  onClass,
  andWhich,
];

/** `f is defined on A`: A defines it. */
function onClass(words: string, codes: Code[]): readonly string[] | undefined {
  const [, name, owner, rest = ''] =
    /^§(\d+) (?:still )?is defined on (?:the )?(?:class )?§(\d+)( .*)?$/.exec(words) ?? [];
  const [member, around] = [codes[Number(name)]?.text, codes[Number(owner)]?.text];
  if (name === undefined || member === undefined || !/^\w+$/.test(member) || !/^[\w.]+$/.test(around ?? ''))
    return undefined;
  const at = codes.push({ text: `${around}.${member}`, quote: '`' }) - 1;
  return [`§${at} is defined${rest}`];
}
