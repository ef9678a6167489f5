import { randomUUID } from 'node:crypto';
import { showControls } from '../core/kernel/inert-text.ts';

/** Begins our own colours until they are written. It is another one in every process, so that no text from outside can hold it. */
const OWN = `\u001b${randomUUID()}:`;

/** Text between two of the numbers that terminals take for colours and weights. */
export const paint = (open: number, close: number, text: string): string =>
  `${OWN}${open}m${text}${OWN}${close}m`;

/** What moves the cursor or changes the screen, as a terminal takes it after ESC and `[`. */
export const screenControl = (sequence: string): string => `${OWN}${sequence}`;

/** At most so many characters wide; what is cut loses its colours. */
export function cutToWidth(text: string, columns: number): string {
  const plain = text
    .split(OWN)
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('m') + 1)))
    .join('');
  return plain.length <= columns ? text : `${plain.slice(0, Math.max(1, columns - 1))}…`;
}

/** What is written: only our own colours and moves do anything to a terminal, everything else that would is made visible. */
export const forTerminal = (text: string): string => text.split(OWN).map(showControls).join('\u001b[');
