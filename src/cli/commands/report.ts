import { exportReport, exportWorkReport } from '../../node/report/export-report.ts';
import { defineCommand } from '../command.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { EXIT } from '../io.ts';
import { KEY_OPTIONS, knownSecrets } from '../models/api-key.ts';
import { writeNamedFile } from '../named-file.ts';
import { textOption } from '../option-table.ts';

export const command = defineCommand({
  forms: ['workorder report [RUN|--last] [--to FILE]'],
  about: [
    'Writes one file about a run of any kind (default: the latest) for a bug report: how it ended, its journal, what the models answered (and what they were asked, when the run was made with --record), versions and settings. API keys (those of --key-file and so on) and the text of files that look like secrets are taken out; the source code that models and tools were shown is not.',
    'To play the run of a work order again in a copy of the same files: workorder run REPORT --model replay:REPORT',
    ABOUT_RUN,
  ],
  options: {
    to: textOption('FILE', 'where to (default: workorder-report-RUN.json in the current folder)'),
    ...RUN_OPTIONS,
    ...KEY_OPTIONS,
  },
  takes: [[], 1],
  async run(line, io) {
    const here = openRuns(line);
    const { runId, kind, files = [], source } = await chooseRun(here, line);
    const runs = await source.open();
    const secretFiles = (await runs.shared(runId))?.secrets;
    const about = { runId, secrets: knownSecrets(line, io), secretFiles, versions: {}, settings: {} };
    const text =
      source.kind === 'work order'
        ? await exportReport({ ...about, journals: here.journals })
        : await ofWork();
    const file = line.text('to') ?? `workorder-report-${runId}.json`;
    // It may hold source code: for this person only, until they pass it on.
    await writeNamedFile(file, text, io, { mode: 0o600 });
    if (line.json) io.stdout(`${JSON.stringify({ run: runId, file })}\n`);
    else
      io.stdout(
        `Wrote ${file}. Read it before you pass it on: it holds what the models and tools were shown.\n`,
      );
    return EXIT.ok;

    async function ofWork(): Promise<string> {
      const [events = [], headline = ''] = [await runs.events(runId), await runs.headline(runId)];
      return exportWorkReport({ ...about, kind, events, headline, files });
    }
  },
});
