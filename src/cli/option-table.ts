import type { SettingName } from '../node/settings/settings.ts';

/** One option: how it is read, what the help says of it, what a shell completes. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** What stands for the value in the help: `DIR`, or all words it may be, as `keep|revert`. */
  readonly value?: string;
  /** What the workspace's settings files call it; left out where they do not set it. */
  readonly setting?: SettingName;
  /** Left out for an older spelling: it is understood, and neither explained nor completed. */
  readonly about?: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

export const flagOption = (about: string) => ({ type: 'boolean', about }) as const;
export const textOption = (value: string, about: string) => ({ type: 'string', value, about }) as const;
export const listOption = (value: string, about: string) =>
  ({ type: 'string', multiple: true, value, about: `${about} (repeatable)` }) as const;

/** An option that a settings file of the workspace may set. */
export const settable = <O extends OptionSpec>(option: O, setting: SettingName) => ({ ...option, setting });

/** Understood as earlier versions did, and not explained any more. */
export const OLD_TEXT = { type: 'string' } as const;
export const OLD_FLAG = { type: 'boolean' } as const;

/** The words that an option's value may be; none when it may be anything. */
export const wordsOf = ({ value = '' }: OptionSpec): readonly string[] =>
  /^[a-z0-9]+(?:\|[a-z0-9]+)+$/.test(value) ? value.split('|') : [];

const NAME_WIDTH = 30;
const LINE_WIDTH = 112;

/** The lines of a help text for these options, in their order. */
export function explainOptions(options: OptionTable): string {
  return Object.entries(options)
    .flatMap(([name, { about, value, short }]) => {
      if (about === undefined) return [];
      const spelling = `${short ? `-${short}, ` : ''}--${name}${value === undefined ? '' : ` ${value}`}`;
      return explainLine(`  ${spelling}`, about);
    })
    .join('\n');
}

/** A name and what it means, in two columns; the second is wrapped. */
export function explainLine(name: string, about: string, width = NAME_WIDTH + 2): readonly string[] {
  const [first = '', ...more] = wrap(about, LINE_WIDTH - width);
  const indent = ' '.repeat(width);
  const rest = more.map(text => indent + text);
  return name.length < width - 1 ? [name.padEnd(width) + first, ...rest] : [name, indent + first, ...rest];
}

export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
