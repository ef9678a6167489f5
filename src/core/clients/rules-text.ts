import type { RulesFile } from './client.ts';

/** Between these lines is what we wrote; the person's own words stay around it. */
const BEGIN = '<!-- Work Order: begin. "workorder mcp --uninstall" takes this section out. -->';
const END = '<!-- Work Order: end -->';

const RULES = [
  '## Editing files',
  '',
  'Change files of this project with the tools of the MCP server `workorder`, not with your own editing tools or the shell:',
  '',
  '- Read what you are going to change first (`get_source`, `read_file`, `trace_calls`).',
  '- Propose the whole change in one call of `propose_changes`. Each `old_string` must occur exactly once in its file.',
  '- The answer says whether the change was written, and what was found. When it was not written, correct the commands and propose again, or tell the user why it was refused.',
] as const;

/** A rules file with our words in it; `text` undefined: there is no such file yet. */
export function withRules(text: string | undefined, { ownFile }: RulesFile): string {
  const newline = text?.includes('\r\n') ? '\r\n' : '\n';
  const section = [BEGIN, ...RULES, END].join(newline);
  if (text === undefined) return `${[...(ownFile ?? []), section].join(newline)}${newline}`;
  const place = sectionOf(text);
  if (place) return text.slice(0, place.start) + section + text.slice(place.end);
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
  return `${text}${gap}${section}${newline}`;
}

/** The file without our words, `undefined` when nothing else is left of it. */
export function withoutRules(text: string, { ownFile }: RulesFile): string | undefined {
  const place = sectionOf(text);
  if (!place) return text;
  const before = text.slice(0, place.start);
  const after = text.slice(place.end).replace(/^\r?\n/, '');
  const isOurHead = before.replaceAll('\r', '').trim() === (ownFile ?? []).join('\n').trim();
  if (isOurHead && after.trim() === '') return undefined;
  // The empty line that was put in front of it.
  return before.replace(/(\n)\r?\n$/, '$1') + after;
}

export const hasRules = (text: string): boolean => sectionOf(text) !== undefined;

function sectionOf(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = text.indexOf(BEGIN);
  const end = start < 0 ? -1 : text.indexOf(END, start);
  return end < 0 ? undefined : { start, end: end + END.length };
}
