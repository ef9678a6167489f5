import { defineCommand } from '../../src/cli/command.ts';
import { EXIT, UsageError } from '../../src/cli/io.ts';
import { textOption } from '../../src/cli/option-table.ts';
import { readCount } from '../../src/cli/option-values.ts';

/** A command as the recipe of docs/extending.md has it: counts words. */
export const command = defineCommand({
  forms: ['workorder count TEXT [--most N]'],
  about: ['Counts words.'],
  options: { most: textOption('N', 'fail when there are more (default: any number)') },
  takes: [['no text is given: write it in quotes'], 1],
  async run(line, io) {
    const most = readCount(line, 'most') ?? Number.POSITIVE_INFINITY;
    const [text = ''] = line.positionals;
    if (text === '') throw new UsageError('there are no words');
    const count = text.split(' ').length;
    io.stdout(`${count}\n`);
    return count > most ? EXIT.failed : EXIT.ok;
  },
});
