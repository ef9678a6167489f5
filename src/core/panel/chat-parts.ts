import { inLine } from '../kernel/markdown.ts';
import type { ViewNode } from './view-node.ts';

/**
 * One piece of an answer in the chat, as plain data: a host only draws it. Text is Markdown that is put together with the
 * functions of `kernel/markdown.ts`, so that nothing of others in it is alive.
 */
export type ChatPart =
  | { readonly kind: 'text'; readonly markdown: string }
  /** A file of the folder, shown as a link to it; the line is 1-indexed. */
  | { readonly kind: 'place'; readonly path: string; readonly line?: number };

export const text = (markdown: string): ChatPart => ({ kind: 'text', markdown });

export const place = (path: string, line?: number): ChatPart => ({
  kind: 'place',
  path,
  ...(line === undefined ? {} : { line }),
});

/** A paragraph of our own words and of others' text, which is escaped here. */
export const sentence = (words: string): ChatPart => text(`${inLine(words)}\n\n`);

/** The places one after another: `a.py, b.py and 3 more`. */
export function places(paths: readonly string[], most = 10): readonly ChatPart[] {
  const shown = paths.slice(0, most);
  const left = paths.length - shown.length;
  return [
    ...shown.flatMap((path, at) => (at === 0 ? [place(path)] : [text(', '), place(path)])),
    ...(left > 0 ? [text(` and ${left} more`)] : []),
  ];
}

/** Rows below a row that an answer shows; the rest is counted. */
const MOST_ROWS = 8;

/** A section of a view as a paragraph with a list below it: what the rows say, and where they lead. */
export function sectionParts({ label, description, children }: ViewNode): readonly ChatPart[] {
  const left = children.length - MOST_ROWS;
  return [
    text(`**${inLine(label)}**${dimmed(description)}\n\n`),
    ...children.slice(0, MOST_ROWS).flatMap(rowParts),
    ...(left > 0 ? [text(`- and ${left} more\n`)] : []),
    ...(children.length > 0 ? [text('\n')] : []),
  ];
}

function rowParts({ label, description, target }: ViewNode): readonly ChatPart[] {
  const where = target?.kind === 'file' || target?.kind === 'diff' ? target : undefined;
  const isPath = where !== undefined && label === where.path;
  return [
    text('- '),
    ...(isPath ? [place(where.path, where.line)] : [text(inLine(label))]),
    text(dimmed(description)),
    ...(where === undefined || isPath ? [] : [text(' '), place(where.path, where.line)]),
    text('\n'),
  ];
}

const dimmed = (description: string | undefined): string =>
  description === undefined ? '' : ` · ${inLine(description)}`;
