import type { Random } from '../faults/support/random.ts';

type Json = Readonly<Record<string, unknown>>;

/** One fault put into one command; everything else of the reply stays right. */
export interface CommandFault {
  readonly name: string;
  readonly change: (command: Json) => unknown;
}

const withArgs =
  (change: (args: Json) => unknown) =>
  (command: Json): unknown => ({ ...command, args: change(command['args'] as Json) });

const without =
  (key: string) =>
  (object: Json): unknown =>
    Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

/** Faults that code must find in a command, whatever stands around it. */
export const COMMAND_FAULTS: readonly CommandFault[] = [
  ...['write_file', 'Atomic_Replace', 'lint_backend', '__error__', ''].map(tool => ({
    name: `tool ${JSON.stringify(tool)}`,
    change: (command: Json) => ({ ...command, tool }),
  })),
  ...[null, 7, 'atomic_replace', [], {}, true].map(value => ({
    name: `command ${JSON.stringify(value)}`,
    change: () => value,
  })),
  ...['tool', 'args', 'reason'].map(key => ({ name: `without ${key}`, change: without(key) })),
  ...[null, 7, [], ''].map(args => ({
    name: `args ${JSON.stringify(args)}`,
    change: (command: Json) => ({ ...command, args }),
  })),
  { name: 'a key too many', change: command => ({ ...command, id: 1 }) },
  { name: 'a reason that is a number', change: command => ({ ...command, reason: 1 }) },
  { name: 'an argument too many', change: withArgs(args => ({ ...args, encoding: 'utf-8' })) },
  { name: 'no file_path', change: withArgs(without('file_path')) },
  { name: 'a file_path that is a list', change: withArgs(args => ({ ...args, file_path: [] })) },
  { name: 'no replacements', change: withArgs(args => ({ file_path: args['file_path'], replacements: [] })) },
  ...['source_start', 'source_end', 'target_line'].map(key => ({
    name: `${key} as text`,
    change: (command: Json) => ({
      ...command,
      tool: 'move_text',
      args: {
        file_path: (command['args'] as Json)['file_path'],
        source_start: 1,
        source_end: 1,
        target_line: 1,
        [key]: '1',
      },
    }),
  })),
  ...['../outside.py', '/etc/passwd', '.git/config', 'C:/x.py', 'elsewhere/x.py', '', 'a\u0000b', '-rf'].map(
    path => ({
      name: `file_path ${JSON.stringify(path)}`,
      change: withArgs(args => ({ ...args, file_path: path })),
    }),
  ),
];

const SPLICES = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\u0000',
  '\ufeff',
  '\ud800',
  'null',
  '1e999',
  '```',
  '__proto__',
  '\\ud83d',
  '"tool":"shell",',
  '"commands":[],',
  'é',
  '😀',
];

/** The text with one to three random edits: letters lost, doubled, swapped, replaced, pieces cut or repeated. */
export function mutateText(random: Random, text: string): string {
  let mutated = text;
  for (let edits = 1 + random.int(3); edits > 0; edits--) {
    const at = random.int(mutated.length + 1);
    const to = Math.min(mutated.length, at + 1 + random.int(random.pick([1, 8, 200])));
    const [head, cut, tail] = [mutated.slice(0, at), mutated.slice(at, to), mutated.slice(to)];
    switch (random.int(7)) {
      case 0:
        mutated = head + tail;
        break;
      case 1:
        mutated = head + cut + cut + tail;
        break;
      case 2:
        mutated = head + random.pick(SPLICES) + cut + tail;
        break;
      case 3:
        mutated = head + random.pick(SPLICES) + tail;
        break;
      case 4:
        mutated = head + [...cut].reverse().join('') + tail;
        break;
      case 5:
        mutated = random.pick(['Here it is:\n', '```json\n', '\ufeff', ' \n']) + mutated;
        break;
      default:
        mutated += random.pick(['\n```', ' Done.', '{}', ' ', '\u0000']);
    }
  }
  return mutated;
}
