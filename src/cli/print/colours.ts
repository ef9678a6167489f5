import type { Io } from '../io.ts';

/** ANSI colours where a person looks, plain text elsewhere. https://no-color.org, FORCE_COLOR as in Node. */
export function colours(io: Pick<Io, 'isTerminal' | 'env'>) {
  const force = io.env['FORCE_COLOR'];
  const on = !io.env['NO_COLOR'] && (force !== undefined ? force !== '0' : io.isTerminal);
  const paint = (open: number, close: number) => (text: string) =>
    on ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}

export type Colours = ReturnType<typeof colours>;
