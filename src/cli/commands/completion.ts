import { defineCommand } from '../command.ts';
import { COMMANDS } from '../command-list.ts';
import type { Completed } from '../completed.ts';
import { completeBash, completeFish, completeZsh } from '../completion-scripts.ts';
import { EXIT, UsageError } from '../io.ts';
import { wordsOf } from '../option-table.ts';
import { COMMON } from '../options.ts';

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: completeBash,
  zsh: completeZsh,
  fish: completeFish,
};

export const command = defineCommand({
  forms: ['workorder completion bash|zsh|fish'],
  about: ['Prints a script that completes commands, options and their words.'],
  options: {},
  notes: [
    `bash   source <(workorder completion bash)          in ~/.bashrc
zsh    source <(workorder completion zsh)           in ~/.zshrc, after compinit
fish   workorder completion fish > ~/.config/fish/completions/workorder.fish`,
  ],
  words: Object.keys(SHELLS),
  takes: [['no shell is given: name bash, zsh or fish'], 1],
  async run(line, io) {
    const [shell = ''] = line.positionals;
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!script) throw new UsageError(`there is no completion for "${shell}"`);
    io.stdout(script(await Promise.all(Object.keys(COMMANDS).map(completed))));
    return EXIT.ok;
  },
});

async function completed(name: string): Promise<Completed> {
  const { about = '', load } = COMMANDS[name] ?? {};
  const command = (await load?.())?.command;
  const options = Object.entries({ ...command?.options, ...COMMON }).flatMap(([option, spec]) =>
    spec.about === undefined
      ? []
      : [
          {
            name: option,
            about: spec.about,
            takesValue: spec.type === 'string',
            words: wordsOf(spec),
            isFile: FILE.test(spec.value ?? ''),
          },
        ],
  );
  const takesFile = (command?.forms ?? []).some(form => FILE.test(form.split(' ')[2] ?? ''));
  return { name, about, options, words: command?.words ?? [], takesFile };
}

/** Values that are files or folders. */
const FILE = /\b(?:FILE|PATH|DIR|ORDER|PLAN|CHECKLIST)\b/;
