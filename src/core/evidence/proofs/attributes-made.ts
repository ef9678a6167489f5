import type { Unit } from '../code/units.ts';

const mayMakeAttributes = (_: number, text: string): boolean =>
  text === 'as' || text === 'for' || text === '__dict__' || text === 'setattr' || text === 'delattr';

/** The lines by which attributes come without an assignment: `setattr`, `__dict__`, `with … as self.x`. */
export function attributesMade(units: readonly Unit[]): string {
  return units
    .flatMap(({ file: { tokens }, from, to }) => {
      const made: string[] = [];
      for (let i = from; i < to; i++) {
        if (!tokens.asked(i, mayMakeAttributes)) continue;
        const isWord = tokens.word(i) > 0;
        const isTarget = isWord && i + 2 < to && tokens.text(i + 2) === '.';
        if (!isWord || isTarget) made.push(tokens.key(i, Math.min(to, i + 8)));
      }
      return made;
    })
    .join('\u0001');
}
