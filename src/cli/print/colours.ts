import { paint } from '../../node/terminal-text.ts';
import type { Io } from '../io.ts';

/** ANSI colours where a person looks, plain text elsewhere. https://no-color.org, FORCE_COLOR as in Node. */
export function colours(io: Pick<Io, 'isTerminal' | 'env'>) {
  const force = io.env['FORCE_COLOR'];
  const on = !io.env['NO_COLOR'] && (force !== undefined ? force !== '0' : io.isTerminal);
  const style = (open: number, close: number) => (text: string) => (on ? paint(open, close, text) : text);
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
  };
}

export type Colours = ReturnType<typeof colours>;
