import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { PythonFile } from './python-file.ts';
import type { Side } from './two-versions.ts';

/** The line of a byte of one version of a file. */
export function placeIn(file: PythonFile, offset: number, side: Side): EvidencePlace {
  return { file: file.module.path, line: file.lineOf(offset), side };
}

/** The top of a changed file, as it is after the change; of one that is deleted, as it was. */
export const placeOfFile = ({
  path,
  after,
}: {
  readonly path: string;
  readonly after: Uint8Array | undefined;
}): EvidencePlace => ({ file: path, line: 1, side: after === undefined ? 'before' : 'after' });

/** `path:12`, as editors and terminals link it. */
export const showPlace = ({ file, line, side }: EvidencePlace): string =>
  `${file}:${line}${side === 'before' ? ' before the change' : ''}`;
