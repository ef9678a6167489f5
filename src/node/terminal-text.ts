import { randomUUID } from 'node:crypto';
import { showControls } from '../core/kernel/inert-text.ts';

/** Begins our own colours until they are written. It is another one in every process, so that no text from outside can hold it. */
const OWN = `\u001b${randomUUID()}:`;

/** Text between two of the numbers that terminals take for colours and weights. */
export const paint = (open: number, close: number, text: string): string =>
  `${OWN}${open}m${text}${OWN}${close}m`;

/** What is written: only our own colours do anything to a terminal, everything else that would is made visible. */
export const forTerminal = (text: string): string => text.split(OWN).map(showControls).join('\u001b[');
