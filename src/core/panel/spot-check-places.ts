import type { SpotCheckGrade } from '../../generated/contracts.ts';
import { readSpotCheck, type SpotCheck } from './qa-section.ts';

/** A spot check where its fact shows in one file. */
export interface PlacedCheck {
  readonly check: SpotCheck;
  readonly grade: SpotCheckGrade | undefined;
  readonly side: 'before' | 'after';
  /** 1-indexed; left out where nothing but the file is known. */
  readonly line?: number;
}

export interface SpotChecks {
  /** QA's sentences. */
  readonly sentences: readonly string[];
  /** What code says of them. */
  readonly grades: readonly SpotCheckGrade[];
  /** Paths of the change. */
  readonly paths: readonly string[];
}

/** The spot checks that belong to a file: those whose fact code found in it, and those that name it. */
export function placeSpotChecks(
  path: string,
  { sentences, grades, paths }: SpotChecks,
): readonly PlacedCheck[] {
  return sentences.flatMap((sentence): readonly PlacedCheck[] => {
    const check = readSpotCheck(sentence, paths);
    const grade = grades.find(({ text }) => text === sentence);
    const place = grade?.places.find(({ file }) => file === path);
    if (place !== undefined) return [{ check, grade, side: place.side, line: place.line }];
    return check.path === path ? [{ check, grade, side: 'after' }] : [];
  });
}
