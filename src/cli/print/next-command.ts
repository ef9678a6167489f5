import type { CommandLine } from '../options.ts';

/** Options that are about one call only. */
const ONCE = new Set(['json', 'help', 'record', 'timeout']);

/**
 * The options of this call again, as a shell reads them and with a space before each, so that a printed command works
 * as it was given.
 * @param left options that the printed command has not, or has with another value
 */
export function sameOptions({ given }: Pick<CommandLine, 'given'>, left: readonly string[]): string {
  const words = Object.entries(given).flatMap(([name, value]) => {
    if (ONCE.has(name) || left.includes(name)) return [];
    const values = Array.isArray(value) ? value : [value];
    return values.map(one => (one === true ? `--${name}` : `--${name} ${quoted(String(one))}`));
  });
  return words.map(word => ` ${word}`).join('');
}

/** Every option that names a model. */
const MODELS = ['model', 'designer-model', 'qa-model', 'smart-model', 'fast-model'];

type ModelLine = Pick<CommandLine, 'given' | 'text' | 'settings'>;

/** Whether a recording was played for some role: it has no reply to what it was not asked then. */
export const playsRecording = (line: Pick<CommandLine, 'text'>): boolean =>
  MODELS.some(name => isRecording(line.text(name)));

/** The same as `sameOptions` for a command that asks anew: with a model that can be asked in place of recordings. */
export function askingOptions(line: ModelLine, left: readonly string[]): string {
  const played = MODELS.filter(name => isRecording(line.text(name)));
  const options = sameOptions(line, [...left, ...played]);
  if (played.length === 0) return options;
  const [given, set] = [line.given['model'], line.settings.values['model']];
  const others = [given, set].filter(spec => spec !== undefined && !isRecording(spec));
  return others.length > 0 ? options : ` --model openai:MODEL${options}`;
}

/** To continue a run of agents: where a recording was played to a BLOCKED end, it ends there. */
export const optionsToGoOn = (
  { kind }: { readonly kind: string },
  line: ModelLine,
  left: readonly string[],
): string => (kind === 'BLOCKED' ? askingOptions(line, left) : sameOptions(line, left));

const isRecording = (spec: unknown): boolean => typeof spec === 'string' && spec.startsWith('replay:');

/** Where the workspace is, when it was said. */
export const sameRoot = ({ given }: Pick<CommandLine, 'given'>): string =>
  given['root'] === undefined ? '' : ` --root ${quoted(String(given['root']))}`;

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
