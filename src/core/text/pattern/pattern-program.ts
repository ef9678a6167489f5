import { type CharacterTest, PatternFault, type PatternTree, type Place } from './pattern-tree.ts';

/** One step of a pattern that is followed in all directions at once (Thompson's construction). */
export type Instruction =
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly next: number }
  | { readonly kind: 'place'; readonly place: Place; readonly next: number }
  | { readonly kind: 'split'; readonly next: readonly number[] }
  | { readonly kind: 'match' };

const MOST_INSTRUCTIONS = 2000;

export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** Built from its end, so that each part knows what follows it. Throws `PatternFault`. */
export function compileTree(tree: PatternTree): PatternProgram {
  const instructions: Instruction[] = [{ kind: 'match' }];
  let copies = 0;
  const add = (instruction: Instruction): number => {
    if (instructions.length >= MOST_INSTRUCTIONS) throw tooLarge();
    return instructions.push(instruction) - 1;
  };
  const build = (part: PatternTree, next: number): number => {
    if (++copies > MOST_INSTRUCTIONS * 10) throw tooLarge();
    switch (part.kind) {
      case 'empty':
        return next;
      case 'character':
        return add({ kind: 'character', test: part.test, next });
      case 'place':
        return add({ kind: 'place', place: part.place, next });
      case 'sequence':
        return part.parts.reduceRight((after, one) => build(one, after), next);
      case 'either':
        return add({ kind: 'split', next: part.parts.map(one => build(one, next)) });
      case 'repeat': {
        let at = next;
        if (part.most === Number.POSITIVE_INFINITY) {
          const loop = add({ kind: 'match' });
          instructions[loop] = { kind: 'split', next: [build(part.of, loop), next] };
          at = loop;
        } else
          for (let n = part.least; n < part.most; n++)
            at = add({ kind: 'split', next: [build(part.of, at), next] });
        for (let n = 0; n < part.least; n++) at = build(part.of, at);
        return at;
      }
    }
  };
  const start = build(tree, 0);
  return { instructions, start };
}

const tooLarge = () => new PatternFault('the pattern is too large when its repetitions are written out');
