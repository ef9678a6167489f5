import { defineCommand, describeCommand } from '../command.ts';
import { COMMANDS } from '../command-list.ts';
import { EXIT, EXIT_CODES, UsageError } from '../io.ts';
import { explainLine } from '../option-table.ts';

const EXIT_CODES_WORD = 'exit-codes';

export const command = defineCommand({
  forms: ['workorder help [COMMAND|exit-codes]'],
  about: ['Lists the commands, explains one of them, or says what the exit codes mean.'],
  options: {},
  words: [...Object.keys(COMMANDS), EXIT_CODES_WORD],
  takes: [[], 1],
  async run({ positionals }, io) {
    const [about] = positionals;
    if (about === undefined) io.stdout(allCommands());
    else if (about === EXIT_CODES_WORD) io.stdout(exitCodes());
    else if (Object.hasOwn(COMMANDS, about)) {
      const loaded = await COMMANDS[about]?.load();
      if (loaded) io.stdout(`${describeCommand(loaded.command)}\n`);
    } else throw new UsageError(`there is no command "${about}"`);
    return EXIT.ok;
  },
});

const columns = (rows: readonly (readonly [string, string])[], width: number): string =>
  rows.flatMap(([name, about]) => explainLine(`  ${name}`, about, width)).join('\n');

function allCommands(): string {
  const rows = Object.entries(COMMANDS).map(([name, { about }]) => [`workorder ${name}`, about] as const);
  return `workorder: AI edits you can verify

${columns(rows, 24)}

Each command explains itself: workorder run --help. workorder --version prints the version.
workorder help exit-codes says what the exit codes mean.
`;
}

function exitCodes(): string {
  const rows = EXIT_CODES.map(([code, meaning]) => [String(code).padStart(3), meaning] as const);
  return `Exit codes of workorder\n\n${columns(rows, 9)}\n`;
}
