/** A hunk by the place of its command in the whole list and its own in the command, both from 0. */
export interface HunkPlace {
  readonly command: number;
  readonly hunk: number;
}

export const hunkKey = ({ command, hunk }: HunkPlace): string => `${command}.${hunk}`;
