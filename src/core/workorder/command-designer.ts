import type { Model, ModelReply, ModelRequest } from '../ports/model.ts';
import type { ProgramOnCopy } from '../ports/program-on-copy.ts';
import { designOfEdits } from './commands-of-edits.ts';

/** A token is about this many characters; the program says nothing of its own. */
const CHARACTERS_OF_A_TOKEN = 4;

/**
 * A Designer that is a program of a person: it reads the prompt on standard input, and answers the Designer's JSON on
 * standard output or edits its copy of the workspace.
 * @param open the program with this standard input, on a new copy
 */
export const commandDesigner = (
  command: readonly string[],
  open: (stdin: Uint8Array) => ProgramOnCopy,
): Model => ({
  label: `command:${command[0] ?? ''}`,
  async ask(request) {
    const prompt = promptOf(request);
    const ran = await open(new TextEncoder().encode(prompt)).run(() => undefined, request.signal);
    if (!ran.ok) return fault(ran.error);
    const { end, changes, notCarried, stdout } = ran.value;
    if (end !== 0) return fault(`it ended with ${end}`);
    if (notCarried.length > 0) return fault(notCarried.join('; '));
    const designed = changes.files.length === 0 ? undefined : designOfEdits(changes);
    if (designed?.ok === false) return fault(designed.error);
    const text = designed === undefined ? stdout.trim() : JSON.stringify(designed.value);
    const tokens = (counted: string) => Math.ceil(counted.length / CHARACTERS_OF_A_TOKEN);
    return {
      kind: 'answer',
      text,
      model: command[0] ?? '',
      usage: { inputTokens: tokens(prompt), outputTokens: tokens(text), estimated: true },
    };
  },
});

const fault = (reason: string): ModelReply => ({
  kind: 'fault',
  code: 'command',
  reason: `the program of the Designer gave no answer: ${reason}`,
});

/** It calls no tools: the files are there to read. */
const promptOf = ({ messages, output }: ModelRequest): string =>
  [
    ...messages.map(({ text }) => text),
    'The files are in the current folder. Print the JSON object and nothing else, or edit the files that are to change and print nothing.',
    `The JSON schema of the object:\n${JSON.stringify(output.schema)}`,
  ].join('\n\n');
