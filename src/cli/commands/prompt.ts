import type { PromptPreview } from '../../core/app.ts';
import { headline } from '../../core/workorder/headline.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { type Io, UsageError } from '../io.ts';
import { readNamedText } from '../named-file.ts';
import { textOption } from '../option-table.ts';
import { chooseWord } from '../option-values.ts';
import { colours } from '../print/colours.ts';
import { kindAndSentence } from '../print/kind-and-sentence.ts';
import { openWorkspace } from '../workspace.ts';
import { readOrder } from './read-order.ts';

export const command = defineCommand({
  forms: ['workorder prompt ORDER.json [--role designer|qa] [--designer FILE]'],
  about: [
    "Prints exactly what the role's model would be asked. Nothing is sent. With --json also the tools and the schema of the answer.",
  ],
  options: {
    role: textOption('designer|qa', 'whose prompt (default: designer)'),
    designer: textOption('FILE', "the Designer's reply that QA is asked about; needed with --role qa"),
  },
  takes: [['no order is given: name an ORDER.json'], 1],
  async run(line, io) {
    const role = chooseWord(line, 'role', ['designer', 'qa'] as const) ?? 'designer';
    const file = line.text('designer');
    if (role === 'qa' && file === undefined) {
      throw new UsageError("--role qa needs --designer FILE: QA is asked about the Designer's reply");
    }
    const order = await readOrder(line.positionals[0] ?? '', line, io);
    if (!order.ok) return order.error;
    const designerReply =
      file === undefined ? {} : { designerReply: await readNamedText(file, io, `--designer ${file}`) };
    const { app } = await openWorkspace(line);
    const preview = await app.previewPrompt({
      order: order.value,
      role,
      ...designerReply,
      signal: line.signal,
    });
    if (!preview.ok) {
      const c = colours(io);
      const outcome = preview.error;
      io.stderr(`${kindAndSentence(outcome.kind, headline(outcome, 0), kind => c.red(c.bold(kind)))}\n`);
      return exitCodeOf(outcome);
    }
    if (line.json) io.stdout(`${JSON.stringify(asJson(preview.value))}\n`);
    else printMessages(preview.value, io);
    return exitCodeOf({ kind: 'CHECKED' });
  },
});

const asJson = ({ request, inputTokens, overrides }: PromptPreview) => ({
  ...request,
  estimated_tokens: inputTokens,
  prompt_files: overrides,
});

/** Texts go to standard output as they are; what is only about them, to standard error. */
function printMessages({ request, inputTokens, overrides }: PromptPreview, io: Io): void {
  const c = colours(io);
  for (const { role, text } of request.messages) {
    io.stderr(`${c.cyan(`▸ ${role}`)}\n`);
    io.stdout(text.endsWith('\n') ? text : `${text}\n`);
  }
  const tools = request.tools.map(tool => tool.name).join(', ') || 'none';
  io.stderr(`${c.dim(`about ${inputTokens} tokens; tools: ${tools}; answer: ${request.output.name}`)}\n`);
  for (const file of overrides) io.stderr(`${c.dim(`${file} is used instead of the built-in prompt`)}\n`);
}
