import type { AssignedTask } from './agent.ts';

export interface SpokenReport {
  readonly taskId: string;
  readonly success: boolean;
}

/** What an agent that has no tool for it says in its last lines of the tasks that it was given. */
export interface Spoken {
  readonly reports: readonly SpokenReport[];
  /** Its words without these lines. */
  readonly summary: string;
}

const LINE =
  /^[\s>*_`#-]*(?:REPORT|VERDICT)(?:[ \t]+([^\s:*`]+))?[*`]*:[\s*_`]*(DONE|FAILED|ACCEPTED|FIX)[\s*_`.]*$/;
/** Characters; all of what it said is in the journal. */
const MOST_SUMMARY = 4000;

/** Only the very last lines count: what stands further up may be quoted. A line without a name is about the only task. */
export function readSpoken(words: string, due: readonly AssignedTask[]): Spoken {
  const lines = words.trimEnd().split('\n');
  const reports = new Map<string, SpokenReport>();
  for (let line = lines.at(-1); line !== undefined; line = lines.at(-1)) {
    const match = line.trim() === '' && reports.size > 0 ? undefined : LINE.exec(line);
    if (match === null) break;
    lines.pop();
    if (match === undefined) continue;
    const taskId = match[1] ?? (due.length === 1 ? due[0]?.taskId : undefined);
    const isDue = due.some(one => one.taskId === taskId);
    if (taskId === undefined || !isDue || reports.has(taskId)) continue;
    reports.set(taskId, { taskId, success: match[2] === 'DONE' || match[2] === 'ACCEPTED' });
  }
  const said = lines.join('\n').trim();
  const summary = said.length <= MOST_SUMMARY ? said : `… ${said.slice(-MOST_SUMMARY)}`;
  return { reports: [...reports.values()].reverse(), summary: summary === '' ? 'It said nothing.' : summary };
}
