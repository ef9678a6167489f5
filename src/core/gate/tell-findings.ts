import type { FileChange } from '../changes/change-set.ts';
import { type Finding, findingLine } from '../changes/finding.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Staging } from './staging.ts';

/** Findings whose line is quoted; the others are told without. */
const MOST_QUOTED = 20;
const LONGEST_LINE = 200;

/**
 * What a check found, for the agent that made the change: with the line it is about where the agent has not just written
 * that itself, so that it can be repaired without reading the file. No line of a file that the agent may not read.
 *
 * @param changed by the agent, on the disk by now
 */
export async function tellFindings(
  findings: readonly Finding[],
  changed: readonly Pick<FileChange, 'path' | 'before'>[],
  staging: Pick<Staging, 'read' | 'reasonNotToShow'>,
): Promise<readonly string[]> {
  const isWritten = (file: string, line: string): boolean => {
    const change = changed.find(({ path }) => path === file);
    return change !== undefined && !(change.before && decodeUtf8(change.before)?.includes(line));
  };
  const sentences: string[] = [];
  for (const [k, finding] of findings.entries()) {
    const sentence = findingLine(finding);
    const line = k < MOST_QUOTED ? await lineOf(finding, staging) : undefined;
    const isKnown =
      line === undefined || sentence.includes(line) || isWritten(finding.place?.file ?? '', line);
    sentences.push(!isKnown ? `${sentence}. That line is: ${line}` : sentence);
  }
  return sentences;
}

async function lineOf(
  { place }: Finding,
  staging: Pick<Staging, 'read' | 'reasonNotToShow'>,
): Promise<string | undefined> {
  if (place === undefined || place.side === 'before') return undefined;
  if ((await staging.reasonNotToShow(place.file)) !== undefined) return undefined;
  const read = await staging.read(place.file);
  const text = read.ok && read.value ? decodeUtf8(read.value) : undefined;
  const line = text?.split(/\r\n|\n|\r/u)[place.line - 1]?.trim();
  return line === undefined || line === '' || line.length > LONGEST_LINE ? undefined : line;
}
